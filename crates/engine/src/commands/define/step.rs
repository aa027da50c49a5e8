//! Translation of a command into a step of a definition.

use lemmascope_intent::{
    Cause, Failure, Object, Operation, Parameter, SensitiveFields, Signature, Value, nearest,
};
use lemmascope_language::command::{self, Command};

use super::block::{Block, quoted};
use crate::catalog::Entry;
use crate::commands::call;
use crate::engine::Engine;
use crate::plan::Invocation;

/// Marks the position of a target that the command grammar cannot express. The character does not occur in
/// text.
const MARK: char = '\u{F8FE}';
/// The separator of alternative commands, of which the first that succeeds counts.
const ALTERNATIVE: &str = "or";
/// The command that fills in a form.
const FILL: &str = "fill";
/// The key for the timeout of a step.
const TIMEOUT: &str = "timeout";
/// The step that waits for a condition, and its conditions about elements.
const WAIT: &str = "wait";
const CONDITIONS: [&str; 2] = ["visible", "hidden"];

/// A target that the command grammar cannot express.
enum Extra {
    /// A mapping, in the syntax of definitions.
    Mapping(String),
    /// An element by its name and its index among those with this name.
    Indexed { name: String, index: String },
}

impl Engine {
    /// Checks that a command is a valid step.
    pub(in crate::commands) fn admit_step(&self, text: &str, session: &str) -> Result<(), Failure> {
        self.step_of(text, session).map(drop)
    }

    /// Returns the step for a command. Commands joined by `or` become a step that tries them in order.
    pub(super) fn step_of(&self, text: &str, session: &str) -> Result<Block, Failure> {
        let mut alternatives = alternatives(text).into_iter();
        let first = alternatives.next().unwrap_or_default();
        let verb = first.split_whitespace().next().unwrap_or_default().to_string();
        let mut steps = vec![self.command_step(&first, session)?];
        for other in alternatives {
            // In "click A or B", the verb is not repeated.
            let step = match other.starts_with(['"', '\'', '{']) {
                true => self.command_step(&format!("{verb} {other}"), session)?,
                false => self.command_step(&other, session)?,
            };
            steps.push(step);
        }
        let last = steps.pop().unwrap_or(Block::Items(Vec::new()));
        Ok(steps.into_iter().rev().fold(last, |caught, tried| {
            let (steps, catch) = (Block::Items(vec![tried]), Block::Items(vec![caught]));
            Block::Entries(vec![(
                "try".into(),
                Block::Entries(vec![("steps".into(), steps), ("catch".into(), catch)]),
            )])
        }))
    }

    fn command_step(&self, text: &str, session: &str) -> Result<Block, Failure> {
        let sensitive = self.sensitive();
        if let Some(data) = pairs(text) {
            return filled(&data?, &sensitive, self);
        }
        let (line, extras) = marked(text);
        let parsed = self.parse(&line, session).map_err(|error| {
            let failure =
                Failure::new(Cause::DefinitionInvalid, format!("{text:?} is no step: {}", error.message));
            error.hint.iter().fold(failure, |failure, hint| failure.hint(hint.clone()))
        })?;
        let Some(command) = parsed.and_then(|line| line.into_command()) else {
            return Err(Failure::new(Cause::DefinitionInvalid, "a step is empty"));
        };
        for secret in command.secrets_with(&sensitive) {
            if !secret.starts_with('$') {
                let message = format!("the step `{}` has a secret in it", command.masked());
                return Err(Failure::new(Cause::DefinitionInvalid, message)
                    .hint("Declare a parameter for it and write `$name`, or use stored credentials."));
            }
        }
        // Secrets were rejected before, so no field needs to be sealed.
        let call = self.call_with(&command, session, &SensitiveFields::new(Vec::<String>::new()));
        let block = match self.catalog.get(&call.name).map(|verb| verb.signature()) {
            Some(verb) => of_verb(&command, call, verb, &extras)?,
            None => self.intent_step(call, session, &extras)?,
        };
        Ok(block)
    }

