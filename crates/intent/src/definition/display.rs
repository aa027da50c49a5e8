//! Formats templates, targets and conditions on one line, in the notation of definitions. Secrets are masked,
//! because a secret displays as its mask.

use std::fmt;

use indexmap::IndexMap;

use super::{Condition, ConditionKind, Match, Part, Relation, Target, TargetKind, Template};
use crate::value::Value;

/// Quotes texts, but not references. A reference inside a text is in braces.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(Value::Secret(secret)) => write!(f, "\"{secret}\""),
            Self::Literal(value) => f.write_str(&serde_json::to_string(value).map_err(|_| fmt::Error)?),
            Self::Reference(reference) => write!(f, "{reference}"),
            Self::Text(parts) => {
                f.write_str("\"")?;
                for part in parts {
                    match part {
                        Part::Text(text) => {
                            // Escaped like a literal, so that a line break in the text does not end the line.
                            let quoted = serde_json::to_string(text).map_err(|_| fmt::Error)?;
                            f.write_str(quoted.get(1..quoted.len() - 1).unwrap_or_default())?;
                        }
                        Part::Reference(reference) => {
                            let shown = reference.to_string();
                            write!(f, "${{{}}}", shown.trim_start_matches('$'))?;
                        }
                    }
                }
                f.write_str("\"")
            }
            Self::List(items) => write_list(items, f),
            Self::Object(fields) => write_fields(fields, f),
        }
    }
}

/// `text "Sign in", else role "submit"`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, kind) in self.kinds.iter().enumerate() {
            if at > 0 {
                f.write_str(" and ")?;
            }
            match kind {
                TargetKind::Pattern(pattern) => write!(f, "pattern {pattern}")?,
                TargetKind::Role(role) => write!(f, "role {role}")?,
                TargetKind::Text { text, how: Match::Contains } => write!(f, "text {text}")?,
                TargetKind::Text { text, how } => write!(f, "text {text} ({})", how.as_str())?,
                TargetKind::TextContains(texts) => {
                    f.write_str("text containing ")?;
                    write_any(texts, f)?;
                }
                TargetKind::Name(name) => write!(f, "name {name}")?,
                TargetKind::Label(label) => write!(f, "label {label}")?,
                TargetKind::Selector(selector) => write!(f, "selector {selector}")?,
                TargetKind::Xpath(xpath) => write!(f, "xpath {xpath}")?,
                TargetKind::ClassContains(class) => write!(f, "class containing {class}")?,
                TargetKind::Index(index) => write!(f, "number {index}")?,
                TargetKind::Frame(frame) => write!(f, "frame {frame}")?,
                TargetKind::Id(id) => write!(f, "id {id}")?,
                TargetKind::Viewport => f.write_str("viewport")?,
                TargetKind::Given(given) => write!(f, "{given}")?,
            }
        }
        for (relation, target) in &self.relations {
            // A target that has relations itself is put in parentheses.
            match target.relations.is_empty() {
                true => write!(f, " {} {target}", relation.as_str())?,
                false => write!(f, " {} ({target})", relation.as_str())?,
            }
        }
        match &self.fallback {
            Some(fallback) => write!(f, ", else {fallback}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ConditionKind::PatternExists(pattern) => write!(f, "pattern {pattern} exists"),
            ConditionKind::Visible(target) => write!(f, "{target} is visible"),
            ConditionKind::Hidden(target) => write!(f, "{target} is hidden"),
            ConditionKind::UrlContains(texts) => {
                f.write_str("the URL contains ")?;
                write_any(texts, f)
            }
            ConditionKind::UrlPattern(globs) => {
                f.write_str("the URL is like ")?;
                write_any(globs, f)
            }
            ConditionKind::Not(condition) => write!(f, "not ({condition})"),
            ConditionKind::UrlMatches(regex) => write!(f, "the URL matches {:?}", regex.value),
            ConditionKind::TextContains { texts, within } => {
                f.write_str("there is the text ")?;
                write_any(texts, f)?;
                match within {
                    Some(target) => write!(f, " within {target}"),
                    None => Ok(()),
                }
            }
            ConditionKind::Count { selector, min, max } => match (min, max) {
                (Some(min), Some(max)) => write!(f, "{selector} matches {min} to {max} elements"),
                (Some(min), None) => write!(f, "{selector} matches at least {min} elements"),
                (None, Some(max)) => write!(f, "{selector} matches at most {max} elements"),
                (None, None) => write!(f, "{selector} matches any number of elements"),
            },
            ConditionKind::State(state) => f.write_str(&state.value),
            ConditionKind::Expression(expression) => write!(f, "{expression}"),
            ConditionKind::Probe { capability, arguments } => {
                f.write_str(&capability.value)?;
                for (name, argument) in arguments {
                    write!(f, " {name}={argument}")?;
                }
                Ok(())
            }
            ConditionKind::All(conditions) => write_joined(conditions, " and ", f),
            ConditionKind::Any(conditions) => write_joined(conditions, " or ", f),
        }
    }
}

