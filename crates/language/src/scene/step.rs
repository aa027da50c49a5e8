use std::ops::Range;

use lemmascope_intent::{Manner, Value};

use super::resolve::Doubt;

/// A step of a reading.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Operates a control.
    Use {
        /// The manner.
        manner: Manner,
        /// The control.
        aim: Aim,
        /// The texts to write or the options to choose.
        values: Vec<String>,
        /// The drop target.
        to: Option<Aim>,
        /// The byte range in the sentence.
        said: Range<usize>,
    },
    /// A clause that is not about the scene.
    Other {
        /// The byte range in the sentence.
        said: Range<usize>,
    },
}

/// The target of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Aim {
    /// The control at this index.
    Thing(usize),
    /// The control that reveals another one, by its target.
    Key(Value),
    /// A control with this name that does not exist yet, or that belongs to another object.
    Described {
        /// Its name.
        name: String,
        /// The row, card or section that contains it.
        near: Option<String>,
    },
}

/// The reading of a sentence about a scene.
#[derive(Debug, Clone, PartialEq)]
pub enum Spoken {
    /// The sentence is not about the scene.
    Nothing,
    /// The sentence is understood completely.
    Steps {
        /// The steps, in order.
        steps: Vec<Step>,
        /// The byte ranges of values and names, in which a date is not the time of the action.
        values: Vec<Range<usize>>,
        /// The start of the clause that has to be read after these steps, because it may be about controls
        /// that they reveal.
        rest: Option<usize>,
    },
    /// Some clauses are about the scene, and some are not understood.
    Unclear {
        /// The number of clauses that are understood.
        understood: usize,
        /// The clause that is not.
        said: String,
        /// The reason.
        doubt: Doubt,
    },
}
