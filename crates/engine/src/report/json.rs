use lemmascope_intent::Report;
use serde_json::{Map, Value, json};

/// Converts a report into a JSON object. Omits empty parts, except for those that programs rely on. A report
/// that consists only of a view becomes the data of the view.
pub fn to_json(report: &Report) -> Value {
    if let Some(view) = report.view.as_ref().filter(|view| view.alone) {
        return json!(view.data);
    }
    let mut object = Map::new();
    object.insert("status".into(), report.status.as_str().into());
    object.insert("intent".into(), report.intent.clone().into());
    let mut put = |name: &str, value: Value| {
        let empty = match &value {
            Value::Null => true,
            // An empty result is an answer too.
            Value::Array(items) => items.is_empty() && name != "result",
            _ => false,
        };
        if !empty {
            object.insert(name.into(), value);
        }
    };
    put("summary", json!(report.summary));
    put("code", json!(report.code.map(|code| code.as_str()).or(report.refusal)));
    put("field", json!(report.field));
    put("instead", json!(report.instead));
    put("verdict", json!(report.verdict));
    put("actions", json!(report.actions));
    for section in &report.sections {
        match &section.data {
            lemmascope_intent::Value::Null => put(&section.name, json!(section.lines)),
            data => put(&section.name, json!(data)),
        }
    }
    put("changes", json!(report.changes.iter().map(ToString::to_string).collect::<Vec<_>>()));
    put("result", json!(report.result));
    put("view", json!(report.view.as_ref().map(|view| &view.data)));
    put("checkpoint", json!(report.checkpoint));
    put("context", json!(report.context));
    put("hint", json!(report.hints));
    put("run", json!(report.run));
    put("digest", json!(report.digest));
    Value::Object(object)
}
