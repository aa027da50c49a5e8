use super::{DetectionContext, Draft};
use crate::page::Pattern;

const MOST: usize = 20;

/// Finds data tables.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    context
        .snapshot
        .elements
        .iter()
        .enumerate()
        .filter(|(at, element)| {
            element.kind == "table" && context.clues[*at].shape[0] > 0 && element.visibility.is_visible()
        })
        .take(MOST)
        .map(|(at, element)| {
            let [rows, columns, headers] = context.clues[at].shape;
            Draft::new("table", element.region, 0.9)
                .part("table", Some(element.id))
                .says(format!("{rows} rows, {columns} columns, {headers} headers"))
                .done()
        })
        .collect()
}
