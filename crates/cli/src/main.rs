//! The `lemmascope` command: the composition root, and the only code that reads the environment.

mod answer;
mod arguments;
mod background;
mod browser_flags;
mod callables;
mod check;
mod completions;
mod compose;
mod confirmation;
mod credential_prompt;
mod diagnose;
mod doctor;
mod document;
mod engine_handle;
mod environment;
mod json_input;
mod manual;
mod mcp;
mod parse;
mod progress;
mod repl;
mod script;
mod serve;
mod sharing;
mod terminal_settings;
mod understand;

use std::io::IsTerminal;
use std::process::ExitCode;

use clap::Parser;
use lemmascope_intent::Failure;

use answer::Answer;
use arguments::{Arguments, Job};
use credential_prompt::Beside;
use engine_handle::EngineHandle;
use environment::Environment;
use serve::Asked;

/// Parsing pages creates and frees many small strings. The default allocator is slow at that, and does not
/// return the memory.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The stack size of a thread. Intents on pages lead to deep call stacks, and unoptimized builds need large
/// frames.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    hide_panic_messages();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return arguments::refuse(&error, environment::has_json_flag()).print(),
    };
    match arguments.command {
        Some(Job::Reader) => return lemmascope_desktop::reader::serve(),
        Some(Job::Holder) => return lemmascope_desktop::system::hold_clipboard(),
        _ => {}
    }
    match run(arguments) {
        Ok(answer) => answer.print(),
        Err((failure, json)) => Answer::failed("lemmascope", &failure, json).print(),
    }
}

fn run(arguments: Arguments) -> Result<Answer, (Failure, bool)> {
    let json = arguments.json;
    let place = Environment::from_environment().map_err(|error| (environment::unusable(&error), json))?;
    // Handled first, because completion must respond within a few milliseconds.
    match &arguments.command {
        Some(Job::Complete { words }) => return Ok(completions::complete(&place, words)),
        Some(Job::Completions { shell }) => return Ok(completions::script(*shell)),
        Some(Job::Man) => return Ok(manual::page(&place)),
        _ => {}
    }
    if let Some(Job::Parse { line }) = arguments.command {
        // In a quoted line, `--json` is part of the line; otherwise it belongs to the command.
        let (line, asked) = if line.len() == 1 { (line, false) } else { script::extract_json_flag(line) };
        return Ok(parse::parse(&place, &line, json || asked));
    }
    let runtime = runtime(&arguments).map_err(|error| (environment::unusable(&error), json))?;
    // `--json` may occur among the words of a line.
    let has_json_flag = json || environment::has_json_flag();
    runtime.block_on(carry_out(arguments, place)).map_err(|failure| (failure, has_json_flag))
}

async fn carry_out(arguments: Arguments, place: Environment) -> Result<Answer, Failure> {
    let json = arguments.json;
    let door = EngineHandle::new(&arguments, &place);
    match arguments.command {
        Some(Job::Engine { started_in }) => background::serve(Environment { workspace: started_in, ..place })
            .await
            .map(|()| Answer::default()),
        Some(Job::Serve { listen, connector, repository, log }) => {
            let connector = connector.map(|name| format!("channels.connector={name}"));
            let settings =
                [arguments.set, arguments.browser.settings(), connector.into_iter().collect()].concat();
            serve::run(&place, &settings, Asked { listen, repository, log, json })
                .await
                .map(|()| Answer::default())
        }
        Some(Job::Mcp { tools }) => door.open().await?.relay_mcp(tools).await.map(|()| Answer::default()),
        Some(Job::Doctor) => Ok(doctor::run(&place, &arguments.set, json).await),
        Some(Job::Status) => engine_handle::status(&place, json).await,
        Some(Job::Stop) => engine_handle::stop(&place, json).await,
        Some(Job::Check { files }) => check::run(door, &place, &arguments.set, files, json).await,
        Some(Job::Run { script, keep_going, rest }) => {
            script::run(door, &place, &script, keep_going, rest, json).await
        }
        Some(Job::Intent { document }) => {
            let line = format!("intent {}", document::read(document)?);
            door.open().await?.submit_once(&line, Beside::person(), json).await
        }
        Some(Job::Understand { intents, why, sentence }) => {
            let (sentence, asked) = script::extract_json_flag(sentence);
            understand::run(door, intents.as_deref(), &sentence, why, json || asked).await
        }
        Some(Job::Line(words)) => {
            let (words, asked) = script::extract_json_flag(words);
            if let Some(answer) = arguments::explain(&words, json || asked) {
                return Ok(answer);
            }
            let words = credential_prompt::fill_in(&place, words)?;
            let words = json_input::fill_in(&place, words)?;
            let line = script::join_words(&words);
            let json = json || asked;
            if let Some(answer) = terminal_settings::change(&place, &line, json).await? {
                return Ok(answer);
            }
            if let Some(answer) = sharing::carry_out(&place, &line, json).await {
                return Ok(answer);
            }
            match Beside::ask(&line) {
                Ok(beside) => door.open().await?.submit_once(&line, beside, json).await,
                Err(failure) => Ok(Answer::failed("credentials add", &failure, json)),
            }
        }
        // Handled before the runtime was started.
        Some(
            Job::Parse { .. }
            | Job::Complete { .. }
            | Job::Completions { .. }
            | Job::Man
            | Job::Reader
            | Job::Holder,
        ) => Ok(Answer::default()),
        None if std::io::stdin().is_terminal() => repl::converse(door, &place, json).await,
        None => script::run(door, &place, "-", arguments.keep_going, Vec::new(), json).await,
    }
}

/// Creates the runtime: multi-threaded for an engine with several sessions, single-threaded for a command
/// that only waits for a response.
fn runtime(arguments: &Arguments) -> std::io::Result<tokio::runtime::Runtime> {
    let mut builder = match arguments.command {
        Some(Job::Engine { .. } | Job::Serve { .. } | Job::Mcp { .. }) => {
            tokio::runtime::Builder::new_multi_thread()
        }
        _ => tokio::runtime::Builder::new_current_thread(),
    };
    builder.worker_threads(2).thread_stack_size(STACK).enable_all().build()
}

/// Reports a panic by its location only, because its message may contain a secret.
fn hide_panic_messages() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        answer::notice(&format!("internal error at {place}; please report it"));
    }));
}
