//! Removes text that belongs to the pages and not to the content: headers, footers, page numbers, line
//! numbers.

use std::collections::{HashMap, HashSet};

use super::line::Line;
use super::segment::Segment;

/// The number of lines at the top and at the bottom of a page that may be a header or footer.
const EDGE: usize = 4;
/// The number of pages before and after a page that are compared.
const REACH: usize = 4;
/// The tolerance for the position of a header across pages, in points.
const PLACE: f32 = 8.0;

/// Removes headers and footers from the pages. On pages that are scans (`pictured`), text that repeats on all
/// pages is a stamp; on other pages, lines are kept if nothing would remain without them.
pub(super) fn clear(pages: &mut [Vec<Line>], heights: &[f32], pictured: &[bool]) {
    let mut seen: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
    let mut numbers: HashMap<i64, Vec<(usize, f32)>> = HashMap::new();
    let mut beginnings: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
    for (page, lines) in pages.iter().enumerate() {
        let (top, bottom) = edges(lines);
        for at in top.iter().chain(&bottom).copied() {
            let Some(line) = lines.get(at) else { continue };
            for number in leading_and_trailing_numbers(&line.text) {
                numbers.entry(number - page as i64).or_default().push((page, line.base));
            }
            seen.entry(key(&line.text)).or_default().push((page, line.base));
        }
        for line in [top.first(), bottom.first()].into_iter().flatten().filter_map(|at| lines.get(*at)) {
            beginnings.entry(beginning(&line.text)).or_default().push((page, line.base));
        }
    }
    let enough = if pages.len() < 3 { 2 } else { 3 };
    let all = pages.len();
    let mut all_gone: Vec<HashSet<usize>> = Vec::with_capacity(all);
    for (page, lines) in pages.iter().enumerate() {
        let mut gone = HashSet::new();
        let (top, bottom) = edges(lines);
        let outermost = [top.first().copied(), bottom.first().copied()];
        let is_furniture = |at: usize| {
            let Some(line) = lines.get(at) else { return false };
            let around = |places: &[(usize, f32)], place: f32| {
                // The positions are sorted by page; a long document has many.
                let first = places.partition_point(|(other, _)| other + REACH < page);
                let near = places.iter().skip(first).take_while(|(other, _)| *other <= page + REACH);
                let here = near.filter(|(_, base)| (base - line.base).abs() < place);
                here.map(|(other, _)| *other).collect::<HashSet<_>>().len()
            };
            let repeated = seen.get(&key(&line.text)).is_some_and(|places| around(places, PLACE) >= enough);
            // A header that changes by chapter contains the page number, or starts like the preceding one.
            let counted = leading_and_trailing_numbers(&line.text).into_iter().any(|number| {
                numbers.get(&(number - page as i64)).is_some_and(|places| around(places, PLACE) >= 3)
            });
            let begins = outermost.contains(&Some(at))
                && beginning(&line.text).chars().count() > 7
                && beginnings.get(&beginning(&line.text)).is_some_and(|places| around(places, 1.5) >= 3);
            repeated || counted || begins
        };
        // From the edge inwards, without gaps.
        for edge in [top, bottom] {
            gone.extend(edge.iter().copied().take_while(|at| is_furniture(*at)));
            // An isolated number in the margin is the page number, even if only one page has it.
            let height = heights.get(page).copied().unwrap_or(0.0);
            gone.extend(edge.into_iter().filter(|at| {
                lines.get(*at).is_some_and(|line| {
                    (line.base < 0.1 * height || line.base > 0.88 * height)
                        && page_number(&line.text).is_some()
                })
            }));
        }
        // Incremental slides repeat their content: if most of a page would be removed, only lines that nearly
        // all pages have are.
        if gone.len() * 2 > lines.len() {
            gone.retain(|at: &usize| {
                lines.get(*at).is_some_and(|line| {
                    let places = seen.get(&key(&line.text)).map_or(&[][..], Vec::as_slice);
                    let pages = places.iter().map(|(page, _)| page).collect::<HashSet<_>>().len();
                    page_number(&line.text).is_some() || pages * 5 > all * 4
                })
            });
        }
        all_gone.push(gone);
    }
    // If all pages consist of the same text, it is the content.
    let is_stamp = pictured.iter().any(|pictured| *pictured);
    if !is_stamp && all_gone.iter().zip(pages.iter()).all(|(gone, lines)| gone.len() == lines.len()) {
        for (gone, lines) in all_gone.iter_mut().zip(pages.iter()) {
            gone.retain(|at| lines.get(*at).is_some_and(|line| page_number(&line.text).is_some()));
        }
    }
    for (gone, lines) in all_gone.into_iter().zip(pages) {
        let mut at = 0;
        lines.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
    }
}

