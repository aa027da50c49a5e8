//! `lemmascope man`: the manual page, generated from the arguments of the program and the table of commands.

use std::fmt::Write as _;

use clap::CommandFactory;

use crate::answer::Answer;
use crate::arguments::Arguments;
use crate::compose;
use crate::environment::Environment;

/// Returns the manual page in roff.
pub(crate) fn page(place: &Environment) -> Answer {
    let mut program = Arguments::command();
    // clap requires `build` before options can be formatted.
    program.build();
    let mut page = format!(".TH LEMMASCOPE 1 \"\" \"lemmascope {}\"\n", env!("CARGO_PKG_VERSION"));
    let about = program.get_about().map(ToString::to_string).unwrap_or_default();
    section(&mut page, "NAME");
    line(&mut page, "lemmascope - execute intents on web pages, files, documents and this machine");
    section(&mut page, "SYNOPSIS");
    for form in ["[OPTIONS]", "[OPTIONS] JOB [ARGUMENTS]", "[OPTIONS] COMMAND [ARGUMENTS]"] {
        let _written = write!(page, ".B lemmascope\n{}\n.br\n", escaped(form));
    }
    section(&mut page, "DESCRIPTION");
    line(&mut page, &about);
    page.push_str(".PP\n");
    line(
        &mut page,
        "Without arguments a conversation begins. A command that is none of the jobs below is a line of the command language, \
         carried out by a background engine that starts itself.",
    );
    section(&mut page, "OPTIONS");
    options(&mut page, &program);
    section(&mut page, "JOBS");
    for job in program.get_subcommands().filter(|job| !job.is_hide_set()) {
        let mut job = job.clone();
        let usage = job.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").trim();
        item(&mut page, usage, &job.get_about().map(ToString::to_string).unwrap_or_default());
        page.push_str(".RS\n");
        options(&mut page, &job);
        page.push_str(".RE\n");
    }
    section(&mut page, "COMMANDS");
    let catalog = compose::catalog(place);
    let mut family = None;
    for form in catalog.grammar().forms() {
        if family != Some(form.family) {
            family = Some(form.family);
            let _written = writeln!(page, ".SS {}", escaped(form.family));
        }
        item(&mut page, &form.usage(), form.summary);
    }
    section(&mut page, "EXIT STATUS");
    for (code, about) in [
        ("0", "It was done."),
        ("1", "It failed."),
        ("2", "The line was not understood."),
        ("3", "It was done in part."),
        ("4", "A question has to be answered first."),
    ] {
        item(&mut page, code, about);
    }
    section(&mut page, "FILES");
    item(&mut page, "~/.lemmascope/config.yaml", "The settings.");
    item(&mut page, "~/.lemmascope/intents/", "Definitions of your own.");
    item(&mut page, "~/.lemmascope/state.db", "Runs, journal, checkpoints and credentials.");
    section(&mut page, "ENVIRONMENT");
    item(&mut page, "LEMMASCOPE_HOME", "The folder that takes the place of ~/.lemmascope.");
    Answer { text: page, ..Answer::default() }
}

fn section(page: &mut String, name: &str) {
    let _written = writeln!(page, ".SH {name}");
}

fn line(page: &mut String, text: &str) {
    page.push_str(&escaped(text));
    page.push('\n');
}

/// Adds a term in bold, with its description.
fn item(page: &mut String, term: &str, about: &str) {
    let _written = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escaped(term), escaped(about));
}

fn options(page: &mut String, command: &clap::Command) {
    for option in
        command.get_arguments().filter(|option| !option.is_hide_set() && option.get_long().is_some())
    {
        item(page, &option.to_string(), &option.get_help().map(ToString::to_string).unwrap_or_default());
    }
}

/// Escapes a text for roff: backslashes begin escapes, hyphens must become minus signs that can be copied,
/// non-ASCII letters are written by number, and a dot or quote at the beginning of a line is a request.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    if text.starts_with(['.', '\'']) {
        escaped.push_str("\\&");
    }
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\e"),
            '-' => escaped.push_str("\\-"),
            '\n' => escaped.push(' '),
            letter if letter.is_ascii() => escaped.push(letter),
            letter => escaped.push_str(&format!("\\[u{:04X}]", u32::from(letter))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_roff_requests_and_escape_sequences() {
        assert_eq!(escaped(".SH x"), "\\&.SH x");
        assert_eq!(escaped("a\\b --c…"), "a\\eb \\-\\-c\\[u2026]");
    }
}
