use lemmascope_intent::SensitiveFields;

/// Words for what opens something, in the languages that people tell facts in. Those of fields are known besides.
const WORDS: [&str; 14] = [
    "password",
    "passcode",
    "passphrase",
    "pin",
    "senha",
    "palavra-passe",
    "passe",
    "contraseña",
    "iban",
    "cvv",
    "token",
    "secret",
    "segredo",
    "apikey",
];

/// How texts begin that are keys to something.
const KEYS: [&str; 12] = [
    "sk-",
    "sk_live_",
    "pk_live_",
    "rk_live_",
    "ghp_",
    "gho_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "-----BEGIN",
];

/// Whether a fact tells a secret, as far as that can be seen.
pub(super) fn tells_a_secret(fact: &str) -> bool {
    fact.split_whitespace().any(is_key) || names_a_secret(fact) || has_card_number(fact)
}

fn is_key(word: &str) -> bool {
    let word = word.trim_matches(|it: char| matches!(it, '"' | '\'' | '`' | ',' | '.' | '(' | ')'));
    KEYS.iter().any(|begin| word.starts_with(begin)) || looks_random(word)
}

/// A long word of letters of both cases and digits without any order is a key, and not a word.
fn looks_random(word: &str) -> bool {
    if word.len() < 24 || !word.bytes().all(|it| it.is_ascii_alphanumeric() || b"_-+/=".contains(&it)) {
        return false;
    }
    let has = |kind: fn(&u8) -> bool| word.bytes().any(|it| kind(&it));
    let changes = word.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic) && changes * 4 >= word.len()
}

fn class(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'A'..=b'Z' => 1,
        b'a'..=b'z' => 2,
        _ => 3,
    }
}

/// "the password is x", "PIN: 1234", "senha=…": a word for a secret, and right after it what it is.
fn names_a_secret(fact: &str) -> bool {
    let fields = SensitiveFields::default();
    let spaced = said_out(fact);
    let words: Vec<String> = spaced.split_whitespace().map(str::to_lowercase).collect();
    let says = |word: &str| ["is", "are", "é", "e", "es", "era", "was", "são"].contains(&word);
    let plain = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric()).to_string();
    words.iter().enumerate().any(|(index, word)| {
        let word = plain(word);
        if !(WORDS.contains(&word.as_str()) || fields.matches(&word)) {
            return false;
        }
        // Between the two there may be whose it is: "the PIN of my card is 1234".
        let rest = &words[index + 1..];
        let said = rest.iter().take(8).position(|word| says(word));
        said.and_then(|at| rest.get(at + 1)).is_some_and(|value| !is_common(&plain(value)))
    })
}

/// `PIN: 1` is read as `PIN is 1`; the colon in a time of day, between digits, is left alone.
fn said_out(fact: &str) -> String {
    let mut said = String::with_capacity(fact.len());
    let mut letters = fact.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let in_a_time = before.is_ascii_digit() && letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            ':' | '=' if !in_a_time => said.push_str(" is "),
            other => said.push(other),
        }
        before = letter;
    }
    said
}

/// What follows "the password is" in a sentence that does not tell it.
fn is_common(word: &str) -> bool {
    const COMMON: [&str; 28] = [
        "",
        "in",
        "on",
        "at",
        "with",
        "under",
        "kept",
        "known",
        "the",
        "a",
        "not",
        "no",
        "required",
        "wrong",
        "too",
        "to",
        "changed",
        "em",
        "no",
        "na",
        "com",
        "o",
        "não",
        "debaixo",
        "guardada",
        "precisa",
        "obrigatória",
        "difícil",
    ];
    COMMON.contains(&word)
}

/// The number of a card: 13 to 19 digits whose checksum is right.
fn has_card_number(fact: &str) -> bool {
    let mut run: Vec<u32> = Vec::new();
    let mut runs = Vec::new();
    for letter in fact.chars().chain(['x']) {
        match letter.to_digit(10) {
            Some(digit) => run.push(digit),
            None if matches!(letter, ' ' | '-') && !run.is_empty() => {}
            None => runs.push(std::mem::take(&mut run)),
        }
    }
    runs.iter().any(|digits| (13..=19).contains(&digits.len()) && checks(digits))
}

fn checks(digits: &[u32]) -> bool {
    let doubled = |(index, digit): (usize, &u32)| match index % 2 {
        0 => *digit,
        _ if *digit > 4 => digit * 2 - 9,
        _ => digit * 2,
    };
    let sum: u32 = digits.iter().rev().enumerate().map(doubled).sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_what_is_said_of_them() {
        for fact in [
            "the password is hunter2",
            "My PIN: 4711",
            "senha=abacaxi",
            "A senha do Wi-Fi é abacaxi",
            "the PIN of my card is 1234",
            "api_key: 12ab",
            "use ghp_0123456789abcdef",
            "card 4111 1111 1111 1111 until 12/27",
            "key aB3dE5gH7jK9mN1pQ3sT5vW7",
            "-----BEGIN RSA PRIVATE KEY-----",
        ] {
            assert!(tells_a_secret(fact), "{fact}");
        }
    }

    #[test]
    fn other_facts_are_not() {
        for fact in [
            "my sister's birthday is the 3rd of May",
            "the spare key is under the mat",
            "the password is in the vault",
            "a senha está no cofre",
            "order 4111 1111 1111 1112 is late",
            "the meeting about tokens and passwords moved to 10:30",
            "https://example.org/a/quite/long/path/to/a/page-2024",
            "call +351 912 345 678",
            "Donaudampfschifffahrtsgesellschaftskapitän",
        ] {
            assert!(!tells_a_secret(fact), "{fact}");
        }
    }
}
