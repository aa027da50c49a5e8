use std::borrow::Cow;

use crate::secrecy::surely_secret;
use crate::secret::{MASK, Secret};
use crate::value::Value;

/// Below this many characters, a secret is masked only as a separate word: masking every `a` of a report
/// because a person's PIN is "a" would garble it and reveal the PIN.
const SHORT: usize = 4;

/// Below this many characters, a secret is masked only as a whole value: pages are full of single letters and
/// digits, and masks among them would reveal the secret.
const TINY: usize = 3;

/// The maximum length of a text that is searched for secrets by pattern.
const LONGEST_LOOKED_AT: usize = 64 << 10;

/// Common words in forms and their messages. If a password is one of them, masks wherever the page uses the
/// word would reveal it, so that it is masked only as a whole value.
const ORDINARY: &str = include_str!("ordinary_words.txt");

fn is_ordinary(word: &str) -> bool {
    ORDINARY.lines().any(|known| known == word)
}

/// Masks known secrets by value in external text: a page that echoes a password, a file name, an error of the
/// operating system.
///
/// Incoming secrets are recognized by the names of their fields; this is the safety net for all outgoing
/// text.
#[derive(Clone, Default)]
pub struct Redactor {
    secrets: Vec<Secret>,
}

impl Redactor {
    /// Adds a secret. Empty texts are ignored.
    pub fn learn(&mut self, secret: &Secret) {
        if !secret.expose().is_empty() && !self.secrets.contains(secret) {
            self.secrets.push(secret.clone());
            // Longest first, so that a secret that contains another is masked as a whole.
            self.secrets.sort_by_key(|known| std::cmp::Reverse(known.expose().len()));
        }
    }

    /// Adds every secret inside a value.
    pub fn learn_from(&mut self, value: &Value) {
        match value {
            Value::Secret(secret) => self.learn(secret),
            Value::List(items) => items.iter().for_each(|item| self.learn_from(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.learn_from(field)),
            Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Text(_) => {}
        }
    }

    /// Adds all secrets of another redactor.
    pub fn learn_all(&mut self, other: &Self) {
        other.secrets.iter().for_each(|secret| self.learn(secret));
    }

    /// Adds the texts inside a value that are almost certainly secrets.
    pub fn learn_by_look(&mut self, value: &Value) {
        match value {
            // Longer texts are documents, and are not searched.
            Value::Text(text) if text.len() <= LONGEST_LOOKED_AT => {
                let secrets: Vec<Secret> =
                    surely_secret(text).map(|secret| Secret::new(secret.to_string())).collect();
                secrets.iter().for_each(|secret| self.learn(secret));
            }
            Value::List(items) => items.iter().for_each(|item| self.learn_by_look(item)),
            Value::Object(fields) => fields.values().for_each(|field| self.learn_by_look(field)),
            Value::Null | Value::Boolean(_) | Value::Number(_) | Value::Text(_) | Value::Secret(_) => {}
        }
    }

    /// Whether the redactor knows no secrets.
    pub fn is_empty(&self) -> bool {
        self.secrets.is_empty()
    }

    /// Masks every known secret in a text, also if it has JSON escapes.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut masked = without_passwords(text);
        for secret in &self.secrets {
            let plain = secret.expose();
            let escaped = escaped(plain);
            let is_bare = match plain.chars().count() {
                _ if is_ordinary(&plain.to_lowercase()) => is_value,
                0..TINY => is_value,
                TINY..SHORT => is_word,
                _ => is_anything,
            };
            for form in [plain, escaped.as_str()].into_iter().take(if plain == escaped { 1 } else { 2 }) {
                if let Some(replaced) = replace(&masked, form, is_bare) {
                    masked = Cow::Owned(replaced);
                }
            }
        }
        masked
    }

    /// Masks every known secret in all texts and keys of a value.
    ///
    /// Numbers are masked too. Inside other values, numbers of one or two digits are not, because there they
    /// are counts or indices. Numbers in fields with sensitive names were converted to secrets earlier.
    pub fn mask_value(&self, value: &Value) -> Value {
        match value {
            Value::Number(number) => self.mask_number(value, &number.to_string()),
            _ => self.mask_part(value),
        }
    }

