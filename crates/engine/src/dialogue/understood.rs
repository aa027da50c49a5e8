//! The interpretation of a sentence, before anything is executed.

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{
    Category, Format, NameShape, Object, Operation, ThingAction, ThingKind, ThingPart, ThingTool, Value,
};
use lemmascope_language::goal::{
    Act, Antecedents, Ears, Goal, GoalType, Interpretation, Places, Things, Topic, announced, interpret,
    platform,
};
use lemmascope_language::reader::{Decision, Lexicon, Reader, Reading, Surroundings, Tokenized, which};
use lemmascope_language::words::Tongue;

use super::graph::{misplaced, resolve_paths, thing_call, thing_tool};
use super::messaging::read_message;
use super::parts::PartReadings;
use super::searching::{on_site, searched};
use super::understand::now;
use crate::catalog::Catalog;
use crate::engine::Engine;
use crate::request::Request;
use crate::sessions::Tool;

/// The interpretation of a sentence, before anything is executed.
pub(super) struct Understood<'a> {
    pub(super) heard: &'a Tokenized<'a>,
    pub(super) reader: &'a Reader,
    pub(super) catalog: &'a Catalog,
    pub(super) lexicon: &'a Lexicon,
    pub(super) mentioned: &'a [(Format, String)],
    pub(super) places: Places,
    pub(super) interpretation: Interpretation,
    /// The readings of its parts.
    pub(super) parts: PartReadings<'a>,
}

/// Whether a sentence is simple enough to skip the analysis of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Direct,
    Orchestrated,
}

impl Engine {
    /// Returns the locations that a request can refer to.
    pub(super) fn places_of(&self, request: &Request) -> Places {
        let configured = self.read(|state| state.configuration.texts("places.drives"));
        let drive = |text: &String| {
            let (letter, path) = text.split_once('=')?;
            Some((letter.trim().chars().next()?.to_ascii_uppercase(), path.trim().into()))
        };
        let mut drives: Vec<(char, std::path::PathBuf)> = configured.iter().filter_map(drive).collect();
        drives.extend(self.places.drives.iter().cloned());
        Places { workspace: request.workspace.clone(), drives, ..self.places.clone() }
    }

    /// Replaces named locations in values by their paths.
    pub(super) fn placed(&self, values: &Object, tongue: Tongue, request: &Request) -> Object {
        placed(values, &self.places_of(request), self.catalog.kinds(), tongue)
    }

    /// Interprets a tokenized sentence.
    pub(super) fn understood<'a>(
        &'a self,
        heard: &'a Tokenized<'a>,
        reader: &'a Reader,
        lexicon: &'a Lexicon,
        mentioned: &'a [(Format, String)],
        request: &Request,
    ) -> Understood<'a> {
        let around = Surroundings { lexicon, mentioned };
        let catalog = &self.catalog;
        let parts = PartReadings::new(reader, catalog, lexicon, mentioned);
        let interpretation = interpreted(heard, reader, catalog, &around, &parts);
        let places = self.places_of(request);
        Understood { heard, reader, catalog, lexicon, mentioned, places, interpretation, parts }
    }
}

