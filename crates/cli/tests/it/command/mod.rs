//! The command language, with the commands of the domains and the engine.

mod calls;
mod golden;
mod listed;
mod peers;
mod properties;
mod reference;
mod surface;
