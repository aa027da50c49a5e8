//! Tests of the verbs for devices: on a real display, a real sound server and real buses where possible,
//! otherwise on a copy of the kernel's files.

mod absent;
mod display;
mod input;
mod kernel;
mod login;
mod memory;
mod players;
mod reference;
mod sound;
