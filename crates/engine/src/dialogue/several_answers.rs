//! Answers with several values: the action is executed for each of them, or they form one list.

use lemmascope_intent::{Format, Parameter, Type, Value};
use lemmascope_language::goal::Interpretation;
use lemmascope_language::reader::{Lexicon, Reading, Tokenized};

use super::saying::Saying;
use crate::engine::Engine;
use crate::request::{Reply, Request};
use crate::sessions::Tool;

/// The values that an answer lists.
#[derive(Debug, PartialEq)]
pub(super) enum Listed {
    /// The answer is not a list.
    No,
    /// All values are known.
    Known(Vec<String>),
    /// Some values are unknown.
    Unclear,
}

impl Engine {
    /// Executes the requested action for several values of a parameter: with a list if the parameter takes
    /// one, or else once for each value. Returns `None` if the parameter takes a single value and is not the
    /// subject of the request, because a thing cannot be moved to two locations.
    pub(super) async fn take_several(
        &self,
        reading: &Reading,
        parameter: &str,
        values: Vec<String>,
        saying: &Saying,
        request: &Request,
    ) -> Option<Reply> {
        let intent = reading.intent.clone()?;
        let declared = self.parameters_of(&intent, &request.session);
        let asked = declared.iter().find(|it| it.name == parameter)?;
        let with = |value: Value| -> Tool {
            let mut arguments = reading.parameters.clone();
            arguments.insert(parameter.to_string(), value);
            (intent.clone(), arguments)
        };
        if asked.kind == Type::Array {
            let list = Value::List(values.into_iter().map(Value::from).collect());
            return Some(self.carry_out_tool(with(list), reading, saying, request).await);
        }
        if declared.first().is_none_or(|first| first.name != parameter) {
            return None;
        }
        let tools = values.into_iter().map(|value| with(Value::from(value))).collect();
        Some(self.carry_out_tools(tools, saying, request).await)
    }

    /// Executes several tools as one plan.
    pub(super) async fn carry_out_tools(
        &self,
        tools: Vec<Tool>,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let requests = tools.iter().map(|(name, _)| name.clone()).collect();
        let meta = Interpretation::of_requests(&saying.sentence, requests).meta;
        let tools = tools.into_iter().map(|tool| self.there(tool, &request.session)).collect();
        self.carry_out_goals(&meta, tools, saying, request).await
    }
}

/// Parses an answer as a list of names of the requested kind.
pub(super) fn listed(heard: &Tokenized<'_>, lexicon: &Lexicon, asked: Option<&Parameter>) -> Listed {
    let Some(format) = asked.and_then(|it| it.format).filter(|it| *it != Format::Title) else {
        return Listed::No;
    };
    let words = &heard.words;
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        let joins = matches!(word.form.as_str(), "and" | "e" | "plus") && heard.literal(word).is_none();
        if word.pause == Some(',') || joins {
            parts.push((start, at));
            start = at + usize::from(joins);
        }
    }
    parts.push((start, words.len()));
    let is_lead = |at: &usize| {
        matches!(words[*at].form.as_str(), "the" | "o" | "a" | "os" | "as" | "and" | "e" | "também" | "also")
    };
    let parts =
        parts.into_iter().map(|(start, end)| (start..end).skip_while(is_lead).collect::<Vec<usize>>());
    let parts: Vec<Vec<usize>> = parts.filter(|part| !part.is_empty()).collect();
    if parts.len() < 2 {
        return Listed::No;
    }
    let name = |part: &Vec<usize>| -> Option<String> {
        let (first, last) = (words.get(*part.first()?)?, words.get(*part.last()?)?);
        let literal = heard.literal(first).filter(|_| part.len() == 1).and_then(|found| found.named());
        let said = &heard.sentence[first.span.start..last.span.end];
        let known = || match lexicon.meant(said, format).as_slice() {
            [only] => Some(only.to_string()),
            _ => None,
        };
        literal.or_else(known)
    };
    let names: Vec<String> = parts.iter().filter_map(name).collect();
    match names.len() {
        0 => Listed::No,
        known if known == parts.len() => Listed::Known(names),
        _ => Listed::Unclear,
    }
}
