//! Whether two steps do the same, although texts and values differ.

use std::hash::{DefaultHasher, Hash, Hasher};

use lemmascope_intent::Subject;

use crate::step::{Kind, Step};
use crate::words::{content_words, folded};

/// Steps that are at least so alike can be the same step of a sequence.
pub(crate) const ALIKE: f64 = 0.5;

/// Kinds of things that do the same when they are used: a link may become a button, an input a text area.
const FAMILIES: &[&[&str]] = &[
    &["button", "link", "menuitem", "tab", "image"],
    &["input", "textarea", "editor", "combobox"],
    &["select", "listbox"],
    &["checkbox", "switch", "radio"],
];

/// What is compared of a step, worked out once.
#[derive(Debug, Clone)]
pub(crate) struct Features {
    name: String,
    words: Vec<String>,
    /// Two steps without a feature in common are not alike, so earlier steps are found by these.
    pub(crate) keys: Vec<u64>,
}

impl Features {
    pub(crate) fn of(step: &Step) -> Self {
        let subject = step.subjects.first();
        let name = subject.map(|it| folded(&it.name)).unwrap_or_default();
        let words = subject.map(|it| content_words(&without_digits(&it.name))).unwrap_or_default();
        let mut keys = Vec::new();
        let mut key = |what: &str, value: &str| {
            let mut hasher = DefaultHasher::new();
            (&step.verb, step.kind as u8, what, value).hash(&mut hasher);
            keys.push(hasher.finish());
        };
        match subject {
            None => key("verb", ""),
            Some(subject) => {
                let family = family(&subject.kind).to_string();
                words.iter().take(MOST_WORDS).for_each(|word| key("word", &format!("{family} {word}")));
                if words.is_empty() {
                    key("name", &format!("{family} {name}"));
                }
                for (what, value) in [
                    ("role", &subject.role),
                    ("field", &subject.field),
                    ("pattern", &subject.pattern),
                    ("class", &subject.group.as_ref().map(|group| group.class.clone())),
                ] {
                    if let Some(value) = value {
                        key(what, &format!("{family} {value}"));
                    }
                }
            }
        }
        keys.dedup();
        Self { name, words, keys }
    }
}

/// More words of a name than these are not looked up.
const MOST_WORDS: usize = 8;

/// How alike two steps are, from 0 to 1.
pub(crate) fn likeness((a, a_features): (&Step, &Features), (b, b_features): (&Step, &Features)) -> f64 {
    if a.verb != b.verb || a.kind != b.kind || a.subjects.len() != b.subjects.len() {
        return 0.0;
    }
    let paired = || a.subjects.iter().zip(&b.subjects);
    if paired().any(|(a, b)| a.parameter != b.parameter || family(&a.kind) != family(&b.kind)) {
        return 0.0;
    }
    let Some((first, other)) = paired().next() else { return of_arguments(a, b) };
    let others = paired().skip(1).all(|(a, b)| is_same(a, b) || folded(&a.name) == folded(&b.name));
    let same_name = !a_features.name.is_empty() && a_features.name == b_features.name;
    if !others {
        0.0
    } else if same_name || is_same(first, other) {
        1.0
    } else if a_features.words.iter().any(|word| b_features.words.contains(word)) {
        0.8
    } else if a_features.words.is_empty() && b_features.words.is_empty() && a_features.name == b_features.name
    {
        0.6
    } else {
        0.0
    }
}

/// Whether two things are the same control by anything but their names.
fn is_same(a: &Subject, b: &Subject) -> bool {
    let both = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    let group = |subject: &Subject| subject.group.as_ref().map(|group| group.class.clone());
    both(&a.role, &b.role)
        || both(&a.field, &b.field)
        || both(&a.pattern, &b.pattern)
        || both(&group(a), &group(b))
}

/// Commands without a subject are alike by their verb, the more so with equal arguments.
fn of_arguments(a: &Step, b: &Step) -> f64 {
    if a.kind == Kind::Failure {
        return 1.0;
    }
    let equal = a.arguments.iter().filter(|argument| b.arguments.contains(argument)).count();
    match equal {
        0 if a.arguments.is_empty() && b.arguments.is_empty() => 1.0,
        0 => 0.6,
        some if some == a.arguments.len().max(b.arguments.len()) => 1.0,
        _ => 0.8,
    }
}

/// The family of a kind of thing.
pub(crate) fn family(kind: &str) -> &str {
    FAMILIES.iter().find(|family| family.contains(&kind)).map_or(kind, |family| family[0])
}

/// A name without the numbers in it, which vary from one thing of a row to the next.
fn without_digits(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_digit() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn click(name: &str, role: Option<&str>) -> Step {
        let subject = Subject {
            parameter: "target".into(),
            kind: "button".into(),
            name: name.into(),
            role: role.map(str::to_string),
            ..Subject::default()
        };
        Step { verb: "lab.press".into(), subjects: vec![subject], ..Step::default() }
    }

    fn between(a: &Step, b: &Step) -> f64 {
        likeness((a, &Features::of(a)), (b, &Features::of(b)))
    }

    #[test]
    fn text_variants_of_a_control_are_alike() {
        assert!(between(&click("Write a review", None), &click("Leave a Review", None)) >= ALIKE);
        assert!(between(&click("Submit", Some("submit")), &click("Post", Some("submit"))) >= ALIKE);
        assert!(between(&click("Invoice 12", None), &click("Invoice 7", None)) >= ALIKE);
        assert!(between(&click("Write a review", None), &click("Add to cart", None)) < ALIKE);
        // Words that say nothing connect nothing.
        assert!(between(&click("Go to the shop", None), &click("Back to the list", None)) < ALIKE);
    }

    #[test]
    fn what_is_alike_has_a_key_in_common() {
        for (a, b) in [("Write a review", "Leave a Review"), ("Invoice 12", "Invoice 7"), ("♡", "♡")] {
            let (a, b) = (Features::of(&click(a, None)), Features::of(&click(b, None)));
            assert!(a.keys.iter().any(|key| b.keys.contains(key)), "{a:?} {b:?}");
        }
    }
}