impl Understood<'_> {
    pub(super) fn around(&self) -> Surroundings<'_> {
        Surroundings { lexicon: self.lexicon, mentioned: self.mentioned }
    }

    /// Returns the mode. Only a sentence with a single part is direct.
    pub(super) fn mode(&self) -> Mode {
        let Interpretation { meta, parts, .. } = &self.interpretation;
        if meta.goals.len() == 1 && *parts == 1 { Mode::Direct } else { Mode::Orchestrated }
    }

    /// Returns the reading of a sentence with one goal. For a sentence about files, the grammar of locations
    /// contributes the paths, and the statistical reading the intent, unless it found none.
    pub(super) fn reading(&self) -> Reading {
        if let Some(message) = read_message(self.heard, self.reader, self.catalog, self.lexicon) {
            return message;
        }
        if let Some(search) = on_site(self.heard.sentence, self.reader, self.catalog, &self.around())
            && self.mode() == Mode::Direct
        {
            return search;
        }
        let mut reading = self.reader.read_heard(self.heard, &self.around());
        // A sentence that is not a request is never turned into one by the grammar.
        if self.interpretation.meta.goals.len() != 1 || reading.is_refrained() {
            return reading;
        }
        let goal = &self.interpretation.meta.goals[0];
        let is_about_things =
            goal.goal_type == GoalType::ThingOperation && (goal.is_plain || self.names_files(&reading));
        if is_about_things
            && !self.interpretation.unbound.is_empty()
            && reading.code != Some(ErrorCode::ContextRequired)
        {
            let tool = thing_tool(goal, self.catalog);
            let intent = tool.map(|tool| tool.tool.to_string());
            let target = tool.and_then(|tool| tool.parameter(ThingPart::Target)).unwrap_or_default();
            let (decision, code) = (Decision::Ask, Some(ErrorCode::ContextRequired));
            let question = Some(lemmascope_language::reader::question("", "it", reading.tongue));
            return Reading { decision, code, intent, question, unbound: vec![target.into()], ..reading };
        }
        if let Some(fault) = self.wrong_place().filter(|_| is_about_things) {
            let (decision, code) = (Decision::Ask, Some(ErrorCode::InvalidParameters));
            let tool = thing_tool(goal, self.catalog);
            let target = tool.and_then(|tool| tool.parameter(ThingPart::Target)).unwrap_or_default();
            return Reading { decision, code, invalid: vec![(target.into(), fault)], ..reading };
        }
        if let Some(asked) = self.which_of_kind(&reading) {
            return asked;
        }
        if let Some((intent, parameters)) = self.thing_tool(&reading) {
            let flags = reading.parameters.iter().filter(|(_, value)| value.as_bool().is_some());
            let flags: Vec<(String, Value)> =
                flags.map(|(name, value)| (name.clone(), value.clone())).collect();
            reading.decision = Decision::Act;
            (reading.code, reading.question) = (None, None);
            reading.intent = Some(intent);
            reading.parameters = parameters;
            reading.parameters.extend(flags);
            self.refuse_faults(&mut reading);
        } else if reading.decision == Decision::Act {
            reading.parameters = self.placed(&reading);
        }
        self.leave_out_announcement(&mut reading);
        self.list_here(&mut reading);
        reading
    }

    /// Completes a list that is restricted by other values with the current container: "which files did I
    /// change today?"
    fn list_here(&self, reading: &mut Reading) {
        let is_list = reading.intent.as_deref().is_some_and(|it| self.catalog.serves(it, Operation::List));
        let is_open = reading.missing == ["path"] && !reading.parameters.is_empty();
        if is_list && is_open && reading.code == Some(ErrorCode::MissingParameters) {
            let here = self.places.workspace.display().to_string();
            reading.parameters.insert("path".into(), here.into());
            reading.missing.clear();
            reading.question = None;
            (reading.decision, reading.code) = (Decision::Act, None);
        }
    }

    /// Removes the words that announce a text from the content of a thing: "a line saying hello". Asks for the
    /// text if there is no other.
    fn leave_out_announcement(&self, reading: &mut Reading) {
        let tool = reading.intent.as_deref().and_then(|intent| self.catalog.on_things(intent));
        let Some(parameter) = tool.and_then(|tool| tool.parameter(ThingPart::Content)) else { return };
        let Some(text) = reading.parameters.get(parameter).and_then(Value::as_text) else { return };
        let content = announced(text, self.heard.sentence).to_string();
        if !content.is_empty() {
            reading.parameters.insert(parameter.into(), content.into());
        } else if reading.decision == Decision::Act && !text.is_empty() {
            reading.parameters.shift_remove(parameter);
            let intent = reading.intent.clone().unwrap_or_default();
            reading.question =
                Some(lemmascope_language::reader::question(&intent, parameter, reading.tongue));
            reading.missing.push(parameter.into());
            (reading.decision, reading.code) = (Decision::Ask, Some(ErrorCode::MissingParameters));
        }
    }

    /// Rejects values that the grammar found and the intent does not accept.
    fn refuse_faults(&self, reading: &mut Reading) {
        let intent = reading.intent.clone().unwrap_or_default();
        reading.invalid = self.reader.faults(&intent, &reading.parameters);
        if !reading.invalid.is_empty() {
            let named = reading.invalid.iter();
            let questions =
                named.map(|(name, _)| lemmascope_language::reader::question(&intent, name, reading.tongue));
            reading.question = Some(questions.collect::<Vec<_>>().join(" "));
            (reading.decision, reading.code) = (Decision::Ask, Some(ErrorCode::InvalidParameters));
        }
    }

    /// Returns the reason why a location of the sentence does not exist or does not fit the thing.
    fn wrong_place(&self) -> Option<String> {
        let goal = &self.interpretation.meta.goals[0];
        let anchors = [Some(&goal.at), goal.to.as_ref()].into_iter().flatten().map(|it| &it.anchor);
        let fault = anchors.flatten().find_map(|anchor| self.places.base(anchor).err());
        let fault = fault.map(|fault| fault.to_string());
        let fault = fault.or_else(|| misplaced(goal, self.catalog).map(|failure| failure.message))?;
        Some(fault[..1].to_uppercase() + &fault[1..])
    }

    fn names_files(&self, reading: &Reading) -> bool {
        is_about_things(reading.intent.as_deref(), self.catalog)
    }

    /// Returns the intent of a sentence about files, with resolved paths.
    fn thing_tool(&self, reading: &Reading) -> Option<Tool> {
        let mut meta = self.interpretation.meta.clone();
        let is_thing = meta.goals[0].goal_type == GoalType::ThingOperation;
        if !is_thing || !self.interpretation.unbound.is_empty() || meta.goals[0].target.is_none() {
            return None;
        }
        if let [only] = self.of_kind(&meta.goals[0]).as_slice() {
            meta.goals[0].at.name = Some(only.clone());
            meta.goals[0].target = Some(only.clone());
        }
        if self.lists_unknown(&meta.goals[0]) {
            return None;
        }
        self.put_right(&mut meta.goals[0], reading);
        resolve_paths(&mut meta, &self.places, self.catalog);
        let tool = thing_tool(&meta.goals[0], self.catalog)?;
        let alone = self.catalog.tool_alone(tool).unwrap_or(tool);
        let (_, arguments) = thing_call(tool, &meta.goals[0], &meta, &self.places, self.catalog).ok()?;
        let wanted = reading.intent.as_deref().unwrap_or_default();
        let is_same = wanted == tool.tool || wanted == alone.tool;
        // A name with a location, or with a word for its kind, is an independent request.
        let is_clear = match reading.code {
            _ if self.is_of_other_kind(&meta.goals[0], tool, wanted) => true,
            None => {
                is_same
                    || (meta.goals[0].is_plain && reading.confidence < 0.9)
                    || self.is_mistaken(&meta.goals[0], reading)
            }
            Some(ErrorCode::LowConfidence | ErrorCode::IntentParseFailed) => meta.goals[0].is_plain,
            // The grammar resolves antecedents, if the sentence refers to any.
            Some(ErrorCode::MissingParameters | ErrorCode::ContextRequired) => {
                is_same && meta.goals[0].is_plain
            }
            Some(_) => false,
        };
        let values: String = arguments.values().map(|value| format!("{value}\n")).collect();
        // Every file name in the sentence must be used by the grammar. A path may be written differently.
        let has_all = self
            .heard
            .files()
            .filter(|file| !file.contains('/'))
            .all(|file| file == "." || values.contains(&file));
        if !is_clear || !has_all || self.is_doubtful(&meta.goals[0]) {
            return None;
        }
        thing_call(alone, &meta.goals[0], &meta, &self.places, self.catalog).ok()
    }

    /// Whether the reading assigned a thing to another kind, although a word states its kind. This happens
    /// because the examples of one domain resemble sentences about things of another.
    fn is_of_other_kind(&self, goal: &Goal, tool: &ThingTool, wanted: &str) -> bool {
        let read = self.catalog.on_things(wanted);
        let is_other = || read.is_some_and(|read| !self.catalog.is_beside(read, tool));
        // A tool without examples is never the result of a reading; only the grammar finds it.
        let is_unread = || !self.reader.speakables().iter().any(|it| it.name == tool.tool);
        goal.is_plain && (is_other() || goal.resolved_path.is_none() && is_unread())
    }

    /// Whether a list is requested of a container that is named by words and does not exist. The words may restrict the
    /// list otherwise: "list the cards labelled bug".
    fn lists_unknown(&self, goal: &Goal) -> bool {
        let is_list = goal.action.as_deref() == Some(ThingAction::List.as_str());
        let kind = goal.object_type.as_deref().and_then(|kind| self.catalog.kinds().kind(kind));
        let is_unknown = |name: &String| !is_known(name, self.lexicon, self.catalog);
        is_list
            && kind.is_some_and(|kind| !kind.names.is_path())
            && goal.target.as_ref().is_some_and(is_unknown)
    }

    /// Whether the reading replaced an existing name by a similar one.
    fn is_mistaken(&self, goal: &Goal, reading: &Reading) -> bool {
        let Some(said) = goal.target.as_deref() else { return false };
        let mut values = reading.parameters.values().filter_map(Value::as_text);
        self.lexicon.meant(said, Format::Path).contains(&said) && !values.any(|value| value.contains(said))
    }

    /// Whether a location of a goal is a folder only by its position in the sentence, and no such folder
    /// exists: "from my phone". A destination that is a single word may be a new folder.
    fn is_doubtful(&self, goal: &Goal) -> bool {
        let is_unknown = |container: &String| !is_known(container, self.lexicon, self.catalog);
        let source =
            goal.at.container.as_ref().filter(|container| goal.at.is_doubtful && is_unknown(container));
        let to = goal.to.as_ref().filter(|to| to.is_doubtful).and_then(|to| to.container.as_ref());
        source.is_some()
            || to.is_some_and(|folder| is_unknown(folder) && folder.contains(char::is_whitespace))
            || self.is_for_somebody(goal)
    }

    /// Whether the destination may be a person: no such folder exists, and no earlier goal creates one.
    pub(super) fn is_for_somebody(&self, goal: &Goal) -> bool {
        let to = goal.to.as_ref().filter(|to| goal.is_sent && to.parent.is_none() && to.is_doubtful);
        to.and_then(|to| to.container.as_ref())
            .is_some_and(|container| !is_known(container, self.lexicon, self.catalog))
    }

    /// Returns the files in the current folder that a goal refers to by their type: "delete the txt file".
    fn of_kind(&self, goal: &Goal) -> Vec<String> {
        let at = &goal.at;
        let is_here = at.anchor.is_none() && at.parent.is_none() && at.container.is_none();
        let kind = goal.object_type.as_deref().and_then(|kind| self.catalog.kinds().kind(kind));
        let is_file = kind.is_some_and(|kind| kind.names == NameShape::File);
        let is_there = goal.action.as_deref() != Some(ThingAction::Create.as_str()) && is_file;
        let Some(said) = at.name.as_ref().filter(|_| is_here && is_there) else { return Vec::new() };
        let is_kind = |name: &&str| {
            name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case(said))
        };
        let meant = self.lexicon.meant(said, Format::File);
        if meant.iter().all(is_kind) { meant.iter().map(ToString::to_string).collect() } else { Vec::new() }
    }

    /// Returns the question which file of a type is meant, if there are several.
    fn which_of_kind(&self, reading: &Reading) -> Option<Reading> {
        let goal = &self.interpretation.meta.goals[0];
        let names = self.of_kind(goal);
        let tool = thing_tool(goal, self.catalog)?;
        if goal.goal_type != GoalType::ThingOperation
            || names.len() < 2
            || reading.intent.as_deref() != Some(tool.tool)
        {
            return None;
        }
        let parameter = tool.parameter(ThingPart::Target)?;
        let mut parameters = reading.parameters.clone();
        parameters.shift_remove(parameter);
        Some(Reading {
            decision: Decision::Ask,
            code: Some(ErrorCode::AmbiguousIntent),
            question: Some(which(&names, reading.tongue)),
            several: vec![(parameter.into(), names)],
            missing: Vec::new(),
            unexplained: Vec::new(),
            parameters,
            ..reading.clone()
        })
    }

    /// Corrects a misspelled file name to the one that the reading chose, if the file is in the current
    /// folder.
    fn put_right(&self, goal: &mut Goal, reading: &Reading) {
        let at = &goal.at;
        let is_here = at.anchor.is_none() && at.parent.is_none() && at.container.is_none();
        let Some(said) = at.name.clone().filter(|_| is_here) else { return };
        if !self.lexicon.meant(&said, Format::Path).is_empty() {
            return;
        }
        let near = self.lexicon.near(&said, Format::Path);
        let mut taken = reading.parameters.values().filter_map(Value::as_text);
        if let Some(name) = taken.find(|name| near.contains(name)) {
            goal.at.name = Some(name.to_string());
            goal.target = Some(name.to_string());
        }
    }

    /// Returns the parameters of a reading, with named locations replaced by paths.
    fn placed(&self, reading: &Reading) -> Object {
        placed(&reading.parameters, &self.places, &self.heard.things, self.heard.tongue)
    }

    /// Returns the tool of a reading. Opening something by the name of a site becomes navigation to that
    /// site.
    pub(super) fn visited(&self, reading: &Reading) -> Tool {
        let name = reading.intent.clone().unwrap_or_default();
        let query = reading.parameters.get("query").and_then(Value::as_text).unwrap_or_default();
        let is_there = !self.lexicon.meant(query, Format::Item).is_empty();
        let is_opened = self.catalog.serves(&name, Operation::Open) && !is_there;
        let visit = self.catalog.operation(Operation::Visit);
        match (lemmascope_language::goal::site(query).filter(|_| is_opened), visit) {
            (Some(site), Some(visit)) => {
                (visit.into(), Object::from_iter([("url".to_string(), Value::from(site.address))]))
            }
            _ => searched((name, self.placed(reading)), self.catalog),
        }
    }

    /// Returns the request in a part of the sentence, as a separate sentence.
    pub(super) fn request_of(&self, goal: usize) -> String {
        let goal = &self.interpretation.meta.goals[goal];
        goal.request.clone().unwrap_or_else(|| self.heard.sentence[goal.said.clone()].to_string())
    }

    /// Returns the question about a part with an unresolved reference.
    pub(super) fn unbound(&self, goal: usize) -> Reading {
        let reading = self.reader.read(&self.request_of(goal), now(), &self.around());
        Reading { decision: Decision::Ask, code: Some(ErrorCode::ContextRequired), ..reading }
    }
}

