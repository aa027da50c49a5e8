//! Word documents: `.docx`.

mod body;
mod parts;
mod styles;

use self::body::Body;
use self::styles::Styles;
use crate::archive::Archive;
use crate::encoding::decode;
use crate::flow::Flow;
use crate::{Document, Fault, Kind, Limits};

/// Reads the document in an archive.
pub(crate) fn read(archive: &mut Archive, limits: &Limits) -> Result<Document, Fault> {
    let main = parts::main(archive)?;
    let text = archive.part(&main)?.ok_or_else(|| Fault::damaged("it has no text part"))?;
    let text = decode(&text, None);
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
    let beside = |name: &str| if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") };
    let styles = match archive.part(&beside("styles.xml"))? {
        Some(styles) => Styles::read(&decode(&styles, None))?,
        None => Styles::default(),
    };
    let mut flow = Flow::new(limits);
    let mut body = Body::new(&styles, &mut flow, None);
    body.read(&text)?;
    // Notes are appended after the text, as on a page.
    for name in ["footnotes.xml", "endnotes.xml"] {
        if let Some(notes) = archive.part(&beside(name))? {
            Body::new(&styles, &mut flow, Some(Kind::Note)).read(&decode(&notes, None))?;
        }
    }
    let title = parts::title(archive)?;
    Ok(flow.into_document(title))
}
