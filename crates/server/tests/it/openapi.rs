//! Comparison of the API description with the API.

use reqwest::Method;
use serde_json::{Value, json};

use crate::refusals::{fault, probes};
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
async fn openapi_schemas_are_valid_and_cover_verbs() {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn responses_match_the_openapi_document() {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn openapi_paths_list_the_allowed_methods() {
    let world = World::new().await;
    let (_, document) = world.get("/openapi.json").await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let mut described: Vec<String> =
            methods.as_object().unwrap().keys().map(|it| it.to_uppercase()).collect();
        let response = world.request(Method::TRACE, &path.replace(['{', '}'], "")).send().await.unwrap();
        let allowed = response.headers()["allow"].to_str().unwrap();
        let mut allowed: Vec<&str> = allowed.split(',').filter(|method| *method != "HEAD").collect();
        described.sort();
        allowed.sort_unstable();
        assert_eq!(described, allowed, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn engine_accepts_options_at_schema_bounds() {
    let world = World::new().await;
    let (_, document) = world.get("/openapi.json").await;
    let body = &document["paths"]["/v1/intents/lab.mark"]["post"]["requestBody"];
    let schema = &body["content"]["application/json"]["schema"];
    let retry = &schema["properties"]["retry"];
    let mut bodies: Vec<Value> = ["minimum", "maximum"].map(|bound| json!({"retry": retry[bound]})).into();
    bodies.push(json!({"retry": retry["maximum"].as_u64().unwrap() + 1}));
    for span in [
        "1ms",
        "0.001s",
        "999999999.999d",
        "1.5min",
        "0s",
        "0ms",
        "0.0s",
        "0.1ms",
        "5",
        "",
        "1e9s",
        "-1s",
        "9999999999d",
    ] {
        bodies.push(json!({"timeout": span}));
    }
    let mut taken = 0;
    for mut body in bodies {
        body["parameters"] = json!({"note": "x"});
        body["dry_run"] = json!(true);
        let fits = jsonschema::is_valid(schema, &body);
        let (status, answer) = world.post("/v1/intents/lab.mark", body.clone()).await;
        assert_eq!(status.is_success(), fits, "{body}: {answer}");
        taken += usize::from(fits);
    }
    assert_eq!(taken, 6);
    let key = json!({"agent": "brief", "expires": "0.001s"});
    assert!(world.post("/v1/keys", key).await.0.is_success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn error_responses_match_the_openapi_document() {
    let world = World::new().await;
    let (_, document) = world.get("/openapi.json").await;
    let probes = probes(&document);
    assert!(probes.len() > 150, "{}", probes.len());
    let mut faults = Vec::new();
    for probe in &probes {
        let method = Method::from_bytes(probe.method.as_bytes()).unwrap();
        let mut request = match probe.has_key {
            true => world.request(method, &probe.path),
            false => world.bare(method, &probe.path),
        };
        if let Some(body) = &probe.body {
            request = request.header("content-type", "application/json").body(body.clone());
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let media = response.headers().get("content-type").map(|it| it.to_str().unwrap().to_string());
        // A stream of pictures continues as long as it is read.
        let is_stream = media.as_deref().is_some_and(|media| media.starts_with("multipart/"));
        let body = if is_stream { String::new() } else { response.text().await.unwrap() };
        faults.extend(fault(&document, probe, status, media.as_deref().unwrap_or_default(), &body));
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), probes.len(), faults.join("\n"));
}
