//! How many names are found, of those that people write.

use lemmascope_channels::contacts::index::Index;
use lemmascope_channels::contacts::name::Name;
use lemmascope_channels::contacts::resolution::{Decision, resolve};

const DEVELOPED: &str = include_str!("../names/developed.txt");
const HELD_ASIDE: &str = include_str!("../names/held_aside.txt");

/// A name, and the contact whom it means.
struct Pair {
    kind: &'static str,
    said: &'static str,
    meant: Option<&'static str>,
}

fn pairs(text: &'static str) -> Vec<Pair> {
    let mut kind = "";
    let mut pairs = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix('#') {
            Some(heading) => kind = heading.trim(),
            None => {
                let (said, meant) = line.split_once(" | ").unwrap();
                pairs.push(Pair { kind, said, meant: Some(meant).filter(|it| *it != "-") });
            }
        }
    }
    pairs
}

#[derive(Default, Debug, PartialEq)]
struct Totals {
    /// The first candidate is who is meant.
    right: usize,
    /// Somebody else comes first, or somebody is found where nobody is meant.
    wrong: usize,
    /// Nobody is found.
    missed: usize,
    /// Somebody else would have been sent to, without a question.
    harmful: usize,
}

/// All aliases of both files are the contacts of one owner: each name has hundreds to be confused with.
fn measure(text: &'static str, mut failed: impl FnMut(&Pair, &Decision, Option<&str>)) -> Totals {
    let mut index = Index::default();
    for alias in pairs(DEVELOPED).iter().chain(&pairs(HELD_ASIDE)).filter_map(|pair| pair.meant) {
        index.add(&format!("agent://{alias}"), Name::read(alias).unwrap());
    }
    let mut totals = Totals::default();
    for pair in pairs(text) {
        let found = resolve(&index, &Name::read(pair.said).unwrap(), None);
        let first = found.candidates.first().map(|candidate| candidate.alias.as_str());
        let is_sent = matches!(found.decision, Decision::Resolved { .. });
        match (pair.meant, first) {
            (meant, first) if meant == first => totals.right += 1,
            (None, Some(_))
                if found.decision == Decision::NeedsDisambiguation && pair.said.split(' ').count() == 1 =>
            {
                totals.right += 1
            }
            (_, None) => totals.missed += 1,
            _ => totals.wrong += 1,
        }
        if is_sent && pair.meant != first {
            totals.harmful += 1;
        }
        if pair.meant != first {
            failed(&pair, &found.decision, first);
        }
    }
    totals
}

#[test]
fn names_are_found_as_often_as_they_were() {
    let mut failures = Vec::new();
    let developed = measure(DEVELOPED, |pair, decision, first| {
        failures
            .push(format!("{}: {} → {first:?}, not {:?} ({decision:?})", pair.kind, pair.said, pair.meant));
    });
    let held_aside = measure(HELD_ASIDE, |_, _, _| {});
    let shown = format!("developed {developed:?}, held aside {held_aside:?}\n{}", failures.join("\n"));
    assert!(developed.right >= 150, "{shown}");
    assert!(held_aside.right >= 145, "{shown}");
    // A question too many is a nuisance; a message to somebody else is harm.
    assert_eq!((developed.harmful, held_aside.harmful), (0, 0), "{shown}");
}
