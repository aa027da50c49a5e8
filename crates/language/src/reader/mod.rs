//! A sentence into a [`Reading`]: what it means, how sure that is, and with which values.
//!
//! The order of work: the sentence is heard (words, literals, what is only polite), compared with the templates that the
//! examples are, and weighed by statistics that were learnt from the same examples; then its values are found, and it is
//! decided whether to act, to ask, or to say that it is not known. Nothing is guessed into an action.
//!
//! Reading order: what can be meant, how a sentence is heard, the names of things, templates, values, the decision.

mod speakable;

mod apart;
mod keeping;
mod learnt;
mod lexicon;
mod misspelt_verb;
mod poles;
mod reference;
mod spelling;
mod tokenized;
mod vocabulary;

mod fit;
mod listing;
mod template;

mod amend;
mod apposition;
mod distribution;
mod edges;
mod ellipsis;
mod enumeration;
mod figures;
mod groups;
mod ordering;
mod pairs;
mod question;
mod repair;
mod rival;
mod sequence;
mod slots;
mod value_words;

mod background;
mod clause;
mod cores;
mod coverage;
mod decision;
#[expect(
    clippy::module_inception,
    reason = "the folder is the subject, the file the type that it is named for"
)]
mod reader;
mod reading;
mod refrain;
mod rephrase;
mod second_request;
mod wanted;
mod why;
mod wishing;

pub use cores::Core;
pub use coverage::has_meaning;
pub use groups::{Earlier, Exclusion, Group, Groups, Unclear};
pub use lexicon::Lexicon;
pub use question::{question, which};
pub use reader::Reader;
pub use reading::{Alternative, Decision, Reading};
pub use reference::{Referent, Referents, SpeltOut, spell_out};
pub use slots::Surroundings;
pub use speakable::Speakable;
pub use tokenized::{Asking, Tokenized};
pub use why::{Thresholds, Why};
