//! Sentences about several things that exist: "move #1 and #2 to Done", "label these three urgent", "delete the first two", and
//! about one whose name could be read as something else: "move Fix login and Sign up to Done".
//!
//! As for [selections](super::selecting), the sentence is read with one name in place of each phrase, and what it does to that
//! name is planned for each of the things.

use lemmascope_intent::{Context, Format, Object, Report, Status, ThingKind, fold};
use lemmascope_language::literal::has_extension;
use lemmascope_language::reader::{Decision, Earlier, Group, Groups, Lexicon, Reader};
use lemmascope_language::words::{Tongue, tongue};

use super::saying::Saying;
use super::selected::{Fault, Selected};
use super::understand::now;
use super::understood::Mode;
use crate::engine::Engine;
use crate::execution::call_permitted;
use crate::lock::lock;
use crate::request::{Reply, Request};
use crate::sessions::Tool;

impl Engine {
    /// Replies to a sentence about groups of things. Returns nothing if it is about none, or does not act on them.
    pub(super) async fn say_of_groups(
        &self,
        saying: &Saying,
        lexicon: &Lexicon,
        reader: &Reader,
        request: &Request,
    ) -> Option<Reply> {
        let heard = reader.tokenize(&saying.sentence, now());
        let things = self.catalog.kinds();
        let (last, listed) = {
            let conversation = self.conversations.of(&request.session);
            lock(&conversation).groups(&request.workspace, things)
        };
        let mut groups = Groups::of(&heard, lexicon, Earlier { last: &last, listed: &listed });
        if let Some(unclear) = &groups.unclear {
            // The word before an exclusion may look like a negation.
            let is_request = reader.is_request(&reader.tokenize(&unclear.rest, now()), |_| false);
            return is_request.then(|| unclear_exclusion(&unclear.said, saying));
        }
        if groups.is_empty() {
            return None;
        }
        if let Err(said) = self.find_remaining(&mut groups, request).await {
            return Some(unclear_exclusion(&said, saying));
        }
        let is_container = |name: &str| {
            let known = || last.iter().chain(&listed).filter(|it| it.name == name);
            known().any(|it| it.kind.is_some_and(ThingKind::is_container))
        };
        let mut selected = self.selected_groups(&groups, &saying.sentence, request);
        for (it, group) in selected.iter_mut().zip(&groups.groups) {
            let has_content = !group.kind.is_container();
            it.leaves_containers = has_content && group.names.iter().any(|name| is_container(name));
            // A listing may show more than the person looked at, so that removals from it are confirmed.
            let is_listed = |name: &String| listed.iter().any(|it| it.name == *name);
            it.is_named =
                group.exclusion.is_none() && (!group.is_reference || !group.names.iter().any(is_listed));
        }
        let names: Vec<String> = selected.iter().map(|it| it.stand_in.clone()).collect();
        let text = groups.with_names(&heard, &names);
        let is_plural = groups.groups.iter().any(|group| group.names.len() > 1 || group.is_reference);
        let is_certain =
            is_plural || self.means_names(&text, &groups, &selected, saying, reader, request).await;
        if !is_certain || self.is_of_other_things(&text, &selected, reader, request).await {
            return None;
        }
        self.say_with_stand_ins(&text, selected, saying, reader, request).await
    }

    /// Finds the things of the groups from which some are excluded. Returns the phrase of a group for which that is not
    /// possible.
    async fn find_remaining(&self, groups: &mut Groups, request: &Request) -> Result<(), String> {
        for group in &mut groups.groups {
            let Some(exclusion) = &group.exclusion else { continue };
            let container = exclusion.container.as_ref();
            let needs_all = exclusion.listed.is_none() || exclusion.is_by_title();
            let all = match needs_all {
                true => self.things_in(group.kind, container, request).await,
                false => Vec::new(),
            };
            let all = match &exclusion.listed {
                Some(listed) => {
                    let title = |name: &String| all.iter().find(|(own, _)| own == name)?.1.clone();
                    listed.iter().map(|name| (name.clone(), title(name))).collect()
                }
                None => all,
            };
            group.names = exclusion.remaining(&all).ok_or_else(|| group.said.clone())?;
        }
        Ok(())
    }

