//! Tests the assignment of keys to fields in several languages: by a table, and by properties of arbitrary
//! keys and fields.

use std::fmt::Write;

use lemmascope_browser::page::{Element, ElementId, Region, Snapshot, State};
use lemmascope_intent::Value;
use proptest::prelude::*;

use super::assignment::{Assignment, assign};
use super::entry::Entry;
use super::similarity::{ENOUGH, KeyWording, likeness};
use super::slot::{Slot, slots};

const TABLE: &str = include_str!("meanings.txt");

fn field(id: u32, label: &str, name: &str) -> Element {
    let state = State::default();
    let attributes =
        [("name".to_string(), name.to_string())].into_iter().filter(|(_, name)| !name.is_empty()).collect();
    Element {
        id: ElementId(id),
        key: id,
        kind: "input",
        tag: "input".into(),
        name: label.into(),
        label: label.into(),
        interactive: true,
        state,
        attributes,
        ..Element::default()
    }
}

fn places(fields: &[(&str, &str)]) -> Vec<Slot> {
    let elements: Vec<Element> =
        (1..).zip(fields).map(|(id, (label, name))| field(id, label, name)).collect();
    let all: Vec<usize> = (0..elements.len()).collect();
    let snapshot = Snapshot { elements, regions: vec![Region::default()], ..Snapshot::default() };
    slots(&snapshot, &all)
}

fn alike(key: &str, label: &str, name: &str) -> f32 {
    let entry = Entry::new(key, Value::from("x"));
    likeness(&KeyWording::of(&entry), &entry.value, &places(&[(label, name)])[0])
}

#[test]
fn matches_keys_to_field_labels_across_languages() {
    let mut wrong = String::new();
    let mut count = 0;
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, rest, is_meant) = match line.split_once(" = ") {
            Some((key, rest)) => (key, rest, true),
            None => {
                let (key, rest) = line.split_once(" ! ").unwrap();
                (key, rest, false)
            }
        };
        let (label, name) = rest.split_once(" | ").unwrap_or((rest, ""));
        let alike = alike(key, label, name);
        count += 1;
        if (alike >= ENOUGH) != is_meant {
            writeln!(wrong, "{line}: {alike:.2}").unwrap();
        }
    }
    assert!(count >= 150, "{count}");
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn assigns_keys_to_best_matching_fields() {
    let places = places(&[
        ("First name", ""),
        ("Last name", ""),
        ("Email", ""),
        ("Confirm email", ""),
        ("Password", ""),
        ("Repeat password", ""),
        ("Shipping city", "shipping_city"),
        ("Billing city", "billing_city"),
        ("Home phone", ""),
        ("Mobile phone", ""),
    ]);
    let entry = |key: &str| Entry::new(key, Value::from("x"));
    let nested = |around: &str, key: &str| Entry { around: vec![around.into()], ..entry(key) };
    let entries = [
        entry("confirm_email"),
        entry("email"),
        entry("password"),
        entry("confirm_password"),
        nested("billing", "city"),
        nested("shipping", "city"),
        entry("mobile"),
        entry("home_phone"),
        entry("surname"),
        entry("nome"),
    ];
    let meant: Vec<Option<usize>> = assign(&entries, &places)
        .into_iter()
        .map(|meant| match meant {
            Assignment::Slot(at, _) => Some(at),
            _ => None,
        })
        .collect();
    let wanted = [3, 2, 4, 5, 7, 6, 9, 8, 1, 0].map(Some);
    assert_eq!(meant, wanted);
    // Two equally good slots are not chosen by a guess.
    let meant = assign(&[entry("phone")], &places);
    assert!(
        matches!(&meant[0], Assignment::Several(all) if all.contains(&8) && all.contains(&9)),
        "{meant:?}"
    );
    let meant = assign(&[entry("city")], &places);
    assert!(matches!(&meant[0], Assignment::Several(_)), "{meant:?}");
}

fn words() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "email",
        "name",
        "first_name",
        "zip",
        "city",
        "phone",
        "street",
        "cep",
        "password",
        "country",
        "Nome",
        "state",
        "company",
        "x1",
        "favourite food",
        "billing city",
        "dob",
        "mensagem",
    ]);
    known.prop_map(str::to_string)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn assigns_each_field_to_one_key_in_any_order(
        keys in prop::collection::hash_set(words(), 1..6),
        labels in prop::collection::hash_set(words(), 1..7),
    ) {
        let entries: Vec<Entry> = keys.iter().map(|key| Entry::new(key, Value::from("x"))).collect();
        let fields: Vec<(&str, &str)> = labels.iter().map(|label| (label.as_str(), "")).collect();
        let places = places(&fields);
        let meant = assign(&entries, &places);
        let mut taken: Vec<usize> = meant.iter().filter_map(|one| match one {
            Assignment::Slot(at, _) => Some(*at),
            _ => None,
        }).collect();
        let count = taken.len();
        taken.sort_unstable();
        taken.dedup();
        prop_assert_eq!(count, taken.len());
        let backwards: Vec<Entry> = entries.iter().rev().cloned().collect();
        let mut again = assign(&backwards, &places);
        again.reverse();
        let sure = |all: &[Assignment]| all.iter().map(|one| match one {
            Assignment::Slot(at, _) => Some(*at),
            _ => None,
        }).collect::<Vec<_>>();
        prop_assert_eq!(sure(&meant), sure(&again));
    }
}
