//! The files domain against a real file system, through the seam that the engine uses.

mod confinement;
mod faults;
mod histories;
mod protection;
mod repeated;
mod trash;
mod undo;
mod verbs;
mod world;
