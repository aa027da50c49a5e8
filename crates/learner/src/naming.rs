//! Names of intents and parameters.

use lemmascope_intent::Subject;

use crate::similarity::family;
use crate::step::Step;
use crate::words::{content_words, identifier, words};

/// Words of controls that end or continue any task, and do not describe it.
const GENERAL: &[&str] = &[
    "submit",
    "ok",
    "okay",
    "save",
    "next",
    "continue",
    "menu",
    "more",
    "open",
    "close",
    "post",
    "send",
    "go",
    "cancel",
    "done",
    "apply",
    "back",
    "confirm",
    "yes",
    "start",
    "finish",
    "add",
    "new",
    "edit",
    "enviar",
    "guardar",
    "salvar",
    "seguinte",
    "continuar",
    "confirmar",
    "fechar",
    "abrir",
    "mais",
];

/// The maximum number of words in a name.
const MOST: usize = 3;

/// Returns a name for a sequence: that of the first of the controls with the most specific names.
pub(crate) fn intent_name<'a>(items: impl Iterator<Item = Vec<&'a Step>>) -> String {
    let items: Vec<Vec<&Step>> = items.collect();
    let pressed = items.iter().filter_map(|steps| {
        let subjects: Vec<&Subject> = steps.iter().filter_map(|step| step.subjects.first()).collect();
        let first = subjects.first()?;
        (family(&first.kind) == "button").then(|| most_frequent(subjects.iter().map(|it| it.name.as_str())))
    });
    let telling = |name: &str| {
        let said = content_words(name);
        said.iter().filter(|word| !GENERAL.contains(&word.as_str()) && is_word(word)).count().min(MOST)
    };
    let mut best: Option<(usize, String)> = None;
    for name in pressed {
        let Some(identifier) = identifier(name, MOST) else { continue };
        let score = telling(name);
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, identifier));
        }
    }
    let of_field = || {
        let steps = items.iter().flatten();
        let mut named = steps.filter_map(|step| {
            let subject = step.subjects.first()?;
            let verb = verb_of(step);
            Some(format!("{verb}_{}", field_name(&[subject])?))
        });
        named.next()
    };
    let of_verb = || items.first().and_then(|steps| steps.first()).map(|step| verb_of(step));
    best.map(|(_, name)| name).or_else(of_field).or_else(of_verb).unwrap_or_else(|| "sequence".into())
}

fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphabetic)
}

/// Returns the verb without its domain.
fn verb_of(step: &Step) -> String {
    identifier(step.verb.rsplit('.').next().unwrap_or_default(), MOST).unwrap_or_else(|| "sequence".into())
}

/// Returns the most frequent text, or the first of these.
pub(crate) fn most_frequent<'a>(texts: impl Iterator<Item = &'a str>) -> &'a str {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for text in texts {
        match counted.iter_mut().find(|(known, _)| words(known) == words(text)) {
            Some((_, count)) => *count += 1,
            None => counted.push((text, 1)),
        }
    }
    let best = counted.iter().map(|(_, count)| *count).max().unwrap_or(0);
    counted.iter().find(|(_, count)| *count == best).map_or("", |(text, _)| *text)
}

/// Returns a name for a value, from the field that it is written into or the role of the field.
pub(crate) fn field_name(subjects: &[&Subject]) -> Option<String> {
    let shared = |of: &dyn Fn(&Subject) -> Option<String>| {
        let first = of(subjects.first()?)?;
        subjects.iter().all(|subject| of(subject).as_ref() == Some(&first)).then_some(first)
    };
    let field = shared(&|subject| subject.field.clone()).filter(|field| is_human_readable_name(field));
    let label = || shared(&|subject| Some(subject.name.clone()).filter(|name| !name.is_empty()));
    let role = || shared(&|subject| subject.role.clone());
    let named = field.and_then(|field| identifier(&field, MOST));
    named
        .or_else(|| label().and_then(|label| identifier(&label, MOST)))
        .or_else(|| role().and_then(|role| identifier(&role, MOST)))
}

/// Returns a name for the choice of a member of a group.
pub(crate) fn group_name(subjects: &[&Subject]) -> Option<String> {
    let group = subjects.first()?.group.as_ref()?;
    let named = group.name.as_deref().and_then(|name| identifier(name, MOST));
    named
        .or_else(|| field_name(subjects).filter(|_| subjects.iter().all(|it| it.field.is_some())))
        .or_else(|| identifier(&group.class, MOST))
}

/// Whether a field name is human-readable, and not generated: `user_name`, but not `ctl00$x17f3`.
fn is_human_readable_name(field: &str) -> bool {
    let digits = field.chars().filter(char::is_ascii_digit).count();
    let letters = field.chars().filter(|c| c.is_ascii_alphabetic()).count();
    letters >= 2 && digits <= 2 && field.len() <= 30 && !field.contains('$')
}
