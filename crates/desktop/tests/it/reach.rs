//! Verifies that every verb states its reach. A verb without one is denied to packs, which would hide the
//! omission.

use lemmascope_desktop::{files, memory};

use crate::seat::Seat;

#[test]
fn every_verb_declares_its_reach() {
    let seat = Seat::empty();
    let domains = [
        files::domain(seat.settings().files),
        memory::domain(memory::Settings { state: seat.at("state") }),
        seat.domain(),
    ];
    let verbs = domains.iter().flat_map(|domain| &domain.capabilities);
    let signatures: Vec<_> = verbs.map(|verb| verb.signature()).collect();
    assert!(signatures.len() > 60, "{}", signatures.len());
    let silent: Vec<&str> = signatures.iter().filter(|it| it.reach.is_none()).map(|it| it.name).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
