//! Errors of a spreadsheet or a request, with remedies.

use serde::{Deserialize, Serialize};

/// An error, with the information that the user needs to fix it. [`Fault::remedy`] describes how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// No column has this name.
    #[error("there is no column \"{asked}\" on the sheet \"{sheet}\"{}", elsewhere.as_ref().map_or(String::new(), |it| format!("; the sheet \"{it}\" has one")))]
    NoSuchColumn {
        /// The requested name.
        asked: String,
        /// The sheet.
        sheet: String,
        /// The most similar names, best first.
        nearest: Vec<String>,
        /// All names of the sheet, up to a limit.
        all: Vec<String>,
        /// Another sheet with this column.
        elsewhere: Option<String>,
    },
    /// Several columns match the name.
    #[error("\"{asked}\" could be any of: {}", candidates.join(", "))]
    AmbiguousColumn {
        /// The requested name.
        asked: String,
        /// The columns, with their letters.
        candidates: Vec<String>,
    },
    /// The file has no sheet with this name.
    #[error("there is no sheet \"{asked}\"")]
    NoSuchSheet {
        /// The requested name.
        asked: String,
        /// The existing sheets.
        all: Vec<String>,
    },
    /// The operation needs numbers, and the column contains text.
    #[error(
        "the column \"{column}\" holds no numbers to {operation}: {text} of its {cells} values are {what}{}",
        shown(examples)
    )]
    NotNumeric {
        /// The column.
        column: String,
        /// The operation.
        operation: String,
        /// The number of values that are not numbers.
        text: u64,
        /// The number of values.
        cells: u64,
        /// The kind of the values: text, errors.
        what: String,
        /// Examples.
        examples: Vec<String>,
    },
    /// The operation needs numbers, and the column contains codes.
    #[error("the column \"{column}\" holds codes, which have no {operation}: {why}{}", shown(examples))]
    Codes {
        /// The column.
        column: String,
        /// The operation.
        operation: String,
        /// The reason why they are codes.
        why: String,
        /// Examples.
        examples: Vec<String>,
    },
    /// A correlation needs two columns.
    #[error("a correlation is of two columns, and {} given: {}", counted(given.len()), given.join(", "))]
    NotTwoColumns {
        /// The given columns.
        given: Vec<String>,
    },
    /// The column has too few values for the operation.
    #[error("the {operation} of \"{column}\" needs {needs}")]
    TooLittle {
        /// The column.
        column: String,
        /// The operation.
        operation: String,
        /// The missing requirement.
        needs: String,
    },
    /// No column contains dates to group by.
    #[error("no column holds dates to be grouped by \"{asked}\"")]
    NoDates {
        /// The requested grouping.
        asked: String,
    },
    /// The parts of a request are incompatible.
    #[error("{what}")]
    Unfit {
        /// The problem.
        what: String,
        /// The remedy.
        remedy: String,
        /// The parameter.
        field: &'static str,
    },
    /// The operation needs numbers, and the column contains dates.
    #[error("the column \"{column}\" holds dates, which have no {operation}{}", shown(examples))]
    Dates {
        /// The column.
        column: String,
        /// The operation.
        operation: String,
        /// Examples.
        examples: Vec<String>,
    },
    /// A column has no values.
    #[error("the column \"{column}\" has no values")]
    NoValues {
        /// The column.
        column: String,
    },
    /// The column contains formulas without cached results in the file.
    #[error("the {formulas} formulas of the column \"{column}\" have no results in the file")]
    Uncomputed {
        /// The column.
        column: String,
        /// The number of formulas.
        formulas: u64,
    },
    /// Some numbers of the column have a decimal point and some a decimal comma, and others are ambiguous.
    #[error("the column \"{column}\" writes decimals both ways, so {} could be either", either.join(", "))]
    MixedConventions {
        /// The column.
        column: String,
        /// Ambiguous cells.
        either: Vec<String>,
        /// Cells with a decimal point.
        point: Vec<String>,
        /// Cells with a decimal comma.
        comma: Vec<String>,
    },
    /// No row satisfies the conditions.
    #[error("no row meets: {filters}")]
    NothingMatches {
        /// The conditions.
        filters: String,
        /// The values of the column in the first condition.
        values: Vec<String>,
    },
    /// The operation is unknown.
    #[error("\"{asked}\" is not an operation")]
    NoSuchOperation {
        /// The requested operation.
        asked: String,
    },
    /// A condition cannot be parsed.
    #[error("the condition \"{text}\" cannot be read: {why}")]
    UnreadableFilter {
        /// The condition.
        text: String,
        /// The part that is not understood.
        why: String,
        /// The columns, if the condition names none.
        columns: Vec<String>,
    },
    /// The request names no column.
    #[error("no column was named")]
    NoColumn,
    /// The file is password-protected.
    #[error("\"{name}\" is encrypted")]
    Encrypted {
        /// The file.
        name: String,
    },
    /// The file is corrupt or has another format than it claims.
    #[error("\"{name}\" is damaged: {what}")]
    Broken {
        /// The file.
        name: String,
        /// The problem.
        what: String,
    },
    /// The file or the sheet is empty.
    #[error("{what} is empty")]
    Empty {
        /// The empty object.
        what: String,
    },
    /// The file exceeds a limit.
    #[error("{what}")]
    TooLarge {
        /// The exceeded limit.
        what: String,
        /// The remedy.
        remedy: String,
    },
    /// The file is not a spreadsheet.
    #[error("\"{name}\" is not a spreadsheet but {looks_like}")]
    NotASpreadsheet {
        /// The file.
        name: String,
        /// The apparent format.
        looks_like: String,
    },
    /// The file could not be read.
    #[error("\"{name}\" could not be read: {why}")]
    Unreadable {
        /// The file.
        name: String,
        /// The error of the operating system.
        why: String,
    },
}