    /// Returns the names and titles of all things of a kind, or of those in a container.
    async fn things_in(
        &self,
        kind: &ThingKind,
        container: Option<&(&'static ThingKind, String)>,
        request: &Request,
    ) -> Vec<(String, Option<String>)> {
        let Some(verb) = self.catalog.showing(Format::of_kind(kind)) else { return Vec::new() };
        let signature = verb.signature();
        let mut arguments = Object::new();
        if let Some((kind, name)) = container {
            let format = Some(Format::of_kind(kind));
            let Some(parameter) = signature.parameters.iter().find(|it| it.format == format) else {
                return Vec::new();
            };
            arguments.insert(parameter.name.clone(), name.as_str().into());
        }
        let context =
            Context { settings: self.lookup(), seals: self.seals(&request.owner), ..request.context() };
        match (call_permitted(verb.as_ref(), arguments, &context).await, signature.shows) {
            (Ok(outcome), Some(shown)) => shown.titled(&outcome.value),
            _ => Vec::new(),
        }
    }

    /// Returns the groups with a name that stands for each.
    fn selected_groups(&self, groups: &Groups, sentence: &str, request: &Request) -> Vec<Selected> {
        let workspace = request.workspace.display().to_string();
        let selected = groups.groups.iter().enumerate().map(|(at, group)| {
            let has_path = group.kind.names.is_path();
            let path = |name: &String| match has_path {
                true => request.workspace.join(name).display().to_string(),
                false => name.clone(),
            };
            Selected {
                said: group.said.clone(),
                stand_in: stand_in(group, at, sentence),
                here: workspace.clone(),
                container: workspace.clone(),
                paths: group.names.iter().map(path).collect(),
                kind: Some(group.kind).filter(|_| !has_path),
                is_named: true,
                ..Selected::default()
            }
        });
        selected.collect()
    }

    /// Whether the names of single things are read as names, and the sentence would otherwise be read differently. A name may also
    /// be a text: "search for fix login".
    async fn means_names(
        &self,
        text: &str,
        groups: &Groups,
        selected: &[Selected],
        saying: &Saying,
        reader: &Reader,
        request: &Request,
    ) -> bool {
        let plain = self.tools_of(&saying.sentence, reader, request).await;
        let is_about = |tool: &Tool, kind: &ThingKind| {
            let declared = self.parameters_of(&tool.0, &request.session);
            declared.iter().any(|it| it.format == Some(Format::of_kind(kind)))
        };
        let is_other = plain.as_ref().is_some_and(|tools| {
            let mut kinds = groups.groups.iter().map(|group| group.kind);
            !kinds.any(|kind| tools.iter().any(|tool| is_about(tool, kind)))
        });
        if is_other {
            return false;
        }
        let (Some(plain), Some(named)) = (plain, self.tools_of(text, reader, request).await) else {
            return true;
        };
        let replaced: Vec<Tool> = named
            .iter()
            .map(|(name, arguments)| {
                let mut arguments = arguments.clone();
                for (it, group) in selected.iter().zip(&groups.groups) {
                    arguments = it.replaced(&arguments, &group.names[0]);
                }
                (name.clone(), arguments)
            })
            .collect();
        let is_same = |(one, other): (&Tool, &Tool)| {
            let folded = |tool: &Tool| fold(&format!("{:?}", tool.1).to_lowercase());
            one.0 == other.0 && folded(one) == folded(other)
        };
        plain.len() != replaced.len() || !plain.iter().zip(&replaced).all(is_same)
    }

    /// Whether a name that stands for things is used as anything but the thing of an action, such as in a text.
    async fn is_of_other_things(
        &self,
        text: &str,
        selected: &[Selected],
        reader: &Reader,
        request: &Request,
    ) -> bool {
        let Some(tools) = self.tools_of(text, reader, request).await else { return false };
        let found: Vec<_> =
            tools.iter().map(|tool| self.selection_of(tool, selected, &request.session)).collect();
        let is_unclear = found.iter().any(|it| matches!(it, Err(Fault::Unclear)));
        is_unclear || found.iter().all(|it| matches!(it, Ok(None)))
    }

    /// Returns the tools of a sentence that is clear.
    async fn tools_of(&self, text: &str, reader: &Reader, request: &Request) -> Option<Vec<Tool>> {
        let plain = self.plain(text, reader, request).await;
        let heard = reader.tokenize(&plain.text, now());
        let understood = self.understood(&heard, reader, &plain.lexicon, &plain.mentioned, request);
        match understood.mode() {
            Mode::Direct => {
                let reading = understood.reading();
                (reading.decision == Decision::Act).then(|| vec![understood.visited(&reading)])
            }
            Mode::Orchestrated => {
                let (_, tools) = self.read_goals(&understood, request).ok()?;
                tools.into_iter().collect::<Result<_, _>>().ok()
            }
        }
    }
}

/// Returns the question about a phrase for all things but some, if it is not clear which ones are excluded.
fn unclear_exclusion(said: &str, saying: &Saying) -> Reply {
    let mut report = Report::new(Status::Ask, "say");
    report.summary = Some(match tongue(&saying.sentence) {
        Tongue::English => format!(
            "Nothing was done: it is not clear which things “{said}” means. Name those that stay, for example \
             by their numbers."
        ),
        Tongue::Portuguese => format!(
            "Nada foi feito: não é claro o que significa “{said}”. Diz quais é que ficam, por exemplo pelos seus \
             números."
        ),
    });
    Reply::Report(Box::new(report))
}

/// Returns a name that the sentence does not contain.
fn stand_in(group: &Group, at: usize, sentence: &str) -> String {
    let extension = group.names.first().and_then(|name| name.rsplit_once('.')).map_or("txt", |(_, it)| it);
    let name = |number: usize| match group.kind.names.is_path() {
        true if group.names.iter().all(|name| has_extension(name)) => format!("a{number}z.{extension}"),
        true => format!("a{number}z"),
        false => format!("#{}", 90_000 + number),
    };
    let is_free = |name: &String| !sentence.contains(name.as_str());
    (at + 1..).map(name).find(is_free).unwrap_or_default()
}
