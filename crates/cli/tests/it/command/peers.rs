//! Commands that users know from other programs: each works, or its error names the equivalent command.

use lemmascope_language::command::{ErrorCode, parse};

use crate::composed::{catalog, grammar, vocabulary};

#[test]
fn commands_of_other_programs_work_or_suggest_equivalents() {
    let vocabulary = vocabulary(["open_item"]);
    let lines = include_str!("peers.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut lost = Vec::new();
    let (mut read, mut led) = (0, 0);
    for line in lines {
        match parse(line, &vocabulary) {
            Ok(_) => read += 1,
            Err(error) => {
                let hint = error.hint.clone().unwrap_or_default();
                // A suggestion of a similarly spelled command does not count.
                let is_guess = error.code == ErrorCode::UnknownCommand && hint.starts_with("did you mean");
                if is_guess || !mentions_command(&hint) {
                    lost.push(format!("{line}: {error} ({hint})"));
                }
                led += 1;
            }
        }
    }
    assert!(lost.is_empty(), "{} of {}:\n{}", lost.len(), read + led, lost.join("\n"));
    assert!(read >= 140 && read > 2 * led, "{read} work, {led} lead to a command");
}

/// Whether the hint contains a command or a verb.
fn mentions_command(hint: &str) -> bool {
    let words = |text: &str| text.split(['`', ' ', ',', ':']).map(str::to_string).collect::<Vec<_>>();
    let said = words(hint);
    let is_said = |name: &str| said.windows(words(name).len()).any(|part| part == words(name));
    grammar().forms().any(|form| is_said(form.name))
        || catalog().signatures().any(|verb| is_said(verb.name))
        || hint.starts_with("one of:")
}
