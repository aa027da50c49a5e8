use lemmascope_intent::{Object, Value};

use super::budget::cost;
use super::changes::{Extent, changes};
use super::choosing::Options;
use super::quoting::tame;
use super::text::{Observation, head};
use crate::page::Snapshot;

/// Shows what is different from what was shown last.
pub(crate) fn render_delta(before: &Snapshot, after: &Snapshot, options: &Options) -> Observation {
    let budget = options.budget.unwrap_or(usize::MAX);
    let room = budget.saturating_sub(options.reserve.min(budget / 4));
    let told: Vec<String> = changes(before, after, Extent::Long).iter().map(ToString::to_string).collect();
    let note = |left: usize| format!("… {left} more: observe");
    let noted = cost(&note(told.len()));
    let head = head(after, room.saturating_sub(noted + 1));
    let mut left = room.saturating_sub(cost(&head) + 1 + noted);
    let mut lines = Vec::new();
    for line in &told {
        match left.checked_sub(cost(line)) {
            Some(rest) => left = rest,
            None => break,
        }
        lines.push(line.clone());
    }
    let omitted = told.len() - lines.len();
    let shown = if options.budget_is_asked { lines.clone() } else { told };
    let mut data = Object::new();
    data.insert("url".into(), tame(&after.url, 2000).into());
    data.insert("title".into(), tame(&after.title, 300).into());
    data.insert(
        "omitted".into(),
        i64::try_from(if options.budget_is_asked { omitted } else { 0 }).unwrap_or(0).into(),
    );
    data.insert("changes".into(), Value::List(shown.into_iter().map(Value::from).collect()));
    if omitted > 0 && cost(&head) + 1 + noted <= room {
        lines.push(note(omitted));
    }
    if lines.is_empty() && omitted == 0 {
        lines.push("nothing has changed".into());
    }
    let remaining = options.budget.map(|_| left + options.reserve.min(budget / 4));
    Observation { head, lines, sections: Vec::new(), data: data.into(), omitted, remaining }
}
