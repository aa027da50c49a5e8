//! Sentences about all things of a sort: "delete all the PDFs in downloads".
//!
//! The phrase is resolved to the things that exist. The sentence is then read with one name in place of the phrase, and what it
//! does to that name is planned for each of the things. Names that are used in any other way than as the thing of an action
//! lead to a question.

use std::path::Path;

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{
    Cause, Context, Failure, Format, NameShape, Node, Object, Operation, Report, Status, ThingPart, Value,
};
use lemmascope_language::goal::{
    Anchor, Location, MetaGoal, MetaType, NoSuchPlace, Places, Seeking, Selection,
};
use lemmascope_language::reader::{Decision, Reader, Reading, Tokenized};
use lemmascope_language::words::{Tongue, tongue};

use super::description::{Request as Wanted, single};
use super::graph::no_place;
use super::refusal::refuse;
use super::saying::Saying;
use super::understand::now;
use super::understood::Mode;
use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::plan::Prepared;
use crate::request::{Reply, Request};
use crate::sessions::Tool;

/// The maximum number of things for one phrase.
const MOST: usize = 200;

/// The things that a phrase of a sentence selects.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Selected {
    /// The phrase.
    said: String,
    /// The name that stands for the phrase while the sentence is read.
    stand_in: String,
    /// The container.
    container: String,
    /// The paths of the things.
    paths: Vec<String>,
    /// Whether everything is selected, and there are containers as well, which are not among the things.
    leaves_containers: bool,
}