impl Target {
    /// Returns the target as a value in the shape of the file format, which is what a verb receives.
    pub fn to_template(&self) -> Template {
        match self.kinds.as_slice() {
            [TargetKind::Viewport] => return Template::Literal(Value::from("viewport")),
            [TargetKind::Given(given)] => return given.clone(),
            _ => {}
        }
        let mut fields = IndexMap::new();
        for kind in &self.kinds {
            match kind {
                TargetKind::Pattern(pattern) => fields.insert("pattern".into(), pattern.clone()),
                TargetKind::Role(role) => fields.insert("role".into(), role.clone()),
                TargetKind::Text { text, how } => {
                    fields.insert("text".into(), text.clone());
                    fields.insert("match".into(), Template::Literal(how.as_str().into()))
                }
                TargetKind::TextContains(texts) => {
                    fields.insert("text_contains".into(), Template::List(texts.clone()))
                }
                TargetKind::Name(name) => fields.insert("name".into(), name.clone()),
                TargetKind::Label(label) => fields.insert("label".into(), label.clone()),
                TargetKind::Selector(selector) => fields.insert("selector".into(), selector.clone()),
                TargetKind::Xpath(xpath) => fields.insert("xpath".into(), xpath.clone()),
                TargetKind::ClassContains(class) => fields.insert("class_contains".into(), class.clone()),
                TargetKind::Index(index) => fields.insert("index".into(), index.clone()),
                TargetKind::Frame(frame) => fields.insert("frame".into(), frame.clone()),
                TargetKind::Id(id) => fields.insert("id".into(), id.clone()),
                // These kinds have no further fields and are formatted above.
                TargetKind::Viewport | TargetKind::Given(_) => None,
            };
        }
        if !self.relations.is_empty() {
            let relation = |(relation, target): &(Relation, Target)| {
                Template::Object(IndexMap::from([
                    ("relation".into(), Template::Literal(relation.as_str().into())),
                    ("target".into(), target.to_template()),
                ]))
            };
            fields.insert("relations".into(), Template::List(self.relations.iter().map(relation).collect()));
        }
        if let Some(fallback) = &self.fallback {
            fields.insert("fallback".into(), fallback.to_template());
        }
        Template::Object(fields)
    }
}

fn write_list(items: &[Template], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (at, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    f.write_str("]")
}

fn write_fields(fields: &IndexMap<String, Template>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("{")?;
    for (at, (name, field)) in fields.iter().enumerate() {
        write!(f, "{}{name}: {field}", if at > 0 { ", " } else { "" })?;
    }
    f.write_str("}")
}

fn write_any(texts: &[Template], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, text) in texts.iter().enumerate() {
        write!(f, "{}{text}", if at > 0 { " or " } else { "" })?;
    }
    Ok(())
}

/// Writes conditions with `joint` between them. Compound conditions inside compound conditions are put in
/// parentheses.
fn write_joined(conditions: &[Condition], joint: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (at, condition) in conditions.iter().enumerate() {
        if at > 0 {
            f.write_str(joint)?;
        }
        match &condition.kind {
            ConditionKind::All(inner) | ConditionKind::Any(inner) if inner.len() > 1 => {
                write!(f, "({condition})")?
            }
            _ => write!(f, "{condition}")?,
        }
    }
    Ok(())
}
