//! The vocabulary of Lemmascope.
