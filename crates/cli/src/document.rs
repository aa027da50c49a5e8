//! A request that comes as a document: from the command line, or from standard input.

use std::io::Read;

use lemmascope_intent::{Cause, Failure};

/// The content of a file may be in it, escaped.
const LONGEST: u64 = 64 << 20;

/// The document that was given; `-` stands for standard input.
pub(crate) fn read(given: String) -> Result<String, Failure> {
    if given != "-" {
        return Ok(given);
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(Cause::Failed, format!("standard input cannot be read: {error}")))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Failure::new(Cause::InvalidParameter, "the document is larger than 64 MB")
            .hint("Give the content of large files in parts, with files.append_file."));
    }
    // What is no text is no document either, and is answered as one that cannot be read.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