    fn mask_part(&self, value: &Value) -> Value {
        match value {
            Value::Text(text) => Value::Text(self.mask(text).into_owned()),
            Value::Secret(_) => Value::Text(MASK.into()),
            Value::List(items) => Value::List(items.iter().map(|item| self.mask_part(item)).collect()),
            Value::Object(fields) => Value::Object(
                fields
                    .iter()
                    .map(|(key, field)| (self.mask(key).into_owned(), self.mask_part(field)))
                    .collect(),
            ),
            Value::Number(number) => {
                let digits = number.to_string();
                if digits.len() < TINY { value.clone() } else { self.mask_number(value, &digits) }
            }
            Value::Null | Value::Boolean(_) => value.clone(),
        }
    }

    fn mask_number(&self, number: &Value, digits: &str) -> Value {
        match self.mask(digits) {
            Cow::Owned(masked) => Value::Text(masked),
            Cow::Borrowed(_) => number.clone(),
        }
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Redactor({} secrets)", self.secrets.len())
    }
}

/// Masks the passwords in URLs: `https://ann:hunter2@example.com`.
fn without_passwords(text: &str) -> Cow<'_, str> {
    let mut masked: Option<String> = None;
    let mut kept = 0;
    for (at, slashes) in text.match_indices("://") {
        let begin = at + slashes.len();
        let authority = &text[begin..];
        let ends = |c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '/' | '?' | '#' | '"' | '<' | '>' | '\'')
        };
        let authority = &authority[..authority.find(ends).unwrap_or(authority.len())];
        let Some((who, _)) = authority.rsplit_once('@') else { continue };
        let Some((name, password)) = who.split_once(':').filter(|(_, password)| !password.is_empty()) else {
            continue;
        };
        if begin < kept {
            continue;
        }
        let masked = masked.get_or_insert_with(|| String::with_capacity(text.len()));
        masked.push_str(&text[kept..begin + name.len() + 1]);
        masked.push_str(MASK);
        kept = begin + name.len() + 1 + password.len();
    }
    masked.map_or(Cow::Borrowed(text), |masked| Cow::Owned(masked + &text[kept..]))
}

fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_string()
}

/// Masks each occurrence of the secret for which `is_bare` accepts the text before and after it.
fn replace(text: &str, secret: &str, is_bare: fn(&str, &str) -> bool) -> Option<String> {
    let mut masked: Option<String> = None;
    let mut kept = 0;
    for (at, found) in text.match_indices(secret) {
        let end = at + found.len();
        if is_bare(&text[..at], &text[end..]) {
            let masked = masked.get_or_insert_with(|| String::with_capacity(text.len()));
            masked.push_str(&text[kept..at]);
            masked.push_str(MASK);
            kept = end;
        }
    }
    masked.map(|masked| masked + &text[kept..])
}

fn is_anything(_: &str, _: &str) -> bool {
    true
}

fn is_word(before: &str, behind: &str) -> bool {
    !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
}

