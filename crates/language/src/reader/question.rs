use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::Tongue;

/// The questions for parameters, by parameter or by intent and parameter, in English and Portuguese.
static QUESTIONS: LazyLock<HashMap<&'static str, (&'static str, &'static str)>> = LazyLock::new(|| {
    let lines = include_str!("questions.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut parts = line.split('\t').map(str::trim);
        Some((parts.next()?, (parts.next()?, parts.next()?)))
    };
    lines.filter_map(read).collect()
});

/// Returns the question for a parameter of an intent, in the user's language.
pub fn question(intent: &str, parameter: &str, tongue: Tongue) -> String {
    let own = format!("{intent}.{parameter}");
    let found = QUESTIONS.get(own.as_str()).or_else(|| QUESTIONS.get(parameter));
    let spoken = parameter.replace('_', " ");
    match (found, tongue) {
        (Some((english, _)), Tongue::English) => (*english).into(),
        (Some((_, portuguese)), Tongue::Portuguese) => (*portuguese).into(),
        (None, Tongue::English) => format!("Which {spoken}?"),
        (None, Tongue::Portuguese) => format!("Qual é o valor de \"{spoken}\"?"),
    }
}

/// Returns the question which of several objects is meant.
pub fn which(names: &[String], tongue: Tongue) -> String {
    let which = if tongue == Tongue::English { "Which one:" } else { "Qual:" };
    format!("{which} {}?", names.join(", "))
}
