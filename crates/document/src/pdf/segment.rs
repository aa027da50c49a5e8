//! Groups glyphs into segments: parts of a line without a wide gap.

use std::collections::HashMap;

use unicode_normalization::char::compose;

use super::page_content::{Glyph, PageContent};
use super::typeface::Typefaces;

/// The minimum gap between words, relative to the font size.
const WORD_GAP: f32 = 0.13;
/// The minimum gap between segments, relative to the font size.
pub(super) const SEGMENT_GAP: f32 = 0.75;

/// A segment of a line. x increases along the line, y from line to line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Segment {
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// The baseline.
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) text: String,
    pub(super) ink: Ink,
}

/// The number of letters in each style.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Ink {
    pub(super) letters: u32,
    pub(super) bold: u32,
    pub(super) slanted: u32,
    pub(super) fixed: u32,
    pub(super) mathematical: u32,
}

impl Ink {
    pub(super) fn add(&mut self, other: Self) {
        self.letters += other.letters;
        self.bold += other.bold;
        self.slanted += other.slanted;
        self.fixed += other.fixed;
        self.mathematical += other.mathematical;
    }
}

/// Returns the segments of a page, and the width and height of the page in reading orientation.
pub(super) fn segments(sheet: &PageContent, faces: &Typefaces<'_>) -> (Vec<Segment>, f32, f32) {
    let own = sheet.glyphs.iter().filter(|glyph| !glyph.artifact).count();
    // A file that marks nearly everything as an artifact does so by mistake.
    let all = own * 5 < sheet.glyphs.len();
    let direction = main_direction(sheet);
    let (width, height) = (sheet.width as f32, sheet.height as f32);
    let (across, down) = if direction.runs_horizontally() { (width, height) } else { (height, width) };
    let mut builder = Builder::default();
    for glyph in sheet.glyphs.iter().filter(|glyph| all || !glyph.artifact) {
        if glyph.length == 0 || glyph_direction(glyph).is_some_and(|other| other != direction) {
            continue;
        }
        let start = glyph.start as usize;
        let Some(text) = sheet.letters.get(start..start + usize::from(glyph.length)) else { continue };
        let (x0, base) = direction.turn(glyph.from, width, height);
        let (x1, _) = direction.turn(glyph.to, width, height);
        if !(x0.is_finite() && x1.is_finite() && base.is_finite() && glyph.size.is_finite()) {
            continue;
        }
        let look = faces.look(glyph.face);
        let letters = u32::try_from(text.chars().count()).unwrap_or(1);
        let count = |is: bool| if is { letters } else { 0 };
        let ink = Ink {
            letters,
            bold: count(look.bold),
            slanted: count(look.slanted),
            fixed: count(look.fixed),
            mathematical: count(look.mathematical),
        };
        builder.put(&OrientedGlyph { x0: x0.min(x1), x1: x0.max(x1), base, size: glyph.size, text, ink });
    }
    builder.end();
    (remove_duplicate_glyphs(builder.done), across, down)
}

/// The writing direction on the page.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Direction {
    Right,
    Down,
    Left,
    Up,
}

impl Direction {
    fn runs_horizontally(self) -> bool {
        matches!(self, Self::Right | Self::Left)
    }

    /// Rotates a point so that text in this direction is upright.
    fn turn(self, (x, y): (f32, f32), width: f32, height: f32) -> (f32, f32) {
        match self {
            Self::Right => (x, y),
            Self::Down => (y, width - x),
            Self::Left => (width - x, height - y),
            Self::Up => (height - y, x),
        }
    }
}

/// Returns the direction of a glyph; nothing for one without width. Slanted text, such as a stamp, has no
/// direction.
fn glyph_direction(glyph: &Glyph) -> Option<Direction> {
    let (x, y) = (glyph.to.0 - glyph.from.0, glyph.to.1 - glyph.from.1);
    let long = x.abs().max(y.abs());
    if long < 0.001 {
        return None;
    }
    Some(match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    })
}

/// Returns the direction of most glyphs.
fn main_direction(sheet: &PageContent) -> Direction {
    let mut counts: HashMap<Direction, usize> = HashMap::new();
    for direction in sheet.glyphs.iter().filter_map(glyph_direction) {
        *counts.entry(direction).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    [Direction::Right, Direction::Up, Direction::Down, Direction::Left]
        .into_iter()
        .find(|direction| counts.get(direction).copied().unwrap_or(0) == most)
        .unwrap_or(Direction::Right)
}

/// A glyph in reading orientation.
struct OrientedGlyph<'t> {
    x0: f32,
    x1: f32,
    base: f32,
    size: f32,
    text: &'t str,
    ink: Ink,
}

#[derive(Default)]
struct Builder {
    done: Vec<Segment>,
    now: Option<Segment>,
    /// The start of the last glyph.
    last: f32,
    /// Whether a space follows the last glyph.
    blank: bool,
}

impl Builder {
    fn put(&mut self, stroke: &OrientedGlyph<'_>) {
        if stroke.text.chars().all(char::is_whitespace) {
            self.blank = true;
            return;
        }
        if self.compose(stroke) {
            return;
        }
        let joins = self.now.as_ref().is_some_and(|now| goes_on(now, stroke));
        if !joins {
            self.end();
        }
        let now = self.now.get_or_insert_with(|| Segment {
            x0: stroke.x0,
            x1: stroke.x0,
            base: stroke.base,
            size: stroke.size,
            text: String::new(),
            ink: Ink::default(),
        });
        let gap = stroke.x0 - now.x1;
        if !now.text.is_empty()
            && (self.blank && gap > -0.3 * now.size || gap > WORD_GAP * now.size.min(stroke.size * 1.3))
        {
            now.text.push(' ');
        }
        if stroke.size > now.size * 1.2 && now.text.chars().count() <= 3 {
            // The preceding glyph was a superscript.
            now.base = stroke.base;
            now.size = stroke.size;
        }
        now.text.push_str(stroke.text);
        now.ink.add(stroke.ink);
        now.x1 = now.x1.max(stroke.x1);
        now.x0 = now.x0.min(stroke.x0);
        self.last = stroke.x0;
        self.blank = false;
    }

