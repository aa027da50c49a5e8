//! The browser of the web domain: pages in a Chromium, scanned, read into elements, roles and patterns, printed as
//! observations, and acted on by what a person calls their elements.
//!
//! Reading order: the settings; texts, addresses and files; a page as a value; how the answers of the scanner are read
//! into it; how it is printed, and how a target is found on it; the driver; and the session, which puts all of this
//! together.

pub mod settings;

mod forms;

pub mod text;

pub mod address;
pub mod files;

pub mod page;
pub mod reading;
mod remembered;
mod scanner;

pub mod observation;
pub mod targets;

pub mod driver;

pub mod session;

mod check;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use check::check;
pub use settings::Settings;

/// Reads what a page's process may answer when it is asked for a scan, and says how many elements came of it. For the
/// fuzzer, which tries answers that no page of ours would give.
#[doc(hidden)]
pub fn read_scan_answer(answer: &str) -> Option<usize> {
    let answer = serde_json::Value::String(answer.to_owned());
    let scan = reading::RawScan::from_answer(&answer).ok()?;
    // Told in terms of itself, so that what is taken over is tried as well.
    let earlier = reading::RawScan { look: scan.since, ..scan.clone() };
    let scan = scan.complete(Some(earlier)).ok()?;
    let frame =
        |parent, owner| reading::ScannedFrame { parent, owner, scan: scan.clone(), ..Default::default() };
    let frames = [frame(None, None), frame(Some(0), Some(1))];
    Some(reading::read(&frames, &mut reading::Ids::default(), &[]).elements.len())
}