    fn intent_step(&self, call: Invocation, session: &str, extras: &[Extra]) -> Result<Block, Failure> {
        let parameters = self.read(|state| state.resolve(&call.name, session).map(Entry::parameters));
        let Some(parameters) = parameters else {
            let names =
                self.read(|state| state.registry(session).names().map(str::to_string).collect::<Vec<_>>());
            let message = format!("\"{}\" cannot be a step of a definition", call.said);
            let failure = Failure::new(Cause::DefinitionInvalid, message);
            return Err(match nearest(&call.name, names.iter().map(String::as_str)) {
                Some(near) => failure.hint(format!("Did you mean `{near}`?")),
                None => failure.hint("Steps are verbs and intents; `help` lists them."),
            });
        };
        let name = call.name.clone();
        let (values, timeout) = values(call, &parameters, extras)?;
        let mut entries = vec![("action".to_string(), inline("intent")), ("name".into(), inline(&name))];
        if !values.is_empty() {
            let values = values.into_iter().map(|(parameter, value)| (parameter, value.inline()));
            entries.push(("params".into(), Block::Inline(mapping(values))));
        }
        entries.extend(timeout.map(|limit| (TIMEOUT.to_string(), inline(&limit))));
        Ok(Block::Entries(entries))
    }
}

/// The value of a step's parameter: a value, or verbatim YAML.
enum Written {
    Value(Value),
    Yaml(String),
}

impl Written {
    fn inline(&self) -> String {
        match self {
            Self::Value(value) => match Block::of(value) {
                Block::Inline(text) => text,
                _ => String::new(),
            },
            Self::Yaml(text) => text.clone(),
        }
    }
}

fn of_verb(
    command: &Command,
    call: Invocation,
    verb: &Signature,
    extras: &[Extra],
) -> Result<Block, Failure> {
    let words: Vec<&str> = command.name().split(' ').collect();
    let (values, timeout) = values(call, &verb.parameters, extras)?;
    let timeout = timeout.map(|limit| (TIMEOUT.to_string(), inline(&limit)));
    if let ([WAIT, condition], [(_, target)]) = (words.as_slice(), values.as_slice())
        && let Some(condition) = CONDITIONS.into_iter().find(|known| known == condition)
    {
        let condition = mapping([(condition.to_string(), target.inline())]);
        let entries =
            vec![("action".to_string(), inline(WAIT)), ("condition".into(), Block::Inline(condition))];
        return Ok(Block::Entries(entries.into_iter().chain(timeout).collect()));
    }
    let mut entries =
        vec![("action".to_string(), inline(if verb.is_action { verb.verb() } else { verb.name }))];
    let mut options = Vec::new();
    for (name, value) in &values {
        let Some(parameter) = verb.find(name) else { continue };
        match !verb.is_action || verb.is_beside_action(parameter) {
            true => entries.push((parameter.name.clone(), Block::Inline(value.inline()))),
            false => options.push((parameter.name.clone(), value.inline())),
        }
    }
    if !options.is_empty() {
        entries.push(("options".into(), Block::Inline(mapping(options))));
    }
    Ok(Block::Entries(entries.into_iter().chain(timeout).collect()))
}

/// Returns the arguments by the names of their parameters, and the timeout.
#[allow(clippy::type_complexity, reason = "the pair is taken apart at once")]
fn values(
    call: Invocation,
    parameters: &[Parameter],
    extras: &[Extra],
) -> Result<(Vec<(String, Written)>, Option<String>), Failure> {
    let mut given = Vec::new();
    let mut timeout = None;
    let required = parameters.iter().filter(|parameter| parameter.required);
    for (value, parameter) in call.positional.into_iter().zip(required) {
        given.push((parameter.name.clone(), written(value, extras)?));
    }
    for (name, value) in call.options {
        let name = name.replace('-', "_");
        // Every step has a timeout, whether its verb has the parameter or not.
        if name == TIMEOUT {
            timeout = value.map(|value| value.to_string());
            continue;
        }
        match parameters.iter().find(|parameter| parameter.name == name) {
            Some(parameter) => {
                let value = value.unwrap_or(Value::Boolean(true));
                given.push((parameter.name.clone(), written(value, extras)?));
            }
            None => {
                let message = format!("a step cannot have the option --{}", name.replace('_', "-"));
                return Err(Failure::new(Cause::DefinitionInvalid, message)
                    .hint("Options of a whole intent go under `options:`."));
            }
        }
    }
    Ok((given, timeout))
}

