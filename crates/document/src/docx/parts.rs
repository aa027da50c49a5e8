//! The parts of the archive.

use crate::Fault;
use crate::archive::Archive;
use crate::encoding::decode;
use crate::xml::{Node, XmlReader, titled};

/// Returns the name of the main part. The package declares it, and nearly all packages use the same name.
pub(super) fn main(archive: &mut Archive) -> Result<String, Fault> {
    if let Some(relations) = archive.part("_rels/.rels")? {
        let relations = decode(&relations, None);
        let mut xml = XmlReader::new(&relations);
        while let Ok(Some(node)) = xml.next() {
            if let Node::Open(element) = node
                && element.attribute("Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
                && let Some(target) = element.attribute("Target")
            {
                return Ok(target.trim_start_matches('/').to_string());
            }
        }
    }
    Ok("word/document.xml".into())
}

/// Returns the title in the document properties.
pub(super) fn title(archive: &mut Archive) -> Result<Option<String>, Fault> {
    let Some(properties) = archive.part("docProps/core.xml")? else { return Ok(None) };
    let properties = decode(&properties, None);
    Ok(titled(&properties))
}
