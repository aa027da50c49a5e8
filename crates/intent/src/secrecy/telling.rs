use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::Sighting;
use crate::sensitive::SensitiveFields;

static WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(include_str!("words.txt")));

/// The maximum number of words between the name of a secret and "is", which may name its owner.
const WHOSE: usize = 7;
/// The maximum length of a secret in words, and in bytes if it is quoted.
const MOST_WORDS: usize = 12;
const LONGEST: usize = 400;

/// Finds secrets that the text states: "my password is …", "PIN: …", "with password …".
pub(super) fn told_in(text: &str) -> impl Iterator<Item = Sighting> {
    let lexemes = lexemes(text);
    let mut found = Vec::new();
    for at in 0..lexemes.len() {
        if let Some(name) = name_at(text, &lexemes, at) {
            found.extend(told_after(text, &lexemes, at, &name));
        }
    }
    found.into_iter()
}

/// The words with which people state secrets.
struct Words {
    names: Vec<Vec<String>>,
    adjectives: HashSet<String>,
    says: HashSet<String>,
    changes: HashSet<String>,
    becomes: HashSet<String>,
    ends: HashSet<String>,
    never: HashSet<String>,
    states: HashSet<String>,
    fields: SensitiveFields,
}

impl Words {
    fn read(text: &str) -> Self {
        let of = |kind: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(": "));
            lines.flat_map(|line| line.split(',')).map(|word| word.trim().to_string()).collect()
        };
        let set = |kind: &str| of(kind).into_iter().collect();
        let names = of("names").into_iter();
        Self {
            names: names.map(|name| name.split(' ').map(str::to_string).collect()).collect(),
            adjectives: set("adjectives"),
            says: set("says"),
            changes: set("changes"),
            becomes: set("becomes"),
            ends: set("ends"),
            never: set("never"),
            states: set("states"),
            fields: SensitiveFields::default(),
        }
    }
}

/// A word, or a punctuation mark.
#[derive(Debug)]
struct Lexeme {
    range: Range<usize>,
    /// In lower case; a punctuation mark verbatim.
    form: String,
    is_word: bool,
}

fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Vec::new();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let goes_on = |last: &Lexeme| last.range.end == at;
        match lexemes.last_mut() {
            _ if letter == '\n' => lexemes.push(Lexeme { range: at..end, form: "\n".into(), is_word: false }),
            _ if letter.is_whitespace() => {}
            Some(last)
                if goes_on(last)
                    && last.is_word
                    && (letter.is_alphanumeric() || matches!(letter, '-' | '_' | '\'' | '’')) =>
            {
                last.range.end = end;
                last.form.extend(letter.to_lowercase());
            }
            Some(last) if goes_on(last) && matches!((last.form.as_str(), letter), ("-" | "=", '>')) => {
                last.range.end = end;
                last.form.push(letter);
            }
            _ => lexemes.push(Lexeme {
                range: at..end,
                form: letter.to_lowercase().collect(),
                is_word: letter.is_alphanumeric() || letter == '_',
            }),
        }
    }
    lexemes
}

/// The name of a kind of secret.
struct Name {
    /// The number of its words.
    words: usize,
    /// Whether the word has other meanings as well.
    is_common: bool,
}

fn name_at(text: &str, lexemes: &[Lexeme], at: usize) -> Option<Name> {
    let first = lexemes.get(at).filter(|it| it.is_word)?;
    let words = &*WORDS;
    // In a file name or a path, the word does not name a secret.
    let before = text[..first.range.start].chars().next_back();
    let is_named = |name: &&Vec<String>| {
        name.iter()
            .enumerate()
            .all(|(index, word)| lexemes.get(at + index).is_some_and(|it| it.form == *word))
    };
    let longest = words.names.iter().filter(is_named).map(Vec::len).max();
    let written = &text[first.range.clone()];
    let is_adjective = words.adjectives.contains(&first.form);
    let count = match longest {
        Some(count) => count,
        None if is_adjective || is_identifier(written) && words.fields.matches(written) => 1,
        None => return None,
    };
    let last = &lexemes[at + count - 1];
    let mut behind = text[last.range.end..].chars();
    let is_file = behind.next() == Some('.') && behind.next().is_some_and(char::is_alphanumeric);
    let is_path = matches!(before, Some('/' | '\\')) || text[last.range.end..].starts_with(['/', '\\']);
    (!is_file && !is_path).then_some(Name { words: count, is_common: is_adjective && longest.is_none() })
}