impl Fault {
    /// Returns the remedy.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self {
            Fault::NoSuchColumn { elsewhere: Some(sheet), .. } => format!("name the sheet \"{sheet}\" too"),
            Fault::NoSuchColumn { nearest, all, .. } if nearest.is_empty() => {
                format!("its columns are: {}", all.join(", "))
            }
            Fault::NoSuchColumn { nearest, .. } => format!("did you mean {}?", quoted(nearest)),
            Fault::AmbiguousColumn { .. } => "say which one, by its whole name or its letter".to_owned(),
            Fault::NoSuchSheet { all, .. } => format!("its sheets are: {}", all.join(", ")),
            Fault::NotNumeric { .. } => "name a column of numbers, or ask for count".to_owned(),
            Fault::Codes { .. } => "name a column of numbers, or ask for count, distinct or values".to_owned(),
            Fault::NotTwoColumns { .. } => "name two columns, with a comma between them".to_owned(),
            Fault::TooLittle { .. } => "relax the condition, or name another column".to_owned(),
            Fault::NoDates { .. } => "name a column to group by".to_owned(),
            Fault::Unfit { remedy, .. } => remedy.clone(),
            Fault::Dates { .. } => {
                "ask for count, minimum or maximum, or name a column of numbers".to_owned()
            }
            Fault::NoValues { .. } => {
                "name another column, or look at whether the right sheet was read".to_owned()
            }
            Fault::Uncomputed { .. } => {
                "open the file in a spreadsheet program and save it there, which stores the results"
                    .to_owned()
            }
            Fault::MixedConventions { .. } => {
                "specify the decimal separator: decimal=point or decimal=comma".to_owned()
            }
            Fault::NothingMatches { values, .. } if values.is_empty() => "relax the condition".to_owned(),
            Fault::NothingMatches { values, .. } => {
                format!("the column holds, for instance, {}", quoted(values))
            }
            Fault::NoSuchOperation { .. } => OPERATIONS.to_owned(),
            Fault::UnreadableFilter { columns, .. } if !columns.is_empty() => {
                format!("the columns are: {}", columns.join(", "))
            }
            Fault::UnreadableFilter { .. } => {
                "write a column, a comparison and a value: Year = 2024, Price between 10 and 20, Name contains North, Note is empty".to_owned()
            }
            Fault::NoColumn => "name a column, by its heading, letter or number".to_owned(),
            Fault::Encrypted { .. } => {
                "open it in a spreadsheet program and save it without a password".to_owned()
            }
            Fault::Broken { .. } => {
                "fetch it again, or open it in a spreadsheet program and save it again".to_owned()
            }
            Fault::Empty { .. } => "look at whether it is the right file and sheet".to_owned(),
            Fault::TooLarge { remedy, .. } => remedy.clone(),
            Fault::NotASpreadsheet { .. } => "give a CSV, XLSX, XLS or ODS file".to_owned(),
            Fault::Unreadable { .. } => "look at whether the file can be read".to_owned(),
        }
    }
}

const OPERATIONS: &str = "use sum, average, count, missing, distinct, minimum, maximum, median, a percentile such as p90, standard deviation, variance, correlation, highest row, lowest row, most common, values or percentage";

fn counted(many: usize) -> String {
    match many {
        1 => "1 was".to_owned(),
        many => format!("{many} were"),
    }
}

fn shown(examples: &[String]) -> String {
    if examples.is_empty() { String::new() } else { format!(", such as {}", quoted(examples)) }
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
