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
        /// The control.
        aim: Aim,
        /// The texts to write or the options to choose.
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

/// The target of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Aim {
    /// The thing at this place of the scene.
    Thing(usize),
    /// The control that reveals another, by its target.
    Key(Value),
    /// A thing of this name that is not there yet, or that belongs to something else.
    Described {
        /// Its name.
        name: String,
        /// The row, card or section that it belongs to.
        near: Option<String>,
    },
}

/// The reading of a sentence about a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Spoken {
    /// It is not about the scene.
    Nothing,
    /// It says all this, and nothing else.
    Steps {
        /// The steps, in order.
        steps: Vec<Step>,
        /// Where values and names stand, in bytes of the sentence: a date among them is no time to do something at.
        values: Vec<Range<usize>>,
        /// Where the part begins that is to be read when these steps are done, since it may be about what they open.
        rest: Option<usize>,
    },
    /// Part of it is about the scene, and part of it is not understood.
    Unclear {
        /// How many of its parts are understood.
        understood: usize,
        /// The part that is not.
        said: String,
        /// The reason.
        doubt: Doubt,
    },
}
