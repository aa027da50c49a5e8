//! The exchanges in `tests/exchanges`: requests of each connector and their responses, in order.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::desk::{Backend, Desk};

const OWNER: &str = "maria";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exchanges")
}

fn read(path: &Path) -> Json {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) async fn with_the_contacts(desk: &Desk, owner: &str) {
    for contact in read(&folder().join("contacts.json"))["contacts"].as_array().unwrap() {
        let (status, body) = desk.post(owner, "/contacts", contact.clone()).await;
        assert_eq!(status, 200, "{body}");
    }
}

pub(crate) async fn every_exchange_goes_as_it_is_written(backend: Backend) {
    let desk = backend.open();
    let mut failures = Vec::new();
    let mut played = 0;
    for connector in ["chatgpt", "gemini", "json"] {
        let mut cases: Vec<PathBuf> =
            std::fs::read_dir(folder().join(connector)).unwrap().map(|entry| entry.unwrap().path()).collect();
        cases.sort();
        for case in cases {
            // Each case has a separate owner, so that confirmations of other cases have no effect.
            let name = case.file_name().unwrap().to_str().unwrap().to_string();
            let owner = format!("{OWNER}-{connector}-{name}");
            with_the_contacts(&desk, &owner).await;
            let mut same = HashMap::new();
            for step in 1.. {
                let request = case.join(format!("{step}.request.json"));
                if !request.exists() {
                    break;
                }
                let expected = read(&case.join(format!("{step}.response.json")));
                let path = format!("/connectors/{connector}/v1/adapt");
                let (status, body) = desk.post(&owner, &path, read(&request)).await;
                let mut faults = Vec::new();
                if expected["status"] != status {
                    faults.push(format!("status {status}"));
                }
                differences("", &expected["body"], &body, &mut same, &mut faults);
                if !faults.is_empty() {
                    failures.push(format!("{connector}/{name} {step}: {}\n  {body}", faults.join("; ")));
                }
                played += 1;
            }
        }
    }
    assert!(failures.is_empty(), "{} of {played}:\n{}", failures.len(), failures.join("\n"));
    assert!(played > 90, "{played}");
    desk.close().await;
}

/// Returns the differences between a document and the expected one. `<uuid>`, `<time>`, `<text>`, `<score>`
/// and `<key>` match any value of that format, `<same-uuid>` one that all steps of a case share.
fn differences(
    place: &str,
    expected: &Json,
    found: &Json,
    same: &mut HashMap<String, Json>,
    faults: &mut Vec<String>,
) {
    match (expected, found) {
        (Json::Object(wanted), Json::Object(given)) => {
            for (name, value) in wanted {
                match given.get(name) {
                    Some(other) => differences(&format!("{place}/{name}"), value, other, same, faults),
                    None => faults.push(format!("{place}/{name} is missing")),
                }
            }
            let more = given.keys().filter(|name| !wanted.contains_key(*name));
            // Any error may contain a hint.
            faults.extend(
                more.filter(|name| *name != "hint").map(|name| format!("{place}/{name} is too much")),
            );
        }
        (Json::Array(wanted), Json::Array(given)) if wanted.len() == given.len() => {
            for (at, (value, other)) in wanted.iter().zip(given).enumerate() {
                differences(&format!("{place}/{at}"), value, other, same, faults);
            }
        }
        (Json::String(pattern), value) if pattern.starts_with('<') => {
            let text = value.as_str().unwrap_or_default();
            let is_uuid = uuid::Uuid::parse_str(text).is_ok() && text.len() == 36;
            let fits = match pattern.as_str() {
                "<uuid>" => is_uuid,
                "<same-uuid>" => {
                    is_uuid && same.entry(place.into()).or_insert_with(|| value.clone()) == value
                }
                "<time>" => text.parse::<jiff::Timestamp>().is_ok(),
                "<text>" => !text.is_empty(),
                "<key>" => (8..=128).contains(&text.len()),
                "<score>" => value.as_f64().is_some_and(|score| score > 0.5 && score <= 1.0),
                other => panic!("{other}"),
            };
            if !fits {
                faults.push(format!("{place} is {value} and not {pattern}"));
            }
        }
        // Numbers are compared by value, with or without a fraction.
        (wanted, given) if wanted.is_number() && wanted.as_f64() == given.as_f64() => {}
        (wanted, given) if wanted == given => {}
        (wanted, given) => faults.push(format!("{place} is {given} and not {wanted}")),
    }
}
