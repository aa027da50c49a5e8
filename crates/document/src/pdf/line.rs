//! Lines of a page, composed of segments.

use super::bidi;
use super::segment::{Ink, Segment};

/// The minimum gap between the cells of a table, relative to the font size.
const CELL_GAP: f32 = 1.4;

/// A line in a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub(super) x0: f32,
    pub(super) x1: f32,
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) text: String,
    pub(super) ink: Ink,
    /// The starts of its cells; a line of prose has a single cell.
    pub(super) cells: Vec<f32>,
    /// The index of its column on the page, in reading order.
    pub(super) column: usize,
}

/// The segments at the same height.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) base: f32,
    pub(super) size: f32,
    pub(super) segments: Vec<Segment>,
}

impl Row {
    /// Joins the row into a line, with tabs for wide gaps.
    pub(super) fn into_line(mut self, column: usize) -> Line {
        self.segments.sort_by(|one, other| one.x0.total_cmp(&other.x0));
        let mut line =
            Line { base: self.base, size: self.size, column, x0: f32::INFINITY, ..Line::default() };
        let mut end = f32::NEG_INFINITY;
        for segment in self.segments {
            let gap = segment.x0 - end;
            if line.text.is_empty() {
                line.cells.push(segment.x0);
            } else if gap > CELL_GAP * self.size {
                line.text.push('\t');
                line.cells.push(segment.x0);
            } else if gap > 0.13 * self.size || gap < -0.5 * self.size {
                line.text.push(' ');
            }
            line.text.push_str(&segment.text);
            line.ink.add(segment.ink);
            line.x0 = line.x0.min(segment.x0);
            end = end.max(segment.x1);
        }
        line.x1 = end;
        if let Some(text) = bidi::to_reading_order(&line.text) {
            line.text = text;
        }
        line
    }
}

/// Groups segments into rows, from top to bottom.
pub(super) fn rows(mut segments: Vec<Segment>) -> Vec<Row> {
    segments.sort_by(|one, other| one.base.total_cmp(&other.base).then(one.x0.total_cmp(&other.x0)));
    let mut rows: Vec<Row> = Vec::new();
    for segment in segments {
        match rows.last_mut() {
            Some(row) if (segment.base - row.base).abs() < 0.3 * row.size.min(segment.size) => {
                // The largest letters determine the baseline of the row.
                if segment.size > row.size {
                    row.size = segment.size;
                }
                row.segments.push(segment);
            }
            _ => rows.push(Row { base: segment.base, size: segment.size, segments: vec![segment] }),
        }
    }
    merge_superscripts_and_subscripts(rows)
}

/// Merges superscripts and subscripts into their lines.
fn merge_superscripts_and_subscripts(rows: Vec<Row>) -> Vec<Row> {
    let mut done: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(before) = done.last_mut() else {
            done.push(row);
            continue;
        };
        let small = row.size < 0.82 * before.size;
        let large = before.size < 0.82 * row.size;
        let near = (row.base - before.base).abs() < 0.6 * row.size.max(before.size);
        if near && (small || large) && beside(before, &row) {
            if large {
                before.base = row.base;
                before.size = row.size;
            }
            before.segments.extend(row.segments);
        } else {
            done.push(row);
        }
    }
    done
}

/// Whether two rows hardly overlap, so that they can be merged.
fn beside(one: &Row, other: &Row) -> bool {
    let covered = |segment: &Segment| -> f32 {
        other
            .segments
            .iter()
            .map(|beside| (segment.x1.min(beside.x1) - segment.x0.max(beside.x0)).max(0.0))
            .sum()
    };
    if one.segments.len() * other.segments.len() > 10_000 {
        return false;
    }
    let wide = |row: &Row| -> f32 { row.segments.iter().map(|segment| segment.x1 - segment.x0).sum() };
    one.segments.iter().map(covered).sum::<f32>() < 0.3 * wide(one).min(wide(other))
}
