//! What the definition language promises, checked on files and on whatever else comes in.

mod yaml;
