//! A request of a connector, from anybody: it becomes a payload that keeps to its schema, or an error that names a field.
#![no_main]

use lemmascope_channels::adapters::{Connector, read_request};
use lemmascope_channels::envelope::payload_schema;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(body) = serde_json::from_slice::<serde_json::Value>(data) else { return };
    for connector in Connector::ALL {
        let payload = read_request(connector, &body)
            .and_then(|request| Ok((request.payload("2026-01-01T00:00:00Z")?, request.intent_type)));
        match payload {
            Ok((payload, kind)) => assert!(payload_schema(&kind).is_some() && payload.is_object()),
            Err(failure) => assert_eq!(failure.to_json()["ok"], false),
        }
    }
});
