//! The yes of the person at the terminal. The person types back a code that is shown on the controlling terminal and nowhere else; neither
//! a pipe nor a script nor the socket of the engine has one.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, IsTerminal, Write};

use lemmascope_intent::{Cause, Failure};

/// How many signs the code has.
const SIGNS: usize = 6;

/// The controlling terminal of a person: what is typed and what is shown are both on it.
pub(crate) struct Person(File);

impl Person {
    /// The person at the terminal, if there is one.
    pub(crate) fn at_terminal() -> Option<Self> {
        if !std::io::stdin().is_terminal() {
            return None;
        }
        OpenOptions::new().read(true).write(true).open("/dev/tty").ok().filter(File::is_terminal).map(Self)
    }

    /// Whether the person agrees to what the text says, by typing the code back: `Type abc123 to change it: `.
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

/// A code that nobody knows before it is shown, of signs that are not mistaken for one another.
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
    fn a_code_is_new_each_time() {
        let codes: std::collections::BTreeSet<String> = (0..50).map(|_| code()).collect();
        assert!(codes.len() > 45 && codes.iter().all(|code| code.len() == SIGNS), "{codes:?}");
    }
}
