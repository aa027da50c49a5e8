//! Plain text: detects paragraphs, list items, headings and tables by layout.

mod chunk;
mod heading;
mod line;

use std::collections::{HashMap, HashSet};

use self::chunk::{Setting, put};
use self::line::Line;
use crate::flow::Flow;
use crate::limits::too_large;
use crate::{Block, Document, Fault, Kind, Limits};

/// The maximum number of lines. A file of line breaks only would use much memory and contain nothing.
const LINES: usize = 2_000_000;

/// Reads plain text. A form feed starts a page.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Document, Fault> {
    if text.len() > limits.text {
        return Err(too_large("its text", limits.text as u64));
    }
    if text.bytes().filter(|byte| *byte == b'\n').count() > LINES {
        return Err(Fault::TooLarge { what: "the number of its lines".into(), limit: LINES.to_string() });
    }
    let pages = pages(text);
    let running = running_headers_and_footers(&pages);
    let setting = Setting::of(&pages);
    let mut flow = Flow::new(limits);
    for (number, lines) in pages.iter().enumerate() {
        if number > 0 {
            flow.turn()?;
        }
        let first = lines.iter().position(|line| !line.is_blank());
        let last = lines.iter().rposition(|line| !line.is_blank());
        let kept = lines.iter().enumerate().map(|(at, line)| {
            let edge = Some(at) == first || Some(at) == last;
            if edge && running.contains(&line.shape()) { Line::default() } else { *line }
        });
        let kept: Vec<Line<'_>> = kept.collect();
        let mut opening = number == 0;
        let mut at = 0;
        while at < kept.len() {
            if kept[at].is_blank() {
                at += 1;
                continue;
            }
            let end = kept[at..].iter().position(Line::is_blank).map_or(kept.len(), |length| at + length);
            let indented_after =
                kept[end..].iter().find(|line| !line.is_blank()).is_some_and(|line| line.indent > 0);
            put(&mut flow, &kept[at..end], &setting, opening, indented_after)?;
            opening = false;
            at = end;
        }
    }
    let mut document = flow.into_document(None);
    tie(&mut document);
    Ok(document)
}

/// Returns the blocks of an OCR text.
pub(crate) fn blocks(text: &str, limits: &Limits) -> Result<Vec<Block>, Fault> {
    Ok(read(text, limits)?.pages.into_iter().flat_map(|page| page.blocks).collect())
}

fn pages(text: &str) -> Vec<Vec<Line<'_>>> {
    text.split('\u{c}').map(|page| page.lines().map(Line::new).collect()).collect()
}

/// Returns the lines at the top or bottom of half of the pages, ignoring numbers. These are headers and
/// footers.
fn running_headers_and_footers(pages: &[Vec<Line<'_>>]) -> HashSet<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for lines in pages {
        let mut said = lines.iter().filter(|line| !line.is_blank());
        let edges = [said.next(), said.next_back()];
        for line in edges.into_iter().flatten() {
            *seen.entry(line.shape()).or_default() += 1;
        }
    }
    let enough = (pages.len() / 2).max(3);
    seen.into_iter().filter(|(_, count)| *count >= enough).map(|(shape, _)| shape).collect()
}

/// Joins a paragraph that a page break interrupts.
fn tie(document: &mut Document) {
    for at in 1..document.pages.len() {
        let (before, after) = document.pages.split_at_mut(at);
        let next = after.first().and_then(|page| page.blocks.first());
        let last = before.last_mut().and_then(|page| page.blocks.last_mut());
        if let (Some(last), Some(next)) = (last, next) {
            let open = !last.text.ends_with(['.', '!', '?', ':', '…', '"', '”']);
            let goes_on = next.text.starts_with(char::is_lowercase);
            last.continues = last.kind == Kind::Paragraph && next.kind == Kind::Paragraph && open && goes_on;
        }
    }
}
