//! The similarity of steps with different texts and values.

use std::hash::{DefaultHasher, Hash, Hasher};

use lemmascope_intent::Subject;

use crate::step::{Kind, Step};
use crate::words::{content_words, folded};

/// The minimum similarity of steps that may be the same step of a sequence.
pub(crate) const ALIKE: f64 = 0.5;

/// Equivalent kinds of controls: a link may become a button, an input a text area.
const FAMILIES: &[&[&str]] = &[
    &["button", "link", "menuitem", "tab", "image"],
    &["input", "textarea", "editor", "combobox"],
    &["select", "listbox"],
    &["checkbox", "switch", "radio"],
];

/// The features of a step, computed once.
#[derive(Debug, Clone)]
pub(crate) struct Features {
    name: String,
    words: Vec<String>,
    /// Hashes for finding similar steps. Steps without a common hash are not similar.
    pub(crate) keys: Vec<u64>,
}

impl Features {
    pub(crate) fn of(step: &Step) -> Self {
        let subject = step.subjects.first();
        let name = subject.map(|it| folded(&it.name)).unwrap_or_default();
        let words =
            subject.map(|it| content_words(&replace_digits_with_spaces(&it.name))).unwrap_or_default();
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

/// The maximum number of words of a name that are looked up.
const MOST_WORDS: usize = 8;

/// Returns the similarity of two steps, from 0 to 1.
pub(crate) fn likeness((a, a_features): (&Step, &Features), (b, b_features): (&Step, &Features)) -> f64 {
    if a.verb != b.verb || a.kind != b.kind || a.subjects.len() != b.subjects.len() {
        return 0.0;
    }
    let paired = || a.subjects.iter().zip(&b.subjects);
    if paired().any(|(a, b)| a.parameter != b.parameter || family(&a.kind) != family(&b.kind)) {
        return 0.0;
    }
    let Some((first, other)) = paired().next() else { return argument_similarity(a, b) };
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

/// Whether two objects are the same control by any property except their names.
fn is_same(a: &Subject, b: &Subject) -> bool {
    let both = |a: &Option<String>, b: &Option<String>| a.is_some() && a == b;
    let group = |subject: &Subject| subject.group.as_ref().map(|group| group.class.clone());
    both(&a.role, &b.role)
        || both(&a.field, &b.field)
        || both(&a.pattern, &b.pattern)
        || both(&group(a), &group(b))
}

/// Returns the similarity of two commands without a subject: by verb, higher for equal arguments.
fn argument_similarity(a: &Step, b: &Step) -> f64 {
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

/// Returns the family of a kind of control.
pub(crate) fn family(kind: &str) -> &str {
    FAMILIES.iter().find(|family| family.contains(&kind)).map_or(kind, |family| family[0])
}

/// Removes the numbers from a name, because they vary within a group.
fn replace_digits_with_spaces(name: &str) -> String {
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
    fn text_variants_of_a_control_are_similar() {
        assert!(between(&click("Write a review", None), &click("Leave a Review", None)) >= ALIKE);
        assert!(between(&click("Submit", Some("submit")), &click("Post", Some("submit"))) >= ALIKE);
        assert!(between(&click("Invoice 12", None), &click("Invoice 7", None)) >= ALIKE);
        assert!(between(&click("Write a review", None), &click("Add to cart", None)) < ALIKE);
        // Function words do not make steps similar.
        assert!(between(&click("Go to the shop", None), &click("Back to the list", None)) < ALIKE);
    }

    #[test]
    fn similar_steps_share_an_index_key() {
        for (a, b) in [("Write a review", "Leave a Review"), ("Invoice 12", "Invoice 7"), ("♡", "♡")] {
            let (a, b) = (Features::of(&click(a, None)), Features::of(&click(b, None)));
            assert!(a.keys.iter().any(|key| b.keys.contains(key)), "{a:?} {b:?}");
        }
    }
}
