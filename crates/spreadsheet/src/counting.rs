//! Determines how to count the things that a column names.

use crate::condition::Sample;
use crate::fault::Fault;
use crate::folding::folded;
use crate::layout::Heading;
use crate::lookup;
use crate::operation::Operation;
use crate::request::Request;

/// Returns the request with counts replaced according to the content of the column: rows if each has a
/// distinct name, distinct values if they repeat, and the true rows of a boolean column. Returns none if
/// nothing has to be replaced.
pub(crate) fn settle(
    request: &Request,
    headings: &[Heading],
    sheet: &str,
    sample: &Sample,
) -> Result<Option<Request>, Fault> {
    let counts =
        |it: &Operation| matches!(it, Operation::Things | Operation::ThingsWith | Operation::TotalNumber);
    if !request.operations.iter().any(counts) {
        return Ok(None);
    }
    let ([operation], [asked]) = (request.operations.as_slice(), request.columns.as_slice()) else {
        return Err(Fault::Unfit {
            what: "how many things a column names is told for one column, and with no other operation"
                .to_owned(),
            remedy: "ask for count or distinct".to_owned(),
            field: "op",
        });
    };
    let (column, _) = lookup::find(asked, headings, sheet)?;
    let name = lookup::name(column, headings);
    let mut settled = request.clone();
    let rows = vec!["rows".to_owned()];
    if sample.truths(column).is_some() {
        settled.operations = vec![Operation::Count];
        settled.columns = rows;
        settled.conditions.push(format!("\"{name}\""));
    } else if sample.is_numeric(column) && *operation == Operation::TotalNumber {
        settled.operations = vec![Operation::Sum];
    } else if sample.is_numeric(column)
        && (*operation == Operation::ThingsWith || is_plural(&folded(sheet), &folded(&name)))
    {
        settled.operations = vec![Operation::Count];
        settled.columns = rows;
    } else if sample.is_numeric(column) {
        return Err(Fault::Unfit {
            what: format!(
                "\"{name}\" holds numbers: it is not clear whether to count its cells or to add them up"
            ),
            remedy: "ask for the sum, the count or the distinct values".to_owned(),
            field: "op",
        });
    } else if sample.is_unique(column) {
        settled.operations = vec![Operation::Count];
        settled.columns = rows;
    } else {
        settled.operations = vec![Operation::Distinct];
    }
    Ok(Some(settled))
}

/// Whether the table is named after a column, so that each row is one of its things: `flight` in flights.
fn is_plural(sheet: &str, name: &str) -> bool {
    name.len() > 2 && sheet.strip_prefix(name).is_some_and(|it| it == "s" || it == "es")
}
