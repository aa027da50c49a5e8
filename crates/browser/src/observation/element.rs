use lemmascope_intent::MASK;

use crate::page::{Element, Snapshot};
use crate::text::{quote, quote_name};

/// The maximum lengths of names, values, contexts and choices.
pub(super) const NAME: usize = 80;
const VALUE: usize = 60;
pub(super) const CONTEXT: usize = 80;
const CHOICE: usize = 24;
/// The maximum number of choices that are printed.
const CHOICES: usize = 8;
const MANY: usize = 100;

/// Formats an element on one line: `[1] input/email "Email" {required}`.
pub(crate) fn line(element: &Element, snapshot: &Snapshot) -> String {
    format_line(element, snapshot, NAME, false)
}

/// Formats an element on one line, with names cut to a length, and optionally with its bounding box.
pub(super) fn format_line(element: &Element, snapshot: &Snapshot, longest: usize, place: bool) -> String {
    let mut line = format!("{} {}", element.id, kind(element));
    line.push_str(&name(element, longest));
    line.push_str(&rest(element, snapshot));
    if place {
        line.push_str(&format!(" @ {}", position(element)));
    }
    line
}

/// Formats the kind and role: `input/email`.
pub(super) fn kind(element: &Element) -> String {
    match element.role {
        Some(role) if role != element.kind => format!("{}/{role}", element.kind),
        _ => element.kind.to_string(),
    }
}

/// Returns the quoted name with a leading space, for messages about an action.
pub fn called(element: &Element) -> String {
    name(element, NAME)
}

/// Returns the quoted name with a leading space. An element without a name is identified by its `id` or
/// similar attributes.
pub(super) fn name(element: &Element, longest: usize) -> String {
    let names = [&element.name, &element.text, &element.label, &element.placeholder];
    if let Some(name) = names.into_iter().find(|name| !name.trim().is_empty()) {
        return format!(" {}", quote_name(name, longest));
    }
    for attribute in ["href", "name", "id", "data-testid", "src", "class"] {
        if let Some(value) = element.attributes.get(attribute).filter(|value| !value.trim().is_empty()) {
            return format!(" {attribute}={}", quote(value, longest.min(40)));
        }
    }
    String::new()
}

/// Returns the context that distinguishes the element from others of the same name, with a leading space: `
/// (row "Bob 5 · 1005")`.
pub(super) fn context(element: &Element) -> String {
    match &element.context {
        Some(context) if context.text.trim().is_empty() => format!(" ({})", context.kind),
        Some(context) => format!(" ({} {})", context.kind, quote(&context.text, CONTEXT)),
        None => String::new(),
    }
}

/// Formats everything after the name except the bounding box.
pub(super) fn rest(element: &Element, snapshot: &Snapshot) -> String {
    format!("{}{}", context(element), rest_without_context(element, snapshot))
}

/// Formats everything after the context except the bounding box.
pub(super) fn rest_without_context(element: &Element, snapshot: &Snapshot) -> String {
    let mut rest = choices(element);
    if let Some(value) = value(element) {
        rest.push_str(&format!(" = {value}"));
    }
    let states = states(element);
    if !states.is_empty() {
        rest.push_str(&format!(" {{{}}}", states.join(", ")));
    }
    if let Some(frame) = frame(element, snapshot) {
        rest.push_str(&format!(" in {frame}"));
    }
    rest
}

/// Returns the quoted value, or the mask for a secret.
pub(super) fn value(element: &Element) -> Option<String> {
    let value = element.value.as_deref().filter(|value| !value.is_empty())?;
    if element.secret {
        return Some(MASK.to_string());
    }
    // Checkable elements show their state instead of a value, and for buttons the value is the name.
    let tells =
        !matches!(element.kind, "checkbox" | "radio" | "switch" | "button" | "link" | "option" | "tab");
    tells.then(|| quote(value, VALUE))
}

fn choices(element: &Element) -> String {
    if element.choices.is_empty() {
        return String::new();
    }
    let mut shown: Vec<String> = element
        .choices
        .iter()
        .take(CHOICES)
        .map(|choice| {
            let text = if choice.text.trim().is_empty() { &choice.value } else { &choice.text };
            let plain = text.chars().count() <= CHOICE
                && !text.is_empty()
                && text
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '$' | '€' | '%'));
            if plain { text.clone() } else { quote(text, CHOICE) }
        })
        .collect();
    match element.choices.len() {
        0..=CHOICES => {}
        // The scanner stops counting at a limit, so the total is unknown.
        MANY.. => shown.push("…many more".into()),
        count => shown.push(format!("…{} more", count - CHOICES)),
    }
    format!(" [{}]", shown.join(","))
}

