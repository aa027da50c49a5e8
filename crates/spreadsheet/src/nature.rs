//! The nature of a column, and the operations that it supports.

use crate::accumulator::Accumulator;
use crate::analysis::Skipped;
use crate::evidence::ColumnEvidence;
use crate::fault::Fault;
use crate::operation::Operation;
use crate::plan::{Plan, Subject, Target};

/// The predominant content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nature {
    Numbers,
    Dates,
    /// Codes, with the reason for this classification.
    Codes(&'static str),
    Other,
}

/// Classifies a column. It is numeric unless other content clearly predominates: a few notes among amounts
/// are skipped and reported, but a few numbers among names do not make a sum meaningful.
pub(crate) fn nature(
    target: &Target,
    measured: &Accumulator,
    skipped: &Skipped,
    column_evidence: &ColumnEvidence,
) -> Nature {
    if target.operation.accepts_any_cell() {
        return Nature::Other;
    }
    if let Some(why) = column_evidence.shapes.codes() {
        return Nature::Codes(why);
    }
    if target.coded && !target.operation.orders() {
        return Nature::Codes("its name says so, and it holds whole numbers alone");
    }
    if measured.dates > measured.numbers && measured.dates * 4 >= skipped.text {
        Nature::Dates
    } else if measured.numbers > 0 && measured.numbers * 4 >= skipped.text {
        Nature::Numbers
    } else {
        Nature::Other
    }
}

/// Returns an error if the column does not support the operation.
pub(crate) fn check(
    plan: &Plan,
    target: &Target,
    nature: Nature,
    measured: &Accumulator,
    skipped: &Skipped,
    column_evidence: &[ColumnEvidence],
) -> Result<(), Fault> {
    let operation = target.operation;
    if matches!(operation, Operation::Values | Operation::Lookup | Operation::Common) && measured.filled == 0
    {
        return Err(Fault::NoValues { column: target.column.name.clone() });
    }
    if operation.accepts_any_cell() {
        return Ok(());
    }
    if let Subject::With(slot, other) = &target.subject
        && let Some(why) = column_evidence[*slot].shapes.codes()
    {
        return Err(codes(&other.name, operation, why, &column_evidence[*slot]));
    }
    let column = target.column.name.clone();
    let examples = || skipped.examples.iter().take(3).map(|it| it.holds.clone()).collect();
    match nature {
        Nature::Numbers => paired(plan, target, measured),
        Nature::Dates if operation.orders() => Ok(()),
        Nature::Dates => Err(Fault::Dates { column, operation: operation.to_string(), examples: examples() }),
        Nature::Codes(why) => Err(codes(&column, operation, why, &column_evidence[target.slot])),
        Nature::Other if measured.filled == 0 && skipped.missing == 0 => Err(Fault::NoValues { column }),
        Nature::Other if skipped.uncomputed > 0 && skipped.uncomputed * 2 >= measured.filled => {
            Err(Fault::Uncomputed { column, formulas: skipped.uncomputed })
        }
        Nature::Other => {
            let kinds = [
                (skipped.text, "text"),
                (skipped.error + skipped.missing, "errors or missing"),
                (skipped.boolean, "true or false"),
                (skipped.date, "dates"),
            ];
            let most = kinds.iter().max_by_key(|(count, _)| *count).map_or("text", |(_, what)| what);
            let cells = measured.filled + skipped.missing;
            Err(Fault::NotNumeric {
                column,
                operation: operation.to_string(),
                text: cells - measured.numbers,
                cells,
                what: most.to_owned(),
                examples: examples(),
            })
        }
    }
}

/// Returns an error if the second column of a pair has no numbers next to those of the first.
fn paired(plan: &Plan, target: &Target, measured: &Accumulator) -> Result<(), Fault> {
    use crate::accumulator::Gathered;
    let Subject::With(slot, other) = &target.subject else { return Ok(()) };
    match &measured.gathered {
        Gathered::Together(together) if together.count == 0 => Err(Fault::TooLittle {
            column: format!("{}\" and \"{}", target.column.name, other.name),
            operation: target.operation.to_string(),
            needs: format!("numbers in both columns, and no row has one in \"{}\" too", plan.name(*slot)),
        }),
        _ => Ok(()),
    }
}

fn codes(column: &str, operation: Operation, why: &str, column_evidence: &ColumnEvidence) -> Fault {
    Fault::Codes {
        column: column.to_owned(),
        operation: operation.to_string(),
        why: why.to_owned(),
        examples: column_evidence.shapes.shown(),
    }
}