    /// Combines an accent that is drawn over an adjacent letter with that letter. Returns whether it did.
    fn compose(&mut self, stroke: &OrientedGlyph<'_>) -> bool {
        let Some(now) = self.now.as_mut() else { return false };
        let overlap = now.x1.min(stroke.x1) - stroke.x0.max(self.last);
        let narrow = (stroke.x1 - stroke.x0).min(now.x1 - self.last).max(0.01);
        if (stroke.base - now.base).abs() > now.size * 0.5 || overlap < narrow * 0.5 {
            return false;
        }
        let Some(before) = now.text.chars().next_back() else { return false };
        let mut letters = stroke.text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
        let composed = match (combining(before), combining(letter)) {
            (Some(accent), None) => compose(dotted(letter), accent),
            (None, Some(accent)) => compose(dotted(before), accent),
            _ => None,
        };
        let Some(composed) = composed else { return false };
        now.text.pop();
        now.text.push(composed);
        now.x1 = now.x1.max(stroke.x1);
        true
    }

    fn end(&mut self) {
        self.blank = false;
        self.done.extend(self.now.take());
    }
}

/// Whether a glyph continues a segment.
fn goes_on(now: &Segment, stroke: &OrientedGlyph<'_>) -> bool {
    let size = now.size.max(stroke.size);
    let gap = stroke.x0 - now.x1;
    if gap > SEGMENT_GAP * size || gap < -0.4 * size {
        return false;
    }
    let shift = (stroke.base - now.base).abs();
    let alike = stroke.size > now.size * 0.8 && stroke.size < now.size * 1.25;
    if alike {
        shift < 0.22 * size
    } else {
        shift < 0.6 * size && size < 2.0 * now.size.min(stroke.size) + 6.0
    }
}

/// Returns the combining form of a standalone accent.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '´' | '\u{2ca}' => '\u{301}',
        '`' | '\u{2cb}' => '\u{300}',
        'ˆ' | '^' => '\u{302}',
        '˜' | '~' => '\u{303}',
        '¨' => '\u{308}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        'ˇ' => '\u{30c}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        mark @ '\u{300}'..='\u{36f}' => mark,
        _ => return None,
    })
}

fn dotted(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        other => other,
    }
}

/// Removes glyphs that are drawn twice at nearly the same position, which some programs do to simulate bold
/// text.
fn remove_duplicate_glyphs(segments: Vec<Segment>) -> Vec<Segment> {
    let mut seen: HashMap<String, Vec<(f32, f32)>> = HashMap::new();
    let mut kept = Vec::with_capacity(segments.len());
    for segment in segments {
        let places = seen.entry(segment.text.clone()).or_default();
        let near = segment.size * 0.25;
        if places
            .iter()
            .rev()
            .take(64)
            .any(|(x, y)| (x - segment.x0).abs() < near && (y - segment.base).abs() < near)
        {
            continue;
        }
        places.push((segment.x0, segment.base));
        kept.push(segment);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{Builder, Ink, OrientedGlyph};

    fn read(strokes: &[(f32, f32, f32, f32, &str)]) -> Vec<String> {
        let mut builder = Builder::default();
        for (x0, x1, base, size, text) in strokes {
            builder.put(&OrientedGlyph {
                x0: *x0,
                x1: *x1,
                base: *base,
                size: *size,
                text,
                ink: Ink::default(),
            });
        }
        builder.end();
        builder.done.into_iter().map(|segment| segment.text).collect()
    }

    #[test]
    fn gaps_separate_words_and_wide_gaps_separate_segments() {
        let strokes = [
            (0.0, 5.0, 10.0, 10.0, "a"),
            (5.2, 10.0, 10.0, 10.0, "b"),
            (13.0, 18.0, 10.0, 10.0, "c"),
            (40.0, 45.0, 10.0, 10.0, "d"),
            (40.0, 45.0, 22.0, 10.0, "e"),
        ];
        assert_eq!(read(&strokes), ["ab c", "d", "e"]);
    }

    #[test]
    fn combines_accents_with_their_letters() {
        assert_eq!(read(&[(0.0, 5.0, 9.0, 10.0, "´"), (0.3, 5.0, 10.0, 10.0, "e")]), ["é"]);
        assert_eq!(
            read(&[(0.0, 5.0, 10.0, 10.0, "a"), (0.5, 4.5, 10.0, 10.0, "˜"), (5.0, 9.0, 10.0, 10.0, "o")]),
            ["ão"]
        );
        assert_eq!(read(&[(0.0, 3.0, 10.0, 10.0, "´"), (0.0, 3.0, 10.0, 10.0, "ı")]), ["í"]);
    }

    #[test]
    fn keeps_superscripts_in_their_line() {
        let strokes = [(0.0, 5.0, 10.0, 10.0, "x"), (5.0, 8.0, 6.5, 7.0, "2"), (8.2, 13.0, 10.0, 10.0, "y")];
        assert_eq!(read(&strokes), ["x2y"]);
    }
}