/// The reason why a sentence with a selection is not executed.
enum Fault {
    /// It uses the selection otherwise than as the things of an action.
    Unclear,
    /// Several things would get the same name.
    SameName,
    /// It selects nothing.
    Empty,
    /// It selects too many things.
    TooMany(usize),
    /// It selects everything in a container that contains other containers.
    Containers,
}

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
        if let [only] = selections.as_slice()
            && only.is_listed
        {
            // Everything in a container is listed without a selection.
            if only.extensions.is_empty() || !only.except.is_empty() {
                return None;
            }
            return self.list_selection(only, &heard, &places, saying, reader, request).await;
        }
        let mut selected = Vec::new();
        for (number, selection) in selections.iter().enumerate() {
            let found = match self.select(selection, number, heard.sentence, &places, request).await {
                Ok(found) => found,
                Err(failure) if selection.is_quantified => return Some(failed(&failure)),
                Err(_) => return None,
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
        let text = self.with_stand_ins(heard.sentence, heard.tongue, &selections, &selected);
        let known: Vec<String> = selected.iter().map(|it| it.stand_in.clone()).collect();
        let plain = self.plain_with(&text, &known, reader, request).await;
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
        let category = self.category_of(&tool.0, &request.session);
        let parameters = self.parameters_of(&tool.0, &request.session);
        let goal = Wanted {
            tool: &tool,
            reading: &reading,
            category,
            parameters: &parameters,
            catalog: &self.catalog,
        };
        let meta = single(&goal, &places);
        Some(self.carry_out_goals(&meta, vec![self.there(tool, &request.session)], &own, request).await)
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
        let extension = selection.extensions.first().map_or("txt", String::as_str);
        let is_free = |name: &String| !sentence.contains(name.as_str()) && !names.contains(name);
        let stand_in = (number + 1..).map(|number| format!("a{number}z.{extension}")).find(is_free);
        Ok(Selected {
            said: sentence[selection.span.clone()].to_string(),
            stand_in: stand_in.unwrap_or_default(),
            container,
            paths,
            leaves_containers,
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

    /// Repeats each goal about a selection for the things that it selects.
    pub(super) fn expanded(
        &self,
        meta: &MetaGoal,
        tools: Vec<Result<Tool, Failure>>,
        saying: &Saying,
        request: &Request,
    ) -> Result<(MetaGoal, Vec<Result<Tool, Failure>>), Reply> {
        let mut goals = Vec::new();
        let mut calls = Vec::new();
        let mut used = vec![false; saying.selected.len()];
        // The goals that each goal of the sentence becomes.
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (goal, tool) in meta.goals.iter().zip(tools) {
            let at = match &tool {
                Ok(tool) => self.selection_of(tool, &saying.selected, &request.session),
                Err(_) => Ok(None),
            };
            let at = at.map_err(|fault| stopped(&fault, saying, None))?;
            let first = goals.len();
            match (at, &tool) {
                (Some(at), Ok((name, arguments))) => {
                    used[at] = true;
                    for path in &saying.selected[at].paths {
                        calls.push(Ok((name.clone(), saying.selected[at].replaced(arguments, path))));
                        let mut own = goal.clone();
                        let file =
                            Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
                        own.target.clone_from(&file);
                        own.at.name.clone_from(&file);
                        own.resolved_path = Some(path.clone());
                        own.base_anchor = goal.base_anchor.clone().or(Some(Anchor::Workspace));
                        goals.push(own);
                    }
                }
                _ => {
                    calls.push(tool);
                    goals.push(goal.clone());
                }
            }
            places.push((first..goals.len()).collect());
        }
        if let Some(unused) = used.iter().position(|used| !used) {
            return Err(stopped(&Fault::Unclear, saying, saying.selected.get(unused)));
        }
        for (at, goal) in goals.iter_mut().enumerate() {
            goal.goal_id = format!("g{at}");
            for location in std::iter::once(&mut goal.at).chain(goal.to.as_mut()) {
                location.parent = location.parent.and_then(|parent| places.get(parent)?.first().copied());
            }
        }
        let mut dependencies = Vec::new();
        for (at, needs) in &meta.dependencies {
            let needs: Vec<usize> = needs.iter().flat_map(|need| places[*need].clone()).collect();
            dependencies.extend(places[*at].iter().map(|own| (*own, needs.clone())));
        }
        let meta_type = match (goals.len(), dependencies.is_empty()) {
            (0 | 1, _) => MetaType::Single,
            (_, true) => MetaType::IndependentMulti,
            (_, false) => MetaType::DependentMulti,
        };
        Ok((MetaGoal { meta_type, goals, dependencies }, calls))
    }

    /// Returns the index of the selection that a tool acts on.
    fn selection_of(
        &self,
        tool: &Tool,
        selected: &[Selected],
        session: &str,
    ) -> Result<Option<usize>, Fault> {
        let (name, arguments) = tool;
        let declared = self.parameters_of(name, session);
        let things = self.catalog.on_things(name);
        let mut found = None;
        for (parameter, value) in arguments {
            let text = value.to_string();
            let mut meant = selected.iter().enumerate().filter(|(_, it)| text.contains(&it.stand_in));
            let Some((at, selection)) = meant.next() else { continue };
            let format = declared.iter().find(|it| it.name == *parameter).and_then(|it| it.format);
            let is_thing = format.is_some_and(|format| {
                Format::Path.takes(format) || format.takes(Format::File) || format.takes(Format::Path)
            });
            let is_destination = things.is_some_and(|tool| {
                let is_part = |part| tool.parameter(part) == Some(parameter.as_str());
                is_part(ThingPart::Destination) || is_part(ThingPart::NewName) || is_part(ThingPart::Content)
            });
            if meant.next().is_some()
                || found.is_some()
                || !is_thing
                || is_destination
                || !selection.is(value)
            {
                return Err(Fault::Unclear);
            }
            found = Some(at);
        }
        let Some(selection) = found.map(|at| &selected[at]) else { return Ok(None) };
        if selection.leaves_containers {
            return Err(Fault::Containers);
        }
        match selection.paths.len() {
            0 => return Err(Fault::Empty),
            1 => {}
            count if count > MOST => return Err(Fault::TooMany(count)),
            _ => {
                let text = |part| {
                    let parameter = things.and_then(|tool| tool.parameter(part))?;
                    arguments.get(parameter).and_then(Value::as_text)
                };
                // Several things cannot get the same name, whether it is stated alone or as a destination.
                let is_name =
                    |path: &str| lemmascope_language::literal::has_extension(path.trim_end_matches('/'));
                if text(ThingPart::NewName).is_some() || text(ThingPart::Destination).is_some_and(is_name) {
                    return Err(Fault::SameName);
                }
            }
        }
        Ok(found)
    }

    /// Makes the removal of selected things ask for confirmation, with the number of things.
    pub(super) fn confirm_removals(&self, prepared: &mut Prepared, saying: &Saying) {
        let is_removal = |call: &lemmascope_intent::PlannedCall| {
            self.catalog.get(&call.capability).is_some_and(|verb| verb.signature().removes)
        };
        let mut removed = Vec::new();
        for node in &mut prepared.plan.nodes {
            let Node::Goals(goals) = node else { continue };
            for work in goals.iter_mut().filter_map(|goal| goal.work.as_mut().ok()) {
                removed.extend(work.iter_mut().filter_map(|node| match node {
                    Node::Call(call) if is_removal(call) => Some(call),
                    _ => None,
                }));
            }
        }
        let said: Vec<&str> = saying.selected.iter().map(|it| it.said.as_str()).collect();
        let (count, said) = (removed.len(), said.join(", "));
        let warning = match (tongue(&saying.sentence), count) {
            (Tongue::English, 1) => format!("\"{said}\" is 1 file, which is removed or replaced"),
            (Tongue::English, _) => format!("\"{said}\" is {count} files, which are removed or replaced"),
            (Tongue::Portuguese, 1) => format!("\"{said}\" é 1 ficheiro, que é removido ou substituído"),
            (Tongue::Portuguese, _) => {
                format!("\"{said}\" são {count} ficheiros, que são removidos ou substituídos")
            }
        };
        for call in removed {
            call.asks = true;
            call.warning.get_or_insert_with(|| warning.clone());
        }
    }

    /// Returns the question about a tool that takes a phrase such as "all photos" for the name of one thing.
    pub(super) fn refuse_phrase(
        &self,
        (name, arguments): &Tool,
        saying: &Saying,
        session: &str,
    ) -> Option<Reply> {
        let declared = self.parameters_of(name, session);
        let is_path = |name: &str| {
            let format = declared.iter().find(|it| it.name == name).and_then(|it| it.format);
            format.is_some_and(|format| Format::Path.takes(format) || format.takes(Format::File))
        };
        let is_phrase = |(name, value): (&String, &Value)| {
            let last = value.as_text()?.trim_end_matches('/').rsplit('/').next()?;
            let is_said = !saying.sentence.contains(['"', '“', '«', '\'']);
            (is_said && is_path(name) && Selection::is_phrase(last, self.catalog.kinds()))
                .then(|| last.to_string())
        };
        let phrase = arguments.iter().find_map(is_phrase)?;
        let unclear = Selected { said: phrase, ..Selected::default() };
        Some(stopped(&Fault::Unclear, saying, Some(&unclear)))
    }
}

impl Selected {
    /// Whether a value is the name that stands for the phrase, possibly with its container.
    fn is(&self, value: &Value) -> bool {
        let text = value.as_text().unwrap_or_default();
        text.strip_suffix(self.stand_in.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }

    /// Returns arguments with a path in place of the name that stands for the phrase.
    fn replaced(&self, arguments: &Object, path: &str) -> Object {
        let value = |value: &Value| if self.is(value) { Value::from(path) } else { value.clone() };
        arguments.iter().map(|(name, it)| (name.clone(), value(it))).collect()
    }
}

/// Returns a reading with the phrases in place of the names that stand for them.
fn with_phrases(reading: &Reading, selected: &[Selected]) -> Reading {
    let put_back =
        |text: &str| selected.iter().fold(text.to_string(), |text, it| text.replace(&it.stand_in, &it.said));
    let mut reading = reading.clone();
    for value in reading.parameters.values_mut() {
        if let Some(text) = value.as_text() {
            *value = Value::from(put_back(text));
        }
    }
    reading.question = reading.question.as_deref().map(put_back);
    for text in &mut reading.unexplained {
        *text = put_back(text);
    }
    for (_, reason) in &mut reading.invalid {
        *reason = put_back(reason);
    }
    reading
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

fn failed(failure: &Failure) -> Reply {
    Reply::Report(Box::new(Report::error("say", failure)))
}

/// Returns the reply to a sentence with a selection that is not executed.
fn stopped(fault: &Fault, saying: &Saying, selection: Option<&Selected>) -> Reply {
    let is_english = tongue(&saying.sentence) == Tongue::English;
    let selection = selection.or(saying.selected.first());
    let said = selection.map(|it| it.said.as_str()).unwrap_or_default();
    let container = selection.map(|it| it.container.as_str()).unwrap_or_default();
    let message = match (fault, is_english) {
        (Fault::Unclear, true) => format!(
            "Nothing was done: it is not clear what is to be done with each of “{said}”. Say it with one verb, \
             such as “move {said} to archive”."
        ),
        (Fault::Unclear, false) => format!(
            "Nada foi feito: não é claro o que se deve fazer a cada um de “{said}”. Diz só um verbo, por exemplo \
             “move {said} para arquivo”."
        ),
        (Fault::SameName, true) => {
            format!("Nothing was done: “{said}” are several files, which cannot all have the same name.")
        }
        (Fault::SameName, false) => {
            format!("Nada foi feito: “{said}” são vários ficheiros, que não podem ter todos o mesmo nome.")
        }
        (Fault::Containers, true) => format!(
            "Nothing was done: {container} contains folders, too. Say “all the files”, or name the folders."
        ),
        (Fault::Containers, false) => format!(
            "Nada foi feito: {container} também contém pastas. Diz “todos os ficheiros”, ou o nome das pastas."
        ),
        (Fault::Empty, true) => format!("Nothing was done: nothing in {container} is meant by “{said}”."),
        (Fault::Empty, false) => format!("Nada foi feito: não há em {container} nada que seja “{said}”."),
        (Fault::TooMany(count), true) => format!(
            "Nothing was done: “{said}” are {count} files, and at most {MOST} are changed by one sentence."
        ),
        (Fault::TooMany(count), false) => {
            format!("Nada foi feito: “{said}” são {count} ficheiros, e uma frase muda no máximo {MOST}.")
        }
    };
    if matches!(fault, Fault::Empty) {
        return failed(&Failure::new(Cause::TargetNotFound, message));
    }
    let mut report = Report::new(Status::Ask, "say");
    report.summary = Some(message);
    Reply::Report(Box::new(report))
}
