//! Sentences about all things of a sort: "delete all the PDFs in downloads".
//!
//! The phrase is resolved to the things that exist. The sentence is then read with one name in place of the phrase, and what it
//! does to that name is planned for each of the things. Names that are used in any other way than as the thing of an action
//! lead to a question.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Cause, Context, Effect, Failure, NameShape, Object, Operation, Value};
use lemmascope_language::goal::{Anchor, Goal, GoalType, Location, NoSuchPlace, Places, Seeking, Selection};
use lemmascope_language::reader::{Decision, Reader, Reading, Tokenized};
use lemmascope_language::words::Tongue;

use super::description::{Request as Wanted, single};
use super::graph::no_place;
use super::refusal::refuse;
use super::saying::Saying;
use super::selected::{Fault, Selected, failed, unclear, with_phrases};
use super::understand::now;
use super::understood::{Mode, is_about_things};
use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::request::{Reply, Request};

impl Engine {
    /// Replies to a sentence that selects things by their sort. Returns nothing if it does not, or if it is not a request.
    pub(super) async fn say_of_selection(
        &self,
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        let heard = reader.tokenize(&saying.sentence, now());
        let selections = self.selections(&heard);
        let places = self.places_of(request);
        if selections.is_empty() {
            let seeking = self.seeking(&heard)?;
            let name = Object::from_iter([("name".to_string(), Value::from(seeking.query))]);
            return self.list_in(&seeking.place, name, &heard, &places, saying, reader, request).await;
        }
        let reply = self.reply_to_selections(&selections, &heard, &places, saying, reader, request).await;
        // Without the selection, the words for it would be taken for a name.
        let selection = selections.iter().find(|it| it.is_quantified && !it.is_listed);
        match (reply, selection) {
            (None, Some(selection)) if self.changes_things(saying, reader, request).await => {
                Some(unclear(&heard.sentence[selection.span.clone()], saying))
            }
            (reply, _) => reply,
        }
    }

    /// Replies to a sentence with selections. Returns nothing if it does not act on them.
    async fn reply_to_selections(
        &self,
        selections: &[Selection],
        heard: &Tokenized<'_>,
        places: &Places,
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        if let [only] = selections
            && only.is_listed
        {
            // Everything in a container is listed without a selection.
            if only.extensions.is_empty() || !only.except.is_empty() {
                return None;
            }
            let is_here = only.place == Location::default();
            if is_here && self.is_other_request(saying, reader, request).await {
                return None;
            }
            return self.list_selection(only, heard, places, saying, reader, request).await;
        }
        if self.is_other_request(saying, reader, request).await {
            return None;
        }
        let mut selected = Vec::new();
        for (number, selection) in selections.iter().enumerate() {
            let found = match self.select(selection, number, heard.sentence, places, request).await {
                Ok(found) => found,
                // Only the position of a name in the sentence makes it a container.
                Err(_) if !selection.is_quantified || selection.place.is_doubtful => return None,
                Err(failure) => Selected {
                    said: heard.sentence[selection.span.clone()].to_string(),
                    stand_in: stand_in(selection, number, heard.sentence, &[]),
                    here: places.workspace.display().to_string(),
                    failure: Some(failure),
                    ..Selected::default()
                },
            };
            // An article may also introduce a single thing of this name, or refer to something else.
            if !selection.is_quantified && found.paths.is_empty() {
                return None;
            }
            selected.push(found);
        }
        if selected.is_empty() {
            return None;
        }
        let text = self.with_stand_ins(heard.sentence, heard.tongue, selections, &selected);
        self.say_with_stand_ins(&text, selected, saying, reader, request).await
    }