/// Returns the highest and the lowest lines of a page, the outermost first.
fn edges(lines: &[Line]) -> (Vec<usize>, Vec<usize>) {
    let base = |at: usize| lines.get(at).map_or(0.0, |line| line.base);
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|one, other| base(*one).total_cmp(&base(*other)));
    let top: Vec<usize> = order.iter().take(EDGE).copied().collect();
    let bottom = order.iter().skip(top.len()).rev().take(EDGE).copied().collect();
    (top, bottom)
}

/// Normalizes a header: all numbers are equal.
fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        if roman(word.trim_matches(|letter: char| !letter.is_alphanumeric())).is_some() {
            key.push('#');
            continue;
        }
        let mut in_number = false;
        for letter in word.chars() {
            if letter.is_ascii_digit() {
                if !in_number {
                    key.push('#');
                }
                in_number = true;
            } else {
                in_number = false;
                key.extend(letter.to_lowercase());
            }
        }
    }
    key
}

/// Returns the start of a header.
fn beginning(text: &str) -> String {
    key(text).chars().take(12).collect()
}

/// Returns the numbers at the start and the end of a line, one of which is the page number in many headers.
fn leading_and_trailing_numbers(text: &str) -> Vec<i64> {
    let words = || text.split_whitespace();
    let ends = [words().next(), words().next_back()].into_iter().flatten();
    let mut numbers: Vec<i64> = ends.filter_map(|word| word.parse().ok().or_else(|| roman(word))).collect();
    numbers.extend(page_number(text));
    numbers.retain(|number| (0..100_000).contains(number));
    numbers.dedup();
    numbers
}

/// Returns the page number in a line that contains nothing else: `12`, `- 12 -`, `Page 12 of 30`, `xii`.
fn page_number(text: &str) -> Option<i64> {
    let mut number = None;
    let mut may_follow = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        match bare.to_lowercase().as_str() {
            "" => may_follow |= word.contains('/'),
            "page" | "página" | "pág" | "p" | "seite" => {}
            "of" | "de" | "von" => may_follow = true,
            bare => {
                let value =
                    bare.split('/').next().and_then(|bare| bare.parse().ok()).or_else(|| roman(bare))?;
                // Several numbers are a row of a table.
                if !may_follow {
                    return None;
                }
                may_follow = false;
                number = number.or(Some(value));
            }
        }
    }
    number.filter(|number| (0..100_000).contains(number))
}

fn roman(word: &str) -> Option<i64> {
    if word.is_empty() || word.len() > 7 {
        return None;
    }
    let mut value = 0;
    let mut before = 0;
    for letter in word.bytes().rev() {
        let worth = match letter.to_ascii_lowercase() {
            b'i' => 1,
            b'v' => 5,
            b'x' => 10,
            b'l' => 50,
            b'c' => 100,
            _ => return None,
        };
        value += if worth < before { -worth } else { worth };
        before = before.max(worth);
    }
    Some(value)
}

/// Removes line numbers, which are in the margin and increase by a constant step.
pub(super) fn remove_line_numbers(mut segments: Vec<Segment>) -> Vec<Segment> {
    let number =
        |segment: &Segment| segment.text.parse::<i64>().ok().filter(|number| (0..100_000).contains(number));
    let mut columns: HashMap<i64, Vec<(f32, i64, f32)>> = HashMap::new();
    for segment in &segments {
        if let Some(number) = number(segment) {
            columns.entry((segment.x1 / 3.0).round() as i64).or_default().push((
                segment.base,
                number,
                segment.x1,
            ));
        }
    }
    for mut column in columns.into_values().filter(|column| column.len() >= 6) {
        column.sort_by(|one, other| one.0.total_cmp(&other.0));
        let steps: HashSet<i64> =
            column.iter().zip(column.iter().skip(1)).map(|(one, next)| next.1 - one.1).collect();
        let even = steps.len() == 1 && steps.iter().all(|step| matches!(step, 1 | 5 | 10));
        let edge = column.iter().map(|place| place.2).fold(f32::NEG_INFINITY, f32::max);
        let text = segments.iter().filter(|segment| number(segment).is_none());
        let (mut left, mut right, mut all) = (0_usize, 0_usize, 0_usize);
        for segment in text {
            all += 1;
            left += usize::from(segment.x0 > edge);
            right += usize::from(segment.x1 < edge - 8.0);
        }
        // Nearly all other text is on the other side of a margin.
        if even && all > 0 && left.max(right) * 20 >= all * 19 {
            segments.retain(|segment| number(segment).is_none() || (segment.x1 - edge).abs() > 4.0);
        }
    }
    segments
}

