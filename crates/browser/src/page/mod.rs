//! What a page looks like at one moment: a value that the scanner's answers are read into, and that
//! everything else looks at: patterns, targets, observations, verdicts.

mod element;
mod geometry;
mod pattern;
mod snapshot;

pub(crate) use element::{Cell, Row};
pub use element::{Choice, Context, Detail, Element, ElementId, State, Table, Visibility};
pub use geometry::{Point, Rect};
pub use pattern::Pattern;
pub use snapshot::{FrameView, Region, RegionKind, Snapshot};
