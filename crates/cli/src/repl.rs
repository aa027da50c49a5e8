//! The conversation: lines with history, completion and help.

use std::borrow::Cow;
use std::io::Write;

use lemmascope_intent::Failure;
use lemmascope_language::command;
use reedline::{
    ColumnarMenu, Completer, Emacs, FileBackedHistory, KeyCode, KeyModifiers, MenuBuilder, Prompt,
    PromptEditMode, PromptHistorySearch, Reedline, ReedlineEvent, ReedlineMenu, Signal, Span, Suggestion,
    ValidationResult, Validator, default_emacs_keybindings,
};

use crate::answer::{Answer, notice};
use crate::door::Door;
use crate::place::{Place, make_private};
use crate::script::is_definition;

/// How many lines are remembered.
const HISTORY: usize = 5000;

/// Talks until the person leaves.
pub(crate) async fn converse(door: Door, place: &Place, json: bool) -> Result<Answer, Failure> {
    let mut engine = door.open().await?;
    let mut editor = editor(place, engine.names().await?);
    say("Lemmascope. `help` says what can be said, `intents` what is defined, `exit` leaves.\n");
    loop {
        let line = match editor.read_line(&Arrow) {
            Ok(Signal::Success(line)) => line,
            Ok(Signal::CtrlC) => continue,
            _ => break,
        };
        if line.trim().is_empty() {
            continue;
        }
        let answer = match engine.submit(&line, json).await {
            Ok(answer) => answer,
            Err(failure) => {
                // The engine is gone; the next line starts another.
                Answer::failed("lemmascope", &failure, json).print();
                break;
            }
        };
        say(&answer.text);
        if answer.over {
            break;
        }
    }
    Ok(Answer::default())
}

fn editor(place: &Place, names: Vec<String>) -> Reedline {
    let mut keys = default_emacs_keybindings();
    let next = ReedlineEvent::UntilFound(vec![
        ReedlineEvent::Menu("completion".into()),
        ReedlineEvent::MenuNext,
    ]);
    keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, next);
    let menu = ColumnarMenu::default().with_name("completion");
    let editor = Reedline::create()
        .with_completer(Box::new(Completion::new(names)))
        .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
        .with_edit_mode(Box::new(Emacs::new(keys)))
        .with_validator(Box::new(Whole));
    match history(place) {
        Ok(history) => editor.with_history(Box::new(history)),
        Err(error) => {
            notice(&format!("lines are not remembered: {error}"));
            editor
        }
    }
}

fn history(place: &Place) -> Result<SecretlessHistory, String> {
    make_private(&place.home).map_err(|error| error.to_string())?;
    let file = FileBackedHistory::with_file(HISTORY, place.home.join("history.txt"))
        .map_err(|error| error.to_string())?;
    Ok(SecretlessHistory { file })
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _gone = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
