//! The clipboard of the display.
//!
//! In X11, the program that copied something keeps the content and transfers it on each paste. So that the
//! content outlives the engine, a small separate process keeps it: this program in holder mode.

mod former;
mod holder;
mod names;
pub(super) mod read;
mod reading;
pub(super) mod restore;
pub(super) mod write;

pub use holder::serve;
