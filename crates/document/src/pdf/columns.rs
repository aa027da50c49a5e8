//! Detects the columns of a page and their reading order.
//!
//! A gutter is a vertical strip that no segment crosses over several rows, with text that fills the space on
//! both sides. The page is divided at its best gutter into the parts above, left, right and below, and each
//! part is divided recursively.

use super::line::{Line, Row, rows as rows_of};
use super::segment::{SEGMENT_GAP, Segment};

/// The maximum recursion depth.
const DEEPEST: usize = 12;
/// The number of strips that a page is divided into.
const MOST_STRIPS: usize = 1200;
/// The maximum number of rows of a page; a page with more is a drawing.
const MOST_ROWS: usize = 5_000;
/// The minimum number of rows on each side of a gutter.
const FEWEST_ROWS: usize = 4;

/// Returns the lines of a page in reading order.
pub(super) fn lines_in_reading_order(segments: Vec<Segment>) -> Vec<Line> {
    let body = median_font_size(&segments);
    let segments = merge_drop_caps(segments, body);
    let mut order = Order { lines: Vec::new(), column: 0, body };
    order.split_at_gutters(rows_of(segments), 0);
    order.lines
}

/// Returns the median font size of the letters.
pub(super) fn median_font_size(segments: &[Segment]) -> f32 {
    let mut sizes: Vec<(f32, u32)> =
        segments.iter().map(|segment| (segment.size, segment.ink.letters)).collect();
    sizes.sort_by(|one, other| one.0.total_cmp(&other.0));
    let half = sizes.iter().map(|(_, letters)| u64::from(*letters)).sum::<u64>() / 2;
    let mut below = 0;
    for (size, letters) in sizes {
        below += u64::from(letters);
        if below >= half {
            return size.max(1.0);
        }
    }
    10.0
}

/// Rejoins drop caps with the rest of their words.
fn merge_drop_caps(segments: Vec<Segment>, body: f32) -> Vec<Segment> {
    let is_initial = |segment: &Segment| {
        segment.size > 1.8 * body
            && segment.text.chars().count() == 1
            && segment.text.chars().all(|letter| letter.is_uppercase())
    };
    let (initials, mut rest): (Vec<Segment>, Vec<Segment>) = segments.into_iter().partition(is_initial);
    if initials.len() > 20 {
        rest.extend(initials);
        return rest;
    }
    for initial in initials {
        let first = rest
            .iter_mut()
            .filter(|segment| {
                segment.size < 1.5 * body
                    && segment.x0 >= initial.x1 - 0.3 * body
                    && segment.x0 < initial.x1 + body
                    && segment.base <= initial.base - 0.5 * body
                    && segment.base > initial.base - initial.size
            })
            .min_by(|one, other| one.base.total_cmp(&other.base));
        match first {
            Some(first) => {
                first.text.insert_str(0, &initial.text);
                first.x0 = initial.x0;
                first.ink.add(initial.ink);
            }
            None => rest.push(initial),
        }
    }
    rest
}

struct Order {
    lines: Vec<Line>,
    column: usize,
    body: f32,
}

impl Order {
    fn split_at_gutters(&mut self, rows: Vec<Row>, depth: usize) {
        if rows.is_empty() {
            return;
        }
        let gutter = if depth < DEEPEST { find_gutter(&rows, self.body) } else { None };
        let Some(gutter) = gutter else {
            let column = self.column;
            self.column += 1;
            self.lines.extend(rows.into_iter().map(|row| row.into_line(column)));
            return;
        };
        let mut above = rows;
        let mut band = above.split_off(gutter.first);
        let below = band.split_off((gutter.end - gutter.first).min(band.len()));
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for row in band {
            for segment in row.segments {
                if segment.x0 < gutter.x { left.push(segment) } else { right.push(segment) }
            }
        }
        self.split_at_gutters(above, depth + 1);
        self.split_at_gutters(rows_of(left), depth + 1);
        self.split_at_gutters(rows_of(right), depth + 1);
        self.split_at_gutters(below, depth + 1);
    }
}

#[derive(Clone, Copy, Debug)]
struct Gutter {
    x: f32,
    /// The first row of the gutter, and the first row after it.
    first: usize,
    end: usize,
    /// The number of rows on the shorter side.
    rows: usize,
}

fn find_gutter(rows: &[Row], body: f32) -> Option<Gutter> {
    let segments = || rows.iter().flat_map(|row| &row.segments);
    let left = segments().map(|segment| segment.x0).fold(f32::INFINITY, f32::min);
    let right = segments().map(|segment| segment.x1).fold(f32::NEG_INFINITY, f32::max);
    if !(FEWEST_ROWS..MOST_ROWS).contains(&rows.len())
        || !(right - left).is_finite()
        || right - left < 16.0 * body
    {
        return None;
    }
    let mut found = gutters(rows, left, right, SEGMENT_GAP * body);
    found.sort_by(|one, other| other.rows.cmp(&one.rows).then(one.x.total_cmp(&other.x)));
    let mut tried: Vec<Gutter> = Vec::new();
    for gutter in found {
        if tried.len() >= 12 {
            break;
        }
        let near = |before: &Gutter| (before.x - gutter.x).abs() < body && before.first == gutter.first;
        if tried.iter().any(near) {
            continue;
        }
        if separates_columns(rows, gutter, body) {
            return Some(gutter);
        }
        tried.push(gutter);
    }
    None
}

