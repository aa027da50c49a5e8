use std::time::Duration;

use lemmascope_intent::{Cause, Failure, MASK, Number, Object, Parameter, SensitiveFields, Type, Value};
use lemmascope_intent::{nearest, parse_duration};

/// The maximum number of retries of a step.
pub const MOST_RETRIES: u32 = 20;

/// The name of an intent or a verb with its arguments, not validated yet.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Invocation {
    /// The intent or verb.
    pub name: String,
    /// The name as the person wrote it: `wait visible` for `web.wait_visible`.
    pub said: String,
    /// The positional arguments.
    pub positional: Vec<Value>,
    /// The named arguments; a switch has no value.
    pub options: Vec<(String, Option<Value>)>,
    /// The secrets that are only a part of an argument, such as the password in a URL.
    pub secrets: Vec<Value>,
}

/// The options that every intent accepts, in addition to its own parameters.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RunOptions {
    /// The timeout.
    pub timeout: Option<Duration>,
    /// The number of retries of a step.
    pub retry: Option<u32>,
    /// Whether the outcome is verified.
    pub verify: bool,
    /// The checkpoint from which to resume.
    pub resume: Option<String>,
    /// Whether to only show the plan.
    pub dry_run: bool,
    /// Whether the person has confirmed in advance.
    pub agreed: bool,
    /// The digest or code with which the person confirms the plan.
    pub confirm: Option<String>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            timeout: None,
            retry: None,
            verify: true,
            resume: None,
            dry_run: false,
            agreed: false,
            confirm: None,
        }
    }
}

impl Invocation {
    /// Removes the options that every intent accepts. A parameter of the intent with the same name takes
    /// precedence. For a verb with a `timeout` parameter, the timeout applies to both.
    pub(crate) fn take_run_options(
        &mut self,
        own: &[Parameter],
        is_verb: bool,
    ) -> Result<RunOptions, Failure> {
        let mut run = RunOptions::default();
        let mut rest = Vec::new();
        for (name, value) in std::mem::take(&mut self.options) {
            let name = name.replace('_', "-").to_lowercase();
            if own.iter().any(|parameter| parameter.name.replace('_', "-") == name) {
                rest.push((name.clone(), value.clone()));
                if !(is_verb && name == "timeout") {
                    continue;
                }
            }
            let text = value.as_ref().map(Value::to_string);
            match name.as_str() {
                "timeout" => {
                    let limit = text.as_deref().and_then(parse_duration).filter(|limit| !limit.is_zero());
                    run.timeout = Some(limit.ok_or_else(|| wants("timeout", "a duration such as 30s"))?);
                }
                "retry" => {
                    let retries =
                        value.as_ref().and_then(as_count).filter(|retries| *retries <= MOST_RETRIES);
                    let whole = format!("a whole number from 0 to {MOST_RETRIES}");
                    run.retry = Some(retries.ok_or_else(|| wants("retry", &whole))?);
                }
                "resume" | "checkpoint-resume" => {
                    run.resume = Some(text.ok_or_else(|| wants("resume", "the name of a checkpoint"))?);
                }
                "confirm" => run.confirm = Some(text.ok_or_else(|| wants("confirm", "a plan's digest"))?),
                "no-verify" => run.verify = false,
                "dry-run" => run.dry_run = true,
                "yes" => run.agreed = true,
                // The format of the output is up to the door.
                "json" => {}
                _ => rest.push((name, value)),
            }
        }
        self.options = rest;
        Ok(run)
    }

