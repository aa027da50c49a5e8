use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

/// The items collected so far. Items with a URL are deduplicated across pages; rows without one may
/// legitimately be equal, so they are deduplicated only within a page. Scrolling does not count as a page
/// change.
#[derive(Debug, Default)]
pub(super) struct CollectedItems {
    pub(super) items: Vec<Json>,
    addressed: HashSet<String>,
    rows: HashMap<String, usize>,
}

impl CollectedItems {
    /// Returns the new items of a list.
    pub(super) fn fresh<'a>(&self, listed: &'a [Json], may_turn: bool) -> Vec<&'a Json> {
        let is_turned = may_turn && self.is_turned(listed);
        let mut counts: HashMap<String, usize> = HashMap::new();
        let mut fresh = Vec::new();
        for item in listed {
            let key = item.to_string();
            let count = counts.entry(key.clone()).or_default();
            *count += 1;
            let is_new = match item.get("url") {
                Some(_) => *count == 1 && !self.addressed.contains(&key),
                None => is_turned || *count > self.rows.get(&key).copied().unwrap_or_default(),
            };
            if is_new {
                fresh.push(item);
            }
        }
        fresh
    }

    /// Adds the new items of a list, and returns their number.
    pub(super) fn add(&mut self, listed: &[Json], may_turn: bool) -> usize {
        let fresh: Vec<Json> = self.fresh(listed, may_turn).into_iter().cloned().collect();
        if may_turn && self.is_turned(listed) {
            self.rows.clear();
        }
        let mut counts: HashMap<String, usize> = HashMap::new();
        for item in listed {
            *counts.entry(item.to_string()).or_default() += 1;
        }
        for (key, count) in counts {
            let known = self.rows.entry(key).or_default();
            *known = count.max(*known);
        }
        self.addressed.extend(fresh.iter().filter(|item| item.get("url").is_some()).map(Json::to_string));
        let count = fresh.len();
        self.items.extend(fresh);
        count
    }

    /// Whether the list is from another page than the previous one: most of its items are new.
    fn is_turned(&self, listed: &[Json]) -> bool {
        let known = listed.iter().filter(|item| self.rows.contains_key(&item.to_string())).count();
        known * 2 < listed.len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn deduplicates_items_by_url_and_keeps_repeated_rows() {
        let card = |n: u32| json!({"title": format!("Card {n}"), "url": format!("/{n}")});
        let mut cards = CollectedItems::default();
        assert_eq!(cards.add(&[card(1), card(2), card(1)], true), 2);
        assert_eq!(cards.add(&[card(1), card(3), card(4), card(5)], true), 3);
        let row = |text: &str| json!({"Day": text});
        let mut rows = CollectedItems::default();
        assert_eq!(rows.add(&[row("Mon"), row("Mon"), row("Tue")], true), 3);
        // The list has grown.
        assert_eq!(rows.add(&[row("Mon"), row("Mon"), row("Tue"), row("Tue")], true), 1);
        // The list is unchanged.
        assert_eq!(rows.add(&[row("Mon"), row("Mon"), row("Tue"), row("Tue")], true), 0);
        // All but one of these were scrolled into view.
        assert_eq!(rows.add(&[row("Wed"), row("Thu"), row("Tue"), row("Fri")], false), 3);
        // Another page, with one row equal to one on the first page.
        assert_eq!(rows.add(&[row("Sat"), row("Sun"), row("Mon")], true), 3);
        assert_eq!(rows.items.len(), 10);
    }
}
