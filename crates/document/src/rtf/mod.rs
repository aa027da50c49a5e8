//! Rich text: `.rtf`.

mod body;
mod code_page;
mod token;

use self::body::Body;
use crate::flow::Flow;
use crate::{Document, Fault, Limits};

/// Reads a rich text.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Document, Fault> {
    let mut flow = Flow::new(limits);
    let end = Body::new(&mut flow).read(bytes)?;
    let mut document = flow.into_document(end.title);
    if !end.whole {
        document.notes.push("The end of the file is missing; this is what could be read of it.".into());
    }
    Ok(document)
}
