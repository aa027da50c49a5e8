//! `clients/openapi.json` has what a server answers with, the routes of all domains included.

use serde_json::Value;

use crate::desk::Desk;
use crate::serving::Server;

/// The clients are generated from this file by `scripts/make-clients`. It has the endpoints and not the intents and verbs, which
/// differ between servers.
#[test]
fn the_document_of_the_clients_is_up_to_date() {
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
