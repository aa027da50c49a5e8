use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::schema::{self, DocumentIntent};
use super::{IntentDocument, LEAST_CONFIDENCE, wording};
use crate::Format;

/// A document that would be accepted in place of one that was not, as far as the request itself tells. Whoever knows which
/// files and columns exist settles the fields that name them.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What is wanted.
    pub intent: DocumentIntent,
    /// How the suggestion is introduced.
    pub message: String,
    confidence: f64,
    parameters: Map<String, Json>,
    /// What the request says of a field in a way that is not accepted.
    wanted: BTreeMap<&'static str, String>,
    /// What was tried for a field, and refused.
    refused: Option<(&'static str, String)>,
    /// Values to try first, as the intent itself proposed them.
    proposed: BTreeMap<&'static str, Vec<String>>,
    /// What the person said.
    said: String,
}

impl Draft {
    /// The draft for an intent, from everything that a request says.
    pub(super) fn of(intent: DocumentIntent, given: &Map<String, Json>) -> Self {
        let empty = Map::new();
        let parameters = given.get("parameters").and_then(Json::as_object).unwrap_or(&empty);
        let said = given.get("context").and_then(|context| context.get("userInput")).and_then(Json::as_str);
        let confidence = given.get("confidence").and_then(Json::as_f64);
        let mut draft = Self::new(intent, said.unwrap_or_default());
        draft.confidence =
            confidence.filter(|it| (LEAST_CONFIDENCE..=1.0).contains(it)).unwrap_or(draft.confidence);
        for field in schema::parameters(intent) {
            if let Some(value) = parameters.get(field) {
                draft.take(field, value);
            }
        }
        // What is called by another name, or is beside the parameters, is meant for a field that is still open.
        let envelope = ["intent", "confidence", "parameters", "context"];
        let beside = given.iter().filter(|(name, _)| !envelope.contains(&name.as_str()));
        for (name, value) in parameters.iter().chain(beside) {
            if let Some(field) = schema::meant(intent, name)
                && !draft.parameters.contains_key(field)
                && !parameters.contains_key(field)
            {
                draft.take(field, value);
            }
        }
        draft.fill();
        draft
    }

    /// The draft for a document that keeps to its schema and was refused nevertheless, for what it says of one field.
    /// Nobody but the sender knows another text for a field that takes any.
    pub(super) fn instead_of(
        document: &IntentDocument,
        field: Option<&str>,
        proposed: &[String],
    ) -> Option<Self> {
        let said = document.context.get("userInput").and_then(Json::as_str).unwrap_or_default();
        let mut draft = Self::new(document.intent, said);
        draft.confidence = document.confidence;
        draft.parameters = document.parameters.clone();
        let field = field.and_then(|field| schema::parameters(document.intent).find(|it| *it == field));
        if field.is_some_and(|field| schema::format(document.intent, field).is_none()) {
            return None;
        }
        if let Some(field) = field {
            draft.refused =
                draft.parameters.remove(field).as_ref().and_then(wording::text).map(|text| (field, text));
            let wanted =
                draft.refused.clone().map(|(field, text)| match schema::format(draft.intent, field) {
                    // What no file may be called, or is refused for its kind, may be the name of a text.
                    Some(Format::Title) => (field, wording::as_text_file(&text)),
                    _ => (field, text),
                });
            draft.wanted.extend(wanted.filter(|(_, text)| !text.is_empty()));
            draft.proposed.insert(field, proposed.to_vec());
        }
        Some(draft)
    }

    /// A draft that says nothing yet.
    pub(super) fn new(intent: DocumentIntent, said: &str) -> Self {
        Self {
            intent,
            message: "This would be accepted:".into(),
            confidence: 1.0,
            parameters: Map::new(),
            wanted: BTreeMap::new(),
            refused: None,
            proposed: BTreeMap::new(),
            said: said.chars().take(2_000).collect(),
        }
    }

    /// Introduced by other words.
    #[must_use]
    pub(super) fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// For a sender who has made sure of it.
    #[must_use]
    pub(super) fn sure(mut self) -> Self {
        self.confidence = 1.0;
        self
    }

    fn take(&mut self, field: &'static str, value: &Json) {
        if schema::accepts(self.intent, field, value) {
            self.parameters.insert(field.into(), value.clone());
            return;
        }
        let Some(text) = wording::text(value) else { return };
        let mended = wording::mended(self.intent, field, &text);
        if let Some(value) = mended.iter().find(|it| schema::accepts(self.intent, field, &json!(it))) {
            self.parameters.insert(field.into(), value.as_str().into());
        }
        // A title with folders before it says where the file goes.
        if schema::format(self.intent, field) == Some(Format::Title)
            && let Some(folder) = wording::folder_of(&text)
            && let Some(place) = self.named(Format::Folder)
        {
            self.parameters.entry(place).or_insert_with(|| folder.into());
        }
        self.wanted.insert(field, mended.into_iter().next().unwrap_or(text));
    }