    /// Replies to a sentence in which a name stands for each phrase that selects things. Returns nothing if it does not act on
    /// them.
    pub(super) async fn say_with_stand_ins(
        &self,
        text: &str,
        selected: Vec<Selected>,
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        let files = selected.iter().filter(|it| it.kind.is_none());
        let known: Vec<String> = files.map(|it| it.stand_in.clone()).collect();
        let plain = self.plain_with(text, &known, reader, request).await;
        let said = reader.tokenize(&plain.text, now());
        let understood = self.understood(&said, reader, &plain.lexicon, &plain.mentioned, request);
        let own = Saying { selected, ..saying.clone() };
        if understood.mode() == Mode::Orchestrated {
            return Some(self.say_several(understood, &own, request).await);
        }
        let reading = understood.reading();
        if reading.decision == Decision::None || reading.is_refrained() {
            return None;
        }
        let reading = self.resolved(reading, reader, request);
        if reading.decision != Decision::Act {
            let is_about =
                reading.parameters.values().any(|value| own.selected.iter().any(|it| it.is(value)));
            let is_known = is_about || reading.code == Some(ErrorCode::UnsupportedOperation);
            return is_known.then(|| self.ask_about_selection(&reading, reader, &own, request));
        }
        let tool = understood.visited(&reading);
        // A phrase in a text, such as a fact, is no selection.
        if let Ok(None) | Err(Fault::Unclear) = self.selection_of(&tool, &own.selected, &request.session) {
            return None;
        }
        let category = self.category_of(&tool.0, &request.session);
        let parameters = self.parameters_of(&tool.0, &request.session);
        let goal = Wanted {
            tool: &tool,
            reading: &reading,
            category,
            parameters: &parameters,
            catalog: &self.catalog,
        };
        let meta = single(&goal, &self.places_of(request));
        Some(self.carry_out_goals(&meta, vec![self.there(tool, &request.session)], &own, request).await)
    }

    /// Whether a sentence is a request about something else than things in containers: "extract all images".
    async fn is_other_request(&self, saying: &Saying, reader: &Reader, request: &Request) -> bool {
        let plain = self.plain(&saying.sentence, reader, request).await;
        let heard = reader.tokenize(&plain.text, now());
        let understood = self.understood(&heard, reader, &plain.lexicon, &plain.mentioned, request);
        if understood.mode() == Mode::Orchestrated {
            let goals = &understood.interpretation.meta.goals;
            let is_about_things = |goal: &Goal| goal.goal_type == GoalType::ThingOperation;
            return !goals.iter().any(is_about_things) && understood.is_clear();
        }
        let reading = understood.reading();
        // "Copy all the .txt files": the phrase is a value of another intent.
        let selections = self.selections(&heard);
        let values: String = reading.parameters.values().map(|value| format!("{value}\n")).collect();
        let is_value = |selection: &Selection| {
            let said = heard.sentence.get(selection.span.clone()).unwrap_or_default();
            said.split_whitespace().filter(|word| word.len() > 3).any(|word| values.contains(word))
        };
        let is_act = reading.decision == Decision::Act && !selections.iter().any(is_value);
        is_act
            && !is_about_things(reading.intent.as_deref(), &self.catalog)
            && self.refuse_phrase(&understood.visited(&reading), saying, &request.session).is_none()
    }

    /// Whether a sentence that is read without its selections would change things.
    async fn changes_things(&self, saying: &Saying, reader: &Reader, request: &Request) -> bool {
        let plain = self.plain(&saying.sentence, reader, request).await;
        let heard = reader.tokenize(&plain.text, now());
        let understood = self.understood(&heard, reader, &plain.lexicon, &plain.mentioned, request);
        if understood.mode() == Mode::Orchestrated {
            let mut goals = understood.interpretation.meta.goals.iter();
            return goals.any(|goal| goal.goal_type == GoalType::ThingOperation);
        }
        let reading = understood.reading();
        let verb = reading.intent.as_deref().and_then(|intent| self.catalog.get(intent));
        reading.decision == Decision::Act
            && is_about_things(reading.intent.as_deref(), &self.catalog)
            && verb.is_none_or(|verb| verb.signature().effect != Effect::Observe)
    }

