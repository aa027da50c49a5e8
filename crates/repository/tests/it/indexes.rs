//! Untrusted indexes.

use lemmascope_repository::{Index, ItemKind, RepositoryError};
use proptest::prelude::*;
use serde_json::{Value, json};

const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
const HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

fn item(name: &str, version: &str, description: &str) -> Value {
    json!({"kind": "intent", "name": name, "version": version, "author": "ana", "description": description, "listing": HASH})
}

fn index(items: Vec<Value>) -> Value {
    json!({"lemmascope_index": 1, "authors": {"ana": KEY}, "items": items})
}

fn read(value: &Value) -> Result<Index, RepositoryError> {
    Index::read(value.to_string().as_bytes())
}

#[test]
fn search_finds_latest_version_by_word_prefixes() {
    let read = read(&index(vec![
        item("subscribe_newsletter", "1.0.0", "Leaves an address"),
        item("subscribe_newsletter", "1.2.0", "Subscribes to the newsletter of a site"),
        item("unsubscribe", "1.0.0", "Leaves a newsletter"),
        item("track_order", "1.0.0", "Where is it? Onde está?"),
    ]))
    .unwrap();
    let names = |words: &str| {
        read.search(ItemKind::Intent, words).iter().map(|it| it.item.to_string()).collect::<Vec<_>>()
    };
    let both = ["intent subscribe_newsletter 1.2.0 of ana", "intent unsubscribe 1.0.0 of ana"];
    assert_eq!(names("newsletter"), both);
    assert_eq!(names("Newsletter, SUBSCR"), both[..1]);
    assert_eq!(names("está"), ["intent track_order 1.0.0 of ana"]);
    assert_eq!(names("newsletter order"), [""; 0]);
    assert_eq!(names("").len(), 3);
}

#[test]
fn rejects_invalid_index_with_reason() {
    let good = index(vec![item("a", "1.0.0", "")]);
    assert!(read(&good).is_ok());
    let with = |pointer: &str, value: Value| {
        let mut broken = good.clone();
        *broken.pointer_mut(pointer).unwrap() = value;
        broken
    };
    for broken in [
        json!([]),
        json!({"lemmascope_index": 1}),
        with("/lemmascope_index", json!(2)),
        with("/authors/ana", json!("RWQ")),
        with("/authors", json!({})),
        with("/items/0/name", json!("../a")),
        with("/items/0/author", json!("a/b")),
        with("/items/0/version", json!("newest")),
        with("/items/0/kind", json!("virus")),
        with("/items/0/listing", json!("../../etc/passwd")),
        with("/items/0/listing", json!(HASH.to_uppercase())),
        index(vec![item("a", "1.0.0", ""), item("a", "1.0.0", "")]),
        index((0..50_001).map(|n| item(&format!("a{n}"), "1.0.0", "")).collect()),
    ] {
        let error = read(&broken).unwrap_err();
        assert!(!error.to_string().is_empty() && !error.remedy().is_empty());
    }
    assert!(Index::read("[".repeat(1 << 20).as_bytes()).is_err());
    assert!(matches!(Index::read(&vec![b' '; (16 << 20) + 1]), Err(RepositoryError::TooLarge { .. })));
}

#[test]
fn descriptions_are_sanitized_to_one_line() {
    let read = read(&index(vec![item("a", "1.0.0", "one\ntwo\u{1b}[2J\u{202e}three")])).unwrap();
    assert_eq!(read.items()[0].description, "one two[2Jthree");
    let long = self::read(&index(vec![item("a", "1.0.0", &"x".repeat(10_000))])).unwrap();
    assert_eq!(long.items()[0].description.len(), 300);
}

#[test]
fn searches_large_index_quickly() {
    let items =
        (0..50_000).map(|n| item(&format!("intent_{n}"), "1.0.0", "Does something on a page")).collect();
    let read = read(&index(items)).unwrap();
    let began = std::time::Instant::now();
    assert_eq!(read.search(ItemKind::Intent, "something intent").len(), 50);
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}

proptest! {
    #[test]
    fn rejects_random_bytes_as_index(bytes in proptest::collection::vec(any::<u8>(), 0..500)) {
        prop_assert!(Index::read(&bytes).is_err());
    }
}
