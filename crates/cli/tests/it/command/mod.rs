//! The command language, with the commands that the domains and the engine declare.

mod calls;
mod golden;
mod listed;
mod peers;
mod properties;
mod reference;
mod surface;
