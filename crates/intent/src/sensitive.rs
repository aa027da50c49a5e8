use std::sync::Arc;

/// The default names of sensitive fields.
pub const DEFAULT_SENSITIVE_FIELDS: [&str; 9] =
    ["password", "credit_card", "card_number", "cvv", "ssn", "social_security", "secret", "token", "api_key"];

/// Decides by name whether a parameter or a field contains a secret.
///
/// A listed name matches as a run of whole words, whatever the spelling: `apiKey`, `API-KEY` and
/// `user.api_key` all match `api_key`. Names without separators match as well if they are long enough: at the
/// end of a word from five letters on (`accesstoken`, but not `max_tokens`), anywhere in it from eight
/// letters on (`passwordfield`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SensitiveFields {
    /// Shared, because every request uses them.
    names: Arc<[Vec<String>]>,
}

impl Default for SensitiveFields {
    fn default() -> Self {
        Self::new(DEFAULT_SENSITIVE_FIELDS)
    }
}

impl SensitiveFields {
    /// Creates a matcher for a list of names.
    pub fn new<I, S>(names: I) -> Self
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let names = names.into_iter().map(|name| words(name.as_ref())).filter(|w| !w.is_empty()).collect();
        Self { names }
    }

    /// Returns the names, each split into words.
    pub fn names(&self) -> &[Vec<String>] {
        &self.names
    }

    /// Whether a field with this name is sensitive.
    pub fn matches(&self, field: &str) -> bool {
        let field = words(field);
        self.names.iter().any(|name| {
            let together = name.concat();
            field.windows(name.len()).any(|run| run == name.as_slice())
                || field.iter().any(|word| match together.len() {
                    0..5 => *word == together,
                    5..8 => word.ends_with(&together),
                    _ => word.contains(&together),
                })
        })
    }
}

/// Splits an identifier into lower-case words at punctuation and camel-case boundaries.
fn words(identifier: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut after_lower = false;
    for character in identifier.chars() {
        let boundary = character.is_uppercase() && after_lower;
        if (boundary || !character.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
        after_lower = character.is_lowercase() || character.is_numeric();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_whole_words_in_any_spelling() {
        let fields = SensitiveFields::default();
        for name in [
            "password",
            "new_password",
            "apiKey",
            "API-KEY",
            "user.api_key",
            "apikey",
            "cardNumber",
            "csrftoken",
            "loginpasswordfield",
        ] {
            assert!(fields.matches(name), "{name} should be sensitive");
        }
        for name in ["username", "max_tokens", "tokensUsed", "pass", "secretary", "card", "className"] {
            assert!(!fields.matches(name), "{name} should not be sensitive");
        }
    }

    #[test]
    fn uses_configured_sensitive_fields() {
        let fields = SensitiveFields::new(["pin"]);
        assert!(fields.matches("user_pin"));
        assert!(!fields.matches("password"));
    }
}
