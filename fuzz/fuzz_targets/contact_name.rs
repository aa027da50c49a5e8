//! Two names, a line each, from anybody: the first is looked up among aliases of which the second is one.
#![no_main]

use lemmascope_channels::contacts::index::Index;
use lemmascope_channels::contacts::name::{Name, compare};
use lemmascope_channels::contacts::resolution::{Decision, resolve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (said, known) = text.split_once('\n').unwrap_or((text, "Ana Silva"));
    let (Ok(said), Ok(known)) = (Name::read(said), Name::read(known)) else { return };
    let score = compare(&said, &known).score;
    assert!((0.0..=1.0).contains(&score), "{score}");
    let mut index = Index::default();
    index.add("agent://known", known.clone());
    index.add("agent://other", Name::read("José Carvalho").unwrap());
    let found = resolve(&index, &said, None);
    // Nobody is meant for certain by another name than their own.
    if let Decision::Resolved { agent, .. } = &found.decision {
        let own = if agent == "agent://known" { known.exact.clone() } else { "josé carvalho".to_string() };
        assert_eq!(said.exact, own);
    }
    index.remove("agent://known", &known.shown);
    assert!(resolve(&index, &said, None).candidates.iter().all(|it| it.agent != "agent://known"));
});