    /// Validates the arguments against the parameters: names, types, and required ones. A value with a
    /// sensitive name becomes a secret. A missing value is taken from `earlier`, the run that is resumed, or
    /// from the default.
    pub(crate) fn bind(
        &self,
        parameters: &[Parameter],
        sensitive: &SensitiveFields,
        earlier: &Object,
    ) -> Result<Object, Failure> {
        let given = self.assign(parameters)?;
        let mut bound = Object::new();
        let mut again = Vec::new();
        for parameter in parameters {
            let value = match given.iter().rev().find(|(name, _)| *name == parameter.name) {
                // Converted into a secret before the validation, so that no error message can show it.
                Some((_, value)) => parameter.accept(value.clone().guarded(&parameter.name, sensitive))?,
                None => match (earlier.get(&parameter.name), &parameter.default) {
                    (Some(masked), _) if is_masked(masked) => {
                        again.push(parameter.name.as_str());
                        Value::Null
                    }
                    (Some(value), _) if *value != Value::Null => {
                        parameter.accept(value.clone())?.guarded(&parameter.name, sensitive)
                    }
                    (_, Some(default)) => default.clone().guarded(&parameter.name, sensitive),
                    (_, None) => Value::Null,
                },
            };
            // JSON that was given as text becomes fields with names only here.
            bound.insert(parameter.name.clone(), value.guarded(&parameter.name, sensitive));
        }
        if !again.is_empty() {
            let options: Vec<String> = again.iter().map(|name| format!("--{name} <{name}>")).collect();
            return Err(Failure::new(
                Cause::MissingParameter,
                format!("secrets are not stored; give again: {}", again.join(", ")),
            )
            .hint(format!("Add {}.", options.join(" "))));
        }
        let missing: Vec<&str> = parameters
            .iter()
            .filter(|parameter| parameter.required && bound.get(&parameter.name) == Some(&Value::Null))
            .map(|parameter| parameter.name.as_str())
            .collect();
        if missing.is_empty() {
            return Ok(bound);
        }
        let noun = if missing.len() == 1 { "parameter" } else { "parameters" };
        let field = missing.first().copied().unwrap_or_default();
        Err(Failure::new(Cause::MissingParameter, format!("missing {noun}: {}", missing.join(", ")))
            .about(field)
            .hint(format!("Usage: {}", lemmascope_intent::usage(&self.said, parameters))))
    }

    /// Returns the valid arguments. Returns `None` if the invocation contains more than arguments, such as a
    /// resumption.
    pub(crate) fn given(&self, parameters: &[Parameter], sensitive: &SensitiveFields) -> Option<Object> {
        let given = self.assign(parameters).ok()?.into_iter();
        let accept = |(name, value): (&str, Value)| {
            let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
            let value = parameter.accept(value.guarded(&parameter.name, sensitive)).ok()?;
            Some((name.to_string(), value.guarded(&parameter.name, sensitive)))
        };
        given.map(accept).collect()
    }

    /// Assigns each argument to a parameter: positional ones fill the required parameters first, then the
    /// others, in order.
    fn assign<'a>(&self, parameters: &'a [Parameter]) -> Result<Vec<(&'a str, Value)>, Failure> {
        let mut given: Vec<(&str, Value)> = Vec::new();
        for (name, value) in &self.options {
            given.push(self.assign_option(parameters, name, value.as_ref())?);
        }
        let free: Vec<&Parameter> = parameters
            .iter()
            .filter(|parameter| parameter.required)
            .chain(parameters.iter().filter(|parameter| !parameter.required))
            .filter(|parameter| !given.iter().any(|(name, _)| *name == parameter.name))
            .collect();
        if self.positional.len() > free.len() {
            let message = match parameters.len() {
                0 => format!("{} takes no parameters", self.said),
                _ => match self.positional.len() - free.len() {
                    1 => "there is one value too many".to_string(),
                    more => format!("there are {more} values too many"),
                },
            };
            return Err(Failure::new(Cause::InvalidParameter, message)
                .hint(format!("Usage: {}", lemmascope_intent::usage(&self.said, parameters))));
        }
        given.extend(
            free.iter()
                .zip(&self.positional)
                .map(|(parameter, value)| (parameter.name.as_str(), value.clone())),
        );
        Ok(given)
    }

    fn assign_option<'a>(
        &self,
        parameters: &'a [Parameter],
        name: &str,
        value: Option<&Value>,
    ) -> Result<(&'a str, Value), Failure> {
        let find = |name: &str| {
            let name = name.replace('_', "-").to_lowercase();
            parameters.iter().find(|parameter| parameter.name.replace('_', "-").to_lowercase() == name)
        };
        if let Some(parameter) = find(name) {
            return match value {
                Some(value) => Ok((parameter.name.as_str(), value.clone())),
                None if parameter.kind == Type::Boolean => Ok((parameter.name.as_str(), true.into())),
                None => Err(wants(&parameter.name, &format!("a value ({})", parameter.kind))),
            };
        }
        let negated = name.strip_prefix("no-").or_else(|| name.strip_prefix("no_")).and_then(find);
        if let (Some(parameter), None) = (negated.filter(|it| it.kind == Type::Boolean), value) {
            return Ok((parameter.name.as_str(), false.into()));
        }
        let meant = nearest(name, parameters.iter().map(|parameter| parameter.name.as_str()));
        let failure =
            Failure::new(Cause::InvalidParameter, format!("{} has no parameter \"{name}\"", self.said));
        Err(failure.hint(match meant {
            Some(meant) => format!("Did you mean --{meant}?"),
            None => format!("Usage: {}", lemmascope_intent::usage(&self.said, parameters)),
        }))
    }
}

