//! Electronic books: `.epub`. Their parts, mostly chapters, are the pages of the document.

use std::collections::HashMap;

use crate::archive::Archive;
use crate::encoding::{declared, decode};
use crate::limits::too_large;
use crate::xml::{Node, XmlReader, titled};
use crate::{Document, Fault, Limits, html};

/// The algorithms for font obfuscation, the only kind of encryption in a readable book.
const OF_FONTS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reads the book in an archive.
pub(crate) fn read(archive: &mut Archive, limits: &Limits) -> Result<Document, Fault> {
    if is_encrypted(archive)? {
        return Err(Fault::UnknownEncryption { what: "the protection of its publisher".into() });
    }
    let package = package(archive)?;
    let text = archive.part(&package)?.ok_or_else(|| Fault::damaged("it has no list of its parts"))?;
    let text = decode(&text, None);
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut document = Document { language: "und".into(), title: titled(&text), ..Document::default() };
    let (mut said, mut missing) = (0, 0_usize);
    for part in parts(&text)? {
        let Some(bytes) = archive.part(&resolved(folder, &part))? else {
            missing += 1;
            continue;
        };
        let chapter = html::read_xhtml(&decode(&bytes, declared(&bytes)), limits)?;
        for page in chapter.pages {
            said += page.blocks.iter().map(|block| block.text.len()).sum::<usize>();
            document.pages.push(page);
        }
        if said > limits.text {
            return Err(too_large("its text", limits.text as u64));
        }
        if document.pages.len() > limits.pages {
            return Err(Fault::TooLarge {
                what: "the number of its parts".into(),
                limit: limits.pages.to_string(),
            });
        }
    }
    match missing {
        0 => {}
        all if document.pages.is_empty() => {
            return Err(Fault::damaged(format!("none of its {all} parts is there")));
        }
        some => document.notes.push(format!("{some} of the parts of the book are missing.")),
    }
    Ok(document)
}

/// Whether anything but fonts is encrypted.
fn is_encrypted(archive: &mut Archive) -> Result<bool, Fault> {
    let Some(list) = archive.part("META-INF/encryption.xml")? else { return Ok(false) };
    let list = decode(&list, None);
    let mut xml = XmlReader::new(&list);
    while let Ok(Some(node)) = xml.next() {
        if let Node::Open(element) = node
            && element.name() == "EncryptionMethod"
            && element.attribute("Algorithm").is_none_or(|how| !OF_FONTS.contains(&how.as_str()))
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the name of the package document.
fn package(archive: &mut Archive) -> Result<String, Fault> {
    if let Some(container) = archive.part("META-INF/container.xml")? {
        let container = decode(&container, None);
        let mut xml = XmlReader::new(&container);
        while let Ok(Some(node)) = xml.next() {
            if let Node::Open(element) = node
                && element.name() == "rootfile"
                && let Some(path) = element.attribute("full-path")
            {
                return Ok(path.trim_start_matches('/').to_string());
            }
        }
    }
    Err(Fault::damaged("it does not say where its parts are"))
}

/// Returns the text parts, in reading order, without the table of contents.
fn parts(package: &str) -> Result<Vec<String>, Fault> {
    let mut places: HashMap<String, String> = HashMap::new();
    let (mut read, mut aside) = (Vec::new(), Vec::new());
    let mut xml = XmlReader::new(package);
    while let Some(node) = xml.next()? {
        let Node::Open(element) = node else { continue };
        match element.name() {
            "item" => {
                let kind = element.attribute("media-type").unwrap_or_default();
                let is_list = element
                    .attribute("properties")
                    .is_some_and(|list| list.split_whitespace().any(|property| property == "nav"));
                if let (Some(id), Some(place)) = (element.attribute("id"), element.attribute("href"))
                    && kind.contains("html")
                    && !is_list
                {
                    places.insert(id, place);
                }
            }
            "itemref" => {
                // A reference precedes its definition only in a malformed file.
                if let Some(place) = element.attribute("idref").and_then(|id| places.get(&id)) {
                    let linear = element.attribute("linear").is_none_or(|linear| linear != "no");
                    if linear { read.push(place.clone()) } else { aside.push(place.clone()) }
                }
            }
            _ => {}
        }
    }
    Ok(if read.is_empty() { aside } else { read })
}

/// Resolves a link relative to a folder to the name of a part in the archive.
fn resolved(folder: &str, link: &str) -> String {
    let link = link.split(['#', '?']).next().unwrap_or_default();
    let mut steps: Vec<&str> = folder.split('/').filter(|step| !step.is_empty()).collect();
    if link.starts_with('/') {
        steps.clear();
    }
    for step in link.split('/') {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    unescaped(&steps.join("/"))
}

/// Decodes percent-encoded characters such as `%20`.
fn unescaped(link: &str) -> String {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::resolved;

    #[test]
    fn resolves_relative_links() {
        assert_eq!(resolved("OEBPS", "text/one%20two.xhtml#top"), "OEBPS/text/one two.xhtml");
        assert_eq!(resolved("a/b", "../c.html"), "a/c.html");
        assert_eq!(resolved("", "../../c.html"), "c.html");
        assert_eq!(resolved("a", "/c%zz.html"), "c%zz.html");
    }
}
