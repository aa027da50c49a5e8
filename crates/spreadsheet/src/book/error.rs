//! Errors of a workbook, without the file name, which the reader of a part does not know.

use std::io;

use lemmascope_package::PackageError;
use lemmascope_package::xml::XmlError;

use crate::fault::Fault;

/// An error of a workbook.
#[derive(Debug)]
pub(super) enum WorkbookError {
    /// It violates its format.
    Broken(String),
    /// It is password-protected.
    Encrypted,
    /// It contains, or claims to contain, more than the limits allow.
    TooLarge(String),
    /// It is not a workbook.
    NotAWorkbook(String),
    /// It has no sheet with cells.
    Empty,
    /// The operating system failed to read it.
    Unreadable(String),
}

impl WorkbookError {
    pub(super) fn broken(what: impl Into<String>) -> Self {
        Self::Broken(what.into())
    }

    /// Adds the file name.
    pub(super) fn of(self, name: &str) -> Fault {
        let name = name.to_owned();
        match self {
            Self::Broken(what) => Fault::Broken { name, what },
            Self::Encrypted => Fault::Encrypted { name },
            Self::TooLarge(what) => Fault::TooLarge {
                what: format!("\"{name}\" is too large: {what}"),
                remedy: "save the sheet alone as CSV and ask that file".to_owned(),
            },
            Self::NotAWorkbook(looks_like) => Fault::NotASpreadsheet { name, looks_like },
            Self::Empty => Fault::Empty { what: format!("\"{name}\"") },
            Self::Unreadable(why) => Fault::Unreadable { name, why },
        }
    }
}

impl From<io::Error> for WorkbookError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::broken("it ends too early"),
            // The error kinds of a decompressor for invalid data.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::Other => {
                Self::Broken(format!("a part cannot be unpacked ({error})"))
            }
            io::ErrorKind::FileTooLarge => {
                Self::TooLarge("a part of it unpacks to far more than a spreadsheet would".to_owned())
            }
            _ => Self::Unreadable(error.to_string()),
        }
    }
}

impl From<PackageError> for WorkbookError {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Encrypted => Self::Encrypted,
            PackageError::TooManyParts => Self::TooLarge(error.to_string()),
            PackageError::Broken | PackageError::Unsupported(_) => Self::Broken(error.to_string()),
            PackageError::Io(error) => error.into(),
        }
    }
}

impl From<XmlError> for WorkbookError {
    fn from(error: XmlError) -> Self {
        match error {
            XmlError::CutOff | XmlError::DefinesEntities => Self::Broken(error.to_string()),
            XmlError::TooLong(_) => Self::TooLarge(error.to_string()),
            XmlError::Io(error) => error.into(),
        }
    }
}
