//! Extractive summaries.

use serde::{Deserialize, Serialize};

use crate::cues::untied;
use crate::prose::{Prose, prose};
use crate::section::Role;
use crate::selection::{Wanted, Worth};
use crate::tweet::tweet;
use crate::{Document, Fault, Kind};

/// The length of a summary.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// A paragraph of at most about 150 words.
    Short,
    /// Four to seven bullet points, each on a line that starts with `- `.
    Bullets,
    /// A sentence of at most 280 characters.
    Tweet,
}

/// A summary of a document.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Summary {
    /// The formatted text.
    pub text: String,
    /// Its sentences, each with its source.
    pub sentences: Vec<Sentence>,
    /// The language code, or `und` if unknown.
    pub language: String,
}

/// A sentence of a summary.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// The 1-based pages of its source.
    pub pages: Vec<usize>,
}

/// The word limit of a short summary.
pub(crate) const WORDS: usize = 150;

/// Summarizes a document with its own sentences. The result is deterministic.
///
/// # Errors
///
/// If the document has no text, or no sentences.
pub fn summarize(document: &Document, length: Length) -> Result<Summary, Fault> {
    let prose = sentences(document)?;
    let worth = Worth::of(&prose);
    let units = &prose.units;
    let words: usize = units.iter().map(|unit| unit.words).sum();
    let sentence = |at: usize, text: String| Sentence { text, pages: units[at].pages.clone() };
    let taken = match length {
        Length::Tweet => {
            let best = tweet(&worth);
            return Ok(composed(
                best.map(|(at, text)| sentence(at, text)).into_iter().collect(),
                length,
                &document.language,
            ));
        }
        Length::Short if words <= 60 || (units.len() <= 2 && words <= WORDS) => (0..units.len()).collect(),
        Length::Short => worth.select(Wanted {
            words: (words * 2 / 5).clamp(40, WORDS),
            sentences: usize::MAX,
            variety: 0.7,
            spread: if worth.has(Role::Abstract) { 0.97 } else { 0.85 },
        }),
        Length::Bullets if units.len() <= 4 => (0..units.len()).collect(),
        Length::Bullets => worth.select(Wanted {
            words: usize::MAX,
            sentences: (units.len() / 4).max(sections(&prose)).clamp(4, 7),
            variety: 0.9,
            spread: 0.6,
        }),
    };
    let mut sentences = Vec::with_capacity(taken.len());
    for (place, at) in taken.iter().copied().enumerate() {
        let behind = place.checked_sub(1).is_some_and(|before| taken[before] + 1 == at);
        let text = match untied(&units[at].told()) {
            Some(untied) if !behind || length == Length::Bullets => untied,
            _ => units[at].told(),
        };
        sentences.push(sentence(at, text));
    }
    Ok(composed(sentences, length, &document.language))
}

/// Returns the number of sections with content.
fn sections(prose: &Prose) -> usize {
    prose.units.chunk_by(|one, other| one.section == other.section).count()
}

/// Returns the prose of a document, or an error that describes its actual content.
pub(crate) fn sentences(document: &Document) -> Result<Prose, Fault> {
    let found = prose(document);
    if !found.units.is_empty() {
        return Ok(found);
    }
    let scanned = document.scanned_pages().len();
    if document.is_empty() {
        return Err(if scanned > 0 { Fault::NoTextLayer { pages: scanned } } else { Fault::Empty });
    }
    if found.noise > 0 {
        return Err(Fault::NoSentences { found: "signs that are no language".into() });
    }
    Err(Fault::NoSentences { found: instead(document) })
}

/// Describes the content of a document without sentences.
fn instead(document: &Document) -> String {
    let has = |wanted: fn(Kind) -> bool| {
        document.pages.iter().flat_map(|page| &page.blocks).any(|block| wanted(block.kind))
    };
    let mut found = Vec::new();
    if has(|kind| matches!(kind, Kind::Title | Kind::Heading(_))) {
        found.push("headings");
    }
    if has(|kind| kind == Kind::Row) {
        found.push("tables");
    }
    let verbatim =
        || document.pages.iter().flat_map(|page| &page.blocks).filter(|it| it.kind == Kind::Verbatim);
    if verbatim().any(|block| block.text.chars().any(char::is_alphabetic)) {
        found.push("code or formulas");
    } else if verbatim().next().is_some() {
        found.push("numbers");
    }
    if has(|kind| matches!(kind, Kind::Caption | Kind::Note | Kind::Reference | Kind::Author)) {
        found.push("captions, notes or references");
    }
    if found.is_empty() { "single words".into() } else { found.join(" and ") }
}

/// Formats sentences as a summary.
pub(crate) fn composed(sentences: Vec<Sentence>, length: Length, language: &str) -> Summary {
    let texts = sentences.iter().map(|sentence| sentence.text.as_str());
    let text = match length {
        Length::Bullets => texts.map(|text| format!("- {text}")).collect::<Vec<_>>().join("\n"),
        Length::Short | Length::Tweet => texts.fold(String::new(), |mut text, next| {
            let meets =
                text.chars().next_back().is_none_or(|last| matches!(last, '。' | '！' | '？' | '」' | '』'));
            if !meets {
                text.push(' ');
            }
            text + next
        }),
    };
    Summary { text, sentences, language: language.into() }
}