#[cfg(test)]
mod tests {
    use super::{clear, key, page_number};
    use crate::pdf::line::Line;

    #[test]
    fn distinguishes_page_numbers_from_text() {
        assert_eq!(page_number("12"), Some(12));
        assert_eq!(page_number("- 12 -"), Some(12));
        assert_eq!(page_number("Page 3 of 10"), Some(3));
        assert_eq!(page_number("xiv"), Some(14));
        assert_eq!(page_number("3 / 10"), Some(3));
        assert_eq!(page_number("1 2 3"), None);
        assert_eq!(page_number("1234 hits"), None);
        assert_eq!(key("Chapter 3   12"), key("Chapter 4 13"));
    }

    #[test]
    fn keeps_repeated_text_that_is_the_only_content() {
        for count in [2, 5, 40] {
            let line = |text: &str, base: f32| Line { text: text.into(), base, ..Line::default() };
            let mut pages: Vec<Vec<Line>> = (1..=count)
                .map(|number| vec![line("Closed for repairs", 100.0), line(&number.to_string(), 800.0)])
                .collect();
            let heights = vec![842.0; pages.len()];
            let pictures = vec![true; pages.len()];
            let mut stamped = pages.clone();
            clear(&mut pages, &heights, &[]);
            assert!(pages.iter().all(|page| page.len() == 1 && page[0].text == "Closed for repairs"));
            clear(&mut stamped, &heights, &pictures);
            assert!(stamped.iter().all(Vec::is_empty));
        }
    }

    #[test]
    fn keeps_repeated_text_of_incremental_slides() {
        let line = |text: &str, base: f32| Line { text: text.into(), base, ..Line::default() };
        let points = ["The ships came late", "The tolls were high", "The bridge was closed"];
        let mut pages: Vec<Vec<Line>> = Vec::new();
        for talk in ["The first year", "The second year", "The third year", "The fourth year"] {
            for shown in 1..=points.len() {
                let mut lines = vec![line("Annals of the Town", 20.0), line(talk, 60.0)];
                let points = points.iter().take(shown).zip(1..);
                lines.extend(
                    points.map(|(point, at)| line(&format!("{point} in {talk}"), 60.0 + 40.0 * at as f32)),
                );
                pages.push(lines);
            }
        }
        let heights = vec![300.0; pages.len()];
        clear(&mut pages, &heights, &[]);
        for page in &pages {
            assert!(page.iter().all(|line| line.text != "Annals of the Town"));
            assert!(page.iter().any(|line| line.text.starts_with("The ships came late")));
        }
    }

    #[test]
    fn removes_repeated_lines_only_at_page_edges() {
        let line = |text: &str, base: f32| Line { text: text.into(), base, ..Line::default() };
        let mut pages: Vec<Vec<Line>> = (0..4)
            .map(|page| {
                let mut lines = vec![line("A Short History", 30.0)];
                lines.extend(
                    (0..12).map(|at| line(&"word ".repeat(page * 12 + at + 1), 100.0 + at as f32 * 12.0)),
                );
                lines.insert(7, line("the same on each page", 167.0));
                lines.push(line(&format!("{}", page + 7), 780.0));
                lines
            })
            .collect();
        clear(&mut pages, &[842.0; 4], &[]);
        for page in pages {
            assert!(page.iter().all(|line| line.text != "A Short History" && line.base < 700.0));
            assert!(page.iter().any(|line| line.text == "the same on each page"));
        }
    }
}
