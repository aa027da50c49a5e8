use lemmascope_intent::{Cause, Failure};

use super::catalog::Catalog;
use super::choosing::{Candidate, Choice, Kind, ambiguous, choose};
use super::entry::{Entry, stem};
use super::exec::CommandLine;
use super::likeness::{Likeness, Said, Tier};
use super::memory::Memory;

/// An application that may match a requested name.
#[derive(Clone)]
pub(crate) struct Called<'a> {
    pub(crate) entry: &'a Entry,
    /// The index of its desktop action, if the action's name matches.
    pub(crate) action: Option<usize>,
    pub(crate) likeness: Likeness,
}

impl Called<'_> {
    /// The name for display.
    pub(crate) fn label(&self) -> String {
        match self.action.and_then(|action| self.entry.actions.get(action)) {
            Some(action) => format!("{}: {}", self.entry.name, action.name),
            None => self.entry.name.clone(),
        }
    }

    /// The key in the history of opened items.
    pub(crate) fn key(&self) -> String {
        format!("application {}", self.entry.id)
    }

    /// Whether it accepts URLs.
    pub(crate) fn takes_urls(&self) -> bool {
        let line = match self.action {
            Some(action) => self.entry.actions.get(action).map(|action| &action.line),
            None => self.entry.line.as_ref(),
        };
        line.is_none_or(CommandLine::takes_urls)
    }
}

impl Catalog {
    /// Returns the application with this name.
    pub(crate) fn called(&self, name: &str, memory: &Memory, now: i64) -> Result<Called<'_>, Failure> {
        let mut called = self.candidates(&Said::new(name));
        let candidates: Vec<Candidate> = called
            .iter()
            .map(|called| Candidate {
                label: self.label(called),
                kind: Kind::Application,
                likeness: called.likeness,
                opened: memory.last(&called.key()),
                used: None,
            })
            .collect();
        match choose(&candidates, now) {
            Choice::One(index) => Ok(called.swap_remove(index)),
            Choice::Several(several) => {
                Err(ambiguous(name, several.into_iter().map(|index| &candidates[index])))
            }
            Choice::None => {
                let nearest = self.nearest(&Said::new(name));
                let failure =
                    Failure::new(Cause::TargetNotFound, format!("there is no application called \"{name}\""));
                Err(match nearest.is_empty() {
                    true => {
                        failure.hint("Install it, or run a program by its path with system.apps.launch_path.")
                    }
                    false => failure.hint(format!("Did you mean {}?", nearest.join(", "))).instead(nearest),
                })
            }
        }
    }

    /// Returns all applications with a similar name.
    pub(crate) fn candidates(&self, said: &Said) -> Vec<Called<'_>> {
        let mut found = Vec::new();
        for entry in &self.entries {
            if let Some(likeness) = likeness(said, entry) {
                found.push(Called { entry, action: None, likeness });
            }
            for (index, action) in entry.actions.iter().enumerate() {
                let whole = format!("{} {}", entry.name, action.name);
                let exact = said.likeness(&whole).filter(|likeness| likeness.tier == Tier::Exact);
                found.extend(exact.map(|likeness| Called { entry, action: Some(index), likeness }));
            }
        }
        found
    }

    /// Returns the name for display, or the id if several applications have the same name.
    pub(crate) fn label(&self, called: &Called<'_>) -> String {
        let alike = self.entries.iter().filter(|entry| entry.name == called.entry.name).count() > 1;
        if alike { stem(&called.entry.id).to_string() } else { called.label() }
    }

    /// Returns at most three similar names.
    pub(crate) fn nearest(&self, said: &Said) -> Vec<String> {
        let listed = self.entries.iter().filter(|entry| entry.listed);
        let mut names: Vec<(f64, &str)> =
            listed.map(|entry| (said.resemblance(&entry.name), entry.name.as_str())).collect();
        names.retain(|(resemblance, _)| *resemblance >= 0.7);
        names.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        names.into_iter().take(3).map(|(_, name)| name.to_string()).collect()
    }
}

fn likeness(said: &Said, entry: &Entry) -> Option<Likeness> {
    let name = said.likeness(&entry.name);
    // Several applications may share a program, as in an office suite, so the program name ranks below their
    // own names.
    let others = entry.other_names.iter().map(String::as_str).chain([stem(&entry.id)]);
    let others = others.filter_map(|name| said.likeness(name)).map(|found| weaker(found, found.tier, 0.8));
    // The generic name and keywords match too, with a lower rank than all names.
    let kinds = entry.kinds.iter().filter_map(|kind| said.likeness(kind));
    let kinds = kinds.filter(|found| found.tier >= Tier::Word && found.tier != Tier::Prefix);
    let kinds =
        kinds.map(|found| weaker(found, Tier::Word, if found.tier == Tier::Exact { 0.7 } else { 0.4 }));
    let best = name.into_iter().chain(others).chain(kinds).max_by(Likeness::total_cmp)?;
    // An application that is in no menu matches only by its exact name.
    (entry.listed || best.tier == Tier::Exact).then_some(best)
}

fn weaker(found: Likeness, tier: Tier, share: f64) -> Likeness {
    Likeness { tier, nearness: found.nearness * share }
}