/// Returns the states of an element as words.
pub(super) fn states(element: &Element) -> Vec<&'static str> {
    let state = &element.state;
    let seen = &element.visibility;
    [
        (element.primary, "primary"),
        (state.required, "required"),
        (state.checked == Some(true) && !state.mixed, "checked"),
        (state.mixed, "mixed"),
        (state.selected == Some(true), "selected"),
        (state.pressed == Some(true), "pressed"),
        (state.expanded == Some(true), "expanded"),
        (state.expanded == Some(false), "collapsed"),
        (state.current, "current"),
        (state.focused, "focused"),
        (state.invalid, "invalid"),
        (state.multiple, "multiple"),
        (state.busy, "busy"),
        (state.readonly, "readonly"),
        (state.disabled, "disabled"),
        (!seen.is_visible(), "hidden"),
        (seen.covered && seen.is_visible(), "covered"),
    ]
    .into_iter()
    .filter_map(|(is, word)| is.then_some(word))
    .collect()
}

/// Returns the short name of the element's frame, or `None` for the main frame.
pub(super) fn frame(element: &Element, snapshot: &Snapshot) -> Option<String> {
    (element.frame > 0 && element.frame < snapshot.frames.len()).then(|| format!("f{}", element.frame))
}

/// Formats the bounding box: `12,40 100x20`.
pub(super) fn position(element: &Element) -> String {
    let b = &element.bounds;
    format!("{},{} {}x{}", whole(b.x), whole(b.y), whole(b.width), whole(b.height))
}

/// Rounds a number; NaN and infinities become 0.
pub(super) fn whole(number: f64) -> i64 {
    if number.is_finite() { number.round().clamp(-1e9, 1e9) as i64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{element, page};
    use super::*;
    use crate::page::{Choice, ElementId, FrameView, Rect, State, Visibility};

    #[test]
    fn formats_each_element_kind_on_one_line() {
        let snapshot = page(Vec::new());
        let shown = |element: Element| line(&element, &snapshot);
        let email = Element {
            role: Some("email"),
            state: State { required: true, ..State::default() },
            ..element(1, "input", "Email")
        };
        assert_eq!(shown(email.clone()), r#"[1] input/email "Email" {required}"#);
        let typed = Element { value: Some("a\"b".into()), ..email };
        assert_eq!(shown(typed), r#"[1] input/email "Email" = "a\"b" {required}"#);
        let password =
            Element { secret: true, value: Some("hunter2".into()), ..element(2, "input", "Password") };
        assert_eq!(shown(password), r#"[2] input "Password" = ••••••••"#);
        let select = Element {
            choices: ["1", "2", "a, b]", ""]
                .into_iter()
                .map(|text| Choice { text: text.into(), value: text.into(), selected: false })
                .collect(),
            value: Some("2".into()),
            ..element(3, "select", "Quantity")
        };
        assert_eq!(shown(select), r#"[3] select "Quantity" [1,2,"a, b]",""] = "2""#);
        let checked = Element {
            state: State { checked: Some(true), ..State::default() },
            value: Some("on".into()),
            ..element(4, "checkbox", "Remember me")
        };
        assert_eq!(shown(checked), r#"[4] checkbox "Remember me" {checked}"#);
        let mut nameless = element(5, "link", "");
        nameless.attributes.insert("href".into(), "/cart".into());
        assert_eq!(shown(nameless), r#"[5] link href="/cart""#);
        let hidden = Element {
            visibility: Visibility { undisplayed: true, ..Visibility::default() },
            ..element(6, "button", "x")
        };
        assert_eq!(shown(hidden), r#"[6] button "x" {hidden}"#);
    }

    #[test]
    fn formats_frame_and_position_of_element() {
        let mut snapshot = page(Vec::new());
        snapshot.frames.push(FrameView { parent: Some(0), ..FrameView::default() });
        let bounds = Rect { x: 12.4, y: 39.6, width: 100.0, height: f64::NAN };
        let framed = Element { id: ElementId(7), frame: 1, bounds, ..element(7, "input", "Card") };
        assert_eq!(format_line(&framed, &snapshot, 80, true), r#"[7] input "Card" in f1 @ 12,40 100x0"#);
    }
}
