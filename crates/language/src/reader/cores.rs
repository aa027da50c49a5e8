//! Extracts the request from a sentence by dropping background clauses: "my eyes hurt, so dim the screen, will you".
//!
//! The engine tries the extracted text only if it does not understand the whole sentence, or if the background is a
//! separate sentence. What may be dropped is decided in `background`.

use super::background::Background;
use super::clause::{Clause, clauses};
use super::lexicon::Lexicon;
use super::reader::Reader;
use super::reference::{Referents, spell_out};
use super::tokenized::Tokenized;

/// A candidate for the request of a sentence: the text without some of its background clauses.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Core {
    /// A substring of the sentence.
    pub text: String,
    /// The files that the dropped clauses mention, as antecedents for "it".
    pub files: Vec<String>,
    /// The text with the names of what the dropped clauses mention in place of its references to them.
    pub spelt: Option<String>,
    /// Whether no clause dropped before the text only tells what another person does.
    pub is_linked: bool,
    /// Whether the dropped clauses are separate sentences.
    pub is_sentence: bool,
    /// Whether only a request that changes nothing may be extracted: a dropped clause has a time, or a wish or plan.
    pub is_tentative: bool,
    /// Whether the text is the request only if it refers to what a dropped clause mentions.
    pub needs_reference: bool,
}

/// A sentence with more clauses than this is not split.
const MOST_CLAUSES: usize = 8;

impl Reader {
    /// The candidates for the request of a sentence, those that drop the fewest clauses first. `lexicon` contains the
    /// names of existing things.
    pub fn cores(&self, heard: &Tokenized<'_>, lexicon: &Lexicon) -> Vec<Core> {
        let clauses = clauses(heard);
        if clauses.len() < 2 || clauses.len() > MOST_CLAUSES {
            return Vec::new();
        }
        let before = |at: usize| self.background_before(heard, &clauses, at, lexicon);
        let front: Vec<Background> = (0..clauses.len()).map_while(before).collect();
        let is_parenthetic = clauses.len() > 2;
        let behind = |clause: &Clause| self.background_behind(heard, clause, is_parenthetic, lexicon);
        let back: Vec<Background> = clauses.iter().rev().map_while(behind).collect();
        let mut cores = Vec::new();
        for dropped in 1..clauses.len() {
            for before in 0..=dropped.min(front.len()) {
                let behind = dropped - before;
                if behind > back.len() {
                    continue;
                }
                let kept = &clauses[before..clauses.len() - behind];
                let dropped = (&front[..before], &back[..behind]);
                cores.extend(self.core(heard, &clauses, kept, dropped));
            }
        }
        cores
    }

    /// The candidate that consists of some clauses, if they can be a request.
    fn core(
        &self,
        heard: &Tokenized<'_>,
        clauses: &[Clause],
        kept: &[Clause],
        (front, back): (&[Background], &[Background]),
    ) -> Option<Core> {
        let (first, last) = (kept.first()?, kept.last()?);
        // The clause before "to" or "que" may govern this one: "I don't want you to …".
        if !front.is_empty() && first.is_reason {
            return None;
        }
        let start = if front.is_empty() { first.words.start - first.joint } else { first.words.start };
        let ends = |at: usize| {
            matches!(clauses.get(at).and_then(|it| it.mark), None | Some('.' | '!' | '?' | ';' | '…'))
        };
        if (start..last.words.end).filter(|at| !heard.is_polite(*at)).count() < 1 {
            return None;
        }
        let text = heard.text(start..last.words.end).to_string();
        let mentioned = Referents::of(front.iter().flat_map(|it| it.mentioned.clone()));
        let said = self.tokenize(&text, heard.now);
        let spelt = spell_out(&said, &mentioned).map(|it| it.sentence);
        let spelt = spelt.or_else(|| self.with_left_out(&said, &mentioned));
        let dropped = || front.iter().chain(back);
        let is_bare = said.words.iter().enumerate().filter(|(at, _)| !said.is_polite(*at)).count() < 2;
        (spelt.is_some() || !is_bare).then(|| Core {
            text,
            spelt,
            files: dropped().flat_map(|it| it.files.clone()).collect(),
            is_linked: front.iter().all(|it| it.is_linked && it.mentioned.iter().all(|it| it.kind.is_some())),
            is_sentence: ends(clauses.len() - kept.len() - back.len()) && ends(clauses.len() - back.len()),
            is_tentative: dropped().any(|it| it.is_tentative),
            needs_reference: front.iter().any(|it| it.needs_reference),
        })
    }
}