/// Whether a value contains a secret, or contained one before it was stored.
pub(crate) fn is_masked(value: &Value) -> bool {
    match value {
        Value::Secret(_) => true,
        Value::Text(text) => text.contains(MASK),
        Value::List(items) => items.iter().any(is_masked),
        Value::Object(fields) => fields.iter().any(|(name, field)| name.contains(MASK) || is_masked(field)),
        Value::Null | Value::Boolean(_) | Value::Number(_) => false,
    }
}

fn wants(option: &str, what: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, format!("--{option} needs {what}"))
        .hint(format!("Give --{option} {what}."))
}

fn as_count(value: &Value) -> Option<u32> {
    let number = value.as_number().or_else(|| value.as_text().and_then(Number::parse))?;
    u32::try_from(number.as_i64()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Vec<Parameter> {
        vec![
            Parameter::defaulted("remember", false, Type::Boolean, ""),
            Parameter::required("username", Type::String, ""),
            Parameter::required("password", Type::String, ""),
        ]
    }

    fn login(positional: &[&str], options: &[(&str, Option<&str>)]) -> Invocation {
        Invocation {
            name: "enter".into(),
            said: "enter".into(),
            positional: positional.iter().map(|text| Value::from(*text)).collect(),
            options: options.iter().map(|(name, value)| (name.to_string(), value.map(Value::from))).collect(),
            secrets: Vec::new(),
        }
    }

    #[test]
    fn positions_fill_required_parameters_first() {
        let bound = login(&["ann", "hunter2"], &[("remember", None)])
            .bind(&parameters(), &SensitiveFields::default(), &Object::new())
            .unwrap();
        assert_eq!(bound["username"], "ann".into());
        assert!(matches!(&bound["password"], Value::Secret(secret) if secret.expose() == "hunter2"));
        assert_eq!(bound["remember"], true.into());
    }

    #[test]
    fn reports_missing_and_unknown_parameters() {
        let sensitive = SensitiveFields::default();
        let missing = login(&["ann"], &[]).bind(&parameters(), &sensitive, &Object::new()).unwrap_err();
        assert_eq!(missing.message, "missing parameter: password");
        let unknown = login(&[], &[("usrname", Some("x"))])
            .bind(&parameters(), &sensitive, &Object::new())
            .unwrap_err();
        assert_eq!(unknown.hint.as_deref(), Some("Did you mean --username?"));
        assert!(
            login(&["a", "b", "true", "d"], &[]).bind(&parameters(), &sensitive, &Object::new()).is_err()
        );
    }

    #[test]
    fn parses_json_argument_into_fields_and_secrets() {
        let data = [Parameter::required("data", Type::Object, "")];
        let invocation = Invocation {
            name: "note".into(),
            said: "note".into(),
            positional: vec![r#"{"user":"ann","password":"hunter2"}"#.into()],
            options: Vec::new(),
            secrets: Vec::new(),
        };
        let bound = invocation.bind(&data, &SensitiveFields::default(), &Object::new()).unwrap();
        assert!(!format!("{bound:?}").contains("hunter2"));
        assert!(format!("{bound:?}").contains("ann"));
    }

    #[test]
    fn extracts_run_options_from_arguments() {
        let mut invocation =
            login(&[], &[("checkpoint-resume", Some("paid")), ("dry_run", None), ("x", None)]);
        let run = invocation.take_run_options(&[], false).unwrap();
        assert_eq!((run.resume.as_deref(), run.dry_run), (Some("paid"), true));
        assert_eq!(invocation.options.len(), 1);
        assert!(login(&[], &[("timeout", Some("soon"))]).take_run_options(&[], false).is_err());
    }
}
