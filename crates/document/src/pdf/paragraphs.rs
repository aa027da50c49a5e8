//! Groups the lines of a column into paragraphs.

use super::line::Line;

/// The maximum number of lines of a paragraph.
const LONGEST: usize = 400;
/// The maximum line spacing within a paragraph, relative to the font size: slightly more than double spacing.
const WIDEST: f32 = 2.45;

/// The lines of a paragraph.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) lines: Vec<Line>,
    /// The edges of its column.
    pub(super) left: f32,
    pub(super) right: f32,
    /// The space above it, relative to the font size; large at the top of a column.
    pub(super) above: f32,
}

impl Group {
    pub(super) fn size(&self) -> f32 {
        self.lines.iter().map(|line| line.size).fold(0.0, f32::max)
    }

    pub(super) fn share(&self, of: impl Fn(&Line) -> u32) -> f32 {
        let letters: u32 = self.lines.iter().map(|line| line.ink.letters).sum();
        self.lines.iter().map(of).sum::<u32>() as f32 / letters.max(1) as f32
    }

    pub(super) fn is_bold(&self) -> bool {
        self.share(|line| line.ink.bold) > 0.8
    }

    /// Whether it is a row of a table.
    pub(super) fn is_row(&self) -> bool {
        self.lines.first().is_some_and(|line| self.lines.len() == 1 && line.text.contains('\t'))
    }
}

/// Groups the lines of a page.
pub(super) fn groups(lines: Vec<Line>, in_references: bool) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut column = Vec::new();
    for line in lines {
        if column.last().is_some_and(|before: &Line| before.column != line.column) {
            part(std::mem::take(&mut column), in_references, &mut groups);
        }
        column.push(line);
    }
    part(column, in_references, &mut groups);
    groups
}

fn part(mut lines: Vec<Line>, in_references: bool, groups: &mut Vec<Group>) {
    keep_tabs_in_table_rows(&mut lines);
    let (left, right) = edges(&lines);
    let leading = leading(&lines);
    let mut now = Group { left, right, above: 9.0, ..Group::default() };
    for at in 0..lines.len() {
        let Some(line) = lines.get(at) else { break };
        let above = match now.lines.last() {
            Some(before) => (line.base - before.base) / line.size.max(1.0),
            None => now.above,
        };
        if now
            .lines
            .last()
            .is_some_and(|before| parts(before, line, lines.get(at + 1), &now, leading, in_references))
        {
            groups.push(std::mem::replace(&mut now, Group { left, right, above, ..Group::default() }));
        }
        now.lines.push(line.clone());
    }
    if !now.lines.is_empty() {
        groups.push(now);
    }
}

/// Keeps tabs only in lines that are rows of a table: their cells are aligned with those of an adjacent row.
fn keep_tabs_in_table_rows(lines: &mut [Line]) {
    let rows: Vec<bool> = (0..lines.len())
        .map(|at| {
            let Some(line) = lines.get(at) else { return false };
            let aligned = |other: Option<&Line>| {
                other.is_some_and(|other| {
                    other.cells.len() > 1 && other.column == line.column && have_aligned_cells(line, other)
                })
            };
            let prose = line.text.split('\t').any(|cell| cell.len() > 60);
            let near = aligned(at.checked_sub(1).and_then(|at| lines.get(at))) || aligned(lines.get(at + 1));
            line.cells.len() > 1
                && (near && !prose || line.cells.len() > 2 && line.cells.len() * 25 > line.text.len())
        })
        .collect();
    for (line, is_row) in lines.iter_mut().zip(rows) {
        if !is_row && line.cells.len() > 1 {
            line.text = line.text.replace('\t', " ");
            line.cells.truncate(1);
        }
    }
}

fn have_aligned_cells(one: &Line, other: &Line) -> bool {
    let near = one.size.max(other.size) * 1.5;
    one.cells.iter().skip(1).any(|cell| other.cells.iter().skip(1).any(|beside| (cell - beside).abs() < near))
        || one.cells.len() > 2 && one.cells.len() == other.cells.len()
}

/// Returns the left and the right edge of the lines, ignoring an eighth of them as outliers on either side.
fn edges(lines: &[Line]) -> (f32, f32) {
    let mut starts: Vec<f32> = lines.iter().map(|line| line.x0).collect();
    starts.sort_by(f32::total_cmp);
    let mut ends: Vec<f32> = lines.iter().map(|line| line.x1).collect();
    ends.sort_by(f32::total_cmp);
    let left = starts.get(starts.len() / 8).copied().unwrap_or(0.0);
    let right = ends.get(ends.len().saturating_sub(1 + ends.len() / 8)).copied().unwrap_or(0.0);
    (left, right)
}

/// Returns the median line spacing, relative to the font size.
fn leading(lines: &[Line]) -> f32 {
    let mut gaps: Vec<f32> = lines
        .iter()
        .zip(lines.iter().skip(1))
        .map(|(one, next)| (next.base - one.base) / one.size.max(next.size).max(1.0))
        .filter(|gap| *gap > 0.5 && *gap < 3.0)
        .collect();
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(1.2)
}

