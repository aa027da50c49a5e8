use super::candidates::{Candidate, Pool};
use super::rules::Rules;

/// What is added to the grade of an element that cannot be seen, or that the verb can do nothing with. It is more
/// than the distance from a name to a name with the same words in it, and less than that to a mere part of a word:
/// `click "Checkout"` means the button "Proceed to checkout" rather than the heading "Checkout".
const UNFIT: u32 = 8;

/// Those of the candidates that are left when all that tells them apart has been asked, in the order of the page but
/// for those whose names say more than was asked for.
pub(super) fn settle<'a>(
    mut candidates: Vec<Candidate<'a>>,
    pool: &Pool<'a>,
    rules: &Rules<'_>,
) -> Vec<Candidate<'a>> {
    for candidate in &mut candidates {
        let element = candidate.element;
        candidate.grade += if element.visibility.is_visible() { 0 } else { UNFIT };
        candidate.grade += if rules.suits(element) || candidate.is_part { 0 } else { UNFIT };
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
        // Of those that fit equally, the one whose name says least besides is taken. The others are told.
        candidates.sort_by_key(|candidate| candidate.excess);
    }
    candidates
}

fn keep_best<K: Ord + Copy>(candidates: &mut Vec<Candidate<'_>>, key: impl Fn(&Candidate<'_>) -> K) {
    if let Some(best) = candidates.iter().map(&key).min() {
        candidates.retain(|candidate| key(candidate) == best);
    }
}

/// A link and the text in it are one thing to a person: of two candidates of which one is inside the other, the one
/// that can be acted on is kept, or else the inner one.
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
