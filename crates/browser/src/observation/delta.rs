use lemmascope_intent::{Object, Value};

use super::budget::cost;
use super::changes::{Extent, changes};
use super::json::{json_cost, short};
use super::selection::Options;
use super::text::{Observation, head};
use crate::page::Snapshot;

/// Renders the differences from the last observation.
pub fn render_delta(before: &Snapshot, after: &Snapshot, options: &Options) -> Observation {
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
    let data = data(after, &told, options.budget.filter(|_| options.budget_is_asked));
    if omitted > 0 && cost(&head) + 1 + noted <= room {
        lines.push(note(omitted));
    }
    if lines.is_empty() && omitted == 0 {
        lines.push("nothing has changed".into());
    }
    let remaining = options.budget.map(|_| left + options.reserve.min(budget / 4));
    Observation { head, lines, sections: Vec::new(), data: data.into(), omitted, remaining }
}

/// Returns the changes as an object, as many as the budget allows.
fn data(after: &Snapshot, told: &[String], budget: Option<usize>) -> Value {
    let part = budget.map(|budget| budget / 4);
    let mut shown = told.len();
    loop {
        let data = Value::Object(Object::from([
            ("url".to_string(), short(&after.url, 2000, part)),
            ("title".to_string(), short(&after.title, 300, part)),
            ("omitted".to_string(), i64::try_from(told.len() - shown).unwrap_or(i64::MAX).into()),
            (
                "changes".to_string(),
                Value::List(told.iter().take(shown).map(|line| line.as_str().into()).collect()),
            ),
        ]));
        let fits = budget.is_none_or(|budget| json_cost(&data) <= budget);
        if fits || shown == 0 {
            return data;
        }
        // Only the lines were counted; the object adds a fraction to them.
        shown -= (shown / 8).max(1);
    }
}
