//! The description of the interface, held against the interface.

use reqwest::Method;
use serde_json::Value;

use crate::world::World;

fn schemas<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match name.as_str() {
                    "schema" => found.push(field),
                    _ => schemas(field, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| schemas(item, found)),
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_schema_is_one_and_every_verb_has_a_path() {
    let world = World::new().await;
    let (_, document) = world.get("/openapi.json").await;
    assert_eq!(document["openapi"], "3.1.0");
    let mut found = Vec::new();
    schemas(&document["paths"], &mut found);
    assert!(found.len() > 50, "{}", found.len());
    for schema in found {
        assert!(jsonschema::meta::is_valid(schema), "{schema}");
    }
    let call = &document["paths"]["/v1/intents/files.create_file"]["post"];
    let body = &call["requestBody"]["content"]["application/json"]["schema"]["properties"]["parameters"];
    assert_eq!(body["required"], serde_json::json!(["path"]), "{call}");
    let mut ids: Vec<&str> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|methods| methods.as_object().unwrap().values())
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "operations have names of their own");
}

/// The clients are generated from this file by `scripts/make-clients`. It has the endpoints and not the intents and verbs, which
/// differ between servers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_of_the_clients_is_up_to_date() {
    let world = World::new().await;
    let (_, mut document) = world.get("/openapi.json").await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_answered_fits_what_is_described() {
    let world = World::new().await;
    world.post("/v1/commands", serde_json::json!({"line": "lab.mark x"})).await;
    let (_, document) = world.get("/openapi.json").await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let content = &methods["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        if path.contains('{') || content.is_null() {
            continue;
        }
        let response = world.request(Method::GET, path).send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        let answer: Value = response.json().await.unwrap();
        assert!(jsonschema::is_valid(content, &answer), "{path}: {answer}");
    }
}