fn placed(values: &Object, places: &Places, things: &Things, tongue: Tongue) -> Object {
    let mut values = values.clone();
    for value in values.values_mut() {
        let anchor = value.as_text().and_then(|text| things.anchor_of(text, tongue));
        if let Some(path) = anchor.and_then(|anchor| places.base(&anchor).ok()) {
            *value = path.display().to_string().into();
        }
    }
    values
}

pub(super) fn is_about_things(intent: Option<&str>, catalog: &Catalog) -> bool {
    intent.is_some_and(|intent| {
        catalog.category(intent) == Some(Category::FileOperation) || catalog.on_things(intent).is_some()
    })
}

/// Returns a request about "them" as one about a thing; nothing if it has no such pronoun.
fn with_named_thing(text: &str, thing: &str) -> Option<String> {
    const CLITICS: [&str; 4] = ["-os", "-as", "-los", "-las"];
    let mut is_changed = false;
    let words = text.split(' ').map(|word| {
        let verb = CLITICS.iter().find_map(|clitic| word.strip_suffix(clitic));
        is_changed |= word == "them" || verb.is_some();
        match verb {
            _ if word == "them" => thing.to_string(),
            Some(verb) => format!("{verb} {thing}"),
            None => word.to_string(),
        }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    is_changed.then_some(text)
}

/// Returns the kind of the existing things with this name, if the kind has no paths and no file has the name.
fn known_kind(name: &str, lexicon: &Lexicon, catalog: &Catalog) -> Option<&'static ThingKind> {
    if !lexicon.meant(name, Format::Path).is_empty() {
        return None;
    }
    let mut named = catalog.kinds().kinds().iter().copied().filter(|kind| !kind.names.is_path());
    named.find(|kind| !lexicon.meant(name, Format::of_kind(kind)).is_empty())
}

/// Whether a thing with this name exists.
fn is_known(name: &str, lexicon: &Lexicon, catalog: &Catalog) -> bool {
    !lexicon.meant(name, Format::Path).is_empty() || known_kind(name, lexicon, catalog).is_some()
}

/// Returns the things that were mentioned before.
fn antecedents(mentioned: &[(Format, String)], things: &Things) -> Antecedents {
    let thing = |(format, name): &(Format, String)| Some((name.clone(), things.kind(format.as_str())?));
    Antecedents { things: mentioned.iter().filter_map(thing).collect() }
}

/// Returns the goals of a sentence. A goal that is not about files is read from its own words.
fn interpreted(
    heard: &Tokenized<'_>,
    reader: &Reader,
    catalog: &Catalog,
    around: &Surroundings<'_>,
    parts: &PartReadings<'_>,
) -> Interpretation {
    if read_message(heard, reader, catalog, around.lexicon).is_some() {
        return Interpretation::of_requests(heard.sentence, vec![heard.sentence.to_string()]);
    }
    let begins = |word: &str| reader.begins(word);
    let understands = |text: &str| {
        let is_request = |reading: &Reading| {
            let is_clear = matches!(
                (reading.decision, reading.code),
                (Decision::Act, _) | (_, Some(ErrorCode::MissingParameters | ErrorCode::ContextRequired))
            );
            is_clear && !reading.is_refrained()
        };
        // A request about several things is understood if it would be about a thing that it names.
        let mut kinds = catalog.kinds().kinds().iter();
        let kind = kinds.find(|kind| kind.names == NameShape::Words && !kind.is_container());
        let noun = kind.and_then(|kind| catalog.kinds().noun_of(kind, heard.tongue));
        let of_one = || {
            let text = with_named_thing(text, &format!("{} #1", noun?))?;
            Some(parts.of(&text)).filter(is_request)
        };
        let reading = Some(parts.of(text)).filter(is_request).or_else(of_one)?;
        Some(match is_about_things(reading.intent.as_deref(), catalog) {
            true => Topic::Things,
            false => Topic::Other,
        })
    };
    // The free texts of a request.
    let texts = |text: &str| -> Vec<String> {
        let reading = parts.of(text);
        let taken = reader.speakables().iter().find(|it| Some(&it.name) == reading.intent.as_ref());
        let texts =
            taken.into_iter().flat_map(|it| it.parameters.iter().filter(|own| it.is_prose(&own.name)));
        let said = texts.filter_map(|it| reading.parameters.get(&it.name)?.as_text().map(str::to_string));
        if reading.decision == Decision::Act { said.collect() } else { Vec::new() }
    };
    let holds = |text: &str, part: &str| texts(text).iter().any(|said| said.contains(part));
    let ends_in_text = |text: &str| texts(text).iter().any(|said| text.ends_with(said.as_str()));
    let acts = |text: &str| {
        let reading = parts.of(text);
        let intent = reading.intent.filter(|_| reading.decision == Decision::Act)?;
        let values = reading.parameters.values().map(ToString::to_string).collect();
        Some(Act { is_query: catalog.serves(&intent, Operation::Search), intent, values })
    };
    // Prefers the thing over the container that it goes to.
    let about = |text: &str| {
        let reading = parts.of(text);
        let taken = reader.speakables().iter().find(|it| Some(&it.name) == reading.intent.as_ref())?;
        let thing = |parameter: &lemmascope_intent::Parameter| {
            let Format::Kind(kind) = parameter.format? else { return None };
            let name = reading.parameters.get(&parameter.name)?.as_text()?;
            Some((name.to_string(), catalog.kinds().kind(kind)?))
        };
        let things: Vec<_> = taken.parameters.iter().filter_map(thing).collect();
        let content = things.iter().find(|(_, kind)| !kind.is_container());
        content.or(things.first()).filter(|_| reading.decision == Decision::Act).cloned()
    };
    let site = |text: &str| platform(text, heard.tongue, now()).map(|it| it.site);
    let kind = |name: &str| known_kind(name, around.lexicon, catalog);
    let exists = |name: &str| is_known(name, around.lexicon, catalog);
    let literal = |word: &lemmascope_language::words::Word| {
        heard.literal(word).and_then(lemmascope_language::literal::Found::named)
    };
    let figures = reader.paired_figures(heard, around);
    if figures.len() > 1 {
        return Interpretation::of_requests(heard.sentence, figures);
    }
    // "Mean and median of the mpg" requests two figures at once.
    let words = match reader.asks_figures(heard, around) {
        true => Vec::new(),
        false => heard.request_words(),
    };
    interpret(
        heard.sentence,
        &words,
        heard.tongue,
        catalog.kinds(),
        literal,
        &Ears {
            begins: &begins,
            understands: &understands,
            acts: &acts,
            exists: &exists,
            kind: &kind,
            about: &about,
            site: &site,
            holds: &holds,
            ends_in_text: &ends_in_text,
        },
        &antecedents(around.mentioned, catalog.kinds()),
    )
}
