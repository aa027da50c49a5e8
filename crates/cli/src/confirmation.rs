//! Confirmation by the person at the terminal. The person retypes a code that is shown only on the
//! controlling terminal, which pipes, scripts and the socket of the engine do not have.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, IsTerminal, Write};

use lemmascope_intent::{Cause, Failure};

/// The number of characters in a code.
const SIGNS: usize = 6;

/// The controlling terminal of a person, for both input and output.
pub(crate) struct Person(File);

impl Person {
    /// Opens the controlling terminal, if standard input is a terminal.
    pub(crate) fn at_terminal() -> Option<Self> {
        if !std::io::stdin().is_terminal() {
            return None;
        }
        OpenOptions::new().read(true).write(true).open("/dev/tty").ok().filter(File::is_terminal).map(Self)
    }

    /// Asks the person to confirm a text by retyping a code: `Type abc123 to change it: `. Returns whether
    /// the person did.
    pub(crate) fn agrees(&mut self, text: &str, to: &str) -> Result<bool, Failure> {
        let gone = |_| Failure::new(Cause::Cancelled, "the terminal was closed; nothing is changed");
        let code = code();
        let question = format!("{text}\nType {code} to {to}: ");
        self.0.write_all(question.as_bytes()).and_then(|()| self.0.flush()).map_err(gone)?;
        let mut line = String::new();
        BufReader::new(self.0.try_clone().map_err(gone)?).read_line(&mut line).map_err(gone)?;
        Ok(line.trim() == code)
    }
}

/// Returns an unpredictable code without easily confused characters.
fn code() -> String {
    use std::hash::{BuildHasher, RandomState};
    let mut random = RandomState::new().hash_one(std::process::id());
    let alphabet = b"abcdefghjkmnpqrstuvwxyz23456789";
    let mut sign = || {
        let at = random % alphabet.len() as u64;
        random /= alphabet.len() as u64;
        char::from(alphabet[at as usize])
    };
    (0..SIGNS).map(|_| sign()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confirmation_codes_differ() {
        let codes: std::collections::BTreeSet<String> = (0..50).map(|_| code()).collect();
        assert!(codes.len() > 45 && codes.iter().all(|code| code.len() == SIGNS), "{codes:?}");
    }
}
