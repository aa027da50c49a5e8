use std::time::Duration;

use lemmascope_intent::{Cause, Failure, MASK};
use serde::Deserialize;
use serde_json::json;

use super::WebSession;
use super::actionability::lost;
use super::found::{Found, stale};
use super::keyboard::type_text;
use super::scanner_response::read;
use crate::driver::{Button, Key, Modifiers, Mouse, Tab, stroke};
use crate::page::Point;
use crate::text::quote;

const LIMIT: Duration = Duration::from_secs(5);

/// Input types without text entry; their value is set as a whole.
const PUT: &[&str] = &["date", "time", "datetime-local", "month", "week", "color", "range"];

/// The value and properties of a field.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct FieldState {
    problem: String,
    pub(crate) focused: bool,
    /// The value.
    pub value: String,
    /// Whether the value must not be displayed.
    pub secret: bool,
    pub(crate) most: Option<u32>,
    pub(crate) tag: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) field: bool,
    caret: bool,
    /// Whether a canvas editor renders the content and does not expose it.
    drawn: bool,
}

/// A text to write into a field, with options.
pub struct Writing<'a> {
    /// The text.
    pub text: &'a str,
    /// Whether to append to the current value instead of replacing it.
    pub append: bool,
    /// The delay between two keys.
    pub delay: Duration,
    /// Whether the text is secret, whatever the field is.
    pub secret: bool,
}

/// A field to write into: the target itself, or the element that gets the focus when the target is clicked.
#[derive(Clone)]
pub struct Field {
    tab: Tab,
    found: Found,
    key: u32,
    at: Point,
}

impl WebSession {
    /// Returns the field that a target is or leads to.
    pub fn field(&self, found: &Found, at: Point) -> Result<Field, Failure> {
        Ok(Field { tab: self.tab()?, found: found.clone(), key: found.key, at })
    }
}

/// A file input.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct FileField {
    /// The scanner's key.
    pub key: u32,
    /// Whether it accepts several files.
    pub multiple: bool,
}

impl WebSession {
    /// Returns the file input that a target is, or the one that follows it.
    pub async fn file_field(&self, found: &Found) -> Result<FileField, Failure> {
        let answer =
            self.tab()?.call(&found.frame, "lemmascope.fileField", json!([found.key]), LIMIT).await?;
        let field: Option<FileField> = serde_json::from_value(answer).ok();
        field.ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("{} takes no files", found.shown()))
                .hint("Name a field of the kind `file`; `observe --hidden` includes hidden fields.")
        })
    }
}

impl Field {
    /// Writes a text, verifies the value, and returns the resulting state.
    pub async fn write(&mut self, writing: &Writing<'_>) -> Result<FieldState, Failure> {
        if let Some(state) = self.slide(writing).await? {
            return Ok(state);
        }
        let before = self.enter(writing.append).await?;
        if PUT.contains(&before.kind.as_str()) {
            return self.put(&before, writing).await;
        }
        let wanted =
            if writing.append { format!("{}{}", before.value, writing.text) } else { writing.text.into() };
        if writing.append && !before.caret {
            self.press("end").await?;
        }
        if writing.text.is_empty() && !writing.append {
            self.press("delete").await?;
        }
        type_text(&self.tab, writing.text, writing.delay).await?;
        let after = self.state().await?;
        if holds(&after.value, &wanted) || self.is_split_into_fields(&wanted).await? {
            return Ok(after);
        }
        // Some fields drop keys while they format the value; inserting the whole text at once may work.
        self.enter(false).await?;
        self.tab.insert_text(&wanted).await?;
        let after = self.state().await?;
        if holds(&after.value, &wanted) {
            Ok(after)
        } else {
            Err(self.missed(&before, &after, &wanted, writing.secret))
        }
    }

    /// Focuses the field, and selects its content or moves the caret to the end.
    async fn enter(&mut self, append: bool) -> Result<FieldState, Failure> {
        let mut state = self.ask("lemmascope.enterField", json!([self.key, append])).await?;
        // Colors and ranges have no text, but their value can be set.
        let is_ready = state.focused && (state.field || PUT.contains(&state.kind.as_str()));
        if !is_ready {
            // A wrapper around a field focuses it on a click.
            self.tab.mouse(Mouse::Moved { at: self.at, held: None }).await?;
            self.tab.mouse(Mouse::Pressed { at: self.at, button: Button::Left, clicks: 1 }).await?;
            self.tab.mouse(Mouse::Released { at: self.at, button: Button::Left, clicks: 1 }).await?;
            let answer =
                self.tab.call(&self.found.frame, "lemmascope.focusedField", json!([]), LIMIT).await?;
            let key =
                answer.get("key").and_then(serde_json::Value::as_u64).and_then(|key| u32::try_from(key).ok());
            self.key = key.ok_or_else(|| self.not_a_text_field_failure(&state))?;
            state = self.ask("lemmascope.enterField", json!([self.key, append])).await?;
        }
        if state.tag == "select" || matches!(state.kind.as_str(), "checkbox" | "radio" | "file") {
            return Err(self.not_a_text_field_failure(&state));
        }
        if state.drawn {
            let control = Modifiers { control: true, ..Modifiers::default() };
            self.press_key_with(if append { "end" } else { "a" }, control).await?;
        }
        Ok(state)
    }

    /// Returns the current state.
    pub async fn state(&self) -> Result<FieldState, Failure> {
        self.ask("lemmascope.fieldState", json!([self.key])).await
    }

