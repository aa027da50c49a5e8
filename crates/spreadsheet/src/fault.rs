//! What may be wrong with a spreadsheet or with what is asked of it, and what can be done.

use serde::{Deserialize, Serialize};

/// What is wrong, with what the one who asked needs to put it right. [`Fault::remedy`] says how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Fault {
    /// No column has such a name.
    #[error("there is no column \"{asked}\" on the sheet \"{sheet}\"{}", elsewhere.as_ref().map_or(String::new(), |it| format!("; the sheet \"{it}\" has one")))]
    NoSuchColumn {
        /// What was asked for.
        asked: String,
        /// The sheet that was looked at.
        sheet: String,
        /// The nearest names, best first.
        nearest: Vec<String>,
        /// All names of the sheet, up to a bound.
        all: Vec<String>,
        /// Another sheet that has such a column.
        elsewhere: Option<String>,
    },
    /// More than one column answers to the name.
    #[error("\"{asked}\" could be any of: {}", candidates.join(", "))]
    AmbiguousColumn {
        /// What was asked for.
        asked: String,
        /// The columns, with their letters.
        candidates: Vec<String>,
    },
    /// The file has no sheet of that name.
    #[error("there is no sheet \"{asked}\"")]
    NoSuchSheet {
        /// What was asked for.
        asked: String,
        /// The sheets that there are.
        all: Vec<String>,
    },
    /// A column of text was to be calculated with.
    #[error(
        "the column \"{column}\" holds no numbers to {operation}: {text} of its {cells} values are {what}{}",
        shown(examples)
    )]
    NotNumeric {
        /// The column.
        column: String,
        /// What was to be done.
        operation: String,
        /// How many values are no numbers.
        text: u64,
        /// How many values there are.
        cells: u64,
        /// What they are: text, errors.
        what: String,
        /// A few of them.
        examples: Vec<String>,
    },
    /// A column of codes was to be calculated with.
    #[error("the column \"{column}\" holds codes, which have no {operation}: {why}{}", shown(examples))]
    Codes {
        /// The column.
        column: String,
        /// What was to be done.
        operation: String,
        /// What they are known by.
        why: String,
        /// A few of them.
        examples: Vec<String>,
    },
    /// A correlation is of two columns.
    #[error("a correlation is of two columns, and {} given: {}", counted(given.len()), given.join(", "))]
    NotTwoColumns {
        /// What was given.
        given: Vec<String>,
    },
    /// There is too little to be calculated with.
    #[error("the {operation} of \"{column}\" needs {needs}")]
    TooLittle {
        /// The column.
        column: String,
        /// What was to be done.
        operation: String,
        /// What is missing.
        needs: String,
    },
    /// No column holds dates that could be grouped.
    #[error("no column holds dates to be grouped by \"{asked}\"")]
    NoDates {
        /// What was asked for.
        asked: String,
    },
    /// The parts of a request do not go together.
    #[error("{what}")]
    Unfit {
        /// What is wrong.
        what: String,
        /// What can be done.
        remedy: String,
        /// The parameter.
        field: &'static str,
    },
    /// A column of dates was to be added up.
    #[error("the column \"{column}\" holds dates, which have no {operation}{}", shown(examples))]
    Dates {
        /// The column.
        column: String,
        /// What was to be done.
        operation: String,
        /// A few of them.
        examples: Vec<String>,
    },
    /// A column has no values.
    #[error("the column \"{column}\" has no values")]
    NoValues {
        /// The column.
        column: String,
    },
    /// A column holds formulas whose results are not in the file.
    #[error("the {formulas} formulas of the column \"{column}\" have no results in the file")]
    Uncomputed {
        /// The column.
        column: String,
        /// How many.
        formulas: u64,
    },
    /// A column writes some numbers with a decimal point and some with a comma, and others could be either.
    #[error("the column \"{column}\" writes decimals both ways, so {} could be either", either.join(", "))]
    MixedConventions {
        /// The column.
        column: String,
        /// Cells that could be either.
        either: Vec<String>,
        /// Cells with a decimal point.
        point: Vec<String>,
        /// Cells with a decimal comma.
        comma: Vec<String>,
    },
    /// No row meets the conditions.
    #[error("no row meets: {filters}")]
    NothingMatches {
        /// The conditions.
        filters: String,
        /// What the column of the first condition holds.
        values: Vec<String>,
    },
    /// There is no such operation.
    #[error("\"{asked}\" is not an operation")]
    NoSuchOperation {
        /// What was asked for.
        asked: String,
    },
    /// A condition cannot be read.
    #[error("the condition \"{text}\" cannot be read: {why}")]
    UnreadableFilter {
        /// What was written.
        text: String,
        /// What part of it is not understood.
        why: String,
        /// The columns that there are, where none is named.
        columns: Vec<String>,
    },
    /// No column was named.
    #[error("no column was named")]
    NoColumn,
    /// The file is protected by a password.
    #[error("\"{name}\" is encrypted")]
    Encrypted {
        /// The file.
        name: String,
    },
    /// The file is damaged, or not what it says it is.
    #[error("\"{name}\" is damaged: {what}")]
    Broken {
        /// The file.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// The file, or the sheet, holds nothing.
    #[error("{what} is empty")]
    Empty {
        /// What holds nothing.
        what: String,
    },
    /// More than is read.
    #[error("{what}")]
    TooLarge {
        /// What is too large, and the bound.
        what: String,
        /// What can be done.
        remedy: String,
    },
    /// The file is something else.
    #[error("\"{name}\" is not a spreadsheet but {looks_like}")]
    NotASpreadsheet {
        /// The file.
        name: String,
        /// What it looks like.
        looks_like: String,
    },
    /// Reading failed.
    #[error("\"{name}\" could not be read: {why}")]
    Unreadable {
        /// The file.
        name: String,
        /// What the system says.
        why: String,
    },
}

impl Fault {
    /// What can be done about it.
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
