//! What a page looks like at one moment: a value that the scanner's answers are read into, and that
//! everything else looks at: patterns, targets, observations, verdicts.

mod element;
mod geometry;
mod pattern;
mod snapshot;

pub(crate) use element::{Cell, Choice, Context, Detail, Element, ElementId, Row, State, Table, Visibility};
pub(crate) use geometry::{Point, Rect};
pub(crate) use pattern::Pattern;
pub(crate) use snapshot::{FrameView, Region, RegionKind, Snapshot};
