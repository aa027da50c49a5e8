use indexmap::IndexMap;
use lemmascope_intent::definition::{Condition, ConditionKind, Target, Template};
use lemmascope_intent::{BoxFuture, Failure, Object, Value};

use super::{Frame, Runner};

impl Runner<'_> {
    /// Whether a condition holds now. All observations use observing capabilities, so that verification sees
    /// the same as the steps.
    pub(crate) fn holds<'f>(
        &'f self,
        condition: &'f Condition,
        frame: &'f Frame<'_>,
    ) -> BoxFuture<'f, Result<bool, Failure>> {
        Box::pin(async move {
            let (capability, arguments) = match &condition.kind {
                ConditionKind::Expression(expression) => {
                    return Ok(expression.evaluate(&frame.scope).is_truthy());
                }
                ConditionKind::All(parts) => {
                    for part in parts {
                        if !self.holds(part, frame).await? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
                ConditionKind::Any(parts) => {
                    for part in parts {
                        if self.holds(part, frame).await? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                ConditionKind::Not(part) => return Ok(!self.holds(part, frame).await?),
                look => question(look, frame),
            };
            Ok(self.observe(&capability, arguments, frame).await?.is_truthy())
        })
    }
}

/// Returns the observing capability that evaluates a condition, and its arguments.
fn question(condition: &ConditionKind, frame: &Frame<'_>) -> (String, Object) {
    let texts = |templates: &[Template]| {
        Value::List(templates.iter().map(|template| template.resolve(&frame.scope)).collect())
    };
    let target = |target: &Target| target.to_template().resolve(&frame.scope);
    let count = |count: &Option<u64>| {
        count.and_then(|count| i64::try_from(count).ok()).map_or(Value::Null, Value::from)
    };
    let (name, arguments): (&str, Vec<(&str, Value)>) = match condition {
        ConditionKind::PatternExists(name) => {
            ("pattern_exists", vec![("pattern", name.resolve(&frame.scope))])
        }
        ConditionKind::Visible(it) => ("visible", vec![("target", target(it))]),
        ConditionKind::Hidden(it) => ("hidden", vec![("target", target(it))]),
        ConditionKind::UrlContains(parts) => ("url_contains", vec![("texts", texts(parts))]),
        ConditionKind::UrlMatches(pattern) => {
            ("url_matches", vec![("pattern", pattern.value.as_str().into())])
        }
        ConditionKind::UrlPattern(patterns) => ("url_pattern", vec![("texts", texts(patterns))]),
        ConditionKind::TextContains { texts: wanted, within } => {
            let within = within.as_ref().map(target).unwrap_or_default();
            ("text_contains", vec![("texts", texts(wanted)), ("within", within)])
        }
        ConditionKind::Count { selector, min, max } => (
            "count",
            vec![("selector", selector.resolve(&frame.scope)), ("min", count(min)), ("max", count(max))],
        ),
        ConditionKind::State(state) => ("state", vec![("state", state.value.as_str().into())]),
        ConditionKind::Probe { capability, arguments } => {
            return (capability.value.clone(), resolve(arguments, frame));
        }
        // Decided without an observation; `holds` never passes these on.
        ConditionKind::Expression(_)
        | ConditionKind::All(_)
        | ConditionKind::Any(_)
        | ConditionKind::Not(_) => ("state", Vec::new()),
    };
    let arguments = arguments.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    (format!("web.{name}"), arguments)
}

/// Returns arguments with all references resolved.
pub(super) fn resolve(arguments: &IndexMap<String, Template>, frame: &Frame<'_>) -> Object {
    arguments.iter().map(|(name, argument)| (name.clone(), argument.resolve(&frame.scope))).collect()
}
