//! Properties of arbitrary sessions.

use lemmascope_learner::{Argument, Held, Learner, MOST_STEPS, Step, TargetPart, Thresholds, demonstration};
use proptest::prelude::*;

use crate::trace::{button, failure, field, hole, lines, look, press, star, submit, taught, visit};

fn any_step() -> impl Strategy<Value = Step> {
    let name = prop_oneof![
        "[a-c]{1,2}( [a-c]{1,2}){0,3}",
        Just("Write a review".to_string()),
        Just("Leave a review 3".to_string()),
        "\\PC{0,12}",
    ];
    let value = prop_oneof!["[0-9]{1,3}", "\\PC{0,8}", Just("$x {y}: \"z\"".to_string())];
    prop_oneof![
        4 => name.clone().prop_map(|name| button(&name)),
        2 => (1..6_u32).prop_map(star),
        2 => name.clone().prop_map(|name| submit(&name)),
        3 => (name.clone(), value.clone()).prop_map(|(name, value)| field("input", &name, "", value)),
        1 => value.clone().prop_map(|value| field("textarea", "", "text", value)),
        1 => name.prop_map(|name| hole(&name, "pin")),
        1 => Just(press("enter")),
        1 => value.clone().prop_map(|value| visit(&value)),
        1 => value.prop_map(|value| failure("redeem", &[("code", &value)])),
    ]
}

fn any_sessions() -> impl Strategy<Value = Vec<Vec<Step>>> {
    // Few distinct steps, so that sequences recur.
    prop::collection::vec(any_step(), 1..8).prop_flat_map(|pool| {
        let session = prop::collection::vec(0..pool.len(), 0..12);
        prop::collection::vec(session, 1..7).prop_map(move |sessions| {
            sessions
                .into_iter()
                .map(|session| session.into_iter().map(|at| pool[at].clone()).collect())
                .collect()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_parameters_are_declared_and_used(sessions in any_sessions()) {
        let mut learner = Learner::new(Thresholds { observations: 2, confidence: 0.0 });
        taught(&mut learner, &sessions);
        for proposal in learner.proposals() {
            prop_assert!(!proposal.steps.is_empty());
            prop_assert!((0.0..=1.0).contains(&proposal.confidence));
            prop_assert_eq!(lines(&proposal).iter().filter(|line| line.contains('\n')).count(), 0);
            let repaired = proposal.repairs.iter().flat_map(|(_, given)| given);
            let arguments = proposal.steps.iter().flat_map(|step| &step.arguments).chain(repaired);
            let mut used = Vec::new();
            for (_, argument) in arguments {
                match argument {
                    Argument::Parameter(name) => used.push(name.as_str()),
                    Argument::Target(parts) => used.extend(parts.iter().filter_map(|(_, part)| match part {
                        TargetPart::Parameter(name) | TargetPart::Around(_, name, _) => Some(name.as_str()),
                        _ => None,
                    })),
                    Argument::Constant(_) => {}
                }
            }
            let mut declared: Vec<&str> = proposal.parameters.iter().map(|it| it.name.as_str()).collect();
            declared.sort_unstable();
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(declared, used);
        }
    }

    #[test]
    fn observations_and_waits_do_not_affect_proposals(sessions in any_sessions(), places in prop::collection::vec(0..12_usize, 0..8)) {
        let thresholds = Thresholds { observations: 2, confidence: 0.0 };
        let (mut plain, mut mixed) = (Learner::new(thresholds), Learner::new(thresholds));
        taught(&mut plain, &sessions);
        let with_looks: Vec<Vec<Step>> = sessions
            .into_iter()
            .map(|mut session| {
                places.iter().for_each(|at| session.insert((*at).min(session.len()), look()));
                session
            })
            .collect();
        taught(&mut mixed, &with_looks);
        prop_assert_eq!(plain.proposals(), mixed.proposals());
    }

    #[test]
    fn undone_steps_are_in_no_proposal(
        sessions in any_sessions(),
        undone in prop::collection::vec(any::<bool>(), 72),
    ) {
        let mut learner = Learner::new(Thresholds { observations: 2, confidence: 0.0 });
        let mut number = 0;
        for (at, session) in sessions.iter().enumerate() {
            for step in session {
                let run = format!("run-{number}");
                let is_undone = undone[number % undone.len()];
                number += 1;
                // Only undone steps write this value.
                let mut step = Step { run: Some(run.clone()), ..step.clone() };
                if is_undone {
                    step.arguments.iter_mut().for_each(|(_, held)| *held = Held::Value("undone".into()));
                    step.place = Some("undone".into());
                }
                learner.observe(&at.to_string(), step);
                if is_undone {
                    let steps = learner.steps();
                    learner.retract(&run);
                    prop_assert_eq!(steps, learner.steps());
                }
            }
            learner.end(&at.to_string());
        }
        for proposal in learner.proposals() {
            prop_assert!(!format!("{proposal:?}").contains("\"undone\""), "{:?}", proposal);
            prop_assert!(proposal.observations > 1);
        }
    }

    #[test]
    fn demonstration_yields_proposal_with_all_steps(steps in prop::collection::vec(any_step(), 1..9)) {
        let proposal = demonstration(&steps, &|_, argument| argument == "text").unwrap();
        prop_assert_eq!(proposal.steps.len(), steps.len());
        prop_assert_eq!(lines(&proposal).iter().filter(|line| line.contains('\n')).count(), 0);
        for (step, proposed) in steps.iter().zip(&proposal.steps) {
            prop_assert_eq!(&step.verb, &proposed.verb);
        }
        let has_text = steps.iter().any(|step| step.argument("text").is_some());
        prop_assert!(!has_text || !proposal.parameters.is_empty());
    }

    #[test]
    fn replayed_trace_yields_equal_proposals(sessions in any_sessions()) {
        let thresholds = Thresholds { observations: 2, confidence: 0.3 };
        let (mut first, mut again) = (Learner::new(thresholds), Learner::new(thresholds));
        let proposed = taught(&mut first, &sessions);
        let stored = serde_json::to_string(&sessions).unwrap();
        let restored: Vec<Vec<Step>> = serde_json::from_str(&stored).unwrap();
        prop_assert_eq!(proposed, taught(&mut again, &restored));
    }

    #[test]
    fn finds_exactly_repeated_sequences(steps in prop::collection::vec(any_step(), 2..7)) {
        let is_act = |step: &&Step| step.kind == lemmascope_learner::Kind::Act;
        prop_assume!(steps.iter().filter(is_act).count() == steps.len());
        let names: std::collections::HashSet<String> = steps.iter().map(|step| format!("{step:?}")).collect();
        prop_assume!(names.len() == steps.len());
        let mut learner = Learner::new(Thresholds::default());
        taught(&mut learner, &[steps.clone(), steps.clone(), steps.clone()]);
        let longest = learner.proposals().iter().map(|it| it.steps.len()).max();
        prop_assert_eq!(longest, Some(steps.len()));
    }
}

#[test]
fn limits_size_of_history() {
    let mut learner = Learner::new(Thresholds::default());
    for number in 0..MOST_STEPS * 2 {
        let step = button(&format!("{} control", ["alpha", "beta", "gamma", "delta"][number % 4]));
        learner.observe(&format!("s{}", number / 9), step);
    }
    assert!(learner.steps() <= MOST_STEPS);
    assert!(learner.sequences() <= 256);
}
