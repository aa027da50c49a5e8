//! The ZIP archive of an office document.

use std::fs::File;
use std::io::{ErrorKind, Read as _};

use lemmascope_package::{Package, PackageError};

use crate::limits::Budget;
use crate::{Fault, Limits};

/// An archive with its remaining decompression budget.
pub(crate) struct Archive {
    package: Package,
    budget: Budget,
}

/// The format of an office document in an archive.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Office {
    Docx,
    Odt,
    Epub,
    Other(&'static str),
}

impl Office {
    /// Returns its name, for messages.
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
        Ok(Self { package: Package::open(file)?, budget: Budget::new(limits) })
    }

    /// Detects the format by the parts of the archive.
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
        let has = |start: &str| self.package.names().any(|name| name.starts_with(start));
        Ok(if kind.is_empty() && has("meta-inf/container.xml") {
            Office::Epub
        } else if has("xl/") {
            Office::Other("a spreadsheet (.xlsx)")
        } else if has("ppt/") {
            Office::Other("a presentation (.pptx)")
        } else if has("word/") || has("[content_types].xml") {
            Office::Docx
        } else if has("content.xml") && has("meta-inf/") {
            Office::Odt
        } else if has("meta-inf/manifest.mf") {
            Office::Other("a program (Java)")
        } else {
            Office::Other("an archive (zip)")
        })
    }

    /// Decompresses a part; returns nothing if it does not exist.
    pub(crate) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let Some(part) = self.package.part(name)? else { return Ok(None) };
        // Reading one byte more than the budget reveals a part that exceeds it.
        let most = self.budget.next_part_limit().saturating_add(1);
        let mut bytes = Vec::new();
        let read = part.take(most).read_to_end(&mut bytes);
        self.budget.spend(bytes.len() as u64)?;
        read.map_err(|error| Fault::damaged(format!("its part {name} does not unfold: {error}")))?;
        Ok(Some(bytes))
    }
}

impl From<PackageError> for Fault {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Encrypted => Self::Encrypted,
            PackageError::Io(error) if error.kind() != ErrorKind::UnexpectedEof => {
                Self::Unreadable { reason: error.to_string() }
            }
            error => Self::damaged(format!("the archive that it is cannot be opened: {error}")),
        }
    }
}
