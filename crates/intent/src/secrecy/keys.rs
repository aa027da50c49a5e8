use std::ops::Range;

/// How texts begin that are keys to something.
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
/// So much has to follow.
const REST: usize = 12;
/// The shortest word that is a key because it looks made by chance.
const SHORTEST: usize = 20;

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// What looks like a key or the number of a card.
pub(super) fn keys_in(text: &str) -> impl Iterator<Item = Range<usize>> {
    armoured(text).into_iter().chain(runs(text).filter(|run| is_key(text, run))).chain(cards(text))
}

/// Keys between the lines that begin and end them; one that is cut off goes on to the end.
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

/// The words of a text that are made of what keys are made of.
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

/// A token in three parts: what it is, what it says, and who has signed it.
fn is_signed(word: &str) -> bool {
    word.starts_with("eyJ") && word.split('.').count() == 3 && word.split('.').all(|part| part.len() >= 8)
}

/// A long word of letters and digits without any order is a key, and not a word. Names of files, paths and numbers of things
/// that are counted worldwide are none.
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

/// Whether one kind of letter follows another, other than at the beginning of a name.
fn changes(first: u8, second: u8) -> bool {
    let kind = |byte: u8| (byte.is_ascii_digit(), byte.is_ascii_uppercase());
    kind(first) != kind(second) && !(first.is_ascii_uppercase() && second.is_ascii_lowercase())
}

/// Whether it has the form of a UUID.
fn is_universal(word: &str) -> bool {
    let lengths = word.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// The numbers of cards: 13 to 19 digits whose checksum is right, alone or in groups.
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