    async fn put(&self, before: &FieldState, writing: &Writing<'_>) -> Result<FieldState, Failure> {
        let after = self.ask("lemmascope.putValue", json!([self.key, writing.text])).await?;
        if after.value == writing.text
            || (after.kind == "color" && after.value.eq_ignore_ascii_case(writing.text))
        {
            return Ok(after);
        }
        let example = match after.kind.as_str() {
            "date" => "2026-12-31",
            "time" => "14:30",
            "datetime-local" => "2026-12-31T14:30",
            "month" => "2026-12",
            "week" => "2026-W52",
            "color" => "#3366ff",
            _ => "a number within its bounds",
        };
        Err(self.missed(before, &after, writing.text, writing.secret).hint(format!("Write it as {example}.")))
    }

    /// Whether a code was distributed over the following single-character fields.
    async fn is_split_into_fields(&self, wanted: &str) -> Result<bool, Failure> {
        let answer =
            self.tab.call(&self.found.frame, "lemmascope.spreadValue", json!([self.key]), LIMIT).await?;
        let value = answer.get("value").and_then(serde_json::Value::as_str).unwrap_or_default();
        Ok(is_split_into_fields(value, wanted))
    }

    pub(super) fn tab(&self) -> &Tab {
        &self.tab
    }

    /// The point for clicks on the field.
    pub(super) fn at(&self) -> Point {
        self.at
    }

    pub(super) fn found(&self) -> &Found {
        &self.found
    }

    /// Calls a function of the scanner with the field.
    pub(super) async fn call(&self, function: &str) -> Result<serde_json::Value, Failure> {
        let answer = self.tab.call(&self.found.frame, function, json!([self.key]), LIMIT).await;
        answer.map_err(|failure| lost(failure, &self.found))
    }

    pub(super) async fn press(&self, key: &str) -> Result<(), Failure> {
        self.press_key_with(key, Modifiers::default()).await
    }

    async fn press_key_with(&self, key: &str, modifiers: Modifiers) -> Result<(), Failure> {
        let Some(stroke) = stroke(key) else { return Ok(()) };
        self.tab.key(Key::Down { stroke: stroke.clone(), modifiers }).await?;
        self.tab.key(Key::Up { stroke, modifiers }).await
    }

    async fn ask(&self, function: &str, arguments: serde_json::Value) -> Result<FieldState, Failure> {
        let answer = self.tab.call(&self.found.frame, function, arguments, LIMIT).await;
        let state: FieldState = read(answer.map_err(|failure| lost(failure, &self.found))?)?;
        if state.problem.is_empty() { Ok(state) } else { Err(stale(self.found.id)) }
    }

    fn not_a_text_field_failure(&self, state: &FieldState) -> Failure {
        let failure = Failure::new(Cause::TypeFailed, format!("{} takes no text", self.found.shown()))
            .verdict("no_effect");
        match (state.tag.as_str(), state.kind.as_str()) {
            ("select", _) => failure.hint("Choose from it with `select`."),
            (_, "checkbox" | "radio") => failure.hint("Tick it with `check`."),
            (_, "file") => failure.hint("Give it files with `upload`."),
            _ => failure.hint("Name the field itself; `observe` lists the fields."),
        }
    }

    fn missed(&self, before: &FieldState, after: &FieldState, wanted: &str, secret: bool) -> Failure {
        let is_secret = secret || after.secret || self.found.secret;
        let holds = if is_secret { MASK.to_string() } else { quote(&after.value, 80) };
        let name = self.found.shown();
        let failure =
            Failure::new(Cause::TypeFailed, format!("{name} holds {holds} instead of what was typed"))
                // A different value is no success, even though the field changed.
                .verdict(if before.value == after.value { "no_effect" } else { "changed" });
        match after.most {
            Some(most) if wanted.chars().count() > most as usize => {
                failure.hint(format!("It takes {most} characters at most."))
            }
            _ => failure.hint("The page may not accept this text; look at its messages with `observe`."),
        }
    }
}

/// Whether consecutive single-character fields together hold a code.
pub(super) fn is_split_into_fields(values: &str, wanted: &str) -> bool {
    (2..=12).contains(&wanted.chars().count()) && values.starts_with(wanted)
}

/// Whether a field holds the typed text in its own format: with spaces in a card number, or with a currency.
pub(super) fn holds(value: &str, wanted: &str) -> bool {
    let breaks = |text: &str| text.replace("\r\n", "\n").replace('\u{a0}', " ");
    if breaks(value) == breaks(wanted) || value.trim() == wanted.trim() {
        return true;
    }
    let letters = |text: &str| {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    let (has, wants) = (letters(value), letters(wanted));
    if !wants.is_empty() && has == wants {
        return true;
    }
    // The field may have a prefix, as in `+49 30 1234`, or may add decimals, as in `1,234.00`.
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let only_digits = wanted.chars().all(|c| !c.is_alphabetic()) && !digits(wanted).is_empty();
    only_digits && (digits(value).starts_with(&digits(wanted)) || digits(value).ends_with(&digits(wanted)))
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn accepts_reformatted_field_values() {
        assert!(holds("4111 1111 1111 1111", "4111111111111111"));
        assert!(holds("ABC-123", "abc123"));
        assert!(holds("$1,234.00", "1234"));
        assert!(holds("+49 30 1234", "301234"));
        assert!(holds("", ""));
        assert!(holds("a\nb", "a\r\nb"));
        assert!(!holds("", "x"));
        assert!(!holds("abc", "abcd"));
        assert!(!holds("hello", "help"));
        assert!(!holds("x", ""));
    }
}
