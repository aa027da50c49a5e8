//! A document in short, in its own sentences.

use serde::{Deserialize, Serialize};

use crate::cues::untied;
use crate::prose::{Prose, prose};
use crate::section::Role;
use crate::selection::{Wanted, Worth};
use crate::tweet::tweet;
use crate::{Document, Fault, Kind};

/// How long a summary is to be.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// A paragraph of about 150 words at most.
    Short,
    /// Four to seven points, each a line that begins with `- `.
    Bullets,
    /// One sentence of at most 280 letters.
    Tweet,
}

/// A document in short.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Summary {
    /// The summary, as it is shown.
    pub text: String,
    /// Its sentences, each with where it comes from.
    pub sentences: Vec<Sentence>,
    /// The code of its language, `und` where it cannot be told.
    pub language: String,
}

/// A sentence of a summary.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Sentence {
    /// What it says.
    pub text: String,
    /// The pages, from 1, that say it.
    pub pages: Vec<usize>,
}

/// Words in a short summary, at most.
pub(crate) const WORDS: usize = 150;

/// Says in short what a document says, in sentences of its own. The same document gets the same summary.
///
/// # Errors
///
/// When there is no text, or none that has sentences.
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

/// How many sections say something.
fn sections(prose: &Prose) -> usize {
    prose.units.chunk_by(|one, other| one.section == other.section).count()
}

/// The prose of a document, or what it has instead.
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

/// What a document without sentences has.
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

/// The summary that the sentences make.
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
