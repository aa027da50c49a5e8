//! How long reading takes. Run with `cargo test --release -- --ignored --nocapture speed`.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, yaml};

use crate::definition::files;

#[test]
#[ignore = "a measurement, meaningful in release builds only"]
fn speed_of_reading() {
    for name in ["create_issue.yaml", "conditions.yaml"] {
        let file = files("valid").into_iter().find(|path| path.ends_with(name)).unwrap();
        let source = fs::read_to_string(file).unwrap();
        for _ in 0..2 {
            let begin = Instant::now();
            for _ in 0..1000 {
                black_box(yaml::read(black_box(&source)));
            }
            let parsing = begin.elapsed();
            let begin = Instant::now();
            for _ in 0..1000 {
                black_box(Definition::read(black_box(&source), &Rules::default()));
            }
            println!("{name}: 1000 in {:?}, of which YAML {parsing:?}", begin.elapsed());
        }
    }
}