/// Replaces the marks in a value.
fn written(value: Value, extras: &[Extra]) -> Result<Written, Failure> {
    let Value::Object(fields) = &value else { return Ok(Written::Value(value)) };
    let mark = fields.get("text").and_then(Value::as_text).and_then(|text| text.strip_prefix(MARK));
    let Some(extra) = mark.and_then(|number| extras.get(number.parse::<usize>().ok()?)) else {
        return Ok(Written::Value(Value::Object(named(fields.clone()))));
    };
    if fields.len() > 1 {
        return Err(Failure::new(
            Cause::DefinitionInvalid,
            "a target in braces has its relations inside the braces",
        ));
    }
    Ok(match extra {
        Extra::Mapping(text) => Written::Yaml(text.clone()),
        Extra::Indexed { name, index } => {
            let mut target = match command::target_of(name) {
                Some(target) => named(call::element(&target)),
                None => Object::from([("text".to_string(), name.as_str().into())]),
            };
            let index = index.parse::<i64>().map_or_else(|_| Value::from(index.as_str()), Value::from);
            target.insert("index".into(), index);
            Written::Value(Value::Object(target))
        }
    })
}

/// Lets a target with a name in snake case match the visible text too: `review_text` also matches "Review
/// text".
fn named(mut target: Object) -> Object {
    let Some(name) = target.get("text").and_then(Value::as_text).filter(|_| target.len() == 1) else {
        return target;
    };
    let is_name = name.contains('_') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name {
        let words = Object::from([("text".to_string(), name.replace('_', " ").as_str().into())]);
        target.insert("fallback".into(), Value::Object(words));
    }
    target
}

fn inline(text: &str) -> Block {
    Block::Inline(text.into())
}

fn mapping(entries: impl IntoIterator<Item = (String, String)>) -> String {
    let entries: Vec<String> = entries.into_iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// Splits a command at `or`, outside of quotes and brackets, into alternatives.
fn alternatives(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in words(text) {
        if word == ALTERNATIVE {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            if !part.is_empty() {
                part.push(' ');
            }
            part.push_str(word);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Splits a command into words. Text in quotes or brackets is part of one word.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut depth, mut quote, mut escaped) = (None, 0_usize, None, false);
    for (at, c) in text.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some(_) if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None => match c {
                '"' | '\'' if depth > 0 || start.is_none() || text[..at].ends_with(['=', '(']) => {
                    quote = Some(c);
                }
                '{' | '[' | '(' => depth += 1,
                '}' | ']' | ')' => depth = depth.saturating_sub(1),
                c if c.is_whitespace() && depth == 0 => {
                    words.extend(start.take().map(|from| &text[from..at]));
                    continue;
                }
                _ => {}
            },
        }
        start.get_or_insert(at);
    }
    words.extend(start.map(|from| &text[from..]));
    words
}

/// Replaces the targets that the command grammar cannot express by marks.
fn marked(text: &str) -> (String, Vec<Extra>) {
    let mut extras = Vec::new();
    let mut line = Vec::new();
    for word in words(text) {
        let extra = match word.strip_suffix(']').and_then(|rest| rest.split_once('[')) {
            _ if word.starts_with('{') && word.ends_with('}') => Some(Extra::Mapping(word.into())),
            Some((name, index)) if is_index(index) && !name.is_empty() => {
                Some(Extra::Indexed { name: name.trim_matches('"').into(), index: index.into() })
            }
            _ => None,
        };
        match extra {
            Some(extra) => {
                line.push(format!("\"{MARK}{}\"", extras.len()));
                extras.push(extra);
            }
            None => line.push(word.to_string()),
        }
    }
    (line.join(" "), extras)
}

