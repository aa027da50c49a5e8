//! How long reading takes. Run with `cargo test --release -- --ignored --nocapture speed`.

use std::fs;
use std::hint::black_box;
use std::time::Duration;

use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, yaml};

use crate::definition::files;

/// The time this thread has been running for, which other processes on the machine do not lengthen.
fn busy() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default())
}

#[test]
#[ignore = "a measurement, meaningful in release builds only"]
fn speed_of_reading() {
    for name in ["create_issue.yaml", "conditions.yaml"] {
        let file = files("valid").into_iter().find(|path| path.ends_with(name)).unwrap();
        let source = fs::read_to_string(file).unwrap();
        for _ in 0..2 {
            let begin = busy();
            for _ in 0..1000 {
                black_box(yaml::read(black_box(&source)));
            }
            let parsing = busy() - begin;
            let begin = busy();
            for _ in 0..1000 {
                black_box(Definition::read(black_box(&source), &Rules::default()));
            }
            println!("{name}: 1000 in {:?}, of which YAML {parsing:?}", busy() - begin);
        }
    }
}
