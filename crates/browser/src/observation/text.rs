use std::sync::Arc;

use lemmascope_intent::{Cause, Deferred, Failure};

use super::address::address;
use super::budget::{Page, cost, page, whole};
use super::json;
use super::pattern::format_pattern;
use super::selection::{Options, eligible, ranked, remove_repetitions};
use super::tables;
use super::tokens::count_tokens;
use crate::page::Snapshot;
use crate::text::quote;

/// The maximum length of a title.
const TITLE: usize = 80;
/// The divisor for the share of the first page that is reserved for tables when not everything fits.
const TABLES: usize = 4;

/// The rendered view of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// The URL and title: `@ example.com/login "Sign In"`.
    pub head: String,
    /// The element lines, and a note about omitted elements.
    pub lines: Vec<String>,
    /// The sections `# patterns` and `# frames` with their lines.
    pub sections: Vec<(&'static str, Vec<String>)>,
    /// The same content as an object.
    pub data: Deferred,
    /// The number of elements on later pages.
    pub(crate) omitted: usize,
    /// The number of tokens of the budget that are left for additions.
    pub remaining: Option<usize>,
}

impl Observation {
    /// Returns the complete text for printing.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n", self.head);
        if !self.lines.is_empty() {
            text.push_str(&format!("\n{}\n", self.lines.join("\n")));
        }
        for (name, lines) in &self.sections {
            text.push_str(&format!("\n# {name}\n{}\n", lines.join("\n")));
        }
        text
    }
}

/// Renders a snapshot.
pub fn render(snapshot: &Arc<Snapshot>, options: &Options) -> Result<Observation, Failure> {
    let eligible = eligible(snapshot, options)?;
    let data = {
        let (snapshot, eligible, options) = (Arc::clone(snapshot), eligible.clone(), options.clone());
        Deferred::new(move || json::data(&snapshot, &eligible, &options))
    };
    let shown = if options.full { eligible } else { remove_repetitions(snapshot, eligible) };
    let number = options.page.max(1);
    let budget = options.budget.unwrap_or(usize::MAX);
    let room = budget.saturating_sub(options.reserve.min(budget / 4));

    let head = head(snapshot, room);
    // The head is followed by a blank line.
    let after_head = room.saturating_sub(cost(&head) + 1);
    let sections = sections(snapshot, &shown, after_head / 3);
    let told: usize = sections.iter().map(|(name, lines)| section_cost(name, lines)).sum();
    let after_sections = after_head.saturating_sub(told);

    // Tables get the remaining room, or at least a share of the first page.
    let reserved = table_budget(snapshot, options, &shown, after_sections);
    let for_elements = after_sections.saturating_sub(reserved);
    let all = if number == 1 { whole(snapshot, &shown, options, for_elements) } else { None };
    let (lines, omitted) = match all {
        Some(lines) => (lines, 0),
        None => {
            let ranked = ranked(snapshot, &shown);
            let note = cost(&note(ranked.len(), number));
            let room = |at: usize| (if at == 1 { for_elements } else { after_head }).saturating_sub(note);
            let found = page(snapshot, &ranked, options, number, room);
            let found = match found {
                Some(found) => found,
                // Elements take more tokens in the object than in the text, so the object has more pages.
                None if options.budget_is_asked && json::has_elements(data.get()) => Page::default(),
                None => return Err(missing_page_failure(number)),
            };
            let mut lines = found.lines;
            if found.left > 0 && note <= after_head {
                lines.push(self::note(found.left, number));
            }
            (lines, found.left)
        }
    };
    let mut lines = lines;
    if reserved > 0 && number == 1 {
        let spent: usize = lines.iter().map(|line| cost(line)).sum();
        tables::insert(&mut lines, snapshot, &shown, after_sections.saturating_sub(spent));
    }
    let sections = if number == 1 { sections } else { Vec::new() };
    let mut observation = Observation { head, lines, sections, data, omitted, remaining: None };
    observation.remaining =
        options.budget.map(|budget| budget.saturating_sub(count_tokens(&observation.text())));
    Ok(observation)
}

/// The part of the first page that is reserved for tables. It does not depend on the requested page, since
/// the content of later pages follows from that of the first.
fn table_budget(snapshot: &Snapshot, options: &Options, shown: &[usize], room: usize) -> usize {
    if options.minimal { 0 } else { tables::total_cost(snapshot, shown).min(room / TABLES) }
}

fn missing_page_failure(number: usize) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("the observation has no page {number}"))
        .hint("Begin with `observe`; it says whether there is more.")
}

fn note(left: usize, number: usize) -> String {
    format!("… {left} more: observe --page {}", number + 1)
}

/// Formats the address and the title, cut as short as the room requires.
pub(super) fn head(snapshot: &Snapshot, room: usize) -> String {
    let address = address(&snapshot.url);
    let title = snapshot.title.trim();
    let host = address.split('/').next().unwrap_or_default();
    let mut heads = Vec::new();
    if !title.is_empty() {
        heads.push(format!("@ {address} {}", quote(title, TITLE)));
        heads.push(format!("@ {address} {}", quote(title, TITLE / 4)));
    }
    heads.push(format!("@ {address}"));
    heads.push(format!("@ {}", host.chars().take(60).collect::<String>()));
    heads.into_iter().find(|head| cost(head) <= room).unwrap_or_else(|| "@".to_string())
}

fn sections(snapshot: &Snapshot, shown: &[usize], room: usize) -> Vec<(&'static str, Vec<String>)> {
    let mut sections = Vec::new();
    let patterns: Vec<String> =
        snapshot.patterns.iter().map(|pattern| format!("- {}", format_pattern(pattern))).collect();
    let mut left = room;
    for (name, lines) in [("patterns", patterns), ("frames", frames(snapshot, shown))] {
        let Some(mut within) = left.checked_sub(section_cost(name, &[])) else { continue };
        let count = lines.len();
        let mut kept = Vec::new();
        for line in lines {
            match within.checked_sub(cost(&line)) {
                Some(rest) => {
                    within = rest;
                    kept.push(line);
                }
                None => break,
            }
        }
        if kept.is_empty() {
            continue;
        }
        if kept.len() < count {
            let more = format!("… {} more", count - kept.len());
            if let Some(rest) = within.checked_sub(cost(&more)) {
                within = rest;
                kept.push(more);
            }
        }
        left = within;
        sections.push((name, kept));
    }
    sections
}

/// Formats the frames of the listed elements.
fn frames(snapshot: &Snapshot, shown: &[usize]) -> Vec<String> {
    let mut used: Vec<usize> =
        shown.iter().filter_map(|at| snapshot.elements.get(*at)).map(|element| element.frame).collect();
    used.sort_unstable();
    used.dedup();
    used.into_iter()
        .filter(|at| *at > 0)
        .filter_map(|at| snapshot.frames.get(at).map(|frame| (at, frame)))
        .map(|(at, frame)| {
            let name = frame.name.trim();
            let name = if name.is_empty() { String::new() } else { format!(" {}", quote(name, 40)) };
            format!("- f{at}: {}{name}", address(&frame.url))
        })
        .collect()
}

/// The cost of a section: a blank line, the heading and the lines.
fn section_cost(name: &str, lines: &[String]) -> usize {
    1 + cost(&format!("# {name}")) + lines.iter().map(|line| cost(line)).sum::<usize>()
}
