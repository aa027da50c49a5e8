use std::collections::BTreeMap;
use std::fmt;

use lemmascope_intent::{Cause, Failure, Object, Value};

/// The maximum nesting depth of fallbacks and relations.
const DEEPEST: usize = 16;
/// The maximum length of a text in a target.
const LONGEST: usize = 10_000;

/// A description of the element to find, with fallbacks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target {
    /// The criteria in the order in which they are evaluated. An element has to match all of them.
    pub ways: Vec<Way>,
    /// The relations to other elements.
    pub(crate) relations: Vec<Related>,
    /// Further known properties of the element, which are used when the criteria no longer match.
    pub(crate) signals: Signals,
    /// The position among all matches, counted from 1 in document order.
    pub(crate) index: Option<usize>,
    pub(crate) fallback: Option<Box<Target>>,
}

/// A criterion for an element.
#[derive(Debug, Clone, PartialEq)]
pub enum Way {
    /// The id that an observation printed.
    Id(u32),
    /// A bare number: an element id, or else a text.
    Number(u32),
    /// A part of a pattern such as `login_form.email`, or the whole pattern.
    Pattern {
        /// The name of the pattern.
        name: String,
        /// The part of the pattern.
        part: Option<String>,
    },
    /// The role of the element.
    Role(String),
    /// The visible text.
    Text {
        /// The text.
        text: String,
        /// The comparison method.
        how: How,
    },
    /// Any of these texts.
    TextContains(Vec<String>),
    /// The complete accessible name.
    Name(String),
    /// The complete text of the label.
    Label(String),
    /// A CSS selector.
    Css(String),
    /// An XPath expression.
    Xpath(String),
    /// The name of its frame, or a part of the frame's address.
    Frame(String),
}

/// The comparison method for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum How {
    /// The best available match: exact, else normalized, else partial.
    #[default]
    Contains,
    /// The complete text, exactly.
    Exact,
    /// A regular expression.
    Regex,
}

/// A relation and its reference target.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Related {
    pub(crate) relation: Relation,
    pub(crate) target: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Near,
    Inside,
    After,
    Before,
    Contains,
}

impl Relation {
    const ALL: [(&'static str, Self); 5] = [
        ("near", Self::Near),
        ("inside", Self::Inside),
        ("after", Self::After),
        ("before", Self::Before),
        ("contains", Self::Contains),
    ];

    fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(name, _)| *name == word).map(|(_, relation)| relation)
    }

    pub(crate) fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, relation)| *relation == self).map_or("near", |(name, _)| name)
    }
}

/// The known properties of an element.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Signals {
    pub(crate) kind: Option<String>,
    pub(crate) placeholder: Option<String>,
    /// The name of its region.
    pub(crate) region: Option<String>,
    /// The names of the elements before and after it, the nearest first.
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
    pub(crate) attributes: BTreeMap<String, String>,
}

impl Target {
    /// Parses a target from a command or definition: an object or a text.
    pub fn read(value: &Value) -> Result<Self, Failure> {
        read(value, 0)
    }

    /// Whether it states a position: near, inside, after or before another element.
    pub(crate) fn is_placed(&self) -> bool {
        self.relations.iter().any(|related| related.relation != Relation::Contains)
    }

    /// Creates a target that consists of a text alone.
    pub(crate) fn text(text: &str) -> Self {
        Self { ways: vec![Way::Text { text: text.into(), how: How::Contains }], ..Self::default() }
    }
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::new(Cause::InvalidParameter, message)
        .hint("A target is a number, a text, a role, css(…), xpath(…) or a pattern's part.")
}

fn read(value: &Value, depth: usize) -> Result<Target, Failure> {
    if depth > DEEPEST {
        return Err(invalid(format!("a target is nested more than {DEEPEST} deep")));
    }
    match value {
        Value::Text(written) if is_id(written) => {
            Ok(Target { ways: vec![Way::Id(id(value)?)], ..Target::default() })
        }
        Value::Text(_) => Ok(Target::text(&text(value, "target")?)),
        Value::Number(_) => Ok(Target { ways: vec![Way::Number(id(value)?)], ..Target::default() }),
        Value::Object(fields) => parse_target_object(fields, depth),
        Value::Secret(_) => Err(invalid("a target cannot be a secret")),
        other => Err(invalid(format!("a target is a text or an object, not {}", other.kind()))),
    }
}

