//! The OpenAPI document for ChatGPT.
//!
//! ChatGPT limits summaries to 300 and descriptions to 700 characters, supports no custom headers, and asks
//! the user before an operation that is marked as consequential.

use serde_json::{Value as Json, json};

use super::Connector;
use super::routes::answer_schema;

/// Returns the document for a server at this address.
pub fn openapi(origin: &str) -> Json {
    let mut request = Connector::ChatGpt.schema().json.clone();
    if let Some(schema) = request.as_object_mut() {
        schema.shift_remove("$schema");
    }
    let about = |text: &str| json!({"description": text, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}});
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Lemmascope channels",
            "version": "v1",
            "description": "Sends questions and answers to the contacts of the user, and asks when it is not certain who is meant.",
        },
        "servers": [{"url": origin}],
        "security": [{"key": []}],
        "paths": {
            "/connectors/chatgpt/v1/adapt": {
                "post": {
                    "operationId": "sendToContact",
                    "summary": "Send a question or an answer to a contact of the user",
                    "description": "Give recipient_name as the user said it, and message. When decision_mode is needs_confirmation or needs_disambiguation, nothing was sent: ask the user what resolution.reason says, then call again. After needs_confirmation send the same with confirm_send true; after needs_disambiguation send target_agent with the address of the chosen candidate, recipient_name as before, and confirm_send true. Never set confirm_send unless the user has confirmed. With resolve_only true the contact is only looked up. Repeat a failed call with the same idempotency_key.",
                    "x-openai-isConsequential": true,
                    "requestBody": {
                        "required": true,
                        "content": {"application/json": {"schema": request}},
                    },
                    "responses": {
                        "200": {
                            "description": "The decision, and the receipt when it was sent.",
                            "content": {"application/json": {"schema": answer_schema()}},
                        },
                        "401": about("The key is missing or wrong."),
                        "403": about("The key does not permit it."),
                        "409": about("The idempotency key was used for another request."),
                        "422": about("A field is missing or not valid; error.field names it."),
                    },
                },
            },
            "/contacts": {
                "get": {
                    "operationId": "listContacts",
                    "summary": "List the contacts of the user",
                    "description": "The contacts with their aliases, or those with a text in an alias or in the address.",
                    "x-openai-isConsequential": false,
                    "parameters": [
                        {"name": "query", "in": "query", "required": false, "schema": {"type": "string", "maxLength": 200},
                         "description": "A text in an alias or an address."},
                    ],
                    "responses": {
                        "200": {
                            "description": "The contacts.",
                            "content": {"application/json": {"schema": {
                                "type": "object",
                                "properties": {"ok": {"type": "boolean"}, "contacts": {"type": "array", "items": {
                                    "type": "object",
                                    "properties": {
                                        "contact_id": {"type": "integer"},
                                        "agent": {"type": "string"},
                                        "aliases": {"type": "array", "items": {"type": "string"}},
                                    },
                                }}},
                            }}},
                        },
                        "401": about("The key is missing or wrong."),
                    },
                },
            },
        },
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": {
                "type": "object",
                "properties": {
                    "ok": {"const": false},
                    "error": {
                        "type": "object",
                        "properties": {
                            "code": {"type": "string"},
                            "field": {"type": ["string", "null"]},
                            "reason": {"type": "string"},
                            "hint": {"type": "string"},
                        },
                        "required": ["code", "reason"],
                    },
                },
                "required": ["ok", "error"],
            }},
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the limits beyond which ChatGPT rejects a document.
    #[test]
    fn document_respects_chatgpt_limits() {
        let document = openapi("https://example.org");
        let mut operations = Vec::new();
        for path in document["paths"].as_object().unwrap().values() {
            for operation in path.as_object().unwrap().values() {
                assert!(operation["summary"].as_str().unwrap().chars().count() <= 300);
                assert!(operation["x-openai-isConsequential"].is_boolean());
                let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
                assert!(parameters.iter().all(|it| it["in"] != "header"), "{parameters:?}");
                operations.push(operation["operationId"].as_str().unwrap().to_string());
            }
        }
        operations.sort();
        assert_eq!(operations, ["listContacts", "sendToContact"]);
        assert!(document.to_string().chars().count() < 100_000);
        let mut seen = 0;
        descriptions(&document, &mut |text| {
            seen += 1;
            assert!(text.chars().count() <= 700, "{text}");
        });
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn sending_operations_are_consequential() {
        let document = openapi("https://example.org");
        let sends = &document["paths"]["/connectors/chatgpt/v1/adapt"]["post"]["x-openai-isConsequential"];
        assert_eq!(sends, &json!(true));
        assert_eq!(document["servers"][0]["url"], "https://example.org");
    }

    fn descriptions(document: &Json, see: &mut impl FnMut(&str)) {
        match document {
            Json::Object(members) => members.iter().for_each(|(name, value)| match (name.as_str(), value) {
                ("description", Json::String(text)) => see(text),
                (_, value) => descriptions(value, see),
            }),
            Json::Array(items) => items.iter().for_each(|item| descriptions(item, see)),
            _ => {}
        }
    }
}
