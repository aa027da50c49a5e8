//! How long it takes to read a line and to print its canonical form.

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use lemmascope_engine::compose;
use lemmascope_language::command::{Vocabulary, parse};

/// Lines as people type them, one for each family of the grammar.
const LINES: &[&str] = &[
    r#"click "Sign in" near "Email" --timeout 5s"#,
    r#"goto example.com/shop"#,
    r#"type email "ada@example.com" --enter"#,
    r#"wait visible "Results" --timeout 10s"#,
    r#"press ctrl+shift+f5"#,
    r#"scroll down 300"#,
    r#"files.create_file notes/todo.txt --content "milk and bread""#,
    r#"copy_files '["a.txt", "b.txt"]' backup --dry-run"#,
    r#"config set intent_engine.execution.step_timeout 20s # slow today"#,
    r#"clik "Sign in""#,
];

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let catalog = compose(&[lemmascope_web::domain(lemmascope_web::Settings::default())]);
    let grammar = catalog.grammar();
    let few = Vocabulary::new(grammar, ["copy_files", "new_project", "rename_safely", "files.create_file"]);
    let names: Vec<String> = (0..1000).map(|number| format!("bench_{number}")).collect();
    let known = ["copy_files", "files.create_file"];
    let many = Vocabulary::new(grammar, names.iter().map(String::as_str).chain(known));

    let mut group = criterion.benchmark_group("lines");
    group.sample_size(50);
    group.bench_function("click", |bencher| bencher.iter(|| black_box(parse(black_box(LINES[0]), &few))));
    group.throughput(Throughput::Elements(LINES.len() as u64));
    for (name, vocabulary) in [("ten", &few), ("ten_among_1000_intents", &many)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for line in LINES {
                    let read = parse(black_box(line), vocabulary);
                    black_box(read.map(|line| line.map(|line| line.to_string())).ok());
                }
            });
        });
    }
    group.finish();
    criterion.final_summary();
}