fn is_index(text: &str) -> bool {
    let name = text.strip_prefix('$').unwrap_or(text);
    let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word && (text.starts_with('$') || text.chars().all(|c| c.is_ascii_digit()))
}

/// Returns the pairs of `fill name="John" email="john@test.com"`.
fn pairs(text: &str) -> Option<Result<Vec<(String, String)>, Failure>> {
    let mut words = words(text).into_iter();
    if !words.next()?.eq_ignore_ascii_case(FILL) {
        return None;
    }
    let words: Vec<&str> = words.collect();
    if words.is_empty() || !words[0].contains('=') || words[0].starts_with(['"', '\'', '{']) {
        return None;
    }
    let pair = |word: &&str| {
        let (name, value) =
            word.split_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty())?;
        let value = match value.starts_with('"') {
            true => serde_json::from_str(value).ok()?,
            false => value.trim_matches('\'').to_string(),
        };
        Some((name.to_string(), value))
    };
    Some(words.iter().map(pair).collect::<Option<Vec<_>>>().ok_or_else(|| {
        Failure::new(Cause::DefinitionInvalid, format!("`{FILL}` takes pairs of a field and its value"))
            .hint("fill name=\"John\" email=$email")
    }))
}

fn filled(data: &[(String, String)], sensitive: &SensitiveFields, engine: &Engine) -> Result<Block, Failure> {
    let mut fields = Vec::new();
    for (name, value) in data {
        if sensitive.matches(name) && !value.starts_with('$') {
            return Err(Failure::new(
                Cause::DefinitionInvalid,
                format!("the field \"{name}\" has a secret in it"),
            )
            .hint("Declare a parameter for it and write `$name`, or use stored credentials."));
        }
        fields.push((quoted(name), quoted(value)));
    }
    let verb = engine.catalog.operation(Operation::Fill).and_then(|name| engine.catalog.get(name));
    let Some(verb) = verb.map(|verb| verb.signature()) else {
        return Err(Failure::new(Cause::DefinitionInvalid, "there are no forms to fill here"));
    };
    Ok(Block::Entries(vec![
        ("action".into(), inline(if verb.is_action { verb.verb() } else { verb.name })),
        ("data".into(), Block::Inline(mapping(fields))),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_alternatives_outside_quotes_and_brackets() {
        assert_eq!(
            alternatives("click \"this or that\" or click '♡ or' or  hover { text: a or b }"),
            ["click \"this or that\"", "click '♡ or'", "hover { text: a or b }"]
        );
        assert_eq!(alternatives("type name it's or"), ["type name it's"]);
        assert!(alternatives("").is_empty());
    }

    #[test]
    fn marks_targets_unknown_to_command_syntax() {
        let (line, extras) = marked("click star[$rating] near { role: row, index: 2 } \"a [1]\"");
        assert_eq!(line, format!("click \"{MARK}0\" near \"{MARK}1\" \"a [1]\""));
        assert_eq!(extras.len(), 2);
        assert_eq!(marked("wait url \"/a[b]\"").1.len(), 0);
    }

    #[test]
    fn only_fill_takes_name_value_pairs() {
        let pairs = |text: &str| pairs(text).map(|pairs| pairs.unwrap_or_default());
        let found = pairs("fill name=\"John \\\"B\\\" or\" email=$mail").unwrap();
        assert_eq!(found, [("name".into(), "John \"B\" or".into()), ("email".into(), "$mail".to_string())]);
        assert!(pairs("fill \"Name\" \"a=b\"").is_none() && pairs("type a=b c").is_none());
        assert_eq!(pairs("fill a=1 b").unwrap(), []);
    }
}
