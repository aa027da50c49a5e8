//! The pipeline from a file to its figures.

use std::fs::File;
use std::io::{Read as _, Seek as _};

use crate::analysis::{Analysis, Progress};
use crate::conclusion::{Conclusion, conclude};
use crate::delimited;
use crate::fault::Fault;
use crate::kind::{self, Kind};
use crate::plan::Plan;
use crate::request::Request;
use crate::tally::Tally;
use crate::workbook;

/// The maximum number of passes over a file. Each pass settles something permanently, and there are no more
/// things to settle.
const MOST_PASSES: usize = 8;

/// Reads a spreadsheet and answers the request. The format is detected by content; `name` is for messages
/// only. `progress` is called from time to time.
///
/// # Errors Returns a [`Fault`] that describes the problem with the file or the request, and a remedy.
pub fn analyze(
    mut file: File,
    name: &str,
    request: &Request,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    let unreadable =
        |error: std::io::Error| Fault::Unreadable { name: name.to_owned(), why: error.to_string() };
    let mut head = Vec::new();
    (&file).take(kind::HEAD).read_to_end(&mut head).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    match kind::of(&head, name)? {
        Kind::Workbook => workbook::analyze(file, name, request, progress),
        Kind::Text => delimited::analyze(&file, name, request, progress),
    }
}

/// Repeats passes over the rows until all figures are known.
pub(crate) fn settle(
    request: &Request,
    sheet: &str,
    first: (Plan, Tally),
    pass: &mut dyn FnMut(&Plan) -> Result<Tally, Fault>,
) -> Result<Analysis, Fault> {
    let (mut plan, mut tally) = first;
    for _ in 0..MOST_PASSES {
        match conclude(request, sheet, plan, tally)? {
            Conclusion::Known(analysis) => return Ok(analysis),
            Conclusion::Again(corrected) => {
                tally = pass(&corrected)?;
                plan = *corrected;
            }
        }
    }
    Err(Fault::TooLarge {
        what: "the columns could not be settled on in a bounded number of passes".to_owned(),
        remedy: "say decimal=point or decimal=comma".to_owned(),
    })
}