/// Whether the occurrence is the whole text, or at the position of a value: in quotes, after a field name, in
/// a query string. Brackets do not count, because they contain element IDs and counts.
fn is_value(before: &str, behind: &str) -> bool {
    let is_quote =
        |character| matches!(character, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«' | '»');
    let begins = match before.trim_end_matches([' ', '\t']).chars().next_back() {
        None => true,
        Some(last) => is_quote(last) || matches!(last, '\n' | '=' | ':' | ',' | ';' | '&' | '→' | '>'),
    };
    let mut rest = behind.trim_start_matches([' ', '\t']).chars();
    let ends = match rest.next() {
        None => true,
        // A period ends a sentence, unless a number continues after it.
        Some('.' | '!' | '?') => !rest.next().is_some_and(char::is_alphanumeric),
        Some(first) => {
            is_quote(first)
                || matches!(first, '\n' | '\r' | '\\' | ',' | ';' | '&' | '#' | '}' | ']' | '→' | '<')
        }
    };
    begins && ends
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
    fn masks_passwords_in_urls() {
        let redactor = Redactor::default();
        for (text, masked) in [
            ("goto https://ann:hunter2@example.com/x", "goto https://ann:••••••••@example.com/x"),
            ("a http://a:b@c d ftp://e:f@g", "a http://a:••••••••@c d ftp://e:••••••••@g"),
            ("https://ann:p@ss:word@example.com", "https://ann:••••••••@example.com"),
            ("https://example.com:8080/a@b", "https://example.com:8080/a@b"),
            ("https://ann@example.com", "https://ann@example.com"),
            ("https://:@example.com", "https://:@example.com"),
            ("mail ann:x@example.com", "mail ann:x@example.com"),
        ] {
            assert_eq!(redactor.mask(text), masked);
        }
    }

    #[test]
    fn masks_by_value_and_in_json_escapes() {
        let redactor = redactor(&["hunter2", "a\"b\nc"]);
        assert_eq!(redactor.mask("x hunter2 y"), format!("x {MASK} y"));
        assert_eq!(redactor.mask(r#"{"p":"a\"b\nc"}"#), format!(r#"{{"p":"{MASK}"}}"#));
    }

    #[test]
    fn masks_secrets_learned_from_other_values() {
        let mut redactor = Redactor::default();
        redactor.learn_by_look(&serde_json::json!(["the password is hunter2", {"a": "page 7"}]).into());
        assert_eq!(redactor.mask("hunter2 on page 7"), format!("{MASK} on page 7"));
    }

    #[test]
    fn masks_short_secrets_only_as_words() {
        let redactor = redactor(&["123"]);
        assert_eq!(redactor.mask("pin 123, size 5123"), format!("pin {MASK}, size 5123"));
    }

    #[test]
    fn masks_secret_word_after_partial_match() {
        let redactor = redactor(&["121"]);
        assert_eq!(redactor.mask("order 121121, pin 121"), format!("order 121121, pin {MASK}"));
    }

    #[test]
    fn masks_very_short_secrets_only_as_whole_values() {
        let redactor = redactor(&["a", "7"]);
        for text in ["Add a note", "Page 7 of 9", "[7] button \"Plan a\"", "Cart (7)", "aa", "7 items", "a-z"]
        {
            assert_eq!(redactor.mask(text), text);
        }
        for (text, masked) in [
            ("a", MASK.to_string()),
            (" 7\n", format!(" {MASK}\n")),
            ("[7] input \"PIN\" = \"7\"", format!("[7] input \"PIN\" = \"{MASK}\"")),
            ("\"PIN\": \"a\" → \"7\"", format!("\"PIN\": \"{MASK}\" → \"{MASK}\"")),
            ("PIN: a → 7", format!("PIN: {MASK} → {MASK}")),
            ("https://x.test/?pin=7&next=a", format!("https://x.test/?pin={MASK}&next={MASK}")),
            (r#"{"pin":7,"other":17}"#, format!(r#"{{"pin":{MASK},"other":17}}"#)),
            ("user=ann; pin=a;", format!("user=ann; pin={MASK};")),
            ("pin is 'a'", format!("pin is '{MASK}'")),
        ] {
            assert_eq!(redactor.mask(text), masked);
        }
    }

    #[test]
    fn keeps_numbers_equal_to_short_secrets() {
        let redactor = redactor(&["7", "4711"]);
        let page: Value =
            serde_json::json!({"id": 7, "value": "7", "name": "Page 7", "pin": 4711, "all": [7, "7"]}).into();
        let masked = serde_json::to_value(redactor.mask_value(&page)).unwrap_or_default();
        let right =
            serde_json::json!({"id": 7, "value": MASK, "name": "Page 7", "pin": MASK, "all": [7, MASK]});
        assert_eq!(masked, right);
        assert_eq!(redactor.mask_value(&serde_json::json!(7).into()), Value::Text(MASK.into()));
    }

    #[test]
    fn does_not_mask_dictionary_word_password_in_prose() {
        let redactor = redactor(&["wrong"]);
        let said = "Form error: \"The user name or the password is wrong.\"";
        assert_eq!(redactor.mask(said), said);
        assert_eq!(redactor.mask("type [2] \"wrong\""), format!("type [2] \"{MASK}\""));
        assert_eq!(redactor.mask("https://x.test/?pw=wrong&a=b"), format!("https://x.test/?pw={MASK}&a=b"));
    }

    #[test]
    fn masks_the_longer_of_two_nested_secrets_whole() {
        let redactor = redactor(&["secret", "secret-extended"]);
        assert_eq!(redactor.mask("secret-extended"), MASK);
    }
}
