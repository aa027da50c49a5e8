//! The OpenAPI document as an HTML page without scripts.

use axum::http::header;
use axum::response::IntoResponse;
use serde_json::Value;

use crate::answer::Answer;
use crate::problem_codes::CODES;

const STYLE: &str = include_str!("reference_page.css");

/// Returns the page.
pub(crate) fn answer(document: &Value) -> Answer {
    let policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)];
    Answer::Other((headers, page(document)).into_response())
}

fn page(document: &Value) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Lemmascope HTTP interface</title><style>{STYLE}</style><main><h1>Lemmascope HTTP interface</h1>\
         <p>Every request but those marked <em>open</em> needs <code>Authorization: Bearer KEY</code>. \
         <a href=\"/openapi.json\">openapi.json</a> is this page for programs.</p>"
    );
    let tags = document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str());
    for tag in tags {
        page.push_str(&format!("<h2>{}</h2>", escaped(tag)));
        for (path, methods) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                if operation["tags"][0] == tag {
                    page.push_str(&render_operation(path, method, operation));
                }
            }
        }
    }
    page.push_str(
        "<h2>Problems</h2><p>The <code>type</code> of a problem refers to its code here.</p><table>",
    );
    for (code, meaning) in CODES {
        page.push_str(&format!(
            "<tr id=\"{code}\"><td><code>{code}</code></td><td>{}</td></tr>",
            escaped(meaning)
        ));
    }
    page.push_str("</table></main></html>");
    page
}

fn render_operation(path: &str, method: &str, operation: &Value) -> String {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let scope = match (operation["x-scope"].as_str(), operation["x-scopes"].as_array()) {
        (Some(scope), _) => escaped(scope),
        (None, Some(scopes)) => {
            let scopes: Vec<String> = scopes.iter().map(text).collect();
            scopes.join(", ")
        }
        (None, None) => "open".into(),
    };
    let mut rows = String::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        rows.push_str(&row(
            &text(&parameter["name"]),
            &text(&parameter["in"]),
            parameter,
            &parameter["schema"],
        ));
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    rows.push_str(&rows_of(body, "body"));
    rows.push_str(&rows_of(&body["properties"]["parameters"], "parameters"));
    let table = match rows.is_empty() {
        true => String::new(),
        false => format!("<table><tr><th>name</th><th>in</th><th>type</th><th></th></tr>{rows}</table>"),
    };
    format!(
        "<details id=\"{id}\"><summary><b>{method}</b> <code>{path}</code> <span>{summary}</span> <i>{scope}</i></summary>{table}</details>",
        id = text(&operation["operationId"]),
        method = escaped(&method.to_uppercase()),
        path = escaped(path),
        summary = text(&operation["summary"]),
    )
}

fn rows_of(schema: &Value, place: &str) -> String {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.map(|(name, property)| row(&escaped(name), place, property, property)).collect()
}

fn row(name: &str, place: &str, described: &Value, schema: &Value) -> String {
    let kind = match (&schema["type"], &schema["enum"]) {
        (_, Value::Array(words)) => {
            words.iter().map(|word| word.as_str().unwrap_or_default()).collect::<Vec<_>>().join(" | ")
        }
        (Value::String(kind), _) => kind.clone(),
        _ => "any".into(),
    };
    let about = described["description"].as_str().unwrap_or_default();
    format!(
        "<tr><td><code>{name}</code></td><td>{place}</td><td>{}</td><td>{}</td></tr>",
        escaped(&kind),
        escaped(about)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
