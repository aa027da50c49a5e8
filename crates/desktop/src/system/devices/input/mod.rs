//! Simulated keyboard and mouse input (XTEST).

mod key;
mod keyboard;
pub(super) mod keyboard_press;
pub(super) mod keyboard_type;
pub(super) mod mouse_click;
pub(super) mod mouse_move;
mod pointer;
