//! Converts pages into the blocks of a document.

use std::collections::BTreeMap;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use super::bidi;
use super::classification::{Place, Section, Setting};
use super::headers_footers;
use super::line::Line;
use super::paragraphs::{Group, groups};
use super::words::Words;
use crate::{Block, Document, Kind, Page};

/// A page before the conversion.
#[derive(Debug, Default)]
pub(super) struct RawPage {
    pub(super) lines: Vec<Line>,
    pub(super) height: f32,
    pub(super) scanned: bool,
    /// Whether an image covers most of it.
    pub(super) pictured: bool,
}

/// The maximum number of letters next to the image of a scanned page.
pub(super) const FEW: usize = 16;

/// Converts the pages into a document.
pub(super) fn write(faces: Vec<RawPage>) -> Document {
    let heights: Vec<f32> = faces.iter().map(|face| face.height).collect();
    let mut scanned: Vec<bool> = faces.iter().map(|face| face.scanned).collect();
    let pictured: Vec<bool> = faces.iter().map(|face| face.pictured).collect();
    let mut pages: Vec<Vec<Line>> = faces.into_iter().map(|face| face.lines).collect();
    bidi::settle(pages.iter_mut().flatten().map(|line| &mut line.text));
    headers_footers::clear(&mut pages, &heights, &pictured);
    // Without its stamp, a page may be a scan.
    for ((lines, pictured), scanned) in pages.iter_mut().zip(pictured).zip(&mut scanned) {
        let inked = lines.iter().flat_map(|line| line.text.chars()).filter(|it| !it.is_whitespace()).count();
        if pictured && inked < FEW {
            lines.clear();
            *scanned = true;
        }
    }
    let first = pages.iter().position(|lines| lines.iter().any(has_enough_letters)).unwrap_or(0);
    if let Some(first) = pages.get_mut(first) {
        move_authors_before_abstract(first);
    }
    let mut words = Words::default();
    for line in pages.iter().flatten() {
        words.count(line);
    }
    let mut setting = Setting { first, ..setting(&pages) };
    let mut document = Document { language: "und".into(), ..Document::default() };
    let looks = heights.into_iter().zip(scanned);
    for (page, (lines, (height, scanned))) in pages.into_iter().zip(looks).enumerate() {
        let largest =
            lines.iter().filter(|line| has_enough_letters(line)).map(|line| line.size).fold(0.0, f32::max);
        let place = Place { page, height, largest };
        let blocks = blocks(lines, &words, &mut setting, place);
        document.pages.push(Page { blocks, scanned });
    }
    let title =
        document.pages.get(first).and_then(|page| page.blocks.iter().find(|block| block.kind == Kind::Title));
    document.title = title.map(|block| block.text.clone());
    go_on(&mut document, &words);
    document
}

/// Moves the authors above the abstract of a paper before it, whichever column they are in.
fn move_authors_before_abstract(lines: &mut Vec<Line>) {
    let Some(base) =
        lines.iter().find(|line| super::classification::begins_text(&line.text)).map(|line| line.base)
    else {
        return;
    };
    let Some(behind) = lines.iter().position(|line| super::classification::begins_text(&line.text)) else {
        return;
    };
    let late = || lines.iter().skip(behind).filter(|line| line.base < base - 1.0);
    if late().count() == 0 || late().count() > 12 {
        return;
    }
    // Text of another column that merely starts higher is close to the line after it.
    let is_text = late().any(|line| {
        let next = lines.iter().filter(|next| next.column == line.column && next.base >= base - 1.0);
        next.map(|next| (next.base - line.base) / line.size.max(1.0)).any(|gap| gap < 1.5)
    });
    if is_text {
        return;
    }
    let (mut above, below): (Vec<Line>, Vec<Line>) = lines.drain(..).partition(|line| line.base < base - 1.0);
    above.extend(below);
    *lines = above;
}

fn has_enough_letters(line: &Line) -> bool {
    line.text.chars().filter(|letter| letter.is_alphabetic()).count() > 3
}

/// Computes statistics about the whole document.
fn setting(pages: &[Vec<Line>]) -> Setting {
    let mut letters: BTreeMap<i32, u64> = BTreeMap::new();
    for line in pages.iter().flatten() {
        *letters.entry((line.size * 4.0).round() as i32).or_default() += u64::from(line.ink.letters);
    }
    let body = letters
        .iter()
        .max_by_key(|(size, count)| (**count, **size))
        .map_or(10.0, |(size, _)| *size as f32 / 4.0);
    // Font sizes from OCR are unreliable, and only a much larger one is significant.
    let all = letters.values().sum::<u64>();
    let larger = letters
        .iter()
        .filter(|(size, _)| **size as f32 / 4.0 > body * 1.08)
        .map(|(_, count)| count)
        .sum::<u64>();
    let guessed = larger * 5 > all;
    let mut sizes: Vec<f32> =
        letters.keys().map(|size| *size as f32 / 4.0).filter(|size| *size > body * 1.08).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    sizes.dedup_by(|one, other| (*one / *other - 1.0).abs() < 0.05);
    Setting { body, sizes, stands_out: if guessed { 1.3 } else { 1.08 }, ..Setting::default() }
}

