use serde::Serialize;

use crate::thing_kind::ThingKind;

/// What the texts of a parameter are names of, or how they are written. Whoever reads sentences looks for names of that kind,
/// and turns what was said into what is written: `amanhã` into a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A file that there is.
    File,
    /// A spreadsheet that there is.
    Spreadsheet,
    /// A text document that there is.
    Document,
    /// A folder that there is.
    Folder,
    /// A file or a folder that there is.
    Path,
    /// A file, a folder or an application.
    Item,
    /// An application.
    Application,
    /// A column of a spreadsheet.
    Column,
    /// A window that is open.
    Window,
    /// A thing that can be used: a button, a field.
    Thing,
    /// A name for something that there is not yet.
    Title,
    /// An address of a page.
    Url,
    /// A day, as `2026-11-16`.
    Date,
    /// A time of day, as `17:30`.
    Time,
    /// A length of time, as `90s`.
    Duration,
    /// A number of minutes.
    Minutes,
    /// A thing of the kind of that name, which a domain brings.
    #[serde(untagged)]
    Kind(&'static str),
}

impl Format {
    /// All of them but the kinds that domains bring.
    pub const ALL: [Self; 16] = [
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
        Self::Title,
        Self::Url,
        Self::Date,
        Self::Time,
        Self::Duration,
        Self::Minutes,
    ];

    /// As a definition writes it.
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
            Self::Title => "title",
            Self::Url => "url",
            Self::Date => "date",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Minutes => "minutes",
            Self::Kind(name) => name,
        }
    }

    /// Whether its values say when or how long, and name nothing.
    pub fn is_measure(self) -> bool {
        matches!(self, Self::Date | Self::Time | Self::Duration | Self::Minutes)
    }

    /// Whether a thing of another kind is one of those that this format takes the names of.
    pub fn takes(self, kind: Self) -> bool {
        self == kind
            || match self {
                Self::File | Self::Spreadsheet | Self::Document => kind == Self::File,
                Self::Path => matches!(kind, Self::File | Self::Folder),
                Self::Item => matches!(kind, Self::File | Self::Folder | Self::Application),
                _ => false,
            }
    }

    /// The extensions that files of this format have; none where any will do.
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

    /// The format of the names of a kind of things.
    pub fn of_kind(kind: &ThingKind) -> Self {
        Self::named(kind.name).unwrap_or(Self::Kind(kind.name))
    }

    /// The format of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }
}
