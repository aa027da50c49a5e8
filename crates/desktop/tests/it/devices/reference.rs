//! Verifies that `docs/system.md` matches the signatures.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lemmascope_desktop::memory;
use lemmascope_intent::{Effect, Risk, Signature};

use crate::seat::Seat;

#[test]
fn system_reference_page_is_up_to_date() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/system.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&page, generated()).unwrap();
    }
    assert!(fs::read_to_string(page).unwrap_or_default() == generated(), "run: make docs");
}

fn generated() -> String {
    let mut page = include_str!("../system.md").to_owned();
    let seat = Seat::empty();
    let memory = memory::domain(memory::Settings { state: seat.at("state") });
    let domains = [seat.domain(), memory];
    let mut shelf = String::new();
    for capability in domains.iter().flat_map(|domain| &domain.capabilities) {
        let signature = capability.signature();
        if signature.internal {
            continue;
        }
        let family: Vec<&str> =
            signature.name.split('.').take(if signature.domain() == "system" { 2 } else { 1 }).collect();
        let family = family.join(".");
        if shelf != family {
            write!(
                page,
                "\n## {family}\n\n| verb | effect | undo | risk | needs |\n| --- | --- | --- | --- | --- |\n"
            )
            .unwrap();
            shelf = family;
        }
        let needs: Vec<String> = signature.needs.iter().map(ToString::to_string).collect();
        writeln!(
            page,
            "| `{}`<br>{} | {} | {} | {} | {} |",
            signature.usage(),
            signature.summary,
            signature.effect,
            undo(signature),
            risk(signature.risk),
            needs.join(", ")
        )
        .unwrap();
    }
    page
}

fn undo(signature: &Signature) -> &'static str {
    match (signature.effect, signature.reversible) {
        (Effect::Observe, _) => "",
        (_, true) => "yes",
        (_, false) => "no",
    }
}

fn risk(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
    }
}
