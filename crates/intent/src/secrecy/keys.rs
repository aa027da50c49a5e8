use std::ops::Range;

/// The prefixes of known kinds of API keys.
const BEGINNINGS: [&str; 16] = [
    "sk-",
    "sk_live_",
    "pk_live_",
    "rk_live_",
    "sk_test_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "xapp-",
    "hf_",
    "AKIA",
    "AIza",
];
/// The minimum number of characters after a prefix.
const REST: usize = 12;
/// The minimum length of a word that counts as a key because it looks random.
const SHORTEST: usize = 20;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// Finds texts that look like keys or card numbers.
pub(super) fn keys_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    armoured(text).into_iter().chain(runs(text).filter(|run| is_key(text, run))).chain(cards(text))
}

/// Finds keys between PEM header and footer lines; a truncated key extends to the end of the text.
fn armoured(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(BEGIN).map(|at| from + at) {
        let end = match text[start..].find(END).map(|at| start + at + END.len()) {
            Some(last) => text[last..].find("-----").map_or(text.len(), |at| last + at + "-----".len()),
            None => text.len(),
        };
        found.push(start..end);
        from = end;
    }
    found
}

/// Splits a text into words of the characters that keys consist of.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+/=.".contains(&byte);
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(|byte| is_inside(*byte))?;
        let start = at;
        at += bytes[at..].iter().position(|byte| !is_inside(*byte)).unwrap_or(bytes.len() - at);
        Some(start..at)
    })
}

fn is_key(text: &str, run: &Range<usize>) -> bool {
    let word = text[run.clone()].trim_matches(['.', '=', '-', '/']);
    let begins = |beginning: &str| {
        let rest = word.strip_prefix(beginning).unwrap_or_default();
        rest.len() >= REST && rest.bytes().any(|byte| byte.is_ascii_digit()) && !rest.contains('.')
    };
    BEGINNINGS.iter().any(|beginning| begins(beginning)) || is_signed(word) || is_random(&text[run.clone()])
}

/// Whether a word is a JSON Web Token: header, payload and signature.
fn is_signed(word: &str) -> bool {
    word.starts_with("eyJ") && word.split('.').count() == 3 && word.split('.').all(|part| part.len() >= 8)
}

/// Whether a long word of letters and digits looks random, and is therefore a key. File names, paths and
/// UUIDs do not count.
fn is_random(run: &str) -> bool {
    let word = run.trim_end_matches(['.', '=']);
    let is_path = word.starts_with(['/', '.', '-']) || word.contains("//");
    if word.len() < SHORTEST || word.contains('.') || is_path || is_universal(word) {
        return false;
    }
    let letters: Vec<u8> = word.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let count = |kind: fn(&u8) -> bool| letters.iter().filter(|it| kind(it)).count();
    let changes = letters.windows(2).filter(|pair| changes(pair[0], pair[1])).count();
    let is_mixed =
        !word.contains('/') || (count(u8::is_ascii_uppercase) > 1 && count(u8::is_ascii_lowercase) > 1);
    is_mixed
        && count(u8::is_ascii_digit) > 1
        && count(u8::is_ascii_alphabetic) > 1
        && changes * 4 >= letters.len()
}

/// Whether the character class changes, other than from an upper-case to a lower-case letter.
fn changes(first: u8, second: u8) -> bool {
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    kind(first) != kind(second) && !(first.is_ascii_uppercase() && second.is_ascii_lowercase())
}

/// Whether it has the format of a UUID.
fn is_universal(word: &str) -> bool {
    let lengths = word.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Finds card numbers: 13 to 19 digits with a valid checksum, alone or in groups.
fn cards(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            at += 1;
            let is_within =
                start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'+');
            if !is_digit(start) || is_within {
                continue;
            }
            let mut digits = vec![u32::from(bytes[start] - b'0')];
            while is_digit(at) || (matches!(bytes.get(at), Some(b' ' | b'-')) && is_digit(at + 1)) {
                if is_digit(at) {
                    digits.push(u32::from(bytes[at] - b'0'));
                }
                at += 1;
            }
            let goes_on = bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
            if (13..=19).contains(&digits.len()) && !goes_on && checks(&digits) {
                return Some(start..at);
            }
        }
        None
    })
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