/// Whether a word is written like an identifier in a program: `access_token`, `apiKey`.
fn is_identifier(word: &str) -> bool {
    let has_hump =
        word.chars().zip(word.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    has_hump || word.contains(['_', '-'])
}

/// Finds the secrets that follow a name of a secret.
fn told_after(text: &str, lexemes: &[Lexeme], at: usize, name: &Name) -> Vec<Sighting> {
    let behind = at + name.words;
    let beside = value(text, lexemes[behind - 1].range.end, false, false).filter(|_| !name.is_common);
    let beside = beside.map(|range| {
        let is_sure = is_made(&text[range.clone()]) || is_quoted(text, &range);
        Sighting { range, is_sure }
    });
    let said = said_after(text, lexemes, at, behind).map(|range| Sighting { range, is_sure: true });
    // A short word with other meanings, such as "pass", introduces a secret only if the value looks like one.
    let is_telling = |it: &Sighting| it.is_sure || (said.is_none() && lexemes[at].form != "pass");
    beside.filter(is_telling).into_iter().chain(said.clone()).collect()
}

/// Finds the value after "is" or a colon for the name that ends before `behind`.
fn said_after(text: &str, lexemes: &[Lexeme], at: usize, behind: usize) -> Option<Range<usize>> {
    let words = &*WORDS;
    for (index, lexeme) in lexemes.iter().enumerate().skip(behind).take(WHOSE) {
        let is_colon = matches!(lexeme.form.as_str(), ":" | "=") && !is_in_time(text, lexeme);
        let becomes = || words.becomes.contains(&lexeme.form) && is_changed(lexemes, at);
        if is_colon || words.says.contains(&lexeme.form) || becomes() {
            let is_query = lexeme.form == "=" && text[..lexemes[at].range.start].ends_with(['?', '&']);
            return value(text, lexeme.range.end, true, is_query);
        }
        // "A senha e 1234" lacks the accent.
        if lexeme.form == "e" && index == behind {
            return value(text, lexeme.range.end, true, false).filter(|it| is_made(&text[it.clone()]));
        }
        if matches!(lexeme.form.as_str(), "," | ";" | "." | "!" | "?" | "\n" | "e" | "and") {
            return None;
        }
    }
    None
}

fn is_in_time(text: &str, lexeme: &Lexeme) -> bool {
    let digit = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_digit());
    digit(text[..lexeme.range.start].chars().next_back()) && digit(text[lexeme.range.end..].chars().next())
}

/// Whether a preceding word means that a value changes to another.
fn is_changed(lexemes: &[Lexeme], at: usize) -> bool {
    lexemes[at.saturating_sub(5)..at].iter().any(|it| WORDS.changes.contains(&it.form))
}

/// Finds the secret that starts here; `is_told` if a word such as "is" introduced it.
fn value(text: &str, from: usize, is_told: bool, is_query: bool) -> Option<Range<usize>> {
    let quotes = |letter: char| match letter {
        '"' | '\'' | '`' | '’' | '”' => Some(letter),
        '“' => Some('”'),
        '‘' => Some('’'),
        '«' => Some('»'),
        _ => None,
    };
    let mut rest = &text[from..];
    let at = |rest: &str| text.len() - rest.len();
    // Skip a quote or bracket that closes around the name.
    rest = rest.strip_prefix(['"', '\'', '`', '*', ')', ']']).unwrap_or(rest);
    rest = rest.trim_start_matches([' ', '\t', '(', '*']);
    let first = rest.chars().next()?;
    // `said_after` finds a value behind a separator.
    if !is_told && matches!(first, ':' | '=' | '-' | '→') {
        return None;
    }
    if let Some(closing) = quotes(first) {
        let inside = at(rest) + first.len_utf8();
        let bound = floor(text, (inside + LONGEST).min(text.len()));
        let line = text[inside..bound].split('\n').next().unwrap_or_default();
        let length = line.find(closing).unwrap_or(line.len());
        return (length > 0).then_some(inside..inside + length);
    }
    let start = at(rest);
    let mut range = start..start;
    let mut was_made = false;
    for (index, chunk) in chunks(text, start).take(MOST_WORDS).enumerate() {
        let shown = &text[chunk.clone()];
        let bare = bare(shown);
        let form = bare.to_lowercase();
        let made = is_made(bare);
        let ends = match index {
            0 => {
                bare.is_empty()
                    || !made
                        && (WORDS.never.contains(&form)
                            || WORDS.states.contains(&form) && is_last(text, &chunk))
            }
            _ if was_made => !made,
            _ => !is_told && WORDS.ends.contains(&form),
        };
        if ends {
            break;
        }
        was_made = made;
        range.end = chunk.start + bare.len();
        if is_query {
            range.end = chunk.start + shown.find(['&', '#']).unwrap_or(bare.len()).min(bare.len());
            break;
        }
        let is_over = shown[bare.len()..].contains([',', ';', '.', '?', '"', ')', '}'])
            || text[chunk.end..].starts_with('\n');
        if is_over || (!made && bare.ends_with('!')) {
            break;
        }
    }
    (!range.is_empty()).then_some(range)
}

/// Whether a word ends the statement, or the next word continues with another clause.
fn is_last(text: &str, chunk: &Range<usize>) -> bool {
    let is_over = bare(&text[chunk.clone()]).len() < chunk.len();
    let next = chunks(text, chunk.end).next().map(|next| text[next].to_lowercase());
    is_over || next.is_none_or(|next| WORDS.ends.contains(bare(&next)))
}

/// Splits the text from here at whitespace.
fn chunks(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = from;
    std::iter::from_fn(move || {
        at += text[at..].find(|letter: char| !letter.is_whitespace())?;
        let start = at;
        at += text[at..].find(char::is_whitespace).unwrap_or(text.len() - at);
        Some(start..at)
    })
}

/// Strips punctuation, quotes and brackets at the end.
fn bare(chunk: &str) -> &str {
    chunk.trim_end_matches([',', ';', '.', ':', '?', '"', '\'', ')', ']', '}', '>', '”', '’', '»'])
}

/// Whether a word looks like a password: it contains digits, symbols or inner capitals.
fn is_made(chunk: &str) -> bool {
    let inside = |letter: char| !letter.is_alphabetic() && !matches!(letter, '-' | '\'' | '’' | ' ' | '!');
    chunk.chars().any(inside)
        || chunk.chars().skip(1).any(char::is_uppercase) && chunk.chars().any(char::is_lowercase)
}

fn is_quoted(text: &str, range: &Range<usize>) -> bool {
    text[..range.start].ends_with(['"', '\'', '`', '“', '‘', '«'])
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
