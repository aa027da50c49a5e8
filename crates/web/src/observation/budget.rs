use std::collections::{HashMap, HashSet};

use super::choosing::Options;
use super::element::{NAME, kind, line_with, name, rest};
use super::pattern::numbers;
use super::tokens::count_line;
use crate::page::{Element, ElementId, Snapshot};

/// How many alike elements share a line, when lines are shared.
const ALIKE: usize = 12;
/// From how many on.
const FEWEST: usize = 3;
/// How much of a name is shown on a line that is shared.
const SHORT: usize = 48;
/// How many numbers stand before one name.
const NUMBERS: usize = 24;

/// One page of a list that is too long for its budget.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Page {
    pub(super) lines: Vec<String>,
    /// How many elements come after it.
    pub(super) left: usize,
}

/// The lines of all these elements, if they fit: one each, in the order of the page.
pub(super) fn whole(
    snapshot: &Snapshot,
    shown: &[usize],
    options: &Options,
    room: usize,
) -> Option<Vec<String>> {
    let mut spent = 0;
    let mut lines = Vec::new();
    for element in shown.iter().filter_map(|at| snapshot.elements.get(*at)) {
        let line = one(element, snapshot, options);
        spent += cost(&line);
        if spent > room {
            return None;
        }
        lines.push(line);
    }
    Some(lines)
}

/// The page of that number, from 1. The first has less room than the others, for what is told but once. Elements are
/// dealt out by rank, so that each is on one page alone; on its page, it stands in the order of the page.
pub(super) fn page(
    snapshot: &Snapshot,
    ranked: &[usize],
    options: &Options,
    number: usize,
    room: impl Fn(usize) -> usize,
) -> Option<Page> {
    let mut start = 0;
    for at in 1.. {
        let rest = ranked.get(start..).filter(|rest| !rest.is_empty())?;
        let (taken, lines) = fill(snapshot, rest, options, room(at));
        start += taken;
        if at == number {
            return Some(Page { lines, left: ranked.len() - start });
        }
    }
    None
}

/// As many of the first elements as fit, and their lines. It is one at least, so that every page gets on, cut as short
/// as need be; when not even its number fits, the page is left without a line.
fn fill(snapshot: &Snapshot, ranked: &[usize], options: &Options, room: usize) -> (usize, Vec<String>) {
    let fits = |count: usize| {
        let lines = lines(snapshot, &ranked[..count], options);
        (lines.iter().map(|line| cost(line)).sum::<usize>() <= room).then_some(lines)
    };
    // Even the shortest share of a line has some tokens, so that no more than this can fit.
    let (mut low, mut high) = (0, ranked.len().min(room / 3 + 1));
    let mut best = None;
    while low < high {
        let middle = (low + high).div_ceil(2);
        match fits(middle) {
            Some(lines) => {
                low = middle;
                best = Some(lines);
            }
            None => high = middle - 1,
        }
    }
    if let Some(lines) = best {
        return (low, lines);
    }
    let Some(element) = ranked.first().and_then(|at| snapshot.elements.get(*at)) else {
        return (1, Vec::new());
    };
    let shorter = [
        format!("{} {}{}", element.id, kind(element), name(element, 24)),
        format!("{} {}", element.id, kind(element)),
    ];
    (1, shorter.into_iter().find(|line| cost(line) <= room).into_iter().collect())
}

/// What a line costs with its end.
pub(super) fn cost(line: &str) -> usize {
    count_line(&format!("{line}\n"))
}

fn one(element: &Element, snapshot: &Snapshot, options: &Options) -> String {
    line_with(element, snapshot, if options.full { 4 * NAME } else { NAME }, options.positions)
}

/// The lines of these elements, in the order of the page. What is alike shares a line, because space is short:
/// `[5-8] link "Home" "Docs" "Blog" "About"`, and `[11,14,17] button "Add to cart"`.
fn lines(snapshot: &Snapshot, chosen: &[usize], options: &Options) -> Vec<String> {
    let mut chosen: Vec<usize> = chosen.to_vec();
    chosen.sort_unstable();
    let items: Vec<Item<'_>> = chosen
        .iter()
        .filter_map(|at| snapshot.elements.get(*at))
        .map(|element| Item::new(element, snapshot, options))
        .collect();
    let mut same: HashMap<(&str, &str, usize), Vec<ElementId>> = HashMap::new();
    for item in items.iter().filter(|item| item.is_plain) {
        same.entry(item.likeness()).or_default().push(item.element.id);
    }
    same.retain(|_, ids| ids.len() >= FEWEST);

    let mut lines = Vec::new();
    let mut told: HashSet<(&str, &str, usize)> = HashSet::new();
    let mut run: Vec<&Item<'_>> = Vec::new();
    for item in &items {
        if let Some(ids) = same.get(&item.likeness()).filter(|_| item.is_plain) {
            if told.insert(item.likeness()) {
                flush(&mut run, &mut lines);
                lines.extend(
                    ids.chunks(NUMBERS).map(|ids| format!("{} {}{}", all(ids), item.kind, item.name)),
                );
            }
            continue;
        }
        let joins = run
            .first()
            .is_some_and(|first| first.kind == item.kind && first.element.frame == item.element.frame);
        if !item.is_plain || !joins || run.len() >= ALIKE {
            flush(&mut run, &mut lines);
        }
        if item.is_plain {
            run.push(item);
        } else {
            lines.push(one(item.element, snapshot, options));
        }
    }
    flush(&mut run, &mut lines);
    lines
}

struct Item<'a> {
    element: &'a Element,
    kind: String,
    name: String,
    /// Nothing is told of it but what it is and what it is called.
    is_plain: bool,
}

impl<'a> Item<'a> {
    fn new(element: &'a Element, snapshot: &Snapshot, options: &Options) -> Self {
        let name = name(element, SHORT);
        let is_plain = !options.positions
            && !options.full
            && name.starts_with(" \"")
            && rest(element, snapshot).is_empty();
        Self { element, kind: kind(element), name, is_plain }
    }

    fn likeness(&self) -> (&str, &str, usize) {
        (&self.kind, &self.name, self.element.frame)
    }
}

fn flush(run: &mut Vec<&Item<'_>>, lines: &mut Vec<String>) {
    if run.len() >= FEWEST {
        let ids: Vec<ElementId> = run.iter().map(|item| item.element.id).collect();
        let names: String = run.iter().map(|item| item.name.as_str()).collect();
        lines.push(format!("{} {}{names}", all(&ids), run[0].kind));
    } else {
        lines.extend(run.iter().map(|item| format!("{} {}{}", item.element.id, item.kind, item.name)));
    }
    run.clear();
}

/// All of the numbers, none left out.
fn all(ids: &[ElementId]) -> String {
    numbers(ids, usize::MAX)
}
