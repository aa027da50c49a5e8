//! Compilation of a template and its arguments into steps.

use serde_json::{Map, Value as Json, json};

use super::template::{Parameter, Step, Template, placeholders};
use crate::gateway::failure::GatewayFailure;
use crate::gateway::validation::{address, sound};

/// The maximum delay, in seconds: a year.
const LONGEST_DELAY: f64 = 365.0 * 86_400.0;
/// The maximum size of a workflow, in bytes.
const LARGEST: usize = 1 << 20;

/// Returns the steps with the arguments filled in, each with the index of its successor. The index after the
/// last step is the end.
pub(super) fn steps(template: &Template, values: &Json, field: &str) -> Result<Json, GatewayFailure> {
    let values = bind(&template.parameters, values, field)?;
    let mut length = 0;
    let mut compiled = Vec::with_capacity(template.steps.len());
    for (index, step) in template.steps.iter().enumerate() {
        let step = compile(template, index, step, &values, field)?;
        length += step.to_string().len();
        if length > LARGEST {
            let reason = format!("the workflow has more than {LARGEST} bytes with these values");
            return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about(field));
        }
        compiled.push(step);
    }
    Ok(Json::Array(compiled))
}

fn bind(parameters: &[Parameter], values: &Json, field: &str) -> Result<Map<String, Json>, GatewayFailure> {
    let given = match values {
        Json::Null => Map::new(),
        Json::Object(given) => given.clone(),
        _ => return Err(GatewayFailure::invalid(field, "is not an object")),
    };
    sound(field, values, 0)?;
    let at = |name: &str| format!("{field}.{name}");
    if let Some(name) = given.keys().find(|name| !parameters.iter().any(|it| it.name == **name)) {
        let names: Vec<&str> = parameters.iter().map(|it| it.name.as_str()).collect();
        let failure = GatewayFailure::invalid(at(name), "is no parameter of the macro");
        return Err(failure.hint(format!("The parameters are: {}.", names.join(", "))));
    }
    let mut bound = Map::new();
    for parameter in parameters {
        let name = &parameter.name;
        let value = match given.get(name).or(parameter.default.as_ref()) {
            Some(value) if parameter.accepts(value) => value.clone(),
            Some(_) => {
                return Err(GatewayFailure::invalid(at(name), "is not a value that the parameter takes"));
            }
            None if parameter.required => return Err(GatewayFailure::invalid(at(name), "is missing")),
            None => Json::Null,
        };
        bound.insert(name.clone(), value);
    }
    Ok(bound)
}

fn compile(
    template: &Template,
    index: usize,
    step: &Step,
    values: &Map<String, Json>,
    field: &str,
) -> Result<Json, GatewayFailure> {
    let text = |text: &str| written(&fill(text, values));
    let agent = |given: &str| address(field, &text(given)).map(|address| address.to_string());
    let mut compiled = if let Some(tool) = &step.tool {
        match (&tool.intent, &tool.sentence) {
            (Some(intent), _) => {
                let parameters: Map<String, Json> = tool
                    .parameters
                    .iter()
                    .map(|(name, value)| (name.clone(), fill_placeholders(value, values)))
                    .collect();
                json!({"kind": "tool", "intent": intent, "parameters": parameters})
            }
            (None, sentence) => {
                json!({"kind": "tool", "sentence": text(sentence.as_deref().unwrap_or_default())})
            }
        }
    } else if let Some(approval) = &step.approval {
        let by = approval.by.as_deref().map(agent).transpose()?;
        json!({"kind": "approval", "question": text(&approval.question), "by": by})
    } else if let Some(delay) = &step.delay {
        let seconds = fill_placeholders(&delay.seconds, values);
        let seconds = seconds.as_f64().filter(|it| (0.0..=LONGEST_DELAY).contains(it));
        let reason = "gives a delay that is not a number of seconds up to a year";
        json!({"kind": "delay", "seconds": seconds.ok_or_else(|| GatewayFailure::invalid(field, reason))?})
    } else if let Some(notification) = &step.notification {
        let message = text(&notification.message);
        json!({"kind": "notification", "to": agent(&notification.to)?, "message": message})
    } else {
        return Err(GatewayFailure::invalid("template", "has a step that does nothing"));
    };
    let place = |next: &Option<String>| next.as_deref().and_then(|id| template.after(index, id));
    compiled["on_success"] = json!(place(&step.on_success).unwrap_or(index + 1));
    compiled["on_failure"] = json!(place(&step.on_failure));
    compiled["id"] = json!(step.id);
    Ok(compiled)
}

