//! The browser of the web domain. It scans pages in a browser, parses the scans into elements, roles and
//! patterns, prints them as observations, and acts on elements that the user describes.
//!
//! Reading order: settings; texts, addresses and files; the page as a value; parsing of scanner output;
//! observations and target resolution; the driver; and the session, which combines them.

pub mod settings;

mod forms;

pub mod text;

pub mod address;
pub mod files;

mod bounded_cache;
pub mod page;
pub mod reading;
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

/// Parses a scan result that comes from a page's process and returns the number of elements. The fuzzer calls
/// it with results that the scanner would never produce.
#[doc(hidden)]
pub fn read_scan_answer(answer: &str) -> Option<usize> {
    let answer = serde_json::Value::String(answer.to_owned());
    let scan = reading::RawScan::from_answer(&answer).ok()?;
    // The scan refers to itself as the earlier scan, so that the reuse of unchanged parts is exercised too.
    let earlier = reading::RawScan { look: scan.since, ..scan.clone() };
    let scan = scan.complete(Some(earlier)).ok()?;
    let frame =
        |parent, owner| reading::ScannedFrame { parent, owner, scan: scan.clone(), ..Default::default() };
    let frames = [frame(None, None), frame(Some(0), Some(1))];
    Some(reading::read(&frames, &mut reading::Ids::default(), &[]).elements.len())
}
