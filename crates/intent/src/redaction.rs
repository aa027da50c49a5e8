use std::borrow::Cow;

use crate::secret::{MASK, Secret};
use crate::value::Value;

/// Below this many characters a secret is masked only where it stands as a word of its own: masking
/// every `a` of a report because somebody's PIN is "a" would garble it and give the PIN away.
const SHORT: usize = 4;

/// Masks known secrets by value in text that comes from elsewhere: a page that echoes a password, a
/// file name, an error of the operating system.
///
/// Names tell which values are secret when they come in; this is the net under everything that goes
/// out again.
#[derive(Clone, Default)]
pub struct Redactor {
    secrets: Vec<Secret>,
}

impl Redactor {
    /// Remembers one more secret. Empty texts are nothing to hide.
    pub fn learn(&mut self, secret: &Secret) {
        if !secret.expose().is_empty() && !self.secrets.contains(secret) {
            self.secrets.push(secret.clone());
            // Longer ones first, so that a secret that contains another is masked whole.
            self.secrets.sort_by_key(|known| std::cmp::Reverse(known.expose().len()));
        }
    }

    /// Remembers every secret inside a value.
    pub fn learn_from(&mut self, value: &Value) {
        match value {
            Value::Secret(secret) => self.learn(secret),
            Value::List(items) => items.iter().for_each(|item| self.learn_from(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.learn_from(field)),
            Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Text(_) => {}
        }
    }

    /// Whether there is anything to mask.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// The text with every known secret masked, also where it is written with JSON escapes.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = Cow::Borrowed(text);
        for secret in &self.secrets {
            let plain = secret.expose();
            for form in [plain.to_string(), escaped(plain)] {
                if masked.contains(form.as_str()) {
                    masked = Cow::Owned(replace(&masked, &form));
                }
            }
        }
        masked
    }

    /// The value with every known secret masked in all its texts and keys.
    pub fn mask_value(&self, value: &Value) -> Value {
        match value {
            Value::Text(text) => Value::Text(self.mask(text).into_owned()),
            Value::Secret(_) => Value::Text(MASK.into()),
            Value::List(items) => Value::List(items.iter().map(|item| self.mask_value(item)).collect()),
            Value::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(key, field)| (self.mask(key).into_owned(), self.mask_value(field)))
                    .collect(),
            ),
            Value::Number(number) => match self.mask(&number.to_string()) {
                Cow::Owned(masked) => Value::Text(masked),
                Cow::Borrowed(_) => value.clone(),
            },
            Value::Null | Value::Boolean(_) => value.clone(),
        }
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Redactor({} secrets)", self.secrets.len())
    }
}

fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_string()
}

fn replace(text: &str, secret: &str) -> String {
    if secret.chars().count() >= SHORT {
        return text.replace(secret, MASK);
    }
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, found) = rest.split_at(at);
        let after = &found[secret.len()..];
        let stands_alone = !before.chars().next_back().is_some_and(char::is_alphanumeric)
            && !after.chars().next().is_some_and(char::is_alphanumeric);
        masked.push_str(before);
        masked.push_str(if stands_alone { MASK } else { secret });
        rest = after;
    }
    masked.push_str(rest);
    masked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(secrets: &[&str]) -> Redactor {
        let mut redactor = Redactor::default();
        for secret in secrets {
            redactor.learn(&Secret::new((*secret).into()));
        }
        redactor
    }

    #[test]
    fn masks_by_value_and_in_json_escapes() {
        let redactor = redactor(&["hunter2", "a\"b\nc"]);
        assert_eq!(redactor.mask("x hunter2 y"), format!("x {MASK} y"));
        assert_eq!(redactor.mask(r#"{"p":"a\"b\nc"}"#), format!(r#"{{"p":"{MASK}"}}"#));
    }

    #[test]
    fn masks_short_secrets_only_as_words() {
        let redactor = redactor(&["12"]);
        assert_eq!(redactor.mask("pin 12, size 512"), format!("pin {MASK}, size 512"));
    }

    #[test]
    fn masks_the_longer_of_two_nested_secrets_whole() {
        let redactor = redactor(&["secret", "secret-extended"]);
        assert_eq!(redactor.mask("secret-extended"), MASK);
    }
}
