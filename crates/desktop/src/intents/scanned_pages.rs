//! Optical character recognition of scanned pages: renders them, recognizes the text, and inserts it into the
//! document, for as many pages as the time allows.

use std::fs::File;
use std::time::Instant;

use lemmascope_document::Document;
use lemmascope_intent::{Cause, Context, Event, Failure};

use super::Settings;
use crate::reader::{Drawn, Job};
use crate::recognition::{Recognised, Recogniser};

/// The maximum number of pages to recognize; a longer scan is read in part, which the answer mentions.
const MOST: usize = 60;

/// The minimum confidence, from 0 to 100, of recognized text.
const LEAST_CONFIDENCE: f64 = 45.0;

/// The result for the pages.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Recognition {
    /// The pages whose text was inserted into the document.
    pub(super) read: Vec<usize>,
    /// The pages without recognizable words.
    pub(super) illegible: Vec<usize>,
    /// The pages that were not processed in time.
    pub(super) left: Vec<usize>,
}

/// Recognizes the text of scanned pages until the deadline `until`.
pub(super) async fn recognise(
    document: &mut Document,
    recogniser: &Recogniser,
    (file, name): (&File, &str),
    settings: &Settings,
    until: Instant,
    cx: &Context,
) -> Result<Recognition, Failure> {
    let pages = document.scanned_pages();
    let mut done = Recognition { left: pages.iter().skip(MOST).copied().collect(), ..Recognition::default() };
    let wanted: Vec<usize> = pages.into_iter().take(MOST).collect();
    let at_once = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let what = format!("recognising {name}");
    let total = u64::try_from(wanted.len()).ok();
    let mut waiting = wanted.chunks(at_once);
    for chunk in waiting.by_ref() {
        let told = u64::try_from(done.read.len() + done.illegible.len()).unwrap_or_default();
        cx.events.emit(Event::Progress { what: what.clone(), done: told, total });
        let jobs = chunk.iter().map(|page| recognised(*page, recogniser, file, settings, cx));
        let jobs = futures_util::future::join_all(jobs);
        let Ok(found) = tokio::time::timeout_at(until.into(), jobs).await else {
            done.left.extend(chunk);
            break;
        };
        for (page, found) in chunk.iter().zip(found) {
            let found = found?;
            match found.confidence >= LEAST_CONFIDENCE && document.put_ocr(*page, &found.text) {
                true => done.read.push(*page),
                false => done.illegible.push(*page),
            }
        }
    }
    done.left.extend(waiting.flatten());
    done.left.sort_unstable();
    Ok(done)
}

async fn recognised(
    page: usize,
    recogniser: &Recogniser,
    file: &File,
    settings: &Settings,
    cx: &Context,
) -> Result<Recognised, Failure> {
    let file = file.try_clone().map_err(|error| Failure::new(Cause::Failed, error.to_string()))?;
    let drawn: Drawn = settings.reader.run(file, Job::Render { page }, cx).await?;
    recogniser.read(&drawn.picture()?, cx).await
}
