//! Whatever is on standard input is read as credentials, or refused without telling what it was.
#![no_main]

use lemmascope_engine::Given;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for totp in [false, true] {
        match Given::read(text, Some("ann"), totp) {
            Ok(given) => {
                assert!(!given.password.expose().is_empty() && (given.totp.is_some() || !totp));
                assert!(given.password.expose().len() <= 4096, "longer than it may be");
            }
            Err(failure) => assert!(failure.message.len() < 200, "it tells too much"),
        }
    }
});
