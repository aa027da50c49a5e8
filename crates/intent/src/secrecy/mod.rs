//! Detects secrets by pattern in unstructured text: a sentence, a page, a stored line.
//!
//! Secrets in fields are recognized by name, and a redactor finds known secrets by value; this module finds
//! those that neither covers. A secret is recognized by its context ("my password is …") or by its format (a
//! key, a card number).

mod keys;
mod telling;

use std::borrow::Cow;
use std::ops::Range;

use crate::secret::MASK;

/// A part of a text that looks like a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sighting {
    range: Range<usize>,
    /// Whether it is almost certainly a secret. An uncertain one is masked for others, but not added to
    /// redactors.
    is_sure: bool,
}

/// Masks everything in a text that looks like a secret, before it is shown to third parties.
pub fn discreet(text: &str) -> Cow<'_, str> {
    let sightings = sightings(text);
    if sightings.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut masked = String::with_capacity(text.len());
    let mut kept = 0;
    for Sighting { range, .. } in &sightings {
        masked.push_str(&text[kept..range.start]);
        masked.push_str(MASK);
        kept = range.end;
    }
    masked.push_str(&text[kept..]);
    Cow::Owned(masked)
}

/// Whether a text almost certainly contains a secret.
pub fn tells_a_secret(text: &str) -> bool {
    surely_secret(text).next().is_some()
}

/// Returns the parts of a text that are almost certainly secrets.
pub(crate) fn surely_secret(text: &str) -> impl Iterator<Item = &str> {
    sightings(text).into_iter().filter(|it| it.is_sure).map(move |it| &text[it.range])
}

