//! Checks that `clients/openapi.json` describes the responses of a server, including the routes of all
//! domains.

use serde_json::Value;

use crate::desk::Desk;
use crate::refusals::{fault, probes};
use crate::serving::Server;

/// `scripts/make-clients` generates the clients from this file. It contains the endpoints, but not the
/// intents and verbs, which differ between servers.
#[test]
fn openapi_document_is_up_to_date() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let (status, document) = server.ask("GET", "/openapi.json", &server.token, "");
    assert!(status.contains("200"), "{status} {document}");
    let mut document: Value = serde_json::from_str(&document).unwrap();
    document["info"].as_object_mut().unwrap().remove("version");
    document["tags"].as_array_mut().unwrap().retain(|tag| tag["name"] != "intents and verbs");
    document["paths"].as_object_mut().unwrap().retain(|_, methods| {
        let id = methods["post"]["operationId"].as_str().unwrap_or_default();
        !id.starts_with("call.")
    });
    let text = format!("{}\n", serde_json::to_string_pretty(&document).unwrap());
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../clients/openapi.json");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "run: make docs");
}

/// The tests of the server cover its own error responses; this one covers the routes of all domains.
#[test]
fn error_responses_match_the_openapi_document() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let (_, document) = server.ask("GET", "/openapi.json", &server.token, "");
    let mut document: Value = serde_json::from_str(&document).unwrap();
    document["paths"].as_object_mut().unwrap().retain(|_, methods| {
        let id = methods["post"]["operationId"].as_str().unwrap_or_default();
        !id.starts_with("call.")
    });
    let probes = probes(&document);
    assert!(probes.len() > 400, "{}", probes.len());
    let mut faults = Vec::new();
    for probe in &probes {
        let key = if probe.has_key { server.token.as_str() } else { "nobody" };
        let body = probe.body.as_deref().unwrap_or_default();
        let (head, body) = server.exchange(&probe.method, &probe.path, key, body);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let media = head.lines().find_map(|line| line.strip_prefix("content-type: "));
        faults.extend(fault(&document, probe, status, media.unwrap_or_default(), &body));
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), probes.len(), faults.join("\n"));
}
