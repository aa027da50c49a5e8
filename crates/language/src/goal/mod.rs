//! Converts sentences into goals: the requested actions, their order, and their locations.
//!
//! Targets define identity, dependencies define structure, and only [`Places`] combines them. Two things
//! determine a destination: the stack of containers that the sentence mentions ("inside it" refers to the
//! latest), and the scope, which only a place in the user's own words can change ("on the desktop").
//!
//! Reading order: anchors and places, the vocabulary of the grammar, the parser for a clause, clause
//! boundaries, then the relations between clauses.

mod anchor;
mod announced;
mod carrying;
mod clause;
mod clauses;
mod containers;
mod ears;
#[expect(
    clippy::module_inception,
    reason = "the folder is the subject, the file the type that it is named for"
)]
mod goal;
mod interpret;
mod name;
mod places;
mod platform;
mod repeating;
mod scanned_name;
mod scanned_place;
mod scanned_reference;
mod scanned_text;
mod scanner;
mod scopes;
mod seeking;
mod selection;
mod several;
mod sharing;
mod site;
mod splitter;
mod stretch;
mod thing_clause;
mod thing_goal;
mod things;
mod token;
mod vocabulary;

pub use anchor::Anchor;
pub use announced::announced;
pub use ears::{Act, Ears, Topic};
pub use goal::{Goal, GoalType, Location, MetaGoal, MetaType};
pub use interpret::Interpretation;
pub(crate) use name::{Part, unnameable};
pub use places::{NoSuchPlace, Places};
pub use platform::{Platform, platform};
pub use scopes::Antecedents;
pub use seeking::Seeking;
pub use selection::Selection;
pub use site::{Site, site, site_at};
pub use things::Things;
#[cfg(test)]
pub(crate) use things::sample;

use crate::words::{Tongue, Word};

/// Interprets a sentence as goals, given its words, the kinds of objects, and the objects mentioned before
/// it.
pub fn interpret(
    sentence: &str,
    words: &[Word],
    tongue: Tongue,
    things: &Things,
    literal: impl Fn(&Word) -> Option<String>,
    ears: &Ears<'_>,
    before: &Antecedents,
) -> Interpretation {
    let mut tokens = token::tokens(sentence, words, literal);
    if tongue == Tongue::English {
        tokens.iter_mut().for_each(|token| token.is_object = false);
    }
    token::join_particles(&mut tokens);
    interpret::interpret(sentence, &tokens, things.vocabulary(tongue), ears, before)
}
