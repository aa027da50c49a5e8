//! The zip archive that an office document is.

use std::fs::File;
use std::io::Read as _;

use zip::ZipArchive;
use zip::result::ZipError;

use crate::limits::Budget;
use crate::{Fault, Limits};

/// An archive and what may still be unfolded of it.
pub(crate) struct Archive {
    zip: ZipArchive<File>,
    budget: Budget,
}

/// What office document an archive is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Office {
    Docx,
    Odt,
    Epub,
    Other(&'static str),
}

impl Office {
    /// For a message.
    pub(crate) fn described(self) -> &'static str {
        match self {
            Self::Docx => "a Word document (.docx)",
            Self::Odt => "an OpenDocument text (.odt)",
            Self::Epub => "an electronic book (.epub)",
            Self::Other(what) => what,
        }
    }
}

impl Archive {
    pub(crate) fn open(file: File, limits: &Limits) -> Result<Self, Fault> {
        let zip = ZipArchive::new(file).map_err(fault)?;
        Ok(Self { zip, budget: Budget::new(limits) })
    }

    /// What it is, by the parts that it has.
    pub(crate) fn office(&mut self) -> Result<Office, Fault> {
        let kind = self.part("mimetype")?.unwrap_or_default();
        let kind = String::from_utf8_lossy(&kind);
        let kind = kind.trim();
        if let Some(open) = kind.strip_prefix("application/vnd.oasis.opendocument.") {
            return Ok(match open {
                "text" | "text-template" | "text-master" | "text-web" => Office::Odt,
                "spreadsheet" | "spreadsheet-template" => Office::Other("a spreadsheet (.ods)"),
                "presentation" | "presentation-template" => Office::Other("a presentation (.odp)"),
                _ => Office::Other("an OpenDocument file that is no text"),
            });
        }
        if kind == "application/epub+zip" {
            return Ok(Office::Epub);
        }
        let has = |start: &str| self.zip.file_names_raw().any(|name| name.starts_with(start.as_bytes()));
        Ok(if kind.is_empty() && has("META-INF/container.xml") {
            Office::Epub
        } else if has("xl/") {
            Office::Other("a spreadsheet (.xlsx)")
        } else if has("ppt/") {
            Office::Other("a presentation (.pptx)")
        } else if has("word/") || has("[Content_Types].xml") {
            Office::Docx
        } else if has("content.xml") && has("META-INF/") {
            Office::Odt
        } else if has("META-INF/MANIFEST.MF") {
            Office::Other("a program (Java)")
        } else {
            Office::Other("an archive (zip)")
        })
    }

    /// A part, unfolded; nothing where there is none of that name.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let part = match self.zip.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(fault(error)),
        };
        // The size that a part claims to have is not believed: what comes out is counted.
        let most = self.budget.next_part();
        let mut bytes = Vec::new();
        let read = part.take(most.saturating_add(1)).read_to_end(&mut bytes);
        self.budget.spend(bytes.len() as u64)?;
        read.map_err(|error| Fault::damaged(format!("its part {name} does not unfold: {error}")))?;
        Ok(Some(bytes))
    }
}

fn fault(error: ZipError) -> Fault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            Fault::Encrypted
        }
        ZipError::Io(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            Fault::Unreadable { reason: error.to_string() }
        }
        error => Fault::damaged(format!("the archive that it is cannot be opened: {error}")),
    }
}
