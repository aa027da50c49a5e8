//! The clipboard of the display.
//!
//! What is on it is kept by whoever put it there, and given out by them when a person pastes. So that it outlives the engine,
//! it is kept by a separate small process: this program, told to be a holder.

mod former;
mod holder;
mod names;
pub(super) mod read;
mod reading;
pub(super) mod restore;
pub(super) mod write;

pub use holder::serve;