fn parse_target_object(fields: &Object, depth: usize) -> Result<Target, Failure> {
    let mut target = Target::default();
    let how = match fields.get("match") {
        None | Some(Value::Null) => How::Contains,
        Some(value) => match text(value, "match")?.as_str() {
            "contains" => How::Contains,
            "exact" => How::Exact,
            "regex" => How::Regex,
            other => {
                return Err(invalid(format!("a text matches exact, contains or regex, not \"{other}\"")));
            }
        },
    };
    for (key, value) in fields.iter().filter(|(_, value)| **value != Value::Null) {
        match key.as_str() {
            "match" => {}
            "id" => target.ways.push(Way::Id(id(value)?)),
            "number" => target.ways.push(Way::Number(id(value)?)),
            "pattern" => target.ways.push(pattern(&text(value, key)?)?),
            "role" => target.ways.push(Way::Role(text(value, key)?.to_lowercase())),
            "text" => {
                let text = text(value, key)?;
                if how == How::Regex {
                    compile(&text)?;
                }
                target.ways.push(Way::Text { text, how });
            }
            "text_contains" => target.ways.push(Way::TextContains(texts(value, key)?)),
            "name" => target.ways.push(Way::Name(text(value, key)?)),
            "label" => target.ways.push(Way::Label(text(value, key)?)),
            "frame" => target.ways.push(Way::Frame(text(value, key)?)),
            "selector" | "css" => target.ways.push(Way::Css(text(value, key)?)),
            "class_contains" => target.ways.push(Way::Css(of_class(&text(value, key)?))),
            "index" => target.index = Some(id(value)? as usize),
            "xpath" => target.ways.push(Way::Xpath(text(value, key)?)),
            "fallback" => target.fallback = Some(Box::new(read(value, depth + 1)?)),
            "relations" => target.relations.extend(relations(value, depth)?),
            "signals" => target.signals = signals(value)?,
            other => match Relation::read(other) {
                Some(relation) => {
                    target.relations.push(Related { relation, target: read(value, depth + 1)? });
                }
                None => return Err(invalid(format!("a target has no \"{other}\""))),
            },
        }
    }
    if target.ways.iter().all(|way| matches!(way, Way::Frame(_))) && target.signals == Signals::default() {
        return match target.fallback {
            Some(fallback) => Ok(*fallback),
            None => Err(invalid("a target has no text, role, selector or other criterion")),
        };
    }
    target.ways.sort_by_key(Way::order);
    Ok(target)
}

impl Way {
    /// The evaluation order of the specification: ids, roles, texts, positions.
    fn order(&self) -> u8 {
        match self {
            Self::Id(_) | Self::Number(_) => 0,
            Self::Pattern { .. } => 1,
            Self::Role(_) => 2,
            Self::Text { .. } => 3,
            Self::TextContains(_) => 4,
            Self::Name(_) => 5,
            Self::Label(_) => 6,
            Self::Css(_) => 7,
            Self::Xpath(_) => 8,
            Self::Frame(_) => 9,
        }
    }
}

fn text(value: &Value, what: &str) -> Result<String, Failure> {
    let text = match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Secret(_) => return Err(invalid(format!("\"{what}\" of a target cannot be a secret"))),
        other => return Err(invalid(format!("\"{what}\" of a target is a text, not {}", other.kind()))),
    };
    if text.trim().is_empty() {
        return Err(invalid(format!("\"{what}\" of a target is empty")));
    }
    if text.len() > LONGEST {
        return Err(invalid(format!("\"{what}\" of a target is longer than {LONGEST} bytes")));
    }
    Ok(text)
}

