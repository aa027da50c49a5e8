use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::schema::{self, DocumentIntent};
use super::{IntentDocument, LEAST_CONFIDENCE, wording};
use crate::Format;

/// The draft of a document that would be accepted in place of a rejected one, derived from the request alone.
/// The caller, which knows the existing files and columns, resolves the fields that name them.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// The intent.
    pub intent: DocumentIntent,
    /// The message that introduces the suggestion.
    pub message: String,
    confidence: f64,
    parameters: Map<String, Json>,
    /// The rejected values of the request, by field.
    wanted: BTreeMap<&'static str, String>,
    /// The field and value that were tried and rejected.
    refused: Option<(&'static str, String)>,
    /// The values that the intent itself proposed, to be tried first.
    proposed: BTreeMap<&'static str, Vec<String>>,
    /// The sentence of the user.
    said: String,
}

impl Draft {
    /// Creates a draft for an intent from all parts of a request.
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
        // Values with another name, or outside `parameters`, are assigned to fields that are still open.
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

    /// Creates a draft in place of a document that conforms to its schema but was rejected because of one
    /// field. Returns nothing for a free-text field, because only the sender knows another value.
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
                    // A name that is invalid for this kind of file may be valid for a text file.
                    Some(Format::Title) => (field, wording::as_text_file(&text)),
                    _ => (field, text),
                });
            draft.wanted.extend(wanted.filter(|(_, text)| !text.is_empty()));
            draft.proposed.insert(field, proposed.to_vec());
        }
        Some(draft)
    }

    /// Creates an empty draft.
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

    /// Sets the message that introduces the suggestion.
    #[must_use]
    pub(super) fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Sets the confidence to 1, for a sender that has confirmed the request.
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
        // Folders before a title determine the folder of the file.
        if schema::format(self.intent, field) == Some(Format::Title)
            && let Some(folder) = wording::folder_of(&text)
            && let Some(place) = self.named(Format::Folder)
        {
            self.parameters.entry(place).or_insert_with(|| folder.into());
        }
        self.wanted.insert(field, mended.into_iter().next().unwrap_or(text));
    }

    /// Fills in the fields whose value does not depend on existing objects: choices, and names for new
    /// objects.
    fn fill(&mut self) {
        // A folder that ends in a file name provides both.
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

    /// Returns the fields that name an object, with the kind of object: the required fields and those that
    /// were given. Folders come before their contents, files before their columns.
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

    /// Returns the value of a field in the draft.
    pub fn text(&self, field: &str) -> Option<&str> {
        self.parameters.get(field).and_then(Json::as_str)
    }

    /// Returns the value of a field in the request, accepted or not.
    pub fn wanted(&self, field: &str) -> Option<&str> {
        self.text(field).or_else(|| self.wanted.get(field).map(String::as_str))
    }

    /// Returns the sample value of the field.
    pub fn sample(&self, field: &str) -> Option<String> {
        schema::sample(self.intent, field)?.as_str().map(str::to_string)
    }

    /// Ranks the names of existing objects, the likeliest first: those proposed by the intent, those similar
    /// to the request, those mentioned in the sentence, then all others.
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

    /// Sets or removes the value of a field.
    #[must_use]
    pub fn with(mut self, field: &str, value: Option<String>) -> Self {
        self.parameters.remove(field);
        self.wanted.remove(field);
        self.parameters.extend(value.map(|value| (field.to_string(), Json::from(value))));
        self
    }

    /// Removes filters that limit a search to other kinds of objects than this one.
    #[must_use]
    pub fn for_kind(mut self, kind: &str) -> Self {
        let intent = self.intent;
        let optional = |name: &str| schema::required(intent).all(|it| it != name);
        let is_limit = |name: &str| schema::of_parameter(intent, name, "default").is_some() && optional(name);
        self.parameters.retain(|name, value| !is_limit(name) || value == kind);
        self
    }

    /// Whether the draft replaces a value that conforms to the schema but was rejected.
    pub(super) fn replaces_value(&self) -> bool {
        self.refused.is_some()
    }

    /// Returns the document, if all required fields are resolved.
    pub fn document(&self) -> Option<IntentDocument> {
        IntentDocument::read(&self.example(), &[self.intent]).ok()
    }

    /// Returns the document as JSON.
    pub fn example(&self) -> String {
        let confidence = self.confidence.max(LEAST_CONFIDENCE);
        let given = schema::parameters(self.intent)
            .filter_map(|field| Some((field.to_string(), self.parameters.get(field)?.clone())));
        let parameters: Map<String, Json> = given.collect();
        json!({"intent": self.intent.as_str(), "confidence": confidence, "parameters": parameters})
            .to_string()
    }
}
