use serde::Serialize;

use crate::thing_kind::ThingKind;

/// The kind of object that the texts of a parameter name, or their notation. Sentence parsers look for names
/// of that kind, and convert values to the notation: `amanhã` into a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// An existing file.
    File,
    /// An existing spreadsheet.
    Spreadsheet,
    /// An existing text document.
    Document,
    /// An existing folder.
    Folder,
    /// An existing file or folder.
    Path,
    /// A file, a folder or an application.
    Item,
    /// An application.
    Application,
    /// A column of a spreadsheet.
    Column,
    /// An open window.
    Window,
    /// A control: a button, a field.
    Thing,
    /// A table or list with its rows.
    Table,
    /// A name for a new object.
    Title,
    /// The URL of a page.
    Url,
    /// A date, such as `2026-11-16`.
    Date,
    /// A time of day, such as `17:30`.
    Time,
    /// A duration, such as `90s`.
    Duration,
    /// A number of minutes.
    Minutes,
    /// An object of the kind with that name, which a domain defines.
    #[serde(untagged)]
    Kind(&'static str),
}

impl Format {
    /// All formats but the kinds that domains define.
    pub const ALL: [Self; 17] = [
        Self::File,
        Self::Spreadsheet,
        Self::Document,
        Self::Folder,
        Self::Path,
        Self::Item,
        Self::Application,
        Self::Column,
        Self::Window,
        Self::Thing,
        Self::Table,
        Self::Title,
        Self::Url,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Minutes,
    ];

    /// Returns the name of the format in definitions.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Spreadsheet => "spreadsheet",
            Self::Document => "document",
            Self::Folder => "folder",
            Self::Path => "path",
            Self::Item => "item",
            Self::Application => "application",
            Self::Column => "column",
            Self::Window => "window",
            Self::Thing => "thing",
            Self::Table => "table",
            Self::Title => "title",
            Self::Url => "url",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Minutes => "minutes",
            Self::Kind(name) => name,
        }
    }

    /// Whether its values are dates, times, durations or amounts, and not names.
    pub fn is_measure(self) -> bool {
        matches!(self, Self::Date | Self::Time | Self::Duration | Self::Minutes)
    }

    /// Whether names of objects of another format are valid for this one.
    pub fn takes(self, kind: Self) -> bool {
        self == kind
            || match self {
                Self::File | Self::Spreadsheet | Self::Document => kind == Self::File,
                Self::Path => matches!(kind, Self::File | Self::Folder),
                Self::Item => matches!(kind, Self::File | Self::Folder | Self::Application),
                _ => false,
            }
    }

    /// Returns the file extensions of this format; none if it accepts any.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Spreadsheet => &["csv", "tsv", "xlsx", "xlsm", "xls", "ods"],
            Self::Document => &[
                "pdf", "docx", "doc", "odt", "rtf", "epub", "md", "markdown", "html", "htm", "xhtml", "txt",
                "text",
            ],
            _ => &[],
        }
    }

    /// Returns the format for the names of a kind of objects.
    pub fn of_kind(kind: &ThingKind) -> Self {
        Self::named(kind.name).unwrap_or(Self::Kind(kind.name))
    }

    /// Returns the format with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}
