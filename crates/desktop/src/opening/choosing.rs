use std::fmt;

use lemmascope_intent::{Cause, Failure};

use super::likeness::Likeness;

/// An item that may match a request.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// The name for display.
    pub(crate) label: String,
    pub(crate) kind: Kind,
    pub(crate) likeness: Likeness,
    /// The time at which it was last opened by this program.
    pub(crate) opened: Option<i64>,
    /// The time of the last change or access.
    pub(crate) used: Option<i64>,
}

/// The types of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Application,
    File,
    Folder,
}

/// The result of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    None,
    One(usize),
    /// Several equally likely items, the best first.
    Several(Vec<usize>),
}

/// The weights of similarity and recency within a tier. Together they weigh less than a tier.
const NEARNESS: f64 = 0.6;
const RECENCY: f64 = 0.3;

/// The minimum difference of weights for an unambiguous choice.
const CLOSE: f64 = 0.1;

/// The half-lives, in seconds, of the recency of opening and of use.
const OPENED_HALF: f64 = 14.0 * 86_400.0;
const USED_HALF: f64 = 30.0 * 86_400.0;

/// The maximum number of items in an error message.
const MOST_NAMED: usize = 5;

/// Chooses the best match, unless another is about as likely.
pub(crate) fn choose(candidates: &[Candidate], now: i64) -> Choice {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|one, other| {
        let (one, other) = (&candidates[*one], &candidates[*other]);
        other
            .likeness
            .tier
            .cmp(&one.likeness.tier)
            .then(weight(other, now, true).total_cmp(&weight(one, now, true)))
    });
    let Some(first) = order.first().copied() else { return Choice::None };
    let best = &candidates[first];
    let is_close = |other: &Candidate| {
        // Files are changed by many programs, unlike applications, so across types only the history of opened
        // items counts.
        let alike = other.kind == best.kind;
        other.likeness.tier == best.likeness.tier
            && weight(best, now, alike) - weight(other, now, alike) < CLOSE
    };
    let close: Vec<usize> =
        order.into_iter().filter(|index| *index == first || is_close(&candidates[*index])).collect();
    if close.len() == 1 { Choice::One(first) } else { Choice::Several(close) }
}

/// Returns the failure for several matches, with a distinct name for each.
pub(crate) fn ambiguous<'a>(said: &str, several: impl Iterator<Item = &'a Candidate>) -> Failure {
    let several: Vec<&Candidate> = several.collect();
    let told = several.iter().take(MOST_NAMED).map(|one| format!("{} ({})", one.label, one.kind));
    let told: Vec<String> = told.collect();
    let more = several.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Failure::new(Cause::TargetAmbiguous, format!("\"{said}\" could be {}{more}", told.join(" or ")))
        .hint("Say which one, by its whole name or its path, or give the type.")
        .instead(several.into_iter().take(MOST_NAMED).map(|one| one.label.clone()))
}

fn weight(candidate: &Candidate, now: i64, with_use: bool) -> f64 {
    let faded = |at: Option<i64>, half: f64| {
        let age = at.map(|at| u32::try_from(now.saturating_sub(at).max(0)).unwrap_or(u32::MAX));
        age.map_or(0.0, |age| (-f64::from(age) / half).exp2())
    };
    let used = if with_use { 0.6 * faded(candidate.used, USED_HALF) } else { 0.0 };
    NEARNESS * candidate.likeness.nearness + RECENCY * faded(candidate.opened, OPENED_HALF).max(used)
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Application => "application",
            Self::File => "file",
            Self::Folder => "folder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::likeness::Tier;

    const NOW: i64 = 1_700_000_000;
    const DAY: i64 = 86_400;

    fn candidate(kind: Kind, tier: Tier, nearness: f64) -> Candidate {
        let likeness = Likeness { tier, nearness };
        Candidate { label: "a".into(), kind, likeness, opened: None, used: None }
    }

    #[test]
    fn better_name_match_outranks_recent_use() {
        let exact = candidate(Kind::File, Tier::Exact, 0.9);
        let prefix =
            Candidate { opened: Some(NOW), used: Some(NOW), ..candidate(Kind::File, Tier::Prefix, 1.0) };
        assert_eq!(choose(&[prefix, exact], NOW), Choice::One(1));
    }

    #[test]
    fn equal_candidates_are_ambiguous_unless_one_is_recent() {
        let report = candidate(Kind::File, Tier::Exact, 1.0);
        let at = |days: i64| Candidate { used: Some(NOW - days * DAY), ..report.clone() };
        assert_eq!(choose(&[at(3), at(1)], NOW), Choice::Several(vec![1, 0]));
        assert_eq!(choose(&[at(400), at(1)], NOW), Choice::One(1));
        let opened = Candidate { opened: Some(NOW - DAY), ..at(400) };
        assert_eq!(choose(&[at(400), opened], NOW), Choice::One(1));
        assert_eq!(choose(&[], NOW), Choice::None);
    }

    #[test]
    fn recent_use_of_a_folder_does_not_outrank_an_application() {
        let folder = Candidate { used: Some(NOW), ..candidate(Kind::Folder, Tier::Exact, 1.0) };
        let application = candidate(Kind::Application, Tier::Exact, 1.0);
        assert_eq!(choose(&[application, folder], NOW), Choice::Several(vec![1, 0]));
    }

    #[test]
    fn accepts_extreme_timestamps() {
        let odd = |used| Candidate { used: Some(used), ..candidate(Kind::File, Tier::Exact, 1.0) };
        assert!(matches!(choose(&[odd(i64::MIN), odd(i64::MAX)], NOW), Choice::One(1)));
    }
}
