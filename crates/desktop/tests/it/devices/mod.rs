//! The verbs for what this machine is made of: on a real display, a real sound server and real buses where there can be any,
//! and on a copy of the kernel's files where there cannot.

mod absent;
mod display;
mod input;
mod kernel;
mod login;
mod memory;
mod players;
mod reference;
mod sound;
