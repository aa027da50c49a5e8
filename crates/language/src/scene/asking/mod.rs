//! Answers questions about what the page shows: "how many orders are open?", "what is the status of order 1002?",
//! "is the newsletter box checked?".
//!
//! Every word of a question has to be explained by the page: by a table's name, a column, a cell, a label, a control or its
//! state. A question with an unexplained word is not answered here, so that no figure is told that was not asked for.

mod controls;
mod figures;
mod labels;
mod query;
mod rows;
mod table_words;

#[cfg(test)]
mod tests;

use self::query::Query;
use super::said::Said;
use super::table::Table;
use super::thing::Scene;
use crate::reader::Tokenized;

/// The maximum number of rows or controls that an answer quotes.
const MOST_QUOTED: usize = 10;

/// The answer to a question about the page.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What was asked for.
    pub answered: Answered,
    /// The texts of the page that the answer is taken from.
    pub evidence: Vec<String>,
    /// Whether the question names values of the page, so that it can hardly be about anything else.
    pub is_specific: bool,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// A number of things.
    Count(usize),
    /// Texts of the page.
    Texts(Vec<String>),
    /// Whether something is so.
    Is(bool),
}

impl Answer {
    fn count(count: usize, evidence: impl IntoIterator<Item = String>) -> Self {
        Self::of(Answered::Count(count), evidence)
    }

    fn is(is: bool, evidence: impl IntoIterator<Item = String>) -> Self {
        Self::of(Answered::Is(is), evidence)
    }

    fn texts(texts: Vec<String>, evidence: impl IntoIterator<Item = String>) -> Self {
        Self::of(Answered::Texts(texts), evidence)
    }

    fn of(answered: Answered, evidence: impl IntoIterator<Item = String>) -> Self {
        let evidence = evidence.into_iter().take(MOST_QUOTED).collect();
        Self { answered, evidence, is_specific: false }
    }
}

/// Whether a sentence may be a question about what the page shows.
pub fn is_question(heard: &Tokenized<'_>) -> bool {
    Query::of(&Said::new(heard)).is_some()
}

/// Answers a question about the page; `None` if the sentence is no question, or the page does not explain all
/// its words.
pub fn answer(heard: &Tokenized<'_>, scene: &Scene, tables: &[Table]) -> Option<Answer> {
    let said = Said::new(heard);
    let query = Query::of(&said)?;
    // What the page states itself precedes what is counted: a table may show the first of several pages.
    figures::answer(&query, scene)
        .or_else(|| rows::answer(&query, tables))
        .or_else(|| controls::answer(&query, scene))
        .or_else(|| labels::answer(&query, scene))
}