fn blocks(lines: Vec<Line>, words: &Words, setting: &mut Setting, place: Place) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut before: Option<f32> = None;
    if place.page == setting.first {
        setting.has_front = lines.iter().any(|line| super::classification::begins_text(&line.text));
    }
    for group in group_page_lines(lines, setting.section == Section::References) {
        let text = join_group_lines(&group, words);
        if text.is_empty() {
            continue;
        }
        let kind = setting.kind(&group, &text, place);
        let size = group.size();
        match blocks.last_mut() {
            // A title or a heading of two lines with wide spacing.
            Some(last)
                if last.kind == Kind::Title
                    && place.page == setting.first
                    && group.above < if setting.titled_by_place { 1.5 } else { 2.2 }
                    && before.is_some_and(|before| (before - size).abs() < 0.3) =>
            {
                words.join(&mut last.text, &text);
            }
            _ => blocks.push(Block { kind, text, continues: false }),
        }
        before = Some(size);
    }
    blocks
}

/// Groups the lines of a page; after the heading of the references, lines are grouped like references.
fn group_page_lines(mut lines: Vec<Line>, in_references: bool) -> Vec<Group> {
    if in_references {
        return groups(lines, true);
    }
    match lines.iter().position(|line| super::classification::begins_references(&line.text)) {
        Some(at) => {
            let rest = lines.split_off(at + 1);
            let mut all = groups(lines, false);
            all.extend(groups(rest, true));
            all
        }
        None => groups(lines, false),
    }
}

fn join_group_lines(group: &Group, words: &Words) -> String {
    let mut text = String::new();
    for line in &group.lines {
        words.join(&mut text, &line.text);
    }
    // A soft hyphen within a line is invisible.
    if text.contains('\u{ad}') {
        text = text.replace('\u{ad}', "");
    }
    if is_nfc(&text) { text } else { text.nfc().collect() }
}

/// Marks paragraphs that continue in another column or on another page, and rejoins words that are hyphenated
/// between them.
fn go_on(document: &mut Document, words: &Words) {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (page, blocks) in document.pages.iter().enumerate() {
        for (at, block) in blocks.blocks.iter().enumerate() {
            if matches!(block.kind, Kind::Paragraph | Kind::Item | Kind::Heading(_) | Kind::Reference) {
                places.push((page, at));
            }
        }
    }
    for (one, next) in places.iter().zip(places.iter().skip(1)) {
        let Some(follower) = block(document, *next).map(|block| (block.kind, block.text.clone())) else {
            continue;
        };
        let Some(last) = block(document, *one) else { continue };
        let prose = |kind| matches!(kind, Kind::Paragraph | Kind::Item | Kind::Reference);
        if !prose(last.kind)
            || follower.0 != Kind::Paragraph && follower.0 != last.kind
            || follower.0 == Kind::Item
        {
            continue;
        }
        let open =
            !last.text.trim_end_matches(['"', '”', '’', ')', ']']).ends_with(['.', '!', '?', ':', ';', '。']);
        let lower = follower.1.starts_with(char::is_lowercase);
        // A repetition is not a continuation.
        if last.text == follower.1 {
            continue;
        }
        let far = one.0 != next.0 || next.1 != one.1 + 1;
        if !open || !(lower || far && one.0 != next.0 && follower.1.starts_with(char::is_alphanumeric)) {
            continue;
        }
        if last.text.ends_with(['-', '\u{ad}']) {
            let (head, rest) = follower.1.split_once(' ').unwrap_or((&follower.1, ""));
            let mut whole = last.text.clone();
            words.join(&mut whole, head);
            if !rest.is_empty() && !whole.ends_with(&format!(" {head}")) {
                let rest = rest.to_owned();
                if let Some(last) = block(document, *one) {
                    last.text = whole;
                }
                if let Some(next) = block(document, *next) {
                    next.text = rest;
                }
            }
        }
        if let Some(last) = block(document, *one) {
            last.continues = true;
        }
    }
}

fn block(document: &mut Document, (page, at): (usize, usize)) -> Option<&mut Block> {
    document.pages.get_mut(page)?.blocks.get_mut(at)
}