    /// Returns the phrases of a sentence that select things.
    fn selections(&self, heard: &Tokenized<'_>) -> Vec<Selection> {
        let literal = |word: &lemmascope_language::words::Word| {
            heard.literal(word).and_then(lemmascope_language::literal::Found::named)
        };
        Selection::of(heard.sentence, &heard.request_words(), heard.tongue, self.catalog.kinds(), literal)
    }

    /// Lists the things that a phrase selects.
    async fn list_selection(
        &self,
        selection: &Selection,
        heard: &Tokenized<'_>,
        places: &Places,
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        if !selection.is_quantified && self.is_known_as(&selection.noun, places, request).await {
            return None;
        }
        let extensions = selection.extensions.iter().map(|it| Value::from(it.as_str())).collect();
        let wanted = Object::from_iter([("extensions".to_string(), Value::List(extensions))]);
        self.list_in(&selection.place, wanted, heard, places, saying, reader, request).await
    }

    /// Returns the request of a sentence to find things by words in their names.
    fn seeking(&self, heard: &Tokenized<'_>) -> Option<Seeking> {
        let literal = |word: &lemmascope_language::words::Word| {
            heard.literal(word).and_then(lemmascope_language::literal::Found::named)
        };
        Seeking::of(heard.sentence, &heard.request_words(), heard.tongue, self.catalog.kinds(), literal)
    }

