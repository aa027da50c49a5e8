//! The `lemmascope` command.
fn main() {}
