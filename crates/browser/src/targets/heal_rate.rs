//! Measures how often a stored target finds its element again on a changed page, how often it abstains, and how
//! often it resolves to a wrong element. Pages and changes are generated with a fixed seed.
//!
//! Results of the last run, with 100 targets whose own ways no longer match:
//!
//! | change | healed | abstained | wrong |
//! | --- | --- | --- | --- |
//! | other ids | 100.0 | 0.0 | 0.0 |
//! | other ids and classes | 100.0 | 0.0 | 0.0 |
//! | reworded | 100.0 | 0.0 | 0.0 |
//! | reworded, other ids | 96.2 | 3.8 | 0.0 |
//! | moved, other ids | 100.0 | 0.0 | 0.0 |
//! | reordered, other ids | 100.0 | 0.0 | 0.0 |
//! | redesigned: all of these at once | 49.6 | 50.4 | 0.0 |
//! | removed, other ids; abstaining is correct | 0.0 | 100.0 | 0.0 |

use std::collections::BTreeMap;

use lemmascope_intent::Value;

use super::describe::describe;
use super::{Findings, Query, Rules, Step, Target, resolve};
use crate::observation::sample::{element, page};
use crate::page::{Element, ElementId, Rect, Region, RegionKind, Snapshot};

/// A deterministic pseudo-random number generator.
struct PseudoRandom(u64);

impl PseudoRandom {
    fn next_below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.next_below(from.len())]
    }
}

/// Typical names, each with a plausible rewording of the same control.
const WORDS: &[(&str, &str, &str)] = &[
    ("button", "Save", "Save changes"),
    ("button", "Sign in", "Sign in now"),
    ("button", "Delete account", "Delete my account"),
    ("button", "Cancel", "Cancel and go back"),
    ("button", "Add to cart", "Add to basket"),
    ("button", "Search", "Search shop"),
    ("button", "Apply coupon", "Apply code"),
    ("button", "Continue to payment", "Continue to payment method"),
    ("button", "Place order", "Place your order"),
    ("button", "Subscribe", "Subscribe to letters"),
    ("link", "Forgot password?", "Forgotten your password?"),
    ("link", "Create account", "Create an account"),
    ("link", "Order history", "Your order history"),
    ("link", "Help centre", "Help"),
    ("link", "Privacy policy", "Privacy"),
    ("link", "Log out", "Log out of all"),
    ("link", "Wishlist", "My wishlist"),
    ("input", "Email", "Email address"),
    ("input", "Password", "Your password"),
    ("input", "First name", "First name (given)"),
    ("input", "Last name", "Last name (family)"),
    ("input", "Street address", "Street and number"),
    ("input", "City", "Town or city"),
    ("input", "Postcode", "Postal code"),
    ("input", "Phone", "Phone number"),
    ("select", "Country", "Country or region"),
    ("select", "Sort by", "Sort results by"),
    ("checkbox", "Remember me", "Remember me on this device"),
    ("checkbox", "I agree to the terms", "I agree to the terms and conditions"),
];

/// Names that are similar to those above but belong to other controls.
const DECOYS: &[(&str, &str)] = &[
    ("button", "Save draft"),
    ("button", "Sign in with a key"),
    ("button", "Delete card"),
    ("button", "Cancel order"),
    ("link", "Create a team"),
    ("link", "Order a catalogue"),
    ("input", "Email of a friend"),
    ("input", "City of birth"),
    ("checkbox", "Remember my choice"),
];

const PLACES: [&str; 4] = ["Account", "Delivery", "Payment", "Footer"];

/// Generates a page with some of these names in a few regions, and with identical cards.
fn made(dice: &mut PseudoRandom) -> Snapshot {
    let mut snapshot = page(Vec::new());
    for (at, place) in PLACES.into_iter().enumerate() {
        snapshot.regions.push(Region {
            kind: RegionKind::Section,
            parent: Some(0),
            name: place.into(),
            bounds: Rect { x: 0.0, y: at as f64 * 400.0, width: 1200.0, height: 400.0 },
            visible: true,
            ..Region::default()
        });
    }
    let mut words: Vec<usize> = (0..WORDS.len()).collect();
    for at in (1..words.len()).rev() {
        words.swap(at, dice.next_below(at + 1));
    }
    let mut id = 0;
    let mut add =
        |snapshot: &mut Snapshot, kind: &'static str, name: &str, region: usize, dice: &mut PseudoRandom| {
            id += 1;
            let mut one = Element { region, ..element(id, kind, name) };
            one.bounds = Rect { x: 20.0, y: f64::from(id) * 30.0, width: 200.0, height: 24.0 };
            let slug = name.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-");
            one.attributes.insert("id".into(), format!("{slug}-{}", dice.next_below(1000)));
            one.attributes.insert(
                "class".into(),
                format!("{kind} {kind}--{} css-{:x}", slug, dice.next_below(1 << 20)),
            );
            if kind == "input" {
                one.attributes.insert("name".into(), slug);
                one.label = name.into();
            }
            snapshot.elements.push(one);
        };
    for (at, word) in words.iter().take(FIRST).enumerate() {
        let (kind, name, _) = WORDS[*word];
        add(&mut snapshot, kind, name, 1 + at % PLACES.len(), dice);
    }
    for (at, (kind, name)) in DECOYS.iter().enumerate() {
        add(&mut snapshot, kind, name, 1 + at % PLACES.len(), dice);
    }
    for card in 0..4 {
        add(&mut snapshot, "heading", ["Blue shirt", "Red shirt", "Green hat", "Wool scarf"][card], 2, dice);
        add(&mut snapshot, "button", "Add", 2, dice);
    }
    snapshot
}

