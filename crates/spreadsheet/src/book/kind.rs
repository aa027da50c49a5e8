//! Detects the format of a workbook by its content.

use std::fs::File;
use std::io::Read as _;

use lemmascope_package::xml::{Event, Scanner};

use super::error::WorkbookError;
use super::package::Package;

/// The container of a workbook.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A ZIP archive.
    Zip,
    /// A compound file, used by programs up to 2003.
    Compound,
    /// No container: the BIFF records of an old workbook.
    Records,
    /// No container: a flat OpenDocument spreadsheet.
    Flat,
    /// No container: XML of Excel 2003.
    Xml2003,
}

impl Kind {
    pub(super) fn of(file: &mut File) -> Result<Self, WorkbookError> {
        let mut head = Vec::new();
        file.take(4096).read_to_end(&mut head)?;
        let unsupported_format = |what: &str| Err(WorkbookError::NotAWorkbook(what.to_owned()));
        match &*head {
            [] => Err(WorkbookError::Empty),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Ok(Self::Zip),
            [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Ok(Self::Compound),
            [0x09, 0x08, _, 0x00, 0x00, 0x05 | 0x06, ..]
            | [0x09, 0x00 | 0x02 | 0x04, 0x04..=0x08, 0x00, ..] => Ok(Self::Records),
            [b'%', b'P', b'D', b'F', ..] => unsupported_format("a PDF document"),
            [b'{', b'\\', b'r', b't', b'f', ..] => unsupported_format("a text in the RTF format"),
            [0x89, b'P', b'N', b'G', ..] | [0xff, 0xd8, 0xff, ..] | [b'G', b'I', b'F', b'8', ..] => {
                unsupported_format("an image")
            }
            [0x1f, 0x8b, ..] => unsupported_format("a gzip archive; unpack it"),
            [b'7', b'z', 0xbc, 0xaf, ..] => unsupported_format("a 7z archive; unpack it"),
            _ => of_text(&head),
        }
    }
}

fn of_text(head: &[u8]) -> Result<Kind, WorkbookError> {
    let text = String::from_utf8_lossy(head).replace('\0', "").to_lowercase();
    let text = text.trim_start_matches(|it: char| !it.is_alphanumeric() && it != '<').trim_start();
    let unsupported_format = |what: &str| Err(WorkbookError::NotAWorkbook(what.to_owned()));
    // Both namespaces are in the first tag.
    if text.starts_with("<?xml") && text.contains("urn:schemas-microsoft-com:office:spreadsheet") {
        Ok(Kind::Xml2003)
    } else if text.starts_with("<?xml")
        && text.contains("office:mimetype=\"application/vnd.oasis.opendocument.spreadsheet")
    {
        Ok(Kind::Flat)
    } else if text.starts_with("<!doctype html") || text.starts_with("<html") || text.contains("<table") {
        unsupported_format("a web page; open it in a spreadsheet program and save it as XLSX")
    } else if text.starts_with("<?xml") {
        unsupported_format("an XML document")
    } else {
        unsupported_format("a file of a kind that is not known here")
    }
}

/// The format inside a ZIP archive.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PackageFormat {
    /// XML parts, with the path of the main part.
    Xlsx(String),
    /// Binary parts, with the path of the main part.
    Xlsb(String),
    /// An OpenDocument spreadsheet.
    Ods,
}

pub(super) fn package_format(package: &mut Package) -> Result<PackageFormat, WorkbookError> {
    let mut kind = Vec::new();
    if let Some(part) = package.part("mimetype")? {
        part.take(200).read_to_end(&mut kind)?;
    }
    if !kind.is_empty() {
        return open_document(package, String::from_utf8_lossy(&kind).trim());
    }
    if package.has("[Content_Types].xml") || package.has("_rels/.rels") {
        return office(package);
    }
    if package.has("content.xml") {
        return open_document(package, "application/vnd.oasis.opendocument.spreadsheet");
    }
    if package.has("xl/workbook.xml") {
        return Ok(PackageFormat::Xlsx("xl/workbook.xml".to_owned()));
    }
    Err(WorkbookError::NotAWorkbook(archive_kind(package).to_owned()))
}

fn open_document(package: &Package, kind: &str) -> Result<PackageFormat, WorkbookError> {
    let Some(kind) = kind.strip_prefix("application/vnd.oasis.opendocument.") else {
        return Err(WorkbookError::NotAWorkbook(archive_kind(package).to_owned()));
    };
    match kind.trim_end_matches("-template") {
        "spreadsheet" => Ok(PackageFormat::Ods),
        "text" => Err(WorkbookError::NotAWorkbook("a text document".to_owned())),
        "presentation" => Err(WorkbookError::NotAWorkbook("a presentation".to_owned())),
        _ => Err(WorkbookError::NotAWorkbook("an OpenDocument file of another kind".to_owned())),
    }
}

/// Follows the relationship of the package to its main part.
fn office(package: &mut Package) -> Result<PackageFormat, WorkbookError> {
    let mut main = None;
    if let Some(part) = package.part("_rels/.rels")? {
        let mut scanner = Scanner::new(part);
        loop {
            match scanner.next_event()? {
                Event::Open(tag)
                    if tag.name == b"Relationship"
                        && tag.get("Type").is_some_and(|it| it.ends_with("/officeDocument")) =>
                {
                    main =
                        tag.get("Target").map(|it| it.replace('\\', "/").trim_start_matches('/').to_owned());
                }
                Event::End => break,
                _ => {}
            }
        }
    }
    let known = || ["xl/workbook.xml", "xl/workbook.bin"].into_iter().find(|it| package.has(it));
    let main = match main.filter(|it| package.has(it)).or_else(|| known().map(str::to_owned)) {
        Some(main) => main,
        None => return Err(WorkbookError::NotAWorkbook(archive_kind(package).to_owned())),
    };
    let lower = main.to_lowercase();
    if lower.ends_with(".bin") {
        Ok(PackageFormat::Xlsb(main))
    } else if lower.contains("document") {
        Err(WorkbookError::NotAWorkbook("a Word document".to_owned()))
    } else if lower.contains("presentation") {
        Err(WorkbookError::NotAWorkbook("a PowerPoint presentation".to_owned()))
    } else {
        Ok(PackageFormat::Xlsx(main))
    }
}

fn archive_kind(package: &Package) -> &'static str {
    let begins = |start: &str| package.names().any(|it| it.starts_with(start));
    if begins("word/") {
        "a Word document"
    } else if begins("ppt/") {
        "a PowerPoint presentation"
    } else if begins("index/document.iwa") || begins("index.zip") {
        "a file of Apple's own programs; export it as XLSX"
    } else if begins("meta-inf/manifest.mf") {
        "a Java archive"
    } else if begins("meta-inf/container.xml") {
        "an electronic book"
    } else {
        "a zip archive; unpack it"
    }
}