    /// Gives the fields a value that no thing in the world decides: a choice, or the name of something new.
    fn fill(&mut self) {
        // A folder that ends in the name of a file is both.
        if let (Some(title), Some(folder)) = (self.named(Format::Title), self.named(Format::Folder))
            && !self.parameters.contains_key(title)
            && let Some(path) = self.text(folder).map(str::to_string)
            && let Some(name) = wording::file_name(&path)
        {
            self.parameters.insert(title.into(), name.into());
            self.parameters.remove(folder);
            let rest = wording::folder_of(&path);
            self.parameters.extend(rest.map(|rest| (folder.to_string(), Json::from(rest))));
        }
        for field in schema::required(self.intent) {
            let is_thing = schema::format(self.intent, field).is_some_and(|it| it != Format::Title);
            if is_thing || self.parameters.contains_key(field) {
                continue;
            }
            let chosen = wording::mentioned(self.intent, field, &self.said).map(Json::from);
            let chosen = chosen.or_else(|| schema::sample(self.intent, field));
            self.parameters.extend(chosen.map(|value| (field.to_string(), value)));
        }
    }

    fn named(&self, format: Format) -> Option<&'static str> {
        schema::parameters(self.intent).find(|field| schema::format(self.intent, field) == Some(format))
    }

    /// The fields that name a thing, each with what kind of thing it is: those that have to be given, and those that were.
    /// A folder comes before what is in it, a file before its columns.
    pub fn names(&self) -> Vec<(&'static str, Format)> {
        let is_needed = |field: &&str| {
            schema::required(self.intent).any(|it| it == *field)
                || self.parameters.contains_key(*field)
                || self.wanted.contains_key(*field)
        };
        let fields = schema::parameters(self.intent).filter(is_needed);
        let mut names: Vec<(&'static str, Format)> =
            fields.filter_map(|field| Some((field, schema::format(self.intent, field)?))).collect();
        names.sort_by_key(|(_, format)| match format {
            Format::Folder => 0,
            Format::Column => 2,
            _ => 1,
        });
        names
    }

    /// What the draft has for a field.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.parameters.get(field).and_then(Json::as_str)
    }

    /// What the request says of a field, accepted or not.
    pub fn wanted(&self, field: &str) -> Option<&str> {
        self.text(field).or_else(|| self.wanted.get(field).map(String::as_str))
    }

    /// What the field is called when nothing of the request says it.
    pub fn sample(&self, field: &str) -> Option<String> {
        schema::sample(self.intent, field)?.as_str().map(str::to_string)
    }

    /// The things of these names, from the likeliest on: what was proposed, what is called as the request says, what the
    /// person spoke of, then the others.
    pub fn ranked(&self, field: &str, names: &[String]) -> Vec<String> {
        let proposed = self.proposed.get(field).into_iter().flatten();
        let mut ranked: Vec<String> = proposed.cloned().collect();
        let mut rated: Vec<(f64, &String)> = names
            .iter()
            .map(|name| (wording::likeness(name, self.wanted(field).unwrap_or(""), &self.said), name))
            .collect();
        rated.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        ranked.extend(rated.into_iter().map(|(_, name)| name.clone()));
        let mut met = std::collections::HashSet::new();
        ranked.retain(|name| {
            let is_refused = self.refused.as_ref().is_some_and(|(of, text)| *of == field && text == name);
            !is_refused && met.insert(name.clone()) && schema::accepts(self.intent, field, &json!(name))
        });
        ranked
    }

    /// With a value for a field, or without it.
    #[must_use]
    pub fn with(mut self, field: &str, value: Option<String>) -> Self {
        self.parameters.remove(field);
        self.wanted.remove(field);
        self.parameters.extend(value.map(|value| (field.to_string(), Json::from(value))));
        self
    }

    /// Without what limits a search to things of another kind than this one.
    #[must_use]
    pub fn for_kind(mut self, kind: &str) -> Self {
        let intent = self.intent;
        let optional = |name: &str| schema::required(intent).all(|it| it != name);
        let is_limit = |name: &str| schema::of_parameter(intent, name, "default").is_some() && optional(name);
        self.parameters.retain(|name, value| !is_limit(name) || value == kind);
        self
    }

    /// Whether it has another value in the place of one that keeps to the schema and was refused.
    pub(super) fn replaces_value(&self) -> bool {
        self.refused.is_some()
    }

    /// The document, once everything is settled that it needs.
    pub fn document(&self) -> Option<IntentDocument> {
        IntentDocument::read(&self.example(), &[self.intent]).ok()
    }

    /// The document as it is sent.
    pub fn example(&self) -> String {
        let confidence = self.confidence.max(LEAST_CONFIDENCE);
        let given = schema::parameters(self.intent)
            .filter_map(|field| Some((field.to_string(), self.parameters.get(field)?.clone())));
        let parameters: Map<String, Json> = given.collect();
        json!({"intent": self.intent.as_str(), "confidence": confidence, "parameters": parameters})
            .to_string()
    }
}
