use lemmascope_browser::session::{ELSEWHERE, Held};
use lemmascope_intent::{Failure, MASK, Secret};

use super::pin::Pin;

/// Who wants to get in, and what they have for it.
pub(crate) struct Guest {
    pub(crate) username: String,
    pub(crate) password: Secret,
    /// Where it may be given away, if that is limited.
    pub(crate) pin: Option<Pin>,
    /// The secret of which one-time codes are made.
    pub(crate) totp: Option<Secret>,
}

/// A shorter password is found in too many words by chance to be masked in what a page says.
const SHORTEST_MASKED: usize = 4;

impl Guest {
    /// What a page says, without the password, should it be so careless as to repeat it.
    pub(super) fn masked(&self, text: &str) -> String {
        let password = self.password.expose();
        if password.chars().count() < SHORTEST_MASKED {
            return text.to_string();
        }
        text.replace(password, MASK)
    }

    /// Refuses to go on when the document that was to be filled is of a place where it must not be given away.
    pub(super) fn check(&self, held: &Held) -> Result<(), Failure> {
        match &self.pin {
            Some(pin) if held.problem == ELSEWHERE => Err(pin.refusal(&held.origin)),
            _ => Ok(()),
        }
    }
}
