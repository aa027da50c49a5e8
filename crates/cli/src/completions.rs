//! Shell completion. The scripts call the program, so that the user's intents and new verbs are completed
//! without a new script.

use std::sync::Arc;

use clap::CommandFactory;

use crate::answer::Answer;
use crate::arguments::{Arguments, Shell};
use crate::callables::callables;
use crate::compose;
use crate::environment::Environment;
use crate::repl::Completion;

/// Returns the completion script for a shell.
pub(crate) fn script(shell: Shell) -> Answer {
    let text = match shell {
        Shell::Bash => include_str!("completions/completions.bash"),
        Shell::Zsh => include_str!("completions/completions.zsh"),
        Shell::Fish => include_str!("completions/completions.fish"),
    };
    Answer { text: text.into(), ..Answer::default() }
}

/// Returns the completions of the last word, one per line, each followed by a tab and its description.
pub(crate) fn complete(place: &Environment, words: &[String]) -> Answer {
    let (current, before) = words.split_last().map_or(("", &[][..]), |(last, rest)| (last.as_str(), rest));
    let program = Arguments::command();
    let found = match skip_options(&program, before) {
        None => Vec::new(),
        Some(before) => candidates(place, &program, before, current),
    };
    let fitting = found.into_iter().filter(|(word, _)| word.starts_with(current));
    let lines = fitting.map(|(word, about)| match about.is_empty() {
        true => format!("{word}\n"),
        false => format!("{word}\t{about}\n"),
    });
    Answer { text: lines.collect(), ..Answer::default() }
}

/// Returns the words after the options of the program, or `None` if the current word is the value of an
/// option.
fn skip_options<'a>(program: &clap::Command, mut words: &'a [String]) -> Option<&'a [String]> {
    while let [first, rest @ ..] = words {
        let Some(name) = first.strip_prefix("--") else { break };
        let option = program.get_arguments().find(|option| option.get_long() == Some(name));
        let takes_value = option.is_some_and(|option| option.get_action().takes_values());
        words = match (takes_value, rest) {
            (false, rest) => rest,
            (true, [_, rest @ ..]) => rest,
            (true, []) => return None,
        };
    }
    Some(words)
}

fn candidates(
    place: &Environment,
    program: &clap::Command,
    before: &[String],
    current: &str,
) -> Vec<(String, String)> {
    let job =
        before.first().and_then(|first| program.find_subcommand(first).filter(|job| !job.is_hide_set()));
    let mut found = match (job, before) {
        (Some(job), [_, rest @ ..]) => job_candidates(job, rest),
        (_, []) => {
            let jobs = program.get_subcommands().filter(|job| !job.is_hide_set());
            let about = |job: &clap::Command| job.get_about().map(ToString::to_string).unwrap_or_default();
            let mut jobs: Vec<_> = jobs.map(|job| (job.get_name().to_string(), about(job))).collect();
            jobs.extend(
                options(program).filter(|(option, _)| !current.is_empty() && option.starts_with(current)),
            );
            jobs
        }
        _ => Vec::new(),
    };
    // `run` and `check` are both jobs of the program and commands of the language.
    if !found.iter().any(|(word, _)| !word.starts_with("--")) || before.is_empty() {
        let configuration = compose::configuration(place, &[]).unwrap_or_else(|_| compose::unconfigured());
        let domains = compose::domains(place, &configuration);
        let catalog = lemmascope_engine::compose(&domains);
        let callables = callables(place, &domains, &catalog);
        let before: String = before.iter().map(|word| format!("{word} ")).collect();
        let words = Completion::new(callables, Arc::new(catalog)).words(&before);
        // Options are only completed after a dash, because a parameter is often a file name.
        found.extend(
            words.into_iter().filter(|(word, _)| !word.starts_with("--") || current.starts_with('-')),
        );
    }
    found.sort();
    found.dedup_by(|a, b| a.0 == b.0);
    found
}

/// Returns the options of a job, and the possible values of its argument.
fn job_candidates(job: &clap::Command, before: &[String]) -> Vec<(String, String)> {
    let last = before.last().and_then(|last| last.strip_prefix("--"));
    let values = |argument: &clap::Arg| -> Vec<(String, String)> {
        let values = argument.get_possible_values();
        let about = |value: &clap::builder::PossibleValue| value.get_help().map(ToString::to_string);
        values.iter().map(|it| (it.get_name().to_string(), about(it).unwrap_or_default())).collect()
    };
    if let Some(option) = job.get_arguments().find(|it| it.get_long().is_some() && it.get_long() == last)
        && option.get_action().takes_values()
    {
        return values(option);
    }
    let positional = job.get_positionals().filter(|_| before.is_empty()).flat_map(values);
    positional.chain(options(job)).collect()
}

fn options(command: &clap::Command) -> impl Iterator<Item = (String, String)> {
    command.get_arguments().filter(|it| !it.is_hide_set()).filter_map(|option| {
        let about = option.get_help().map(ToString::to_string).unwrap_or_default();
        Some((format!("--{}", option.get_long()?), about))
    })
}
