//! The health check of the sandbox for reading files.

use std::io::Write;

use lemmascope_intent::{Cause, Check, CheckState, Context, Failure, Finding};
use lemmascope_spreadsheet::Columns;
use rustix::fs::MemfdFlags;

use super::confinement::is_supported;
use super::{Job, Reader};

/// Returns the check that a reader starts, and that the kernel can sandbox it.
pub(crate) fn check(reader: Reader) -> Check {
    Check::essential("sandbox", "reading spreadsheets and documents safely", move |cx| {
        let reader = reader.clone();
        Box::pin(async move {
            match (read_table(&reader, &cx).await, is_supported()) {
                (Err(failure), _) => Finding::failed(CheckState::Broken, failure),
                (Ok(()), true) => Finding::ok("readers run confined by Landlock"),
                (Ok(()), false) => Finding::missing(
                    "readers run with limits of memory and time; this kernel has no Landlock",
                    "Use Linux 5.13 or later with landlock in /sys/kernel/security/lsm.",
                ),
            }
        })
    })
}

/// Makes a reader parse a small table.
async fn read_table(reader: &Reader, cx: &Context) -> Result<(), Failure> {
    let broken = |error: std::io::Error| {
        Failure::new(Cause::Failed, format!("no file could be made in memory: {error}"))
    };
    let table =
        rustix::fs::memfd_create("table", MemfdFlags::CLOEXEC).map_err(|error| broken(error.into()))?;
    let mut file = std::fs::File::from(table);
    file.write_all(b"name,amount\nfern,3\nmoss,4\n").map_err(broken)?;
    let job = Job::Columns { name: "table.csv".into(), sheet: None };
    let found: Columns = reader.run(file, job, cx).await?;
    match found.columns.len() {
        2 => Ok(()),
        count => {
            Err(Failure::new(Cause::Failed, format!("a reader found {count} columns in a table of two")))
        }
    }
}
