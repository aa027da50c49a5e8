use lemmascope_intent::{Cause, Failure};

use super::candidates::{Candidate, Pool, texts};
use super::target::{Target, Way};
use super::wording::similarity;
use crate::observation::line;
use crate::page::Element;

/// The maximum number of similar names in an error message.
const TOLD: usize = 3;

/// The failure when no element matches the target.
pub(super) fn target(target: &Target, pool: &Pool<'_>) -> Failure {
    let near = nearest(target, pool);
    let failure = Failure::new(Cause::TargetNotFound, format!("nothing here is {target}"));
    if near.is_empty() {
        return failure.hint("Look at the page with `observe`.");
    }
    let names: Vec<String> = near.iter().map(|element| line(element, pool.snapshot)).collect();
    failure.hint(format!("The nearest: {}", names.join(", ")))
}

/// The failure when the reference of a relation does not exist.
pub(super) fn anchor(target: &Target, pool: &Pool<'_>) -> Failure {
    self::target(target, pool)
}

/// The failure when the matching elements are invisible.
pub(super) fn hidden(target: &Target, candidates: &[Candidate<'_>], pool: &Pool<'_>) -> Failure {
    let Some(first) = candidates.first() else { return self::target(target, pool) };
    let seen = first.element.visibility;
    let why = if seen.undisplayed {
        "it is not displayed"
    } else if seen.hidden || seen.transparent {
        "it is made invisible"
    } else if seen.sizeless {
        "it has no size"
    } else {
        "it is cut off or off the page"
    };
    Failure::new(
        Cause::ElementNotVisible,
        format!("{} is there, but hidden: {why}", line(first.element, pool.snapshot)),
    )
    .hint("Open the element that contains it first, or list hidden elements with `observe --hidden`.")
}

/// The failure when several elements match.
pub(super) fn ambiguous(target: &Target, candidates: &[Candidate<'_>], pool: &Pool<'_>) -> Failure {
    let count = candidates.len();
    let mut failure =
        Failure::new(Cause::TargetAmbiguous, format!("{target} could be any of {count} elements"))
            .hint("Specify one by its id, or by a text that it is near or inside.");
    for candidate in candidates.iter().take(10) {
        failure = failure.context(line(candidate.element, pool.snapshot));
    }
    if count > 10 {
        failure = failure.context(format!("… {} more", count - 10));
    }
    failure
}

/// Returns the elements whose names are most similar to the requested text.
fn nearest<'a>(target: &Target, pool: &Pool<'a>) -> Vec<&'a Element> {
    let wanted: Vec<&str> = target
        .ways
        .iter()
        .flat_map(|way| match way {
            Way::Text { text, .. } => vec![text.as_str()],
            Way::TextContains(texts) => texts.iter().map(String::as_str).take(5).collect(),
            Way::Role(role) => vec![role.as_str()],
            // A text such as ".gitignore" may have been parsed as a selector.
            Way::Css(selector) => vec![selector.as_str()],
            Way::Pattern { part: Some(part), .. } => vec![part.as_str()],
            _ => Vec::new(),
        })
        .collect();
    // The comparison is quadratic in the length of the names, so only the first names of a large page are
    // compared.
    let mut scored: Vec<(f64, &Element)> = pool
        .all()
        .iter()
        .filter(|element| element.visibility.is_visible() && element.interactive)
        .take(3000)
        .map(|element| {
            let scores =
                texts(element).flat_map(|(text, _)| wanted.iter().map(move |it| similarity(text, it)));
            let role = element
                .role
                .map_or(0.0, |role| wanted.iter().map(|it| similarity(role, it)).fold(0.0, f64::max));
            (scores.fold(role, f64::max), *element)
        })
        .filter(|(score, _)| *score >= 0.4)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(TOLD).map(|(_, element)| element).collect()
}
