//! The interactive conversation, with history, completion and help.

mod completion;
mod history;
mod prompt;

use std::io::Write;
use std::sync::Arc;

use lemmascope_engine::Callable;
use lemmascope_intent::Failure;
use reedline::{
    ColumnarMenu, Emacs, KeyCode, KeyModifiers, MenuBuilder, Reedline, ReedlineEvent, ReedlineMenu, Signal,
    default_emacs_keybindings,
};

use crate::answer::{Answer, notice};
use crate::compose;
use crate::credential_prompt::Beside;
use crate::engine_handle::EngineHandle;
use crate::environment::Environment;
use crate::sharing;
pub(crate) use completion::Completion;
use history::History;
use prompt::{Arrow, Whole};

/// Runs the conversation until the person exits.
pub(crate) async fn converse(door: EngineHandle, place: &Environment, json: bool) -> Result<Answer, Failure> {
    let mut engine = door.open().await?.enable_conversation();
    let mut editor = editor(place, engine.callables().await?);
    say("Lemmascope. `help` lists the commands, `intents` lists the intents, `exit` leaves.\n");
    let mut ended = Ok(Answer::default());
    while let Some(line) = read(&mut editor) {
        let beside = match Beside::ask(&line) {
            Ok(beside) => beside,
            Err(failure) => {
                say(&Answer::failed("credentials add", &failure, json).text);
                continue;
            }
        };
        if let Some(answer) = sharing::carry_out(place, &line, json).await {
            say(&answer.text);
            continue;
        }
        match engine.submit(&line, beside, json).await {
            Ok(answer) => {
                say(&answer.text);
                if answer.over {
                    break;
                }
            }
            Err(failure) => {
                ended = Err(failure);
                break;
            }
        }
    }
    engine.close().await;
    ended
}

/// Returns the next line that is not blank, or `None` when the person exits.
fn read(editor: &mut Reedline) -> Option<String> {
    loop {
        match editor.read_line(&Arrow) {
            Ok(Signal::Success(line)) if line.trim().is_empty() => {}
            Ok(Signal::Success(line)) => return Some(line),
            Ok(Signal::CtrlC) => {}
            _ => return None,
        }
    }
}

fn editor(place: &Environment, callables: Vec<Callable>) -> Reedline {
    let mut keys = default_emacs_keybindings();
    let complete =
        ReedlineEvent::UntilFound(vec![ReedlineEvent::Menu("completion".into()), ReedlineEvent::MenuNext]);
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, complete);
    let menu = ColumnarMenu::default().with_name("completion");
    let catalog = Arc::new(compose::catalog(place));
    let history = History::open(place, &callables, Arc::clone(&catalog));
    let editor = Reedline::create()
        .with_completer(Box::new(Completion::new(callables, catalog)))
        .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
        .with_quick_completions(true)
        .with_partial_completions(true)
        .with_edit_mode(Box::new(Emacs::new(keys)))
        .with_validator(Box::new(Whole));
    match history {
        Ok(history) => editor.with_history(Box::new(history)),
        Err(error) => {
            notice(&format!("lines are not remembered: {error}"));
            editor
        }
    }
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _gone = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