/// Finds everything in a text that looks like a secret, in order and without overlaps.
fn sightings(text: &str) -> Vec<Sighting> {
    let mut all: Vec<Sighting> = keys::keys_in(text)
        .map(|range| Sighting { range, is_sure: true })
        .chain(telling::told_in(text))
        .collect();
    // A sighting that consists of masks has nothing left to hide. One that contains other words is kept,
    // because a secret may follow a mask ("from … to …").
    all.retain(|it| text[it.range.clone()].split_whitespace().any(|word| word != MASK));
    all.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
    let mut apart: Vec<Sighting> = Vec::new();
    for next in all {
        match apart.last_mut().filter(|last| next.range.start < last.range.end) {
            Some(last) => {
                last.range.end = last.range.end.max(next.range.end);
                last.is_sure |= next.is_sure;
            }
            None => apart.push(next),
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn masks_only_the_secret_in_sentences() {
        for (text, masked) in [
            ("my password is hunter2", "my password is *"),
            ("My password is hunter2, log in as ana", "My password is *, log in as ana"),
            ("log in as ana with password x y", "log in as ana with password *"),
            (
                "log in as ann with the password hunter22 and stay signed in",
                "log in as ann with the password * and stay signed in",
            ),
            ("sign in, password \"blue whale 7\", and stay", "sign in, password \"*\", and stay"),
            ("the password is wrong way round", "the password is *"),
            ("senha: abc", "senha: *"),
            ("senha=abacaxi", "senha=*"),
            ("A senha do Wi-Fi é abacaxi", "A senha do Wi-Fi é *"),
            ("entra como ana com a palavra-passe caracol22", "entra como ana com a palavra-passe *"),
            (
                "entra com o utilizador rui e a senha rosinha e fica ligado",
                "entra com o utilizador rui e a senha * e fica ligado",
            ),
            ("o código de segurança é 991", "o código de segurança é *"),
            ("the PIN of my card is 1234.", "the PIN of my card is *."),
            ("PIN 4711", "PIN *"),
            ("login ann@example.com pass s3cret!", "login ann@example.com pass *"),
            ("change my password to Tulip and tell me", "change my password to *"),
            ("muda a senha para girassol", "muda a senha para *"),
            ("my passphrase is correct horse battery staple", "my passphrase is *"),
            ("the api key is abc-def", "the api key is *"),
            ("api_key: 12ab", "api_key: *"),
            (r#"{"username": "ana", "password": "a b"}"#, r#"{"username": "ana", "password": "*"}"#),
            ("https://x.test/?token=abc&next=home", "https://x.test/?token=*&next=home"),
            ("use ghp_0123456789abcdef here", "use * here"),
            ("OPENAI sk-proj-Ab12Cd34Ef56Gh78 ok", "OPENAI * ok"),
            ("card 4111 1111 1111 1111 until 12/27", "card * until 12/27"),
            ("go aB3dE5gH7jK9mN1pQ3sT5vW7 now", "go * now"),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl!", "*!"),
            ("x -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY----- y", "x * y"),
        ] {
            assert_eq!(discreet(text), masked.replace('*', MASK), "{text}");
        }
    }

    #[test]
    fn keeps_text_that_only_mentions_secrets() {
        for text in [
            "open passwords.txt",
            "create a file called password.txt in documents",
            "the password is in the vault",
            "a senha está no cofre",
            "the password is wrong, try again",
            "encrypt secrets.docx with a password",
            "encripta segredos.docx com uma palavra-passe",
            "reset my password on github",
            "what is my password?",
            "click the password field",
            "find the secret recipe",
            "my secretary is Ana",
            "max_tokens of 300",
            "order 4111 1111 1111 1112 is late",
            "the meeting about tokens and passwords moved to 10:30",
            "https://example.org/a/quite/long/path/to/a/page-2024",
            "move docs/2024/q1/report-v2/final3.pdf to IMG20240131WA0001Final.jpg",
            "call +351 912 345 678",
            "550e8400-e29b-41d4-a716-446655440000",
            "pass the salt, would you",
            "Donaudampfschifffahrtsgesellschaftskapitän",
            "turn up the volume by 10",
        ] {
            assert_eq!(discreet(text), text);
        }
    }

    #[test]
    fn masking_is_idempotent() {
        for text in ["my password is hunter2", "secret-c-mlj you p$lsecret-c-mlj you eas e omo"] {
            let masked = discreet(text);
            assert_eq!(discreet(&masked), masked, "{text}");
        }
        // A part that is already masked does not protect the rest.
        let half = format!("my password is {MASK} hunter2");
        assert!(!discreet(&half).contains("hunter2"));
    }

    #[test]
    fn recognizes_sentences_that_state_a_secret() {
        assert!(!tells_a_secret("search for password alternatives"));
        for text in
            ["the password is rosebud", "PIN 4711", "senha=abacaxi", "-----BEGIN RSA PRIVATE KEY-----"]
        {
            assert!(tells_a_secret(text), "{text}");
        }
    }

    proptest! {
        /// Checks that a stated secret is masked whatever its context, and that no text causes a panic.
        #[test]
        fn masks_stated_secret_in_any_context(
            before in "[a-zà-ú ,.]{0,30}",
            name in prop::sample::select(vec!["password", "Senha", "PIN", "palavra-passe", "API key", "código de segurança", "token"]),
            link in prop::sample::select(vec![" is ", ": ", "=", " é ", " "]),
            secret in "[A-Za-z]{2,6}[0-9]{2,6}[A-Za-z]{1,4}",
            behind in "( (and|please|e|por favor)[a-zà-ú ]{0,20})?",
        ) {
            let text = format!("{before} {name}{link}{secret}{behind}");
            prop_assert!(!discreet(&text).contains(&secret), "{text}");
        }

        #[test]
        fn masking_changes_no_other_text(text in "(\\PC|password is |token=|\"|-----BEGIN |\n){0,40}") {
            let masked = discreet(&text);
            let mut rest = text.as_str();
            for kept in masked.split(MASK) {
                prop_assert!(rest.contains(kept), "{text}");
                rest = rest.split_once(kept).map_or("", |(_, rest)| rest);
            }
        }
    }
}
