//! The page as a value: an immutable snapshot that is parsed from scanner output and that patterns, targets,
//! observations and verdicts are based on.

mod counter;
mod element;
mod geometry;
mod pattern;
mod snapshot;

pub use counter::{Clarity, CountDirection, Counter};
pub(crate) use element::{Cell, Row};
pub use element::{Choice, Context, Detail, Element, ElementId, State, Table, Visibility};
pub use geometry::{Point, Rect};
pub use pattern::Pattern;
pub use snapshot::{FrameView, Region, RegionKind, Snapshot};
