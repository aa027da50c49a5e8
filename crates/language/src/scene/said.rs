//! The words of a sentence about a scene. A quotation is a single word.

use std::ops::Range;
use std::sync::LazyLock;

use lemmascope_intent::Format;

use super::kind::Kind as ThingKind;
use super::thing::Span;
use crate::literal::{Found, Kind, Ordinal, Value, mask};
use crate::reader::Tokenized;
use crate::words::{Phrases, Tongue, Word};

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("english.txt")]));
static PORTUGUESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("portuguese.txt")]));

/// The roles of verbs.
const VERBS: [&str; 26] = [
    "press", "write", "fill", "set", "choose", "tick", "untick", "clear", "focus", "point", "drag", "expand",
    "fold", "submit", "copy", "paste", "find", "use", "place", "scroll", "style", "solve", "increase",
    "decrease", "sort", "count",
];

/// The gerunds that express means, and the roles of their verbs.
const MEANS: [(&str, &str); 3] = [("pressing", "press"), ("choosing", "choose"), ("typing", "write")];

/// Returns the words of a text, without number signs: "section #2" is section 2.
pub(super) fn plain_words(text: &str) -> Vec<String> {
    unmarked(crate::words::words(text)).into_iter().map(|word| word.folded).collect()
}

fn unmarked(mut words: Vec<Word>) -> Vec<Word> {
    words.retain(|word| word.folded != "#");
    for word in &mut words {
        let number =
            word.folded.strip_prefix('#').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(number) = number {
            word.folded = number.to_string();
        }
    }
    words
}

/// The words of a sentence.
pub(super) struct Said<'a> {
    pub(super) sentence: &'a str,
    pub(super) words: Vec<Word>,
    /// The quotation at each word, without its marks.
    quoted: Vec<Option<String>>,
    literals: &'a [Found],
    phrases: &'static Phrases,
}

impl<'a> Said<'a> {
    pub(super) fn new(heard: &'a Tokenized<'_>) -> Self {
        let quotations: Vec<Found> = heard.literals.iter().filter(|found| found.quoted).cloned().collect();
        let words = unmarked(mask(heard.sentence, &quotations));
        let quotation = |word: &Word| quotations.iter().find(|found| found.span == word.span);
        let inner = |found: &Found| {
            let mut inside = heard.sentence[found.span.clone()].chars();
            inside.next();
            inside.next_back();
            inside.as_str().to_string()
        };
        let quoted = words.iter().map(|word| quotation(word).map(inner)).collect();
        let (phrases, others): (&'static Phrases, &'static Phrases) = match heard.tongue {
            Tongue::English => (&ENGLISH, &PORTUGUESE),
            Tongue::Portuguese => (&PORTUGUESE, &ENGLISH),
        };
        // The names on a page may be in another language than the sentence and outweigh it; the verb decides.
        let begins = |phrases: &Phrases| VERBS.iter().any(|role| phrases.begins(role, &words).is_some());
        let phrases = if !begins(phrases) && begins(others) { others } else { phrases };
        Self { sentence: heard.sentence, words, quoted, literals: &heard.literals, phrases }
    }

    /// Returns the number of words of the longest phrase with a role at the start of these words.
    pub(super) fn role(&self, role: &str, words: Span) -> Option<usize> {
        self.phrases.begins(role, self.words.get(words)?)
    }

    /// Returns the role of the verb at the start of these words, and the number of its words.
    pub(super) fn verb(&self, words: Span) -> Option<(&'static str, usize)> {
        let known = VERBS.iter().filter(|role| **role != "place" || words.start == 0);
        let found = known.filter_map(|role| Some((*role, self.role(role, words.clone())?)));
        let verb = found.reduce(|best, next| if next.1 > best.1 { next } else { best });
        // "Switch between the tabs" changes nothing, but "switch the language" does.
        let browsing = self.role("browse", words).unwrap_or(0);
        verb.filter(|(_, length)| *length >= browsing)
    }

    /// Returns the role of the verb that expresses means at the start of these words, and the number of its
    /// words.
    pub(super) fn means(&self, words: Span) -> Option<(&'static str, usize)> {
        MEANS.iter().find_map(|(role, verb)| Some((*verb, self.role(role, words.clone())?)))
    }

    /// Returns the kinds for the noun at the start of these words, and the number of its words.
    pub(super) fn kinds(&self, words: Span) -> Option<(Vec<ThingKind>, usize)> {
        let found = || {
            ThingKind::ALL.iter().filter_map(|(role, kind)| Some((*kind, self.role(role, words.clone())?)))
        };
        let longest = found().map(|(_, length)| length).max()?;
        Some((found().filter(|(_, length)| *length == longest).map(|(kind, _)| kind).collect(), longest))
    }

    /// Whether a text is a phrase with a role.
    pub(super) fn is_phrase(&self, role: &str, text: &str) -> bool {
        let words = crate::words::words(text);
        self.phrases.begins(role, &words).is_some_and(|length| length == words.len())
    }

