//! The recall and precision of name resolution on realistic names.

use lemmascope_channels::contacts::index::Index;
use lemmascope_channels::contacts::name::Name;
use lemmascope_channels::contacts::resolution::{Decision, resolve};

const DEVELOPED: &str = include_str!("../names/developed.txt");
const HELD_ASIDE: &str = include_str!("../names/held_aside.txt");

/// A name, and the contact that it refers to.
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
    /// The number of names whose first candidate is correct.
    right: usize,
    /// The number of names with a wrong first candidate, or with a candidate although none is correct.
    wrong: usize,
    /// The number of names without a candidate.
    missed: usize,
    /// The number of names that would have led to a message to the wrong contact without a question.
    harmful: usize,
}

/// Measures the resolution with the aliases of both files as contacts of one owner, so that each name has
/// hundreds of competitors.
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
fn name_resolution_accuracy_does_not_regress() {
    let mut failures = Vec::new();
    let developed = measure(DEVELOPED, |pair, decision, first| {
        failures
            .push(format!("{}: {} → {first:?}, not {:?} ({decision:?})", pair.kind, pair.said, pair.meant));
    });
    let held_aside = measure(HELD_ASIDE, |_, _, _| {});
    let shown = format!("developed {developed:?}, held aside {held_aside:?}\n{}", failures.join("\n"));
    assert!(developed.right >= 150, "{shown}");
    assert!(held_aside.right >= 146, "{shown}");
    // An unnecessary question is acceptable; a message to the wrong contact is not.
    assert_eq!((developed.harmful, held_aside.harmful), (0, 0), "{shown}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 2_000, ..Default::default() })]

    /// Any text is either a valid name or rejected, and only an equal name is an exact match.
    #[test]
    fn reading_any_name_does_not_panic(said in "\\PC{0,40}", known in "[a-zA-Zа-яА-Яα-ωÀ-ÿ가-힣一-龥ء-ي .'\u{200b}-]{0,30}") {
        let (Ok(said), Ok(known)) = (Name::read(&said), Name::read(&known)) else { return Ok(()) };
        for (one, other) in [(&said, &known), (&known, &said)] {
            let score = lemmascope_channels::contacts::name::compare(one, other).score;
            assert!((0.0..=1.0).contains(&score), "{score}");
        }
        let mut index = Index::default();
        index.add("agent://known", known.clone());
        let found = resolve(&index, &said, None);
        if matches!(found.decision, Decision::Resolved { .. }) {
            assert_eq!(said.exact, known.exact);
        }
        assert!(matches!(resolve(&index, &known, None).decision, Decision::Resolved { .. }));
        index.remove("agent://known", &known.shown);
        assert_eq!(resolve(&index, &known, None).decision, Decision::NotFound);
    }

    /// Replacing a letter by a confusable one of another script never yields a silent match.
    #[test]
    fn lookalike_letter_requires_confirmation(name in "[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?", at in 0_usize..18) {
        let pairs = [('a', '\u{430}'), ('e', '\u{435}'), ('o', '\u{43e}'), ('p', '\u{440}'), ('c', '\u{441}'), ('x', '\u{445}'), ('A', '\u{410}'), ('B', '\u{412}'), ('o', '\u{3bf}')];
        let (from, to) = pairs[at % pairs.len()];
        let fake = name.replacen(from, &to.to_string(), 1);
        if fake == name {
            return Ok(());
        }
        let mut index = Index::default();
        index.add("agent://real", Name::read(&name).unwrap());
        let found = resolve(&index, &Name::read(&fake).unwrap(), None).confirmed();
        assert!(!matches!(found.decision, Decision::Resolved { .. }), "{fake}: {found:?}");
    }
}
