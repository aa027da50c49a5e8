use std::fmt;

use serde::{Serialize, Serializer};
use zeroize::Zeroizing;

/// The mask that replaces a secret. Its width does not depend on that of the secret.
pub const MASK: &str = "••••••••";

/// A secret text: a password, a token, a card number.
///
/// It displays, debugs and serializes as a mask of fixed width, so that neither its characters nor its length
/// leave the process by accident, and its memory is zeroed on drop. The only access to the text is
/// [`Secret::expose`], which is called only where the value is used.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes ownership of the text; the caller keeps no copy.
    pub fn new(text: String) -> Self {
        Self(Zeroizing::new(text))
    }

    /// Returns the text, for the code that uses it.
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
    fn secret_is_hidden_in_display_debug_and_json() {
        let secret = Secret::new("hunter2".into());
        let shown = format!("{secret} {secret:?} {}", serde_json::to_string(&secret).unwrap());
        assert!(!shown.contains("hunter2"));
        assert_eq!(secret.expose(), "hunter2");
    }
}