/// Fills in placeholders. A text that consists of one placeholder becomes the value itself; in other texts
/// the value is formatted.
fn fill(text: &str, values: &Map<String, Json>) -> Json {
    let whole = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    if let Some(value) = whole.and_then(|name| values.get(name)) {
        return value.clone();
    }
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        match after.split_once('}') {
            Some((name, behind)) if placeholders(&format!("{{{name}}}")).next().is_some() => {
                filled.push_str(&written(values.get(name).unwrap_or(&Json::Null)));
                rest = behind;
            }
            _ => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    Json::String(filled)
}

fn fill_placeholders(value: &Json, values: &Map<String, Json>) -> Json {
    match value {
        Json::String(text) => fill(text, values),
        Json::Array(items) => items.iter().map(|item| fill_placeholders(item, values)).collect(),
        Json::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), fill_placeholders(value, values))).collect()
        }
        other => other.clone(),
    }
}

fn written(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template() -> Template {
        let template = json!({
            "parameters": [
                {"name": "card"},
                {"name": "times", "type": "integer", "default": 2},
                {"name": "column", "enum": ["Done", "Doing"], "required": false},
            ],
            "steps": [
                {"id": "move", "tool": {"intent": "board.move_card", "parameters": {"card": "{card}", "n": "{times}"}},
                 "on_failure": "tell"},
                {"approval": {"question": "Is {card} right?"}, "on_success": "end"},
                {"id": "tell", "notification": {"to": "agent://ops", "message": "{card}: {unfilled is text}"}},
                {"delay": {"seconds": "{times}"}},
            ],
        });
        Template::parse(&template).unwrap()
    }

    #[test]
    fn fills_template_placeholders_with_typed_values() {
        let steps = steps(&template(), &json!({"card": "Login {times}"}), "params").unwrap();
        assert_eq!(steps[0]["parameters"], json!({"card": "Login {times}", "n": 2}));
        assert_eq!((&steps[0]["on_success"], &steps[0]["on_failure"]), (&json!(1), &json!(2)));
        // Values are not searched for placeholders.
        assert_eq!(steps[1]["question"], "Is Login {times} right?");
        assert_eq!(steps[1]["on_success"], json!(4));
        assert_eq!(steps[2]["message"], "Login {times}: {unfilled is text}");
        assert_eq!(steps[3]["seconds"], json!(2.0));
    }

    #[test]
    fn invalid_value_error_names_the_field() {
        for (values, field) in [
            (json!({}), "params.card"),
            (json!({"card": 1}), "params.card"),
            (json!({"card": "a", "column": "Nowhere"}), "params.column"),
            (json!({"card": "a", "times": 1.5}), "params.times"),
            (json!({"card": "a", "other": 1}), "params.other"),
            (json!([]), "params"),
        ] {
            let failure = steps(&template(), &values, "params").unwrap_err();
            assert_eq!(failure.field.as_deref(), Some(field), "{values}");
        }
    }

    #[test]
    fn rejects_invalid_templates() {
        let tool = json!({"tool": {"sentence": "say hello"}});
        for (steps, field) in [
            (json!([]), "template"),
            (json!([{}]), "template.steps.0"),
            (json!([{"tool": {"sentence": "a"}, "delay": {"seconds": 1}}]), "template.steps.0"),
            (json!([{"tool": {}}]), "template.steps.0.tool"),
            (json!([{"tool": {"sentence": "{nobody}"}}]), "template.steps.0"),
            (
                json!([tool, {"id": "a", "tool": {"sentence": "b"}, "on_success": "a"}]),
                "template.steps.1.on_success",
            ),
            (
                json!([tool, {"tool": {"sentence": "b"}, "on_failure": "nowhere"}]),
                "template.steps.1.on_failure",
            ),
            (json!([{"shell": "rm"}]), "template"),
        ] {
            let failure = Template::parse(&json!({"steps": steps})).unwrap_err();
            assert_eq!(failure.field.as_deref(), Some(field), "{steps}");
        }
    }
}
