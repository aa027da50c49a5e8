use std::fmt;

use serde::{Serialize, Serializer};
use zeroize::Zeroizing;

/// What is in place of a secret. Its width says nothing about the secret's.
pub const MASK: &str = "••••••••";

/// A text that must not be seen: a password, a token, a card number.
///
/// It prints, debugs and serialises as a mask of fixed width, so that neither its characters nor its
/// length leave the process by accident, and its memory is wiped when it is dropped. The only way to
/// the text is [`Secret::expose`], which is called where the value is used and nowhere else.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes the text over; the caller keeps no copy.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// The text itself, for the one place that uses it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_nothing_of_itself() {
        let secret = Secret::new("hunter2".into());
        let shown = format!("{secret} {secret:?} {}", serde_json::to_string(&secret).unwrap());
        assert!(!shown.contains("hunter2"));
        assert_eq!(secret.expose(), "hunter2");
    }
}