/// Returns each position that no segment crosses over several rows. A gutter must be `width` wide: each
/// segment is extended by this width, so that a single free strip is sufficient.
fn gutters(rows: &[Row], left: f32, right: f32, width: f32) -> Vec<Gutter> {
    let strip = ((right - left) / MOST_STRIPS as f32).max(1.5);
    let strips = ((right - left) / strip) as usize + 1;
    let mut found = Vec::new();
    let mut runs = vec![Run::default(); strips];
    let mut crossed = vec![false; strips];
    for (at, row) in rows.iter().enumerate() {
        crossed.fill(false);
        let (mut first_end, mut last_start) = (f32::INFINITY, f32::NEG_INFINITY);
        for segment in &row.segments {
            first_end = first_end.min(segment.x1 + width);
            last_start = last_start.max(segment.x0);
            let from = ((segment.x0 - left) / strip).max(0.0) as usize + 1;
            let to = ((segment.x1 + width - left) / strip).max(0.0).ceil() as usize;
            for crossed in crossed.iter_mut().take(to).skip(from) {
                *crossed = true;
            }
        }
        for (number, (run, crossed)) in runs.iter_mut().zip(&crossed).enumerate() {
            let x = left + number as f32 * strip;
            if *crossed {
                found.extend(run.close(at, x));
                *run = Run { first: at + 1, left: 0, right: 0 };
            } else {
                run.left += usize::from(first_end <= x);
                run.right += usize::from(last_start >= x);
            }
        }
    }
    for (number, run) in runs.iter().enumerate() {
        found.extend(run.close(rows.len(), left + number as f32 * strip));
    }
    found
}

/// Consecutive rows that leave a strip free.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    first: usize,
    /// The number of rows with text to the left and to the right of it.
    left: usize,
    right: usize,
}

impl Run {
    fn close(&self, end: usize, x: f32) -> Option<Gutter> {
        let rows = self.left.min(self.right);
        (rows >= FEWEST_ROWS).then_some(Gutter { x, first: self.first, end, rows })
    }
}

/// Whether a gutter separates columns of text, and not the cells of a table or a label from its text.
fn separates_columns(rows: &[Row], gutter: Gutter, body: f32) -> bool {
    let band = rows.get(gutter.first..gutter.end).unwrap_or_default();
    let mut left = Side::default();
    let mut right = Side::default();
    for row in band {
        left.take(row.segments.iter().filter(|segment| segment.x0 < gutter.x));
        right.take(row.segments.iter().filter(|segment| segment.x0 >= gutter.x));
    }
    if left.width() < 7.0 * body || right.width() < 7.0 * body {
        return false;
    }
    let (full, figures) =
        (left.median_line_fill().min(right.median_line_fill()), left.figures().max(right.figures()));
    // Text fills its column. An index or a list of names does not, but is long and has few numbers. The
    // criterion is stricter for fewer rows.
    let long = left.length().min(right.length()) >= if gutter.rows < 8 { 26 } else { 18 };
    full > 0.6 && figures < 0.4 && long
        || full > 0.42 && figures < 0.15 && gutter.rows >= 12
        || full > 0.25 && figures < 0.3 && gutter.rows >= 25
}

/// The text on one side of a gutter.
#[derive(Debug)]
struct Side {
    x0: f32,
    x1: f32,
    widths: Vec<f32>,
    letters: usize,
    figures: usize,
}

impl Default for Side {
    fn default() -> Self {
        Self { x0: f32::INFINITY, x1: f32::NEG_INFINITY, widths: Vec::new(), letters: 0, figures: 0 }
    }
}

impl Side {
    fn take<'s>(&mut self, segments: impl Iterator<Item = &'s Segment>) {
        let mut width = 0.0;
        for segment in segments {
            width += segment.x1 - segment.x0;
            self.x0 = self.x0.min(segment.x0);
            self.x1 = self.x1.max(segment.x1);
            self.letters += segment.text.len();
            self.figures += segment.text.bytes().filter(u8::is_ascii_digit).count();
        }
        if width > 0.0 {
            self.widths.push(width);
        }
    }

    fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Returns the median share of the column width that a line takes.
    fn median_line_fill(&self) -> f32 {
        let mut widths = self.widths.clone();
        widths.sort_by(f32::total_cmp);
        widths.get(widths.len() / 2).map_or(0.0, |width| width / self.width().max(1.0))
    }

    /// Returns the mean length of a line.
    fn length(&self) -> usize {
        self.letters / self.widths.len().max(1)
    }

    fn figures(&self) -> f32 {
        self.figures as f32 / self.letters.max(1) as f32
    }
}
