//! Any bytes are the index of a repository or are refused; what is found in it has names that can be folders.
#![no_main]

use lemmascope_repository::{Index, ItemKind, item_name};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(index) = Index::read(bytes) else { return };
    for found in index.items() {
        assert!(item_name(&found.item.name).is_ok());
        assert!(!found.description.chars().any(char::is_control));
        assert!(index.key_of(&found.item.author).is_some());
    }
    assert!(index.search(ItemKind::Pack, "a").len() <= 50);
});
