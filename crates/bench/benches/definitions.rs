//! How long it takes to read and check definitions, beside a plain YAML parse of the same text by
//! another crate.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Definition, yaml};

const TEMPLATE: &str = include_str!("definition.yaml");

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let one = TEMPLATE.replace("NAME", "add_to_cart");
    let checked = Definition::read(&one, &Rules::default());
    assert!(checked.definition.is_some(), "the definition must be sound: {:?}", checked.diagnostics);
    assert!(serde_saphyr::from_str::<serde_json::Value>(&one).is_ok(), "the yardstick must read it too");
    let many: Vec<String> =
        (0..1000).map(|number| TEMPLATE.replace("NAME", &format!("bench_{number}"))).collect();

    compare(&mut criterion, "definitions_1", std::slice::from_ref(&one));
    compare(&mut criterion, "definitions_1000", &many);
    criterion.final_summary();
}

/// Reads the same sources in three ways: into definitions, into our tree with spans, and into a plain
/// tree by serde-saphyr, which is the yardstick.
fn compare(criterion: &mut Criterion, name: &str, sources: &[String]) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(sources.iter().map(|source| source.len() as u64).sum()));
    group.sample_size(if sources.len() > 1 { 10 } else { 50 });
    group.bench_function("read_and_check", |bencher| {
        bencher.iter(|| {
            for source in sources {
                black_box(Definition::read(black_box(source), &Rules::default()));
            }
        });
    });
    group.bench_function("yaml_tree", |bencher| {
        bencher.iter(|| {
            for source in sources {
                black_box(yaml::read(black_box(source)));
            }
        });
    });
    group.bench_function("serde_saphyr", |bencher| {
        bencher.iter(|| {
            for source in sources {
                black_box(serde_saphyr::from_str::<serde_json::Value>(black_box(source)).is_ok());
            }
        });
    });
    group.finish();
}
