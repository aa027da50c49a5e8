//! What a person gives beside a line, because it must not stand in one: lines are remembered by the shell, and seen by
//! everybody on the machine while a command runs.

mod hidden;

use std::io::{IsTerminal, Read, Write};

use lemmascope_engine::{Given, command_signatures};
use lemmascope_intent::{Cause, Failure, LineShape, Secret};
use lemmascope_language::command::{self, Command, Grammar, Value, Vocabulary};
use serde::{Deserialize, Serialize};

use crate::compose;
use crate::environment::Environment;
use crate::script::{line_of, take_last_json};
pub(crate) use hidden::read_hidden;

/// What goes with a line.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Beside {
    /// Whether a person has said the line, and not a script.
    pub(crate) by_person: bool,
    /// Whether the line was typed at a terminal, where it may be a sentence.
    pub(crate) at_terminal: bool,
    /// What the person signs in with.
    #[serde(with = "wire")]
    pub(crate) given: Option<Given>,
}

/// More than anybody gives to sign in with.
const LONGEST: u64 = 64 * 1024;

impl Beside {
    /// Nothing, for a line of a script.
    pub(crate) fn script() -> Self {
        Self::default()
    }

    /// Nothing, for what a person says that needs nothing beside it.
    pub(crate) fn person() -> Self {
        Self { by_person: true, at_terminal: false, given: None }
    }

    /// Asks for what the line needs beside it: on the terminal without showing it, or on standard input where that is
    /// something else.
    pub(crate) fn ask(line: &str) -> Result<Self, Failure> {
        let (line, _) = take_last_json(line);
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

/// The words of a command with what is given for each `-` that is the value of a text: typed at the terminal without being
/// shown, or a line of standard input. Everybody on the machine can see the words of a command while it runs, and the shell
/// keeps them. Where something else is wanted, as a key, `-` is the key of that name.
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

/// A text that nobody gives, for finding out where a word of a command ends up.
const PROBE: &str = "lemmascope-probe";

/// Whether the command takes a text where this word is.
fn takes_text(grammar: &Grammar, words: &[String], at: usize) -> bool {
    let mut tried = words.to_vec();
    tried[at] = PROBE.into();
    let line = line_of(&tried);
    // A name that is no command may be that of an intent, whose parameters only the engine knows.
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
        return from_input(username, totp);
    }
    let username = match username {
        Some(username) => username.to_string(),
        None => read_shown("Username: ")?,
    };
    let password = read_hidden("Password (it is not shown): ")?;
    let secret = match totp {
        true => Some(read_hidden("Secret of the one-time codes (it is not shown): ")?),
        false => None,
    };
    Given { username, password, totp: secret }.checked(totp)
}

fn from_input(username: Option<&str>, totp: bool) -> Result<Given, Failure> {
    let mut text = String::new();
    let unreadable = || Failure::new(Cause::InvalidParameter, "standard input holds no text");
    let length =
        std::io::stdin().lock().take(LONGEST + 1).read_to_string(&mut text).map_err(|_| unreadable())?;
    // Wiped when it is dropped.
    let text = Secret::new(text);
    match length as u64 > LONGEST {
        true => Err(unreadable()),
        false => Given::read(text.expose(), username, totp),
    }
}

fn read_shown(prompt: &str) -> Result<String, Failure> {
    say(prompt);
    let mut line = String::new();
    match std::io::stdin().read_line(&mut line) {
        Ok(read) if read > 0 => Ok(line.trim().to_string()),
        _ => Err(called_off()),
    }
}

/// Asks on the terminal, beside what the command answers.
fn say(text: &str) {
    let mut out = std::io::stderr().lock();
    let _gone = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn called_off() -> Failure {
    Failure::new(Cause::Cancelled, "nothing was entered; nothing is stored")
}

/// How it goes to the background engine: through a socket that only its user can open, in the clear.
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
    fn only_texts_are_read_from_elsewhere() {
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
