use std::collections::{HashMap, HashSet};

use super::choosing::Options;
use super::element::{CONTEXT, NAME, context, kind, line_with, name, rest_without_context};
use super::pattern::numbers;
use super::tokens::count_line;
use crate::page::{Element, ElementId, Snapshot};
use crate::text::quote;

/// How many alike elements share a line, when lines are shared.
const ALIKE: usize = 12;
/// From how many on.
const FEWEST: usize = 3;
/// How much of a name is shown on a line that is shared.
const SHORT: usize = 48;
/// How many numbers precede one name.
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
/// dealt out by rank, so that each is on one page alone; on its page, it is in the order of the page.
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
    // Even the shortest share of a line has some tokens, so that no more than this can fit.
    let (mut low, mut high) = (0, ranked.len().min(room / 3 + 1));
    let items = items(snapshot, &ranked[..high], options);
    let mut best = None;
    // What an element takes is guessed once; after that it is known, and a few tries are enough.
    let mut guess = room / 12;
    while low < high {
        let count = guess.clamp(low + 1, high);
        let lines = lines(snapshot, &items, count, options);
        let spent: usize = lines.iter().map(|line| cost(line)).sum();
        if spent <= room {
            low = count;
            best = Some(lines);
        } else {
            high = count - 1;
        }
        let span = high - low;
        // A step of some size in any case: elements that take more or less than most would be a long way otherwise.
        guess = match (count * room).checked_div(spent) {
            Some(likely) if span > 8 => likely.clamp(low + span / 8, high - span / 8),
            _ => low + span.div_ceil(2),
        };
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

/// These elements, in the order of the page, each with its rank.
fn items<'a>(snapshot: &'a Snapshot, ranked: &[usize], options: &Options) -> Vec<(usize, Item<'a>)> {
    let mut places: Vec<(usize, usize)> = ranked.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let item =
        |(at, rank): (usize, usize)| Some((rank, Item::new(snapshot.elements.get(at)?, snapshot, options)));
    places.into_iter().filter_map(item).collect()
}

/// The lines of so many of the first elements, in the order of the page. What is alike shares a line, because space is
/// short: `[5-8] link "Home" "Docs" "Blog" "About"`, and `[11,14,17] button "Add to cart"`.
fn lines(snapshot: &Snapshot, items: &[(usize, Item<'_>)], count: usize, options: &Options) -> Vec<String> {
    let items: Vec<&Item<'_>> =
        items.iter().filter(|(rank, _)| *rank < count).map(|(_, item)| item).collect();
    let mut same: HashMap<Likeness<'_>, Vec<&Element>> = HashMap::new();
    for item in items.iter().filter(|item| item.is_plain) {
        same.entry(item.likeness()).or_default().push(item.element);
    }
    same.retain(|_, alike| alike.len() >= FEWEST);

    let mut lines = Vec::new();
    let mut told: HashSet<Likeness<'_>> = HashSet::new();
    let mut run: Vec<&Item<'_>> = Vec::new();
    for item in items {
        if let Some(ids) = same.get(&item.likeness()).filter(|_| item.is_plain) {
            if told.insert(item.likeness()) {
                flush(&mut run, &mut lines);
                lines.extend(shared(ids, item));
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

/// Elements of one name on one line, with what each is in: `[13,16] button "Refund" (row "Bob 5", "Ann 6")`.
fn shared(alike: &[&Element], item: &Item<'_>) -> Vec<String> {
    let most = if item.context.is_some() { ALIKE } else { NUMBERS };
    let line = |chunk: &[&Element]| {
        let ids: Vec<ElementId> = chunk.iter().map(|element| element.id).collect();
        let line = format!("{} {}{}", all(&ids), item.kind, item.name);
        let Some(kind) = item.context else { return line };
        let texts = chunk.iter().filter_map(|element| element.context.as_ref());
        let texts: Vec<String> = texts.map(|context| quote(&context.text, CONTEXT / 2)).collect();
        format!("{line} ({kind} {})", texts.join(", "))
    };
    alike.chunks(most).map(line).collect()
}

/// What elements have in common that share a line.
type Likeness<'a> = (&'a str, &'a str, usize, Option<&'static str>);

struct Item<'a> {
    element: &'a Element,
    kind: String,
    name: String,
    /// What kind of part it is in, where that tells it from others of its name.
    context: Option<&'static str>,
    /// The element has a type, a name and a context, and no state or value.
    is_plain: bool,
}

impl<'a> Item<'a> {
    fn new(element: &'a Element, snapshot: &Snapshot, options: &Options) -> Self {
        let name = name(element, SHORT);
        let is_plain = !options.positions
            && !options.full
            && name.starts_with(" \"")
            && element.table.is_none()
            && rest_without_context(element, snapshot).is_empty();
        let context = element.context.as_ref().map(|context| context.kind);
        Self { element, kind: kind(element), name, context, is_plain }
    }

    fn likeness(&self) -> Likeness<'_> {
        (&self.kind, &self.name, self.element.frame, self.context)
    }

    /// What it is called and what it is in.
    fn called(&self) -> String {
        format!("{}{}", self.name, context(self.element))
    }
}

fn flush(run: &mut Vec<&Item<'_>>, lines: &mut Vec<String>) {
    if run.len() >= FEWEST {
        let ids: Vec<ElementId> = run.iter().map(|item| item.element.id).collect();
        let names: String = run.iter().map(|item| item.called()).collect();
        lines.push(format!("{} {}{names}", all(&ids), run[0].kind));
    } else {
        lines.extend(run.iter().map(|item| format!("{} {}{}", item.element.id, item.kind, item.called())));
    }
    run.clear();
}

/// All of the numbers, none left out.
fn all(ids: &[ElementId]) -> String {
    numbers(ids, usize::MAX)
}