    /// Returns the kinds that a complete text names.
    pub(super) fn kinds_of(&self, text: &str) -> Option<Vec<ThingKind>> {
        let words = crate::words::words(text);
        let named = ThingKind::ALL.iter().filter(|(role, _)| {
            self.phrases.begins(role, &words).is_some_and(|length| length == words.len())
        });
        let kinds: Vec<ThingKind> = named.map(|(_, kind)| *kind).collect();
        (!kinds.is_empty()).then_some(kinds)
    }

    /// Returns the quotation at a word.
    pub(super) fn quotation(&self, at: usize) -> Option<&str> {
        self.quoted.get(at)?.as_deref()
    }

    /// Returns the ordinal at the start of these words, and the number of its words.
    pub(super) fn ordinal(&self, words: Span) -> Option<(Ordinal, usize)> {
        let (found, length) = self.literal(words)?;
        if let Value::Ordinal(ordinal) = found.value { Some((ordinal, length)) } else { None }
    }

    /// Returns the literal at the start of these words, and the number of its words.
    pub(super) fn literal(&self, words: Span) -> Option<(&Found, usize)> {
        let first = &self.words.get(words.start)?.span;
        // The sign before a number is not a word.
        let begins = |found: &&Found| {
            let sign = self.sentence.get(found.span.start..first.start);
            !found.quoted
                && found.span.end >= first.end
                && sign.is_some_and(|sign| matches!(sign, "" | "-" | "+" | "−"))
        };
        let found = self.literals.iter().find(begins)?;
        let inside = self.words[words].iter().take_while(|word| word.span.end <= found.span.end);
        Some((found, inside.count())).filter(|(_, length)| *length > 0)
    }

    /// Converts a value to the format of a field: a date to `2026-11-17`.
    pub(super) fn formatted(&self, value: &str, format: Option<Format>) -> Option<String> {
        let kind = match format? {
            Format::Date => Kind::Date,
            Format::Time => Kind::Time,
            _ => return None,
        };
        let said = |found: &&Found| {
            let written = self.sentence[found.span.clone()].trim_matches(['"', '“', '”', '\'']);
            found.value.kind() == kind && written == value
        };
        self.literals.iter().find(said).map(|found| found.value.text())
    }

    /// Splits these words at the marks of a path: "File > Save".
    pub(super) fn led(&self, words: Span) -> Vec<Span> {
        let is_lead = |text: &str| matches!(text.trim(), ">" | "→" | "›" | "»" | "->" | ">>");
        let mut pieces = Vec::new();
        let mut start = words.start;
        for at in words.clone() {
            let is_mark = self.quotation(at).is_none() && is_lead(self.text(at..at + 1));
            let gap = self.bytes(words.start..at).end..self.words[at].span.start;
            let is_behind = at > start && is_lead(self.sentence.get(gap).unwrap_or_default());
            if is_mark || is_behind {
                pieces.push(start..at);
                start = at + usize::from(is_mark);
            }
        }
        pieces.push(start..words.end);
        pieces
    }

    /// Whether a mark precedes a word.
    pub(super) fn is_parted(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.pause.is_some())
    }

    /// Returns the source text of these words.
    pub(super) fn text(&self, words: Span) -> &'a str {
        self.sentence.get(self.bytes(words)).unwrap_or_default()
    }

    /// Returns these words as a value, with adjacent symbols, which are not words: `-5` is not `5`. The mark at the
    /// end of a sentence does not belong to the value, but one before a preposition does: "type Mr. into the box".
    pub(super) fn value_text(&self, words: Span) -> &'a str {
        let bytes = self.bytes(words.clone());
        let before = self.sentence.get(..bytes.start).unwrap_or_default();
        let after = self.sentence.get(bytes.end..).unwrap_or_default();
        let is_break = |c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | '\'' | ',' | ';' | ':');
        let start =
            before.rfind(is_break).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let end = bytes.end + after.find(is_break).unwrap_or(after.len());
        let text = self.sentence.get(start..end).unwrap_or_default();
        let goes_on =
            ["into", "inside"].iter().any(|role| self.role(role, words.end..self.words.len()).is_some());
        if goes_on { text } else { text.trim_end_matches(['.', '!', '?', '…']) }
    }

    /// Returns the byte range of these words.
    pub(super) fn bytes(&self, words: Span) -> Range<usize> {
        match (self.words.get(words.start), self.words.get(words.clone()).and_then(<[Word]>::last)) {
            (Some(first), Some(last)) => first.span.start..last.span.end,
            _ => 0..0,
        }
    }

    /// Returns these words without accents.
    pub(super) fn folded(&self, words: Span) -> Vec<&str> {
        self.words.get(words).into_iter().flatten().map(|word| word.folded.as_str()).collect()
    }

    /// Skips all phrases with some roles.
    pub(super) fn skip(&self, roles: &[&str], words: Span) -> usize {
        let mut at = words.start;
        while at < words.end {
            let Some(length) = roles.iter().find_map(|role| self.role(role, at..words.end)) else { break };
            at += length;
        }
        at
    }
}
