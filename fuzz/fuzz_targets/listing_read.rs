//! Any text is a listing, which is written as it was read, or is refused; so is what stands in the place of its signature and key.
#![no_main]

use lemmascope_repository::{Listing, PublicKey, Sealed, verify};
use libfuzzer_sys::fuzz_target;

const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";

fuzz_target!(|text: &str| {
    if let Ok(listing) = Listing::read(text) {
        assert_eq!(listing.to_string(), text);
        assert!(listing.files().iter().all(|file| !file.path.as_str().split('/').any(|part| part == "..")));
    }
    if let Ok(key) = PublicKey::read(text) {
        assert_eq!(PublicKey::read(&key.to_string()).ok(), Some(key));
    }
    let key = PublicKey::read(KEY).expect("a key");
    // The first half is signed by the second, as far as anybody says.
    let at = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    let (listing, signature) = text.split_at(at);
    let sealed = Sealed { listing: listing.into(), signature: signature.into() };
    assert!(verify(&sealed, [&key]).is_err(), "nobody has signed it");
});
