//! Intents that are defined at runtime, for a session.

mod block;
mod export;
mod shorthand;
mod step;

use std::collections::BTreeMap;

use lemmascope_intent::{
    Cause, Diagnostic, Failure, LineShape, Notation, Parameter, Report, Signature, Type, usage,
};

use crate::catalog::{Checker, Entry, Tier};
use crate::engine::Engine;
use crate::learning::LEARNED;

pub(super) fn signatures() -> Vec<Signature> {
    let name = Parameter::required("name", Type::String, "The intent.").written(Notation::Name);
    vec![
        Signature::change("engine.define", "Define an intent for this session.")
            .command("define")
            .shape(LineShape::Define),
        Signature::change("engine.undefine", "Remove an intent of this session.")
            .command("undefine <name>")
            .parameter(name),
    ]
}

pub(super) use export::signatures as persisting;

impl Engine {
    /// Registers an intent for a session, until the session is closed. The body has the format of a
    /// definition file without its first two lines. Steps may be commands, and parameters may be written on
    /// one line.
    pub(super) fn define(&self, name: &str, body: &str, session: &str) -> Result<Report, Failure> {
        let entry = self.session_entry(self.definition_source(name, body, session)?)?;
        let call = usage(name, &entry.parameters());
        self.write(|state| state.define(session, entry)).map_err(|fault| refused(&fault.diagnostics))?;
        let mut report = Report::ok("define")
            .section("registered", vec![format!("Intent '{name}' available for this session.")])
            .section("usage", vec![call]);
        report.summary = Some(name.into());
        Ok(report)
    }

    /// Expands the body of a definition into its long form.
    pub(super) fn definition_source(&self, name: &str, body: &str, session: &str) -> Result<String, Failure> {
        let body = shorthand::expand(&dedent(body), &|command| self.step_of(command, session))?;
        Ok(format!("intent: {name}\nversion: 1\n{body}\n"))
    }

    /// Restores the intents that a session has defined before, as far as they are still valid.
    pub(crate) fn define_again(&self, sources: &[String], defined: BTreeMap<String, i64>, session: &str) {
        if self.read(|state| state.sources_of(session)) == sources {
            return;
        }
        self.write(|state| state.undefine(session, None));
        for entry in sources.iter().filter_map(|source| self.session_entry(source.clone()).ok()) {
            let _valid = self.write(|state| state.define(session, entry));
        }
        self.write(|state| state.note_defined(session, defined));
    }

    /// Checks a definition that does not come from a file, and returns its registry entry.
    pub(super) fn session_entry(&self, source: String) -> Result<Entry, Failure> {
        let checked = self
            .read(|state| Checker::new(&self.catalog, &state.configuration).check(&source, Tier::Session));
        if checked.diagnostics.iter().any(Diagnostic::is_error) {
            return Err(refused(&checked.diagnostics));
        }
        let definition = checked.definition.ok_or_else(|| {
            Failure::new(Cause::DefinitionInvalid, "the definition is empty").hint("Give it steps.")
        })?;
        let is_learned = definition.tags.iter().any(|tag| tag == LEARNED);
        let tier = if is_learned { Tier::Discovered } else { Tier::Session };
        Ok(Entry {
            definition: definition.into(),
            tier,
            origin: tier.as_str().into(),
            source: source.into(),
            pack: None,
        })
    }

    /// Removes an intent that the session has defined.
    pub(super) fn undefine(&self, name: &str, session: &str) -> Result<Report, Failure> {
        match self.write(|state| state.undefine(session, Some(name))) {
            0 => Err(Failure::new(Cause::UnknownIntent, format!("no intent \"{name}\" was defined here"))
                .hint("`intents --session` lists them.")),
            _ => Ok(Report { summary: Some(name.into()), ..Report::ok("undefine") }),
        }
    }
}

/// Returns the failure for a definition with faults, with the first of them.
pub(super) fn refused(diagnostics: &[Diagnostic]) -> Failure {
    match diagnostics.iter().find(|fault| fault.is_error()) {
        Some(fault) => {
            Failure::new(Cause::DefinitionInvalid, fault.message.clone()).hint(fault.remedy.clone())
        }
        None => Failure::new(Cause::DefinitionInvalid, "the definition cannot be used"),
    }
}

/// Removes the common indentation of all lines.
fn dedent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let shared = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    text.lines().map(|line| line.get(shared..).unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
