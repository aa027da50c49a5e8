use std::fmt;

use lemmascope_intent::{Cause, Failure};

use super::likeness::Likeness;

/// Something that may be what was meant.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// What people call it.
    pub(crate) label: String,
    pub(crate) kind: Kind,
    pub(crate) likeness: Likeness,
    /// When it was opened here before.
    pub(crate) opened: Option<i64>,
    /// When it was changed or looked at last.
    pub(crate) used: Option<i64>,
}

/// What can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Application,
    File,
    Folder,
}

/// Which of them it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    None,
    One(usize),
    /// Too close to choose, the likeliest first.
    Several(Vec<usize>),
}

/// Within a way of being called, nearness counts for this much and recency for that. Together they are less than a whole way.
const NEARNESS: f64 = 0.6;
const RECENCY: f64 = 0.3;

/// What is nearer than this is too close to choose.
const CLOSE: f64 = 0.1;

/// After so many seconds what was opened, or used, counts half.
const OPENED_HALF: f64 = 14.0 * 86_400.0;
const USED_HALF: f64 = 30.0 * 86_400.0;

/// At most so many are named.
const MOST_NAMED: usize = 5;

/// Chooses the one that is meant, unless another is as likely.
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
        // A file is touched by many hands, an application by none: of different kinds only what was opened here counts.
        let alike = other.kind == best.kind;
        other.likeness.tier == best.likeness.tier
            && weight(best, now, alike) - weight(other, now, alike) < CLOSE
    };
    let close: Vec<usize> =
        order.into_iter().filter(|index| *index == first || is_close(&candidates[*index])).collect();
    if close.len() == 1 { Choice::One(first) } else { Choice::Several(close) }
}

/// That several could be meant, each named so that it can be said instead.
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
    fn a_better_way_of_being_called_so_wins_whatever_was_used() {
        let exact = candidate(Kind::File, Tier::Exact, 0.9);
        let prefix =
            Candidate { opened: Some(NOW), used: Some(NOW), ..candidate(Kind::File, Tier::Prefix, 1.0) };
        assert_eq!(choose(&[prefix, exact], NOW), Choice::One(1));
    }

    #[test]
    fn two_that_are_alike_are_asked_about_unless_one_is_recent() {
        let report = candidate(Kind::File, Tier::Exact, 1.0);
        let at = |days: i64| Candidate { used: Some(NOW - days * DAY), ..report.clone() };
        assert_eq!(choose(&[at(3), at(1)], NOW), Choice::Several(vec![1, 0]));
        assert_eq!(choose(&[at(400), at(1)], NOW), Choice::One(1));
        let opened = Candidate { opened: Some(NOW - DAY), ..at(400) };
        assert_eq!(choose(&[at(400), opened], NOW), Choice::One(1));
        assert_eq!(choose(&[], NOW), Choice::None);
    }

    #[test]
    fn a_file_that_was_touched_does_not_stand_before_an_application() {
        let folder = Candidate { used: Some(NOW), ..candidate(Kind::Folder, Tier::Exact, 1.0) };
        let application = candidate(Kind::Application, Tier::Exact, 1.0);
        assert_eq!(choose(&[application, folder], NOW), Choice::Several(vec![1, 0]));
    }

    #[test]
    fn times_that_cannot_be_do_no_harm() {
        let odd = |used| Candidate { used: Some(used), ..candidate(Kind::File, Tier::Exact, 1.0) };
        assert!(matches!(choose(&[odd(i64::MIN), odd(i64::MAX)], NOW), Choice::One(1)));
    }
}
