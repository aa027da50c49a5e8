//! Detects the format of a file and calls its reader.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use crate::archive::{Archive, Office};
use crate::encoding::{declared, decode, is_binary};
use crate::format::{self, Format, HEAD, Writing};
use crate::limits::too_large;
use crate::{
    Document, Fault, Limits, Progress, compound_file, docx, epub, html, language, markdown, odt, pdf, plain,
    rtf,
};

/// Reads a document from an open file. The format is detected by content, and by name if the content is
/// ambiguous.
///
/// A document of scanned pages is valid too: see [`Document::scanned_pages`] and [`Document::put_ocr`].
///
/// # Errors
///
/// If the file is not a document, is empty, encrypted or corrupt, or exceeds the limits.
pub fn read(
    mut file: File,
    name: &str,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Document, Fault> {
    let bytes = file.metadata()?.len();
    if bytes > limits.file {
        return Err(too_large("the file", limits.file));
    }
    let mut head = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    (&mut file).take(HEAD as u64).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    if head.is_empty() {
        return Err(Fault::Empty);
    }
    let is_called_pdf = ends_with(name, ".pdf");
    let mut document = match format::of_bytes(&head) {
        Format::Pdf => {
            let mut bytes = Vec::new();
            file.take(limits.file).read_to_end(&mut bytes)?;
            pdf::read(bytes, limits, progress)?
        }
        Format::Zip => {
            let mut archive = Archive::open(file, limits)?;
            let office = archive.office()?;
            if is_called_pdf {
                return Err(Fault::NotAPdf { looks_like: office.described().into() });
            }
            match office {
                Office::Docx => docx::read(&mut archive, limits)?,
                Office::Odt => odt::read(&mut archive, limits)?,
                Office::Epub => epub::read(&mut archive, limits)?,
                Office::Other(what) => return Err(Fault::NotADocument { looks_like: what.into() }),
            }
        }
        Format::Compound => return Err(compound_file::refusal(file)),
        Format::Rich if is_called_pdf => {
            return Err(Fault::NotAPdf { looks_like: "a rich text (RTF)".into() });
        }
        Format::Rich => rtf::read(&whole(file, limits)?, limits)?,
        Format::Text => text(file, name, limits)?,
        Format::Other(what) => return Err(Fault::NotADocument { looks_like: what.into() }),
    };
    if document.pages.iter().all(|page| page.blocks.is_empty() && !page.scanned) {
        // A corrupt file may have contained text.
        let is_sound = document.notes.is_empty();
        return Err(if is_sound { Fault::Empty } else { Fault::damaged("nothing of its text can be read") });
    }
    document.language = language::detect_language(&document);
    let pages = document.pages.len();
    progress(Progress { done: pages, of: pages });
    Ok(document)
}

fn text(file: File, name: &str, limits: &Limits) -> Result<Document, Fault> {
    let bytes = whole(file, limits)?;
    let text = decode(&bytes, declared(&bytes));
    drop(bytes);
    if is_binary(&text) {
        return Err(Fault::NotADocument { looks_like: "data that is no text".into() });
    }
    if text.trim().is_empty() {
        return Err(Fault::Empty);
    }
    let (what, read) = match format::of_text(&text, name) {
        Writing::Html => ("a web page", html::read(&text, limits)),
        Writing::Xhtml => ("a web page", html::read_xhtml(&text, limits)),
        Writing::Markdown => ("a text", markdown::read(&text, limits)),
        Writing::FlatOdt => ("an OpenDocument text", odt::flat(&text, limits)),
        Writing::Plain => ("a text", plain::read(&text, limits)),
        Writing::Other(what) => return Err(Fault::NotADocument { looks_like: what.into() }),
    };
    // A sign-in page that was saved under the name of the requested file is a frequent case.
    if ends_with(name, ".pdf") {
        return Err(Fault::NotAPdf { looks_like: what.into() });
    }
    let mut document = read?;
    if document.is_empty() {
        return Err(Fault::Empty);
    }
    if let Some(other) = [".docx", ".doc", ".odt", ".rtf", ".epub"].iter().find(|it| ends_with(name, it)) {
        document.notes.push(format!("The file is {what}, although it is called {other}."));
    }
    Ok(document)
}

fn ends_with(name: &str, extension: &str) -> bool {
    name.len()
        .checked_sub(extension.len())
        .and_then(|at| name.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Reads the bytes of a text. It is in memory twice, as bytes and as text, so the limit is that of a part.
fn whole(file: File, limits: &Limits) -> Result<Vec<u8>, Fault> {
    let most = limits.part.min(limits.file);
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large("the text file", most));
    }
    Ok(bytes)
}
