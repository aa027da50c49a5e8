//! The tests of the command and of the workspace as a whole.

mod architecture;
mod examples;
mod reference;