    /// Lists some of the things in a container.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of a request, which nothing else takes together"
    )]
    async fn list_in(
        &self,
        place: &Location,
        wanted: Object,
        heard: &Tokenized<'_>,
        places: &Places,
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        let tool = self.catalog.operation(Operation::List)?;
        let container = match container_of(place, places) {
            Ok(container) => container,
            Err(fault) => return Some(failed(&no_place(&fault))),
        };
        let mut parameters = Object::from_iter([("path".to_string(), Value::from(container))]);
        parameters.extend(wanted);
        let plain = self.plain(&saying.sentence, reader, request).await;
        let around = lemmascope_language::reader::Surroundings {
            lexicon: &plain.lexicon,
            mentioned: &plain.mentioned,
        };
        let reading = reader.read_heard(heard, &around);
        let reading = Reading {
            decision: Decision::Act,
            intent: Some(tool.to_string()),
            confidence: 1.0,
            parameters: parameters.clone(),
            alternatives: Vec::new(),
            code: None,
            question: None,
            missing: Vec::new(),
            invalid: Vec::new(),
            unbound: Vec::new(),
            several: Vec::new(),
            unexplained: Vec::new(),
            ..reading
        };
        Some(self.carry_out_tool((tool.to_string(), parameters), &reading, saying, request).await)
    }

    /// Finds the things that a phrase selects.
    async fn select(
        &self,
        selection: &Selection,
        number: usize,
        sentence: &str,
        places: &Places,
        request: &Request,
    ) -> Result<Selected, Failure> {
        let container = container_of(&selection.place, places).map_err(|fault| no_place(&fault))?;
        // "The photos" may be a folder of that name.
        let is_other = !selection.is_quantified && self.is_known_as(&selection.noun, places, request).await;
        let entries = if is_other { Vec::new() } else { self.entries_of(&container, request).await? };
        let leaves_containers = selection.is_everything && entries.iter().any(|(_, kind)| kind != "file");
        let names: Vec<String> =
            entries.into_iter().filter(|(_, kind)| kind == "file").map(|(name, _)| name).collect();
        let is_meant = |name: &&String| {
            let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
            let is_sort = selection.extensions.is_empty()
                || extension.is_some_and(|extension| selection.extensions.contains(&extension));
            is_sort && !selection.except.iter().any(|other| other.to_lowercase() == name.to_lowercase())
        };
        // A name that is excluded has to exist, or it may be another one that was meant.
        let missing =
            selection.except.iter().find(|other| !names.iter().any(|name| name.eq_ignore_ascii_case(other)));
        if let Some(missing) = missing.filter(|_| !is_other) {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("there is no \"{missing}\" in {container}"),
            ));
        }
        let paths =
            names.iter().filter(is_meant).map(|name| format!("{}/{name}", container.trim_end_matches('/')));
        let paths: Vec<String> = paths.collect();
        let stand_in = stand_in(selection, number, sentence, &names);
        Ok(Selected {
            said: sentence[selection.span.clone()].to_string(),
            stand_in,
            container,
            here: places.workspace.display().to_string(),
            paths,
            leaves_containers,
            ..Selected::default()
        })
    }

    /// Whether something in the current container has this name.
    async fn is_known_as(&self, name: &str, places: &Places, request: &Request) -> bool {
        let here = places.workspace.display().to_string();
        let entries = self.entries_of(&here, request).await.unwrap_or_default();
        entries.iter().any(|(known, _)| known.to_lowercase() == name.to_lowercase())
    }

    /// Returns the names of the things in a container, each with its kind.
    async fn entries_of(&self, container: &str, request: &Request) -> Result<Vec<(String, String)>, Failure> {
        let lister = self.catalog.operation(Operation::List).and_then(|name| self.catalog.get(name));
        let Some(lister) = lister else { return Ok(Vec::new()) };
        let arguments = Object::from_iter([("path".to_string(), Value::from(container))]);
        let arguments = arguments.into_iter().collect();
        let context =
            Context { settings: self.lookup(), seals: self.seals(&request.owner), ..request.context() };
        let outcome = call_permitted(lister.as_ref(), arguments, &context).await?;
        let entries = outcome.value.as_list().unwrap_or_default().iter().filter_map(Value::as_object);
        let text = |entry: &Object, name: &str| entry.get(name).and_then(Value::as_text).map(str::to_string);
        let entries = entries.filter_map(|entry| Some((text(entry, "name")?, text(entry, "type")?)));
        let mut entries: Vec<(String, String)> = entries.collect();
        entries.sort();
        Ok(entries)
    }

    /// Returns the sentence with a name in place of each phrase.
    fn with_stand_ins(
        &self,
        sentence: &str,
        tongue: Tongue,
        selections: &[Selection],
        selected: &[Selected],
    ) -> String {
        let mut kinds = self.catalog.kinds().kinds().iter();
        let kind = kinds.find(|kind| kind.names == NameShape::File);
        let noun = kind.and_then(|kind| self.catalog.kinds().noun_of(kind, tongue)).unwrap_or_default();
        let mut text = sentence.to_string();
        for (selection, selected) in selections.iter().zip(selected).rev() {
            text.replace_range(selection.span.clone(), &format!("{noun} {}", selected.stand_in));
        }
        text
    }

    /// Asks about a sentence with a selection. The question is not kept, because an answer to it names one thing.
    pub(super) fn ask_about_selection(
        &self,
        reading: &Reading,
        reader: &Reader,
        saying: &Saying,
        request: &Request,
    ) -> Reply {
        let reading = with_phrases(reading, &saying.selected);
        let decision = if reading.decision == Decision::Act { Decision::Ask } else { reading.decision };
        let reading = Reading { decision, ..reading };
        refuse(&self.discreet_reading(&reading), &saying.sentence, reader, &self.catalog, request)
    }
}

/// Returns a name that neither the sentence nor the container has.
fn stand_in(selection: &Selection, number: usize, sentence: &str, names: &[String]) -> String {
    let extension = selection.extensions.first().map_or("txt", String::as_str);
    let is_free = |name: &String| !sentence.contains(name.as_str()) && !names.contains(name);
    let named = (number + 1..).map(|number| format!("a{number}z.{extension}")).find(is_free);
    named.unwrap_or_default()
}

/// Returns the path of a container.
fn container_of(place: &Location, places: &Places) -> Result<String, NoSuchPlace> {
    let base = place.anchor.as_ref().unwrap_or(&Anchor::Workspace);
    let path = match &place.container {
        Some(container) => places.resolve(container, base, None)?,
        None => places.base(base)?,
    };
    Ok(path.display().to_string())
}