/// Whether a paragraph ends between two lines.
fn parts(
    before: &Line,
    line: &Line,
    next: Option<&Line>,
    now: &Group,
    leading: f32,
    in_references: bool,
) -> bool {
    if before.cells.len() > 1 || line.cells.len() > 1 || now.lines.len() >= LONGEST {
        return true;
    }
    let size = before.size.max(line.size);
    let gap = (line.base - before.base) / size.max(1.0);
    // If the few lines are far apart, such as above the text of a paper, the median spacing is meaningless:
    // no text has such wide spacing.
    if gap < 0.3 || gap > (leading * 1.28).max(leading + 0.22).min(WIDEST) {
        return true;
    }
    let share = |part: u32, line: &Line| part as f32 / line.ink.letters.max(1) as f32;
    let bold = |line: &Line| share(line.ink.bold, line) > 0.97;
    let fixed = |line: &Line| share(line.ink.fixed, line) > 0.7;
    if before.size / line.size > 1.12 || line.size / before.size > 1.12 {
        // A single small line, such as one with many superscripts, is no boundary, but two text sizes are.
        return true;
    }
    if bold(before) != bold(line) && (bold(before) && now.lines.iter().all(bold) || bold(line)) {
        return true;
    }
    if fixed(before) != fixed(line) || fixed(before) && fixed(line) && now.lines.len() >= 60 {
        return true;
    }
    if starts_item(&line.text)
        && (ends_sentence(&before.text) || starts_item(first(now)) || line.x0 > now.left + 0.5 * size)
    {
        return true;
    }
    if is_leader(&before.text) || is_leader(&line.text) {
        return true;
    }
    if starts_with_dash(&line.text)
        && line.x0 > now.left + 0.5 * size
        && (ends_sentence(&before.text) || starts_item(first(now)) || starts_with_dash(first(now)))
    {
        return true;
    }
    let indent = (line.x0 - now.left) / size.max(1.0);
    let hanging = (before.x0 - now.left) / size.max(1.0);
    if in_references {
        // References have hanging indents, or start with a number.
        return line.text.starts_with('[') && line.text.contains(']')
            || indent < 0.4 && now.lines.len() > 1 && hanging > 0.7
            || indent < 0.4 && hanging < 0.4 && next.is_some_and(|next| next.x0 > line.x0 + 0.7 * size)
            || indent < 0.4 && ends_sentence(&before.text) && before.x1 < now.right - 1.5 * size;
    }
    if bold(before) && bold(line) && now.lines.len() < 3 && !ends_sentence(&before.text) {
        return false;
    }
    if indent > 0.7 && hanging < 0.5 && indent < 6.0 && !starts_item(first(now)) {
        // The first line of a paragraph is indented, unless all following lines are indented too.
        let goes_on_there = next.is_some_and(|next| next.base > line.base && next.x0 > line.x0 - 0.3 * size);
        return !goes_on_there || ends_sentence(&before.text);
    }
    let short = before.x1 < now.right - 0.12 * (now.right - now.left).max(1.0);
    let starts =
        line.text.chars().next().is_some_and(|letter| letter.is_uppercase() || letter.is_ascii_digit());
    if short && ends_sentence(&before.text) && starts {
        return true;
    }
    // A list of short lines is not a paragraph.
    let very_short = before.x1 < now.left + 0.55 * (now.right - now.left);
    very_short && starts && !before.text.ends_with([',', '-']) && now.right - now.left > 20.0 * size
}

fn first(now: &Group) -> &str {
    now.lines.first().map_or("", |line| line.text.as_str())
}

fn ends_sentence(text: &str) -> bool {
    text.trim_end_matches(['"', '”', '’', ')', ']', '»']).ends_with(['.', '!', '?', ':', ';', '。'])
}

/// Whether a line belongs to a table of contents: dot leaders before a number.
pub(super) fn is_leader(text: &str) -> bool {
    (text.contains(". . .") || text.contains("....."))
        && text.ends_with(|letter: char| letter.is_ascii_digit() || letter == '.')
        || text.matches(". . .").count() > 2
}

/// Whether a line starts with a dash, which marks a list item if the line is indented.
pub(super) fn starts_with_dash(text: &str) -> bool {
    ["– ", "— ", "- "].iter().any(|dash| text.starts_with(dash))
}

/// Whether a line starts a list item: a bullet, or a separated number or letter.
pub(super) fn starts_item(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return false };
    let Some(second) = words.next() else { return false };
    if matches!(
        first,
        "•" | "◦"
            | "▪"
            | "●"
            | "○"
            | "■"
            | "□"
            | "‣"
            | "∙"
            | "·"
            | "*"
            | "♦"
            | "◆"
            | "❖"
            | "➢"
            | "✓"
            | "►"
    ) {
        return true;
    }
    // A dash within a sentence may also start a line.
    if matches!(first, "–" | "-" | "—") {
        return second.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    }
    if first.starts_with(['•', '▪', '●', '■']) {
        return true;
    }
    let inner = first.trim_start_matches('(').trim_end_matches([')', '.', ':']);
    let marked = first.len() > inner.len() && !first.ends_with(|letter: char| letter.is_alphanumeric());
    let short = inner.len() <= 3 && !inner.is_empty();
    let closed =
        first.ends_with(')') || first.ends_with('.') && inner.bytes().all(|byte| byte.is_ascii_digit());
    let count = inner.bytes().all(|byte| byte.is_ascii_digit())
        || inner.len() == 1 && inner.bytes().all(|byte| byte.is_ascii_lowercase())
        || inner.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
    marked && short && closed && count
}

#[cfg(test)]
mod tests {
    use super::{is_leader, starts_item};

    #[test]
    fn recognizes_dot_leaders() {
        assert!(is_leader("2 Method . . . . . . 14"));
        assert!(!is_leader("He left ... and came back."));
    }

    #[test]
    fn recognizes_list_item_markers() {
        for item in ["• one", "(a) one", "1. one", "12) one", "- One", "iv) one"] {
            assert!(starts_item(item), "{item}");
        }
        for text in ["one", "1.5 million", "a lot", "(see below)", "The end.", "1990. It was", "— one"] {
            assert!(!starts_item(text), "{text}");
        }
    }
}