fn texts(value: &Value, what: &str) -> Result<Vec<String>, Failure> {
    match value {
        Value::List(items) if items.is_empty() || items.len() > 100 => {
            Err(invalid(format!("\"{what}\" of a target has 1 to 100 texts")))
        }
        Value::List(items) => items.iter().map(|item| text(item, what)).collect(),
        one => Ok(vec![text(one, what)?]),
    }
}

fn id(value: &Value) -> Result<u32, Failure> {
    let number = match value {
        Value::Number(number) => number.as_i64(),
        Value::Text(text) => text.trim().trim_start_matches(['[', '@']).trim_end_matches(']').parse().ok(),
        _ => None,
    };
    number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0).ok_or_else(|| {
        invalid(format!("the id of an element is a whole number from 1, not {}", value.kind()))
    })
}

/// Whether a text is an id in command syntax: `@5`.
fn is_id(text: &str) -> bool {
    text.strip_prefix('@').is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns a selector for the innermost elements whose class contains a text: the stars, not their container.
fn of_class(part: &str) -> String {
    let quoted = part.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[class*=\"{quoted}\" i]:not(:has([class*=\"{quoted}\" i]))")
}

fn pattern(path: &str) -> Result<Way, Failure> {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let (name, part) = match path.trim().split_once('.') {
        Some((name, part)) => (name, Some(part)),
        None => (path.trim(), None),
    };
    if !is_name(name) || part.is_some_and(|part| !is_name(part)) {
        return Err(invalid("the path of a pattern is written like login_form.email"));
    }
    Ok(Way::Pattern { name: name.into(), part: part.map(str::to_string) })
}

fn relations(value: &Value, depth: usize) -> Result<Vec<Related>, Failure> {
    let items = value.as_list().ok_or_else(|| invalid("the relations of a target are a list"))?;
    if items.len() > DEEPEST {
        return Err(invalid(format!("a target has at most {DEEPEST} relations")));
    }
    items
        .iter()
        .map(|item| {
            let fields = item.as_object().ok_or_else(|| invalid("a relation is an object"))?;
            let word = fields.get("relation").and_then(Value::as_text).unwrap_or_default();
            let relation = Relation::read(word)
                .ok_or_else(|| invalid("a relation is near, inside, after, before or contains"))?;
            let target = fields.get("target").ok_or_else(|| invalid(format!("{word} what?")))?;
            Ok(Related { relation, target: read(target, depth + 1)? })
        })
        .collect()
}

fn signals(value: &Value) -> Result<Signals, Failure> {
    let fields = value.as_object().ok_or_else(|| invalid("the signals of a target are an object"))?;
    let mut signals = Signals::default();
    for (key, value) in fields.iter().filter(|(_, value)| **value != Value::Null) {
        match key.as_str() {
            "kind" => signals.kind = Some(text(value, key)?),
            "placeholder" => signals.placeholder = Some(text(value, key)?),
            "region" => signals.region = Some(text(value, key)?),
            "before" => signals.before = texts(value, key)?,
            "after" => signals.after = texts(value, key)?,
            "attributes" => {
                let fields =
                    value.as_object().ok_or_else(|| invalid("the attributes of a target are an object"))?;
                for (name, value) in fields.iter().take(50) {
                    signals.attributes.insert(name.clone(), text(value, name)?);
                }
            }
            other => return Err(invalid(format!("a target has no signal \"{other}\""))),
        }
    }
    Ok(signals)
}

/// Compiles a regular expression with a size limit.
pub(super) fn compile(pattern: &str) -> Result<regex::Regex, Failure> {
    regex::RegexBuilder::new(pattern)
        .size_limit(1 << 20)
        .build()
        .map_err(|error| invalid(format!("not a regular expression: {}", last_line(&error.to_string()))))
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or(text).trim_start_matches("error: ")
}

/// Displays the target in the syntax of commands.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, way) in self.ways.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            way.fmt(f)?;
        }
        for related in &self.relations {
            write!(f, " {} {}", related.relation.as_str(), related.target)?;
        }
        Ok(())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = crate::text::quote;
        match self {
            Self::Id(id) => write!(f, "[{id}]"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Pattern { name, part: Some(part) } => write!(f, "{name}.{part}"),
            Self::Pattern { name, part: None } => f.write_str(name),
            Self::Role(role) => f.write_str(&crate::text::tame(role, 40)),
            Self::Text { text, .. } | Self::Name(text) => f.write_str(&quoted(text, 80)),
            Self::Label(text) => write!(f, "label {}", quoted(text, 80)),
            Self::Frame(frame) => write!(f, "in frame {}", quoted(frame, 80)),
            Self::TextContains(texts) => {
                let texts: Vec<String> = texts.iter().take(5).map(|text| quoted(text, 40)).collect();
                f.write_str(&texts.join(" or "))
            }
            Self::Css(selector) => write!(f, "css({})", quoted(selector, 120)),
            Self::Xpath(path) => write!(f, "xpath({})", quoted(path, 120)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Target, Failure> {
        Target::read(&Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap()))
    }

    #[test]
    fn parses_target_formats() {
        let target = read(r#"{"selector": "a", "role": "Submit", "pattern": "login_form.submit"}"#).unwrap();
        assert_eq!(target.to_string(), r#"login_form.submit submit css("a")"#);
        assert_eq!(read(r#""Sign in""#).unwrap(), Target::text("Sign in"));
        assert_eq!(read("5").unwrap().ways, [Way::Number(5)]);
        assert_eq!(read(r#"{"number": 5}"#).unwrap().ways, [Way::Number(5)]);
        assert_eq!(read(r#""@5""#).unwrap().ways, [Way::Id(5)]);
        assert_eq!(read(r#"{"id": "@5"}"#).unwrap().ways, [Way::Id(5)]);
        assert_eq!(read(r#""@ann""#).unwrap(), Target::text("@ann"));
        assert_eq!(read(r#"{"id": "[5]"}"#).unwrap().ways, [Way::Id(5)]);
        let related = r#"{"text": "Add", "relations": [{"relation": "near", "target": {"text": "Blue"}},
            {"relation": "inside", "target": "Results"}]}"#;
        assert_eq!(read(related).unwrap().to_string(), r#""Add" near "Blue" inside "Results""#);
        let nested = r#"{"text": "Add", "near": {"text": "Blue", "inside": "Results"}}"#;
        assert_eq!(read(nested).unwrap().to_string(), r#""Add" near "Blue" inside "Results""#);
        let fallback = read(r#"{"role": "submit", "fallback": {"text_contains": ["send", "go"]}}"#).unwrap();
        assert_eq!(fallback.fallback.unwrap().to_string(), r#""send" or "go""#);
    }

    #[test]
    fn rejects_invalid_targets() {
        for bad in [
            "null",
            "true",
            "[]",
            "{}",
            "-1",
            "0",
            "1.5",
            r#""""#,
            r#"{"id": "x"}"#,
            r#"{"id": 99999999999}"#,
            r#"{"text": "a", "match": "fuzzy"}"#,
            r#"{"text": "(", "match": "regex"}"#,
            r#"{"wat": 1}"#,
            r#"{"pattern": "a b"}"#,
            r#"{"pattern": "a."}"#,
            r#"{"text_contains": []}"#,
            r#"{"text": {}}"#,
            r#"{"text": "a", "relations": {}}"#,
            r#"{"text": "a", "relations": [{"relation": "over"}]}"#,
            r#"{"text": "a", "match": "regex", "near": {"text": "a{1000}{1000}", "match": "regex"}}"#,
        ] {
            let failure = read(bad).expect_err(bad);
            assert_eq!(failure.cause, Cause::InvalidParameter, "{bad}");
        }
        let mut deep = String::from(r#""a""#);
        for _ in 0..40 {
            deep = format!(r#"{{"text": "a", "fallback": {deep}}}"#);
        }
        assert!(read(&deep).is_err());
        let secret = Value::Secret(lemmascope_intent::Secret::new("hunter2".into()));
        assert!(!Target::read(&secret).expect_err("secret").message.contains("hunter2"));
    }
}
