//! The choices in the language model's prompt, and the schema of its answer.

use lemmascope_intent::{MASK, SensitiveFields};
use lemmascope_language::reader::Speakable;
use lemmascope_language::words::{Tongue, tongue};
use serde_json::{Map, Value as Json, json};

/// Returns an example sentence that matches none of the requests.
pub(super) fn nothing_meant(tongue: Tongue) -> Json {
    let sentence = match tongue {
        Tongue::English => "I had a good time yesterday",
        Tongue::Portuguese => "ontem diverti-me muito",
    };
    json!({"sentence": sentence, "answer": {"request": {"name": "none", "parameters": {}}}})
}

/// Returns a request for the prompt: with an example in the person's language, and the answer to it.
pub(super) fn shown(speakable: &Speakable, tongue_of: Tongue, sensitive: &SensitiveFields) -> Json {
    let own = speakable.examples.iter().filter(|example| tongue(&example.text) == tongue_of);
    let example = own.max_by_key(|example| example.slots.len()).or(speakable.examples.first());
    let mut sentence = example.map(|example| example.text.clone()).unwrap_or_default();
    let mut parameters: Map<String, Json> =
        sayable(speakable, sensitive).map(|name| (name.to_string(), Json::Null)).collect();
    for slot in example.iter().flat_map(|example| &example.slots) {
        let said = example.map(|example| &example.text[slot.range.clone()]).unwrap_or_default();
        match parameters.get_mut(&slot.parameter) {
            Some(value) => *value = said.into(),
            None => sentence = sentence.replace(said, MASK),
        }
    }
    json!({"sentence": sentence, "answer": {"request": {"name": speakable.name, "parameters": parameters}}})
}

/// Returns the parameters that sentences contain: those of the examples, and required ones. Never includes
/// secrets.
fn sayable<'s>(speakable: &'s Speakable, sensitive: &SensitiveFields) -> impl Iterator<Item = &'s str> {
    let is_in_examples = |name: &str| {
        speakable.examples.iter().flat_map(|example| &example.slots).any(|slot| slot.parameter == name)
    };
    let all = speakable.parameters.iter();
    let sayable =
        all.filter(move |it| (it.required || is_in_examples(&it.name)) && !sensitive.matches(&it.name));
    sayable.map(|it| it.name.as_str()).collect::<Vec<_>>().into_iter()
}

/// Returns the schema of an answer: one of the requests with all of its parameters, or none. Services that
/// enforce a schema require an enclosing object, and every field to be required.
pub(super) fn schema(choices: &[&Speakable], sensitive: &SensitiveFields) -> Json {
    let object = |properties: Map<String, Json>| {
        let names: Vec<&String> = properties.keys().collect();
        json!({"type": "object", "required": names, "properties": properties, "additionalProperties": false})
    };
    let request = |name: &str, parameters: Map<String, Json>| {
        let name = json!({"type": "string", "enum": [name]});
        object(Map::from_iter([("name".to_string(), name), ("parameters".to_string(), object(parameters))]))
    };
    let words = || json!({"type": ["string", "null"]});
    let of = |it: &&Speakable| {
        request(&it.name, sayable(it, sensitive).map(|name| (name.to_string(), words())).collect())
    };
    let mut any: Vec<Json> = choices.iter().map(of).collect();
    any.push(request("none", Map::new()));
    object(Map::from_iter([("request".to_string(), json!({"anyOf": any}))]))
}

#[cfg(test)]
pub(super) mod tests {
    use lemmascope_intent::definition::Sentences;
    use lemmascope_intent::{Parameter, Type};

    use super::*;

    /// Returns a request with a secret among its parameters.
    pub(in crate::dialogue) fn volume() -> Speakable {
        let parameters = vec![
            Parameter::required("level", Type::Number, ""),
            Parameter::optional("token", Type::String, ""),
        ];
        let sentences = "volume\n  set the volume to [40](level) with [abc](token)";
        let examples = Sentences::read(sentences).unwrap().remove(0).examples;
        Speakable::new("volume".into(), parameters, examples).changing(true)
    }

    #[test]
    fn model_prompt_and_schema_omit_secrets() {
        let volume = volume();
        let sensitive = SensitiveFields::default();
        let told =
            format!("{}{}", shown(&volume, Tongue::English, &sensitive), schema(&[&volume], &sensitive));
        assert!(told.contains("level") && !told.contains("token") && !told.contains("abc"), "{told}");
    }

    #[test]
    fn schema_lists_all_parameters_of_each_request() {
        let schema = schema(&[&volume()], &SensitiveFields::default());
        let any = &schema["properties"]["request"]["anyOf"];
        assert_eq!(any[0]["properties"]["name"]["enum"], json!(["volume"]));
        assert_eq!(any[0]["properties"]["parameters"]["required"], json!(["level"]));
        assert_eq!(any[1]["properties"]["parameters"]["properties"], json!({}));
    }
}
