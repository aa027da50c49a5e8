//! Requests in the form of documents, from the command line or standard input.

use std::io::Read;

use lemmascope_intent::{Cause, Failure};

/// The maximum size of a document, which may contain the escaped content of a file.
const LONGEST: u64 = 64 << 20;

/// Returns the given document; `-` reads standard input.
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
    // Invalid UTF-8 is replaced; the engine then rejects the document.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
