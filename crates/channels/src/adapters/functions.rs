//! The function declarations for Gemini.

use serde_json::{Map, Value as Json, json};

use super::Connector;

/// The JSON Schema keywords that Gemini supports.
const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "required",
    "description",
    "enum",
    "format",
    "items",
    "minLength",
    "maxLength",
    "additionalProperties",
];

/// Returns the declarations.
pub fn functions() -> Json {
    let schema = plain(&Connector::Gemini.schema().json);
    json!({"function_declarations": [
        {
            "name": "send_to_contact",
            "description": "Sends a question or an answer to a contact of the user. Give recipient_name as the user said it, and message. When decision_mode is needs_confirmation or needs_disambiguation, nothing was sent: ask the user what resolution.reason says, then call again, with confirm_send true, and with recipient_agent where there were several candidates. Never set confirm_send unless the user has confirmed.",
            "parameters_json_schema": schema,
        },
        {
            "name": "resolve_contact",
            "description": "Looks up which contact a name means. Sends nothing.",
            "parameters_json_schema": {
                "type": "object",
                "properties": {
                    "sender_agent": {"type": "string", "description": "The agent that the request is for."},
                    "recipient_name": {"type": "string", "description": "The name as the user said it."},
                    "resolve_only": {"type": "boolean", "enum": [true], "description": "Always true."},
                },
                "required": ["sender_agent", "recipient_name", "resolve_only"],
            },
        },
    ]})
}

/// Reduces a schema to the keywords that Gemini supports.
fn plain(schema: &Json) -> Json {
    let Some(members) = schema.as_object() else { return schema.clone() };
    let kept = members.iter().filter(|(name, _)| KEYWORDS.contains(&name.as_str()));
    let kept = kept.map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("properties", Json::Object(properties)) => properties
                .iter()
                .map(|(name, schema)| (name.clone(), plain(schema)))
                .collect::<Map<_, _>>()
                .into(),
            ("items", value) => plain(value),
            (_, value) => value.clone(),
        };
        (name.clone(), value)
    });
    Json::Object(kept.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_declarations_are_valid_for_gemini() {
        let document = functions();
        let declarations = document["function_declarations"].as_array().unwrap();
        assert_eq!(declarations.len(), 2);
        for declaration in declarations {
            let name = declaration["name"].as_str().unwrap();
            assert!(
                name.len() <= 64 && name.bytes().all(|it| it.is_ascii_lowercase() || it == b'_'),
                "{name}"
            );
            assert!(!declaration["description"].as_str().unwrap().is_empty());
            let schema = &declaration["parameters_json_schema"];
            assert!(jsonschema::meta::is_valid(schema), "{schema}");
            assert_eq!(schema["type"], "object");
            assert!(schema.get("$schema").is_none());
            assert!(declaration.get("parameters").is_none(), "only one of the two is allowed");
        }
    }

    /// Checks that the adapter accepts all declared requests.
    #[test]
    fn adapter_accepts_declared_requests() {
        let body = json!({"sender_agent": "agent://ana", "recipient_name": "Bob", "resolve_only": true});
        for declaration in functions()["function_declarations"].as_array().unwrap() {
            assert!(jsonschema::is_valid(&declaration["parameters_json_schema"], &body));
        }
        assert!(super::super::read_request(Connector::Gemini, &body).is_ok());
    }
}