/// The number of words on a page.
const FIRST: usize = 20;

/// The simulated changes.
const CHANGES: [&str; 8] = [
    "other ids",
    "other ids and classes",
    "reworded",
    "reworded, other ids",
    "moved, other ids",
    "reordered, other ids",
    "redesigned",
    "removed",
];

/// Applies a change to the page; `gone` is the element that `removed` deletes.
fn changed(before: &Snapshot, change: &str, gone: ElementId, dice: &mut PseudoRandom) -> Snapshot {
    let mut after = before.clone();
    let (ids, classes, words, place, order) = match change {
        "other ids" => (true, false, false, false, false),
        "other ids and classes" => (true, true, false, false, false),
        "reworded" => (false, false, true, false, false),
        "reworded, other ids" => (true, false, true, false, false),
        "moved, other ids" => (true, false, false, true, false),
        "reordered, other ids" => (true, false, false, false, true),
        "redesigned" => (true, true, true, true, true),
        _ => (true, false, false, false, false),
    };
    for one in &mut after.elements {
        if ids {
            one.attributes.insert("id".into(), format!("r{:x}", dice.next_below(1 << 24)));
        }
        if classes {
            one.attributes.insert(
                "class".into(),
                format!("x{:x} y{:x}", dice.next_below(1 << 20), dice.next_below(1 << 20)),
            );
        }
        if words && let Some((_, _, other)) = WORDS.iter().find(|(_, name, _)| *name == one.name) {
            one.name = (*other).into();
            if !one.label.is_empty() {
                one.label = (*other).into();
            }
        }
        if place && !matches!(one.name.as_str(), "Add") && one.kind != "heading" {
            one.region = 1 + dice.next_below(PLACES.len());
            one.bounds.y += dice.next_below(600) as f64;
        }
    }
    if order {
        // Cards stay intact, since related elements move together.
        for _ in 0..30 {
            let (a, b) = (dice.next_below(FIRST), dice.next_below(FIRST));
            after.elements.swap(a, b);
        }
    }
    if change == "removed" {
        after.elements.retain(|one| one.id != gone);
    }
    after
}

#[derive(Default)]
struct Score {
    healed: usize,
    abstained: usize,
    wrong: usize,
}

#[test]
fn healing_rarely_picks_wrong_element() {
    let mut dice = PseudoRandom(11);
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for _ in 0..12 {
        let before = made(&mut dice);
        for _ in 0..20 {
            let one = dice.pick(&before.elements).clone();
            let selector = format!("#{}", one.attributes["id"]);
            let stored = describe(&before, one.id, Some(&selector)).unwrap();
            for change in CHANGES {
                let after = changed(&before, change, one.id, &mut dice);
                let found = find(&stored, &after, &selector);
                let score = scores.entry(change).or_default();
                match found {
                    Some(id) if id == one.id => score.healed += 1,
                    Some(_) => score.wrong += 1,
                    None => score.abstained += 1,
                }
            }
        }
    }
    let table: Vec<String> = CHANGES
        .iter()
        .map(|change| {
            let score = &scores[change];
            let part = |n: usize| 100.0 * n as f64 / (score.healed + score.abstained + score.wrong) as f64;
            format!(
                "| {change} | {:.1} | {:.1} | {:.1} |",
                part(score.healed),
                part(score.abstained),
                part(score.wrong)
            )
        })
        .collect();
    for change in CHANGES {
        let score = &scores[change];
        let all = score.healed + score.abstained + score.wrong;
        assert!(score.wrong * 100 <= all, "more than one wrong in a hundred:\n{}", table.join("\n"));
        let expected = match change {
            "removed" => 0,
            "redesigned" => 40,
            _ => 90,
        };
        assert!(score.healed * 100 >= expected * all, "{change} heals too seldom:\n{}", table.join("\n"));
    }
}

/// Resolves a stored target against a page that answers its selector query.
fn find(stored: &Value, after: &Snapshot, selector: &str) -> Option<ElementId> {
    let target = Target::read(stored).unwrap();
    let mut findings = Findings::default();
    loop {
        match resolve(&target, after, &findings, &Rules::default()) {
            Ok(Step::Found(found)) => return Some(found.element.id),
            Ok(Step::Need(query)) => {
                let selected = |one: &&Element| {
                    query == Query::Css(selector.into())
                        && one.attributes.get("id").is_some_and(|id| selector == format!("#{id}"))
                };
                findings.add(query.clone(), after.elements.iter().filter(selected).cloned().collect());
            }
            Err(_) => return None,
        }
    }
}
