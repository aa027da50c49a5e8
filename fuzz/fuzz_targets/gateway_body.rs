//! Reads arbitrary bytes as bodies of requests to the gateway. A body is read, or refused with the field that is at fault; a template
//! that is read is read again from what was stored.
#![no_main]

use lemmascope_channels::Address;
use lemmascope_channels::gateway::{Template, read_submission};
use lemmascope_intent::Permissions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(address) = Address::parse(text)
    {
        assert_eq!(Address::parse(address.as_str()).as_ref(), Ok(&address));
    }
    let Ok(body) = serde_json::from_slice::<serde_json::Value>(bytes) else { return };
    if let Err(failure) = read_submission(&body, Permissions::all()) {
        assert!(failure.field.is_some() && !failure.reason.is_empty());
    }
    match Template::parse(&body) {
        Ok(_) => assert!(Template::parse(&serde_json::from_str(&body.to_string()).unwrap()).is_ok()),
        Err(failure) => assert!(failure.field.is_some() && !failure.reason.is_empty()),
    }
});
