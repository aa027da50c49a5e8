use std::collections::{HashMap, HashSet};

use super::element::{CONTEXT, NAME, context, format_line, kind, name, rest_without_context};
use super::pattern::numbers;
use super::selection::Options;
use super::tokens::count_line;
use crate::page::{Element, ElementId, Snapshot};
use crate::text::quote;

/// The maximum number of similar elements on a shared line.
const ALIKE: usize = 12;
/// The minimum number of equal elements that share a line.
const FEWEST: usize = 3;
/// The maximum length of a name on a shared line.
const SHORT: usize = 48;
/// The maximum number of element ids before a single name.
const NUMBERS: usize = 24;

/// One page of a list that exceeds its token budget.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Page {
    pub(super) lines: Vec<String>,
    /// The number of elements on later pages.
    pub(super) left: usize,
}

/// Returns the lines of all given elements, one each in document order, or `None` if they exceed the budget.
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

/// Returns the page with the given number, counted from 1. The first page has less room than the others,
/// because it also has the parts that are printed only once. Elements are assigned to pages by rank, so that
/// each is on exactly one page; on a page, they are in document order.
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

/// Returns how many of the first elements fit, and their lines. At least one element is taken, in shortened
/// form if necessary, so that paging makes progress; if not even its id fits, the page has no line for it.
fn fill(snapshot: &Snapshot, ranked: &[usize], options: &Options, room: usize) -> (usize, Vec<String>) {
    // Even the shortest entry takes some tokens, which bounds the number of entries.
    let (mut low, mut high) = (0, ranked.len().min(room / 3 + 1));
    let items = items(snapshot, &ranked[..high], options);
    let mut best = None;
    // The first guess uses an average cost per element; later guesses use the measured cost.
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
        // A minimum step size bounds the number of iterations when elements have unusual costs.
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

/// The token cost of a line with its line break.
pub(super) fn cost(line: &str) -> usize {
    count_line(&format!("{line}\n"))
}

fn one(element: &Element, snapshot: &Snapshot, options: &Options) -> String {
    format_line(element, snapshot, if options.full { 4 * NAME } else { NAME }, options.positions)
}

/// Returns the elements in document order, each with its rank.
fn items<'a>(snapshot: &'a Snapshot, ranked: &[usize], options: &Options) -> Vec<(usize, Item<'a>)> {
    let mut places: Vec<(usize, usize)> = ranked.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let item =
        |(at, rank): (usize, usize)| Some((rank, Item::new(snapshot.elements.get(at)?, snapshot, options)));
    places.into_iter().filter_map(item).collect()
}

/// Formats the first `count` elements by rank, in document order. To save space, similar elements share a
/// line: `[5-8] link "Home" "Docs" "Blog" "About"`, and `[11,14,17] button "Add to cart"`.
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

/// Formats elements of the same name on one line, with the context of each: `[13,16] button "Refund" (row
/// "Bob 5", "Ann 6")`.
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

/// The properties that elements on a shared line have in common.
type Likeness<'a> = (&'a str, &'a str, usize, Option<&'static str>);

struct Item<'a> {
    element: &'a Element,
    kind: String,
    name: String,
    /// The kind of its context, if the context distinguishes it from others of the same name.
    context: Option<&'static str>,
    /// Whether the element has a type, a name and a context, but no state or value.
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

    /// The name and the context.
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

/// Formats all ids, without an ellipsis.
fn all(ids: &[ElementId]) -> String {
    numbers(ids, usize::MAX)
}
