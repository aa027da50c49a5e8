use super::candidates::{Candidate, Pool};
use super::rules::Rules;

/// The penalty for a candidate that is invisible or does not suit the verb. It is larger than the difference
/// between an exact name and a name with the same words, and smaller than the difference to a match of a part
/// of a word: `click "Checkout"` means the button "Proceed to checkout" rather than the heading "Checkout".
const MISMATCH_PENALTY: u32 = 8;

/// Applies all tie-breakers, and returns the remaining candidates in document order, those with longer names
/// last.
pub(super) fn settle<'a>(
    mut candidates: Vec<Candidate<'a>>,
    pool: &Pool<'a>,
    rules: &Rules<'_>,
) -> Vec<Candidate<'a>> {
    for candidate in &mut candidates {
        let element = candidate.element;
        candidate.grade += if element.visibility.is_visible() { 0 } else { MISMATCH_PENALTY };
        candidate.grade += if rules.suits(element) || candidate.is_part { 0 } else { MISMATCH_PENALTY };
    }
    keep_best(&mut candidates, |candidate| candidate.grade);
    let within_dialog = pool.snapshot.in_front();
    keep_best(&mut candidates, |candidate| !within_dialog(candidate.element));
    merge_nested(&mut candidates, pool);
    if !rules.strict {
        keep_best(&mut candidates, |candidate| candidate.element.state.disabled);
        keep_best(&mut candidates, |candidate| {
            rules.frame.is_some_and(|frame| frame != candidate.element.frame)
        });
        keep_best(&mut candidates, |candidate| !candidate.element.primary);
        keep_best(&mut candidates, |candidate| !candidate.element.visibility.in_viewport);
        keep_best(&mut candidates, |candidate| candidate.element.visibility.covered);
        keep_best(&mut candidates, |candidate| !candidate.element.interactive);
        // Among equal matches, the one with the shortest name is chosen. The result mentions the others.
        candidates.sort_by_key(|candidate| candidate.excess);
    }
    candidates
}

fn keep_best<K: Ord + Copy>(candidates: &mut Vec<Candidate<'_>>, key: impl Fn(&Candidate<'_>) -> K) {
    if let Some(best) = candidates.iter().map(&key).min() {
        candidates.retain(|candidate| key(candidate) == best);
    }
}

/// Merges nested candidates, since a link and its text are the same target for the user: keeps the
/// interactive one, or else the inner one.
fn merge_nested<'a>(candidates: &mut Vec<Candidate<'a>>, pool: &Pool<'a>) {
    if candidates.len() < 2 || candidates.len() > 200 {
        return;
    }
    let mut dropped = vec![false; candidates.len()];
    for (inner_at, inner) in candidates.iter().enumerate() {
        for around in pool.ancestors(inner.element) {
            let outer_at = candidates.iter().position(|other| pool.index(other.element) == Some(around));
            if let Some(outer_at) = outer_at {
                let keep_outer = candidates[outer_at].element.interactive && !inner.element.interactive;
                dropped[if keep_outer { inner_at } else { outer_at }] = true;
            }
        }
    }
    let mut at = 0;
    candidates.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
}
