//! Mutated valid files: the checks of the fuzz targets in `fuzz`, without a fuzzer.

use std::io::{Read, Seek, Write};

use lemmascope_repository::{Bundle, Index, Listing, MOST_BYTES, PublicKey, Sealed, item_name, verify};
use proptest::prelude::*;
use zip::write::SimpleFileOptions;

use crate::world::World;

const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";

/// Mutations of bytes: the position as a fraction of the length, the number of removed bytes, and the
/// inserted bytes.
type Changes = Vec<(u16, u8, Vec<u8>)>;

fn changes() -> impl Strategy<Value = Changes> {
    let put = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..6),
        prop::sample::select(&["../", "/", "\\", "\u{0}", "\n", "..", "9999999999", "-1", "\u{202e}"][..])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<u16>(), 0..6_u8, put), 0..6)
}

fn changed(bytes: &[u8], changes: &Changes) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for (at, taken, put) in changes {
        let at = usize::from(*at) * changed.len() / (usize::from(u16::MAX) + 1);
        let end = changed.len().min(at + usize::from(*taken));
        changed.splice(at..end, put.iter().copied());
    }
    changed
}

fn archive(names: &[&str]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(tempfile::tempfile().unwrap());
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(format!("intent: {name}\n").repeat(20).as_bytes()).unwrap();
    }
    let mut file = zip.finish().unwrap();
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

fn assert_bounded(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let Ok((bundle, _)) = Bundle::of_archive(file) else { return Ok(()) };
    let total: u64 = bundle.files().map(|(_, bytes)| bytes.len() as u64).sum();
    prop_assert!(total <= MOST_BYTES);
    for (path, _) in bundle.files() {
        let is_sound = path.as_str().split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
        prop_assert!(is_sound, "{}", path);
    }
    Ok(())
}

fn assert_listing(text: &str) -> Result<(), TestCaseError> {
    if let Ok(listing) = Listing::read(text) {
        prop_assert_eq!(listing.to_string(), text);
        let climbs = |path: &str| path.split('/').any(|part| part == "..");
        prop_assert!(!listing.files().iter().any(|file| climbs(file.path.as_str())));
    }
    if let Ok(key) = PublicKey::read(text) {
        prop_assert_eq!(PublicKey::read(&key.to_string()).ok(), Some(key));
    }
    let key = PublicKey::read(KEY).unwrap();
    let at = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let (listing, signature) = text.split_at(at);
    let sealed = Sealed { listing: listing.into(), signature: signature.into() };
    prop_assert!(verify(&sealed, [&key]).is_err());
    Ok(())
}

fn assert_index(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok(index) = Index::read(bytes) else { return Ok(()) };
    for found in index.items() {
        prop_assert!(item_name(&found.item.name).is_ok());
        prop_assert!(!found.description.chars().any(char::is_control));
        prop_assert!(index.key_of(&found.item.author).is_some());
    }
    Ok(())
}

proptest! {
    #[test]
    fn mutated_archive_is_bounded_or_rejected(changes in changes()) {
        let sealed = ["shop/pack.yaml", "shop/intents/order.yaml", "shop/pack.files", "shop/pack.minisig"];
        for names in [&sealed[..2], &sealed[..]] {
            assert_bounded(&changed(&archive(names), &changes))?;
        }
    }

    #[test]
    fn random_bytes_are_bounded_or_rejected_as_archive(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_bounded(&bytes)?;
    }

    #[test]
    fn mutated_listing_round_trips_or_is_rejected(changes in changes(), text in "\\PC{0,60}") {
        let world = World::new();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let location = world.folder();
        let listing = runtime.block_on(world.publish(&location, "ana", "shop", "1.0.0")).unwrap().to_string();
        assert_listing(&String::from_utf8_lossy(&changed(listing.as_bytes(), &changes)))?;
        assert_listing(&text)?;
    }

    #[test]
    fn mutated_index_is_valid_or_rejected(changes in changes()) {
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let item = |name: &str| serde_json::json!({
            "kind": "pack", "name": name, "version": "1.0.0", "author": "ana",
            "description": "Orders from the shop", "listing": hash,
        });
        let index = serde_json::json!({
            "lemmascope_index": 1, "authors": { "ana": KEY }, "items": [item("shop"), item("bank")],
        });
        assert_index(&changed(index.to_string().as_bytes(), &changes))?;
    }
}
