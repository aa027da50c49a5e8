//! Input that must not be part of a line, because the shell stores lines in its history, and other users can
//! see the arguments of a running command.

mod hidden;

use std::io::{IsTerminal, Read, Write};

use lemmascope_engine::{Given, command_signatures};
use lemmascope_intent::{Cause, Failure, LineShape, Secret};
use lemmascope_language::command::{self, Command, Grammar, Value, Vocabulary};
use serde::{Deserialize, Serialize};

use crate::compose;
use crate::environment::Environment;
use crate::script::{join_words, strip_json_flag};
pub(crate) use hidden::read_hidden;

/// The additional input of a line.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Beside {
    /// Whether a person entered the line, rather than a script.
    pub(crate) by_person: bool,
    /// Whether the line was typed at a terminal, where it may be a sentence.
    pub(crate) at_terminal: bool,
    /// The credentials of the person.
    #[serde(with = "wire")]
    pub(crate) given: Option<Given>,
}

/// The maximum size of the input.
const LONGEST: u64 = 64 * 1024;

impl Beside {
    /// Returns the input of a script's line, which has none.
    pub(crate) fn script() -> Self {
        Self::default()
    }

    /// Returns the input of a person's line without further input.
    pub(crate) fn person() -> Self {
        Self { by_person: true, at_terminal: false, given: None }
    }

    /// Reads the additional input of a line: from the terminal without echo, or else from standard input.
    pub(crate) fn ask(line: &str) -> Result<Self, Failure> {
        let (line, _) = strip_json_flag(line);
        let own = Grammar::new(&command_signatures());
        let parsed = command::parse(line, &Vocabulary::new(&own, [])).ok().flatten();
        let command = parsed.as_ref().and_then(|line| line.command());
        let given = match command.filter(|command| command.name() == "credentials add") {
            Some(command) => Some(ask_for_credential(command)?),
            None => None,
        };
        Ok(Self { by_person: true, at_terminal: std::io::stdin().is_terminal(), given })
    }
}

/// Replaces each `-` that is a text argument of a command: with a line that is typed at the terminal without
/// echo, or a line of standard input. Other users can see the arguments of a running command, and the shell
/// stores them. A `-` for another type of argument, such as a key, is unchanged.
pub(crate) fn fill_in(place: &Environment, words: Vec<String>) -> Result<Vec<String>, Failure> {
    if !words.iter().any(|word| word == "-") {
        return Ok(words);
    }
    let catalog = compose::catalog(place);
    let is_at_terminal = std::io::stdin().is_terminal();
    let is_read: Vec<bool> =
        (0..words.len()).map(|at| words[at] == "-" && takes_text(catalog.grammar(), &words, at)).collect();
    let read = |(word, is_read): (String, bool)| match is_read {
        true if is_at_terminal => {
            read_hidden("Value for - (not shown): ").map(|given| given.expose().to_string())
        }
        true => next_line(),
        false => Ok(word),
    };
    words.into_iter().zip(is_read).map(read).collect()
}

/// A unique text with which the position of an argument is determined.
const PROBE: &str = "lemmascope-probe";

/// Whether the command takes a text at this position.
fn takes_text(grammar: &Grammar, words: &[String], at: usize) -> bool {
    let mut tried = words.to_vec();
    tried[at] = PROBE.into();
    let line = join_words(&tried);
    // An unknown name may be an intent, whose parameters only the engine knows.
    let names = Vocabulary::new(grammar, tried.first().map(String::as_str));
    let parsed = command::parse(&line, &names).ok().flatten();
    let Some(command) = parsed.as_ref().and_then(|line| line.command()) else { return false };
    let is_open = command.form().is_none_or(|form| form.shape != LineShape::Slots);
    let is_probe = |value: &Value| match value {
        Value::Text(text) => text == PROBE,
        other => is_open && other.as_str() == Some(PROBE),
    };
    let options = command.options().iter().filter_map(|given| given.value.as_ref());
    command.arguments().iter().map(|argument| &argument.value).chain(options).any(is_probe)
}

