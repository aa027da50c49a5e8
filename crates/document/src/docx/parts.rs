//! Which part of the archive is what.

use crate::Fault;
use crate::archive::Archive;
use crate::encoding::decode;
use crate::xml::{Node, Xml, titled};

/// The name of the part that has the text: the package says it, and nearly all say the same.
pub(super) fn main(archive: &mut Archive) -> Result<String, Fault> {
    if let Some(relations) = archive.part("_rels/.rels")? {
        let relations = decode(&relations, None);
        let mut xml = Xml::new(&relations);
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

/// The title among the properties of the document.
pub(super) fn title(archive: &mut Archive) -> Result<Option<String>, Fault> {
    let Some(properties) = archive.part("docProps/core.xml")? else { return Ok(None) };
    let properties = decode(&properties, None);
    Ok(titled(&properties))
}
