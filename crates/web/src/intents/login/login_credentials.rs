use lemmascope_browser::session::{ELSEWHERE, FillResult};
use lemmascope_intent::{Failure, MASK, Secret};

use super::pin::Pin;

/// The user to sign in, with the credentials.
pub(crate) struct LoginCredentials {
    pub(crate) username: String,
    pub(crate) password: Secret,
    /// The origin to which the credentials are restricted, if any.
    pub(crate) pin: Option<Pin>,
    /// The secret for one-time codes.
    pub(crate) totp: Option<Secret>,
}

/// The minimum length of a password that is masked in messages, because shorter ones match words by chance.
const SHORTEST_MASKED: usize = 4;

impl LoginCredentials {
    /// Masks the password in a text of the page.
    pub(super) fn masked(&self, text: &str) -> String {
        let password = self.password.expose();
        if password.chars().count() < SHORTEST_MASKED {
            return text.to_string();
        }
        text.replace(password, MASK)
    }

    /// Fails if the document is at an origin to which the credentials must not be sent.
    pub(super) fn check(&self, held: &FillResult) -> Result<(), Failure> {
        match &self.pin {
            Some(pin) if held.problem == ELSEWHERE => Err(pin.refusal(&held.origin)),
            _ => Ok(()),
        }
    }
}