fn next_line() -> Result<String, Failure> {
    let mut line = Vec::new();
    let mut input = std::io::stdin().lock().take(LONGEST);
    let read = std::io::BufRead::read_until(&mut input, b'\n', &mut line);
    match (read, String::from_utf8(line)) {
        (Ok(1..), Ok(line)) => Ok(line.trim_end_matches(['\n', '\r']).to_string()),
        _ => Err(Failure::new(Cause::MissingParameter, "there is no line on standard input for -")
            .hint("Give a line for each -, as in: printf 'secret\\n' | lemmascope login ann -")),
    }
}

fn ask_for_credential(command: &Command) -> Result<Given, Failure> {
    let username = command.option("username").and_then(|value| value.as_str());
    let totp = command.has("totp");
    if !std::io::stdin().is_terminal() {
        return read_standard_input(username, totp);
    }
    let username = match username {
        Some(username) => username.to_string(),
        None => read_visible_line("Username: ")?,
    };
    let password = read_hidden("Password (it is not shown): ")?;
    let secret = match totp {
        true => Some(read_hidden("Secret of the one-time codes (it is not shown): ")?),
        false => None,
    };
    Given { username, password, totp: secret }.checked(totp)
}

fn read_standard_input(username: Option<&str>, totp: bool) -> Result<Given, Failure> {
    let mut text = String::new();
    let unreadable = || Failure::new(Cause::InvalidParameter, "standard input holds no text");
    let length =
        std::io::stdin().lock().take(LONGEST + 1).read_to_string(&mut text).map_err(|_| unreadable())?;
    // Zeroized on drop.
    let text = Secret::new(text);
    match length as u64 > LONGEST {
        true => Err(unreadable()),
        false => Given::read(text.expose(), username, totp),
    }
}

fn read_visible_line(prompt: &str) -> Result<String, Failure> {
    say(prompt);
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(read) if read > 0 => Ok(line.trim().to_string()),
        _ => Err(called_off()),
    }
}

/// Prints a prompt on standard error, separate from the output of the command.
fn say(text: &str) {
    let mut out = std::io::stderr().lock();
    let _gone = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn called_off() -> Failure {
    Failure::new(Cause::Cancelled, "nothing was entered; nothing is stored")
}

/// The transfer to the background engine: unencrypted, over a socket that only its user can open.
mod wire {
    use lemmascope_engine::Given;
    use lemmascope_intent::Secret;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Open<'a> {
        username: std::borrow::Cow<'a, str>,
        password: std::borrow::Cow<'a, str>,
        totp: Option<std::borrow::Cow<'a, str>>,
    }

    pub(super) fn serialize<S: Serializer>(given: &Option<Given>, serializer: S) -> Result<S::Ok, S::Error> {
        let open = given.as_ref().map(|given| Open {
            username: given.username.as_str().into(),
            password: given.password.expose().into(),
            totp: given.totp.as_ref().map(|secret| secret.expose().into()),
        });
        open.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Given>, D::Error> {
        let open = Option::<Open<'static>>::deserialize(deserializer)?;
        let secret = |text: std::borrow::Cow<'static, str>| Secret::new(text.into_owned());
        Ok(open.map(|open| Given {
            username: open.username.into_owned(),
            password: secret(open.password),
            totp: open.totp.map(secret),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dash_is_replaced_only_for_text_arguments() {
        let catalog =
            lemmascope_engine::compose(&[lemmascope_web::domain(lemmascope_web::Settings::default())]);
        let takes = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_string).collect();
            let at = words.iter().rposition(|word| word == "-").unwrap();
            takes_text(catalog.grammar(), &words, at)
        };
        for line in [
            "type Password -",
            "login ann -",
            "login - -",
            "search -",
            "run pay --card -",
            "my_own_intent -",
            "shop/pay --code -",
            "dialog accept -",
        ] {
            assert!(takes(line), "{line}");
        }
        for line in ["press -", "keydown -", "click -", "upload 3 -", "goto -", "tab switch -"] {
            assert!(!takes(line), "{line}");
        }
    }
}
