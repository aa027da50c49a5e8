//! Measures the time per step with a full history. The goal is less than a millisecond, whatever the history
//! contains.
#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use criterion::{Criterion, criterion_group, criterion_main};
use lemmascope_intent::Subject;
use lemmascope_learner::{Held, Learner, MOST_STEPS, Step, Thresholds};

fn step(number: usize, distinct: usize) -> Step {
    let word = ["order", "review", "invoice", "profile", "cart", "search"][number % 6];
    let subject = Subject {
        parameter: "target".into(),
        kind: if number % 3 == 0 { "input".into() } else { "button".into() },
        name: format!("{word} number {}", number % distinct),
        telling: vec![word.into()],
        ..Subject::default()
    };
    let arguments = vec![("text".into(), Held::Value(format!("value {number}").into()))];
    Step { verb: "web.type".into(), subjects: vec![subject], arguments, ..Step::default() }
}

fn learner(steps: usize, distinct: usize) -> Learner {
    let mut learner = Learner::new(Thresholds::default());
    for number in 0..steps {
        learner.observe(&format!("s{}", number / 12), step(number * 7, distinct));
    }
    learner
}

fn observe(criterion: &mut Criterion) {
    for (name, steps, distinct) in [
        ("varied, 512 steps", 512, 97),
        ("varied, full history", MOST_STEPS, 97),
        ("repetitive, 512 steps", 512, 4),
        ("repetitive, full history", MOST_STEPS, 4),
    ] {
        let mut learner = learner(steps, distinct);
        let mut number = steps;
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| {
                number += 1;
                learner.observe(&format!("s{}", number / 12), step(number * 7, distinct))
            });
        });
    }
}

criterion_group!(benches, observe);
criterion_main!(benches);
