//! PDF files: extracts the positioned glyphs of each page, and reconstructs the text in reading order.
//!
//! The content stream of a page is interpreted ([`content`]) with its fonts ([`typeface`]). Glyphs become
//! segments ([`segment`]), segments become lines in column order ([`columns`]), right-to-left text is
//! reordered ([`bidi`]), headers and footers are removed ([`headers_footers`]), and the rest becomes
//! paragraphs ([`paragraphs`]), which are classified ([`classification`]).

mod open;

mod annotations;
mod content;
mod deadline;
mod layers;
mod matrix;
mod operands;
mod page_content;
mod stream;
mod typeface;
mod unicode_map;

mod bidi;
mod columns;
mod headers_footers;
mod line;
mod segment;

mod classification;
mod paragraphs;
mod text;
mod words;

mod render;

use std::sync::mpsc;

use hayro_syntax::Pdf;
use hayro_syntax::object::Dict;

use self::content::ContentInterpreter;
use self::deadline::Deadline;
use self::open::{guarded, open, run_on_large_stack};
use self::page_content::PageContent;
use self::text::{FEW, RawPage, write};
use crate::limits::{Budget, too_large};
use crate::{Document, Fault, Limits, Progress};

/// Reads a PDF file. The language is not set.
pub(crate) fn read(
    bytes: Vec<u8>,
    limits: &Limits,
    progress: &mut dyn FnMut(Progress),
) -> Result<Document, Fault> {
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || run_on_large_stack(move || read_pages(bytes, limits, &sender)));
        for step in receiver {
            progress(step);
        }
        worker.join().unwrap_or_else(|_| Err(Fault::damaged("its objects cannot be made out")))
    })
}

/// Renders a 1-based page of a PDF file as a grayscale PNG.
pub(crate) fn render(bytes: Vec<u8>, page: usize, dpi: f32) -> Result<Vec<u8>, Fault> {
    render::render(bytes, page, dpi, &Limits::default())
}

fn read_pages(bytes: Vec<u8>, limits: &Limits, progress: &mpsc::Sender<Progress>) -> Result<Document, Fault> {
    let clock = Deadline::new(limits.time);
    let whole = has_eof_marker(&bytes);
    let pdf = open(bytes, limits)?;
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    let mut press = ContentInterpreter::new(catalog.as_ref(), Budget::new(limits), clock);
    let of = pdf.pages().len();
    let mut faces = Vec::with_capacity(of);
    let (mut broken, mut cut, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
    let mut letters = 0;
    let mut unread = 0;
    for (at, page) in pdf.pages().iter().enumerate() {
        if press.clock.is_over() {
            unread += 1;
            faces.push(RawPage::default());
            continue;
        }
        let sheet = match guarded(|| press.sheet(page)) {
            Some(sheet) => sheet?,
            None => {
                broken.push(at + 1);
                PageContent::default()
            }
        };
        letters += sheet.letters.len();
        if letters > limits.text {
            return Err(too_large("its text", limits.text as u64));
        }
        if sheet.lost {
            broken.push(at + 1);
        }
        if sheet.cut {
            cut.push(at + 1);
        }
        if lacks_unicode_mapping(&sheet) {
            unreadable.push(at + 1);
        }
        faces.push(face(&sheet, &press));
        // The receiver is gone only if the caller gave up reading.
        let _ = progress.send(Progress { done: at + 1, of });
    }
    if unread == of {
        return Err(Fault::TooLarge {
            what: "the time that it takes to read".into(),
            limit: format!("{} seconds", limits.time.as_secs()),
        });
    }
    let mut document = write(faces);
    document.title = document.title.or_else(|| title(&pdf));
    note(&mut document, &broken, "could not be read: the file is damaged there");
    note(&mut document, &cut, "was read only in part: there is more on it than a page can hold");
    note(&mut document, &unreadable, "has fonts that do not say which letters their shapes are");
    if unread > 0 {
        let first = of - unread + 1;
        document.notes.push(match unread {
            1 => format!("Page {first} was not read: it would have taken too long."),
            _ => format!("Pages {first}-{of} were not read: they would have taken too long."),
        });
    }
    if !whole {
        document.notes.push("The end of the file is missing; this is what could be read of it.".into());
    }
    Ok(document)
}

/// Returns the lines of a page in reading order.
fn face(sheet: &PageContent, press: &ContentInterpreter<'_>) -> RawPage {
    if lacks_unicode_mapping(sheet) {
        return RawPage { scanned: true, ..RawPage::default() };
    }
    let (segments, _, height) = segment::segments(sheet, &press.faces);
    let inked = sheet.letters.chars().filter(|letter| !letter.is_whitespace()).count();
    let pictured = sheet.pictures > 0.5;
    let scanned = inked < FEW && pictured || inked == 0 && is_drawn(sheet);
    let lines = columns::lines_in_reading_order(headers_footers::remove_line_numbers(segments));
    RawPage { lines, height, scanned, pictured }
}

/// Whether a page without glyphs may show text: an image, or as many curves as outlined letters have.
fn is_drawn(sheet: &PageContent) -> bool {
    sheet.pictures > 0.02 || sheet.curves > 400
}

/// Whether the glyphs of a page cannot be mapped to Unicode.
fn lacks_unicode_mapping(sheet: &PageContent) -> bool {
    let known = sheet.letters.chars().filter(|letter| letter.is_alphabetic()).count();
    sheet.unknown > 20 && sheet.unknown > known && known < 200
}

/// Whether a file has the end of a complete file.
fn has_eof_marker(bytes: &[u8]) -> bool {
    let tail = bytes.get(bytes.len().saturating_sub(4096)..).unwrap_or_default();
    tail.windows(5).any(|window| window == b"%%EOF")
}

/// Returns the title in the metadata, unless it is a file name, which some programs put there.
fn title(pdf: &Pdf) -> Option<String> {
    let raw = pdf.metadata().title.as_ref()?;
    let title = match raw.strip_prefix(b"\xfe\xff") {
        Some(wide) => {
            let units =
                wide.chunks_exact(2).filter_map(|pair| Some(u16::from_be_bytes(pair.try_into().ok()?)));
            char::decode_utf16(units).map(|letter| letter.unwrap_or('\u{fffd}')).collect()
        }
        None => match std::str::from_utf8(raw) {
            Ok(text) => text.trim_start_matches('\u{feff}').to_owned(),
            Err(_) => raw.iter().map(|byte| char::from(*byte)).collect::<String>(),
        },
    };
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let lower = title.to_lowercase();
    let of_a_program =
        [".doc", ".dvi", ".tex", ".indd", ".qxd", ".pdf", ".ps", ".odt", "untitled", "microsoft word"];
    let sound =
        title.contains(' ') && title.len() < 300 && !of_a_program.iter().any(|part| lower.contains(part));
    sound.then_some(title)
}

/// Adds a note about pages.
fn note(document: &mut Document, pages: &[usize], what: &str) {
    const NAMED: usize = 10;
    let named: Vec<String> = pages.iter().take(NAMED).map(ToString::to_string).collect();
    match pages.len() {
        0 => {}
        1 => document.notes.push(format!("Page {} {what}.", named.join(", "))),
        more if more > NAMED => {
            document.notes.push(format!("{more} pages, {} among them: each {what}.", named.join(", ")))
        }
        _ => document.notes.push(format!("Pages {}: each {what}.", named.join(", "))),
    }
}
