//! Documents of every kind, read and summarized.

mod pdf;
