//! Splits sentences into words, and determines their properties that do not depend on intents: the language,
//! and mere courtesy.

mod apostrophe;
mod clitic;
mod contraction;
mod courtesy;
mod number;
mod phrases;
mod question;
mod split;
mod tongue;
mod word;

pub use clitic::{Hanging, WithPronoun, hanging, is_object};
pub use contraction::made_of;
pub use courtesy::courtesy;
pub use split::words;
pub use tongue::{Judgement, Tongue, judge_tongue, tongue};
pub use word::{Word, fold};

pub(crate) use clitic::{hangs, is_of_several};
pub(crate) use number::{is_alike, singulars};
pub(crate) use phrases::Phrases;
pub(crate) use question::{Opening, opening};
pub(crate) use split::Splitter;
pub(crate) use word::{is_western, without_accent};
