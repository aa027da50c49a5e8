use lemmascope_intent::{Cause, Failure};

use super::raw::{RawElement, RawRegion, RawScan};

/// The maximum number of list entries.
const MOST: usize = 30_000;
/// The length of an entry in `moved`: the list index, four numbers of the box, and the visibility.
const MOVE: usize = 6;

impl RawScan {
    /// Completes a differential scan with the entries that it takes over from an earlier scan.
    ///
    /// Elements and regions have the same encoding. `order` has three numbers for each run of the list: the
    /// start in the earlier list, the number of entries to take over, and the number of new entries that
    /// follow. `moved` has the new boxes of entries that only changed position.
    pub(crate) fn complete(mut self, earlier: Option<Self>) -> Result<Self, Failure> {
        if self.since == 0 {
            return Ok(self);
        }
        let earlier = earlier.filter(|earlier| earlier.look == self.since).ok_or_else(unknown)?;
        let [elements, regions] = std::mem::take(&mut self.order);
        let [moved_elements, moved_regions] = std::mem::take(&mut self.moved);
        self.elements = apply_order(&elements, earlier.elements, self.elements).ok_or_else(unknown)?;
        self.regions = apply_order(&regions, earlier.regions, self.regions).ok_or_else(unknown)?;
        shift(&moved_elements, &mut self.elements, |element: &mut RawElement, bounds, seen| {
            element.bounds = bounds;
            element.visibility = Some(seen);
        });
        shift(&moved_regions, &mut self.regions, |region: &mut RawRegion, bounds, seen| {
            region.bounds = bounds;
            region.visible = u8::from(seen != 0);
        });
        self.since = 0;
        Ok(self)
    }
}

fn unknown() -> Failure {
    Failure::new(Cause::Unavailable, "the page's scan refers to one that is not known")
        .hint("The page may be loading or have crashed; try again.")
}

/// Returns the list that `order` describes, or `None` when it refers to missing entries.
fn apply_order<T>(order: &[u32], earlier: Vec<T>, told: Vec<T>) -> Option<Vec<T>> {
    let mut earlier: Vec<Option<T>> = earlier.into_iter().map(Some).collect();
    let mut told = told.into_iter();
    let mut list = Vec::new();
    for stretch in order.chunks_exact(3) {
        let (from, count, fresh) = (stretch[0] as usize, stretch[1] as usize, stretch[2] as usize);
        if list.len() + count + fresh > MOST {
            return None;
        }
        for kept in earlier.get_mut(from..from + count)? {
            list.push(kept.take()?);
        }
        for _ in 0..fresh {
            list.push(told.next()?);
        }
    }
    Some(list)
}

fn shift<T>(moved: &[Option<f64>], list: &mut [T], mut place: impl FnMut(&mut T, Vec<Option<f64>>, u32)) {
    for one in moved.chunks_exact(MOVE) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place or a set of flags; whatever else it is, it ends as one that is not there"
        )]
        let whole = |at: usize| one[at].filter(|number| number.is_finite()).unwrap_or(0.0).max(0.0) as u32;
        if let Some(entry) = list.get_mut(whole(0) as usize) {
            place(entry, one[1..5].to_vec(), whole(5));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scan(answer: serde_json::Value) -> RawScan {
        RawScan::from_answer(&answer).unwrap()
    }

    fn earlier() -> RawScan {
        scan(
            json!({"look": 4, "elements": [{"k": 1, "n": "one"}, {"k": 2, "n": "two"}, {"k": 3, "n": "three"}],
                    "regions": [{"c": "Page"}, {"c": "Form", "k": 9}]}),
        )
    }

    #[test]
    fn completes_scan_from_earlier_scan() {
        let told = json!({"look": 5, "since": 4, "elements": [{"k": 7, "n": "new"}], "regions": [],
                          "order": [[2, 1, 1, 0, 1, 0], [0, 2, 0]], "moved": [[2, 1, 2, 3, 4, 64], []]});
        let done = scan(told).complete(Some(earlier())).unwrap();
        let names: Vec<&str> = done.elements.iter().map(|element| element.name.as_str()).collect();
        assert_eq!(names, ["three", "new", "one"]);
        assert_eq!(done.elements[2].bounds, [1.0, 2.0, 3.0, 4.0].map(Some));
        assert_eq!(done.regions.len(), 2);
        assert_eq!(done.look, 5);
    }

    #[test]
    fn rejects_references_to_unknown_scan_entries() {
        for order in [json!([[0, 4, 0], []]), json!([[0, 1, 1], []]), json!([[0, 1, 0, 0, 1, 0], []])] {
            let told = scan(json!({"since": 4, "order": order}));
            assert!(told.complete(Some(earlier())).is_err());
        }
        let told = || scan(json!({"since": 3, "order": [[], []]}));
        assert!(told().complete(Some(earlier())).is_err());
        assert!(told().complete(None).is_err());
        let huge = scan(json!({"since": 4, "order": [[u32::MAX, u32::MAX, u32::MAX], []]}));
        assert!(huge.complete(Some(earlier())).is_err());
        let odd =
            scan(json!({"since": 4, "order": [[0, 3, 0], []], "moved": [[-1, 0, null, 0, 0, 1e300], [7]]}));
        assert_eq!(odd.complete(Some(earlier())).unwrap().elements.len(), 3);
    }
}
