use std::ops::Range;

use lemmascope_intent::{Manner, Value};

use super::resolve::Doubt;

/// One thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// To use a thing.
    Use {
        /// How it is used.
        manner: Manner,
        /// What is used.
        aim: Aim,
        /// What is written or chosen.
        values: Vec<String>,
        /// Where a thing is dragged to.
        to: Option<Aim>,
        /// Where it is said, in bytes of the sentence.
        said: Range<usize>,
    },
    /// A part that is about something else than the scene.
    Other {
        /// Where it is said, in bytes of the sentence.
        said: Range<usize>,
    },
}

/// What a step is done to.
#[derive(Debug, Clone, PartialEq)]
pub enum Aim {
    /// The thing at this place of the scene.
    Thing(usize),
    /// What shows another thing, by the target of its verb.
    Key(Value),
    /// A thing of this name that is not there yet, or that belongs to something else.
    Described {
        /// Its name.
        name: String,
        /// What it belongs to.
        near: Option<String>,
    },
}

/// What a sentence says about a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Spoken {
    /// It is not about the scene.
    Nothing,
    /// It says all this, and nothing else.
    Steps {
        /// What is to be done, in order.
        steps: Vec<Step>,
        /// Where values and names stand, in bytes of the sentence: a date among them is no time to do something at.
        values: Vec<Range<usize>>,
    },
    /// Part of it is about the scene, and part of it is not understood.
    Unclear {
        /// How many of its parts are understood.
        understood: usize,
        /// The part that is not.
        said: String,
        /// What is not understood of it.
        doubt: Doubt,
    },
}
