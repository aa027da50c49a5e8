use lemmascope_intent::Value;
use proptest::prelude::*;

use super::describe::describe;
use super::{Findings, Rules, Step, Target, resolve};
use crate::observation::sample::{element, page};
use crate::page::{Element, ElementId, Snapshot, Visibility};

/// Generates arbitrary target values.
fn any_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        "\\PC{0,12}".prop_map(Into::into),
        "[a-z_]{1,10}(\\.[a-z]{1,5})?".prop_map(Into::into),
    ];
    let keys = prop_oneof![
        Just("id"),
        Just("pattern"),
        Just("role"),
        Just("text"),
        Just("match"),
        Just("text_contains"),
        Just("name"),
        Just("label"),
        Just("selector"),
        Just("xpath"),
        Just("frame"),
        Just("near"),
        Just("inside"),
        Just("after"),
        Just("before"),
        Just("contains"),
        Just("fallback"),
        Just("relations"),
        Just("signals"),
        Just("relation"),
        Just("target"),
        Just("attributes"),
        Just("other"),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::vec((keys.clone(), inner), 0..5)
                .prop_map(|fields| fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect()),
        ]
    })
}

fn any_page() -> impl Strategy<Value = Snapshot> {
    let kinds = prop_oneof![Just("button"), Just("link"), Just("input"), Just("heading"), Just("text")];
    let one = (kinds, "[a-c ]{0,4}|\\PC{0,8}", any::<bool>(), any::<f64>(), 0usize..40);
    prop::collection::vec(one, 0..12).prop_map(|all| {
        let elements = all.into_iter().enumerate().map(|(at, (kind, name, hidden, y, parent))| {
            let mut one = element(at as u32 + 1, kind, &name);
            one.visibility = Visibility { hidden, ..one.visibility };
            // Snapshots come from pages, so their numbers may have any value.
            one.bounds.y = y;
            Element { parent: Some(parent), region: parent, frame: parent % 3, ..one }
        });
        page(elements.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_value_resolves_or_fails(value in any_value(), snapshot in any_page()) {
        let Ok(target) = Target::read(&Value::from(value)) else { return Ok(()) };
        let mut findings = Findings::default();
        for _ in 0..200 {
            match resolve(&target, &snapshot, &findings, &Rules::default()) {
                Ok(Step::Need(query)) => findings.add(query, snapshot.elements.iter().take(2).cloned().collect()),
                Ok(Step::Found(found)) => {
                    prop_assert!(snapshot.element(found.element.id).is_some());
                    return Ok(());
                }
                Err(failure) => {
                    prop_assert!(!failure.message.contains('\n'), "{}", failure.message);
                    return Ok(());
                }
            }
        }
        prop_assert!(false, "a target asks without end");
    }

    #[test]
    fn description_of_element_resolves_to_it(snapshot in any_page(), at in 0usize..12) {
        let Some(one) = snapshot.elements.get(at).filter(|one| one.visibility.is_visible()) else { return Ok(()) };
        let described = describe(&snapshot, one.id, None).unwrap();
        let target = Target::read(&described);
        // An element without a name is described by its kind alone, which may match several.
        if crate::text::comparable(&one.name).is_empty() {
            return Ok(());
        }
        let target = target.unwrap();
        let mut findings = Findings::default();
        loop {
            match resolve(&target, &snapshot, &findings, &Rules::default()) {
                Ok(Step::Need(query)) => findings.add(query, Vec::new()),
                Ok(Step::Found(found)) => {
                    prop_assert_eq!(crate::text::comparable(&found.element.name), crate::text::comparable(&one.name));
                    break;
                }
                Err(failure) => {
                    prop_assert!(false, "{} {:?}", failure.message, ElementId(at as u32));
                }
            }
        }
    }
}
