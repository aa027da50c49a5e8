//! Sorts lists of numbers by dragging their entries.

use lemmascope_intent::Manner;

use super::reading::{Reading, Steps};
use super::step::{Aim, Step};
use super::thing::Span;

/// The maximum length of a list.
const LONGEST: usize = 20;

/// The position of an entry in its list, the control, and its number.
type Entry = (usize, usize, Option<f64>);

impl Reading<'_> {
    /// Parses "sort the numbers in increasing order" into a drag for each misplaced entry.
    pub(super) fn sort(&mut self, body: Span) -> Steps {
        let is_descending = self.direction(body.clone()).ok_or_else(|| self.unread(body.clone()))?;
        let mut order = self.numbered_list().ok_or_else(|| self.unread(body.clone()))?;
        let mut wanted = order.clone();
        wanted.sort_by(|one, other| one.1.total_cmp(&other.1));
        if is_descending {
            wanted.reverse();
        }
        let said = self.said.bytes(body.clone());
        let mut steps = Vec::new();
        for (at, entry) in wanted.iter().enumerate() {
            let Some(from) = order.iter().position(|(thing, _)| *thing == entry.0) else { continue };
            if order[from].1 == order[at].1 {
                continue;
            }
            steps.push(Step::Use {
                manner: Manner::Drag,
                aim: Aim::Thing(entry.0),
                values: Vec::new(),
                to: Some(Aim::Thing(order[at].0)),
                said: said.clone(),
            });
            let moved = order.remove(from);
            order.insert(at, moved);
        }
        self.explain(body);
        Ok(steps)
    }

    /// Whether the order is descending; `None` if the words contain anything else.
    fn direction(&self, body: Span) -> Option<bool> {
        let (mut at, mut descends) = (body.start, None);
        while at < body.end {
            let way = ["ascending", "descending"]
                .iter()
                .find_map(|role| Some((*role == "descending", self.said.role(role, at..body.end)?)));
            if let Some((is_down, length)) = way {
                if descends.is_some_and(|known| known != is_down) {
                    return None;
                }
                descends = Some(is_down);
                at += length;
                continue;
            }
            let idle = ["article", "filler", "order", "sort_words"];
            at += idle.iter().filter_map(|role| self.said.role(role, at..body.end)).max()?;
        }
        descends
    }

    /// Returns the entries of the only list of numbers, in page order.
    fn numbered_list(&self) -> Option<Vec<(usize, f64)>> {
        let mut lists: Vec<(i64, Vec<Entry>)> = Vec::new();
        for (at, thing) in self.scene.things.iter().enumerate() {
            let Some((list, place)) = thing.place else { continue };
            let number = thing.names.first().and_then(|name| name.trim().parse::<f64>().ok());
            match lists.iter_mut().find(|(own, _)| *own == list) {
                Some((_, entries)) => entries.push((place, at, number)),
                None => lists.push((list, vec![(place, at, number)])),
            }
        }
        let numbered = lists.into_iter().filter_map(|(_, mut entries)| {
            entries.sort_by_key(|(place, ..)| *place);
            entries.dedup_by_key(|(place, ..)| *place);
            let all: Option<Vec<(usize, f64)>> =
                entries.into_iter().map(|(_, at, number)| Some((at, number?))).collect();
            all.filter(|all| (2..=LONGEST).contains(&all.len()))
        });
        let numbered: Vec<Vec<(usize, f64)>> = numbered.collect();
        if let [one] = numbered.as_slice() { Some(one.clone()) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, scene};

    #[test]
    fn sorts_numbers_by_dragging() {
        let page = scene("text 7 ; place 1\ntext 2 ; place 2\ntext 5 ; place 3\nbutton Submit");
        check(
            &page,
            &[
                (
                    "Sort the numbers in increasing order, starting with the lowest number at the top.",
                    "drag 1 to 0, drag 2 to 0",
                ),
                ("sort the list in descending order and press Submit", "drag 2 to 1, press 3"),
                ("põe os números por ordem crescente", "drag 1 to 0, drag 2 to 0"),
                ("sort the numbers", "unread: the numbers"),
                ("sort the friends in increasing order", "unread: the friends in increasing order"),
            ],
        );
    }
}
