//! The commands for packs: list, show, load and unload.

use lemmascope_intent::{
    Code, Failure, Notation, Object, Parameter, Report, Section, Signature, Status, Type, Value,
};

use crate::catalog::{PackStanding, PackState};
use crate::engine::Engine;

/// The heading for automatically loaded packs in a report.
const LOADING: &str = "auto-loading";

pub(super) fn signatures() -> Vec<Signature> {
    let name = || Parameter::required("name", Type::String, "The pack.").written(Notation::Name);
    vec![
        Signature::observe("engine.packs", "List the packs.").command("packs"),
        Signature::observe("engine.pack_show", "Show what a pack may do: its manifest.")
            .command("pack show <name>")
            .parameter(name()),
        Signature::change("engine.pack_load", "Load a pack in this session.")
            .command("pack load <name>")
            .parameter(name()),
        Signature::change("engine.pack_unload", "Unload a pack in this session.")
            .command("pack unload <name>")
            .parameter(name()),
    ]
}

impl Engine {
    /// Lists all packs, including those that cannot be loaded.
    pub(super) fn list_packs(&self, session: &str) -> Report {
        let packs = self.read(|state| state.packs(session));
        let lines = packs.iter().flat_map(lines).collect();
        let data: Vec<Value> = packs.iter().map(data).collect();
        let mut report = Report::ok("packs").section_of("available intent packs", lines, data.into());
        if packs.is_empty() {
            report.result = "There are no packs.".into();
            report.hints.push("`config show intent_engine.packs` shows where they are looked for.".into());
        }
        if packs.iter().any(|pack| !pack.faults.is_empty()) {
            report.hints.push("`lemmascope check FOLDER` lists the errors.".into());
        }
        report
    }

    /// Shows the effects of a pack: its domains, its credentials, its irreversible actions, and the code that
    /// it runs.
    pub(super) fn show_pack(&self, name: &str) -> Result<Report, Failure> {
        let effects = self.read(|state| state.effects_of(name))?;
        let report = Report { summary: Some(name.into()), ..Report::ok("pack show") };
        let (lines, mut data) = (effects.lines(), effects.json());
        data["lines"] = lines.clone().into();
        Ok(report.section_of("manifest", lines, data.into()))
    }

    pub(super) fn load_pack(&self, name: &str, session: &str) -> Result<Report, Failure> {
        let loaded = self.write(|state| state.load_pack(session, name))?;
        let intents = self.read(|state| state.packs(session)).into_iter().find(|pack| pack.name == name);
        let intents = intents.map(|pack| pack.intents).unwrap_or_default();
        let lines = match loaded.packs.as_slice() {
            [] => vec![format!("The intent pack {name} is loaded already.")],
            packs => packs.iter().map(|title| format!("Loading intent pack: {title}")).collect(),
        };
        let intents = intents.iter().map(|intent| format!("- {intent}")).collect();
        let mut report =
            Report { summary: Some(name.into()), ..Report::ok("pack load") }.section("loading", lines);
        if !loaded.left_out.is_empty() {
            report.status = Status::Partial;
            report.code = Some(Code::PackLoadFailed);
            report.summary = Some("PACK_LOAD_FAILED: some files of the pack were left out".into());
            report.hints.push("`lemmascope check FOLDER` lists the errors.".into());
        }
        Ok(report.section("left out", loaded.left_out).section("available intents (from pack)", intents))
    }

    pub(super) fn unload_pack(&self, name: &str, session: &str) -> Result<Report, Failure> {
        let title = self.write(|state| state.unload_pack(session, name))?;
        let report = Report { summary: Some(name.into()), ..Report::ok("pack unload") };
        Ok(report.section("unloading", vec![format!("Unloading intent pack: {title}")]))
    }

    /// Loads the packs of the page that a session has navigated to, and adds this to the report.
    pub(crate) fn load_here(&self, report: &mut Report, session: &str) {
        let (to_load, failed) = self.read(|state| (state.to_load_here(session), state.failed_here(session)));
        let names: Vec<String> =
            to_load.packs.iter().chain(failed.iter().map(|(name, _)| name)).cloned().collect();
        if names.is_empty() {
            return;
        }
        let titles = self.write(|state| state.visited(session, &names));
        let loaded = titles.iter().take(to_load.packs.len());
        let mut lines: Vec<String> = loaded.map(|title| format!("Loading intent pack: {title}")).collect();
        lines.extend(failed.into_iter().map(|(name, why)| {
            format!("{}: the intent pack {name} cannot be loaded: {why}", Code::PackLoadFailed.as_str())
        }));
        let section = Section { name: LOADING.into(), lines, data: Value::Null };
        match &mut report.view {
            // A report that consists only of a view has no sections of its own.
            Some(view) if view.alone => view.sections.insert(0, section),
            _ => report.sections.insert(0, section),
        }
    }
}

fn lines(pack: &PackState) -> Vec<String> {
    let (mark, title) = match (&pack.pack, pack.standing) {
        (Some(it), PackStanding::Loaded) => ('✓', it.title()),
        (Some(it), _) => (' ', it.title()),
        (None, _) => ('✗', pack.name.clone()),
    };
    let mut lines = vec![format!("{mark} {title} - {}", pack.standing.as_str())];
    lines.extend(pack.faults.iter().map(|fault| format!("    PACK_LOAD_FAILED: {fault}")));
    lines
}

fn data(pack: &PackState) -> Value {
    let texts = |texts: Vec<String>| Value::from(texts.into_iter().map(Value::from).collect::<Vec<_>>());
    let mut data = Object::new();
    let mut tell = |key: &str, value: Value| data.insert(key.into(), value);
    tell("pack", pack.name.as_str().into());
    tell("state", pack.standing.as_str().into());
    if let Some(it) = &pack.pack {
        let manifest = &it.manifest;
        let version = manifest.version.as_ref().map(|version| version.value.to_string());
        tell("version", version.map_or(Value::Null, Value::from));
        tell("description", manifest.description.as_str().into());
        tell("author", manifest.author.clone().map_or(Value::Null, Value::from));
        tell("domains", texts(it.domains.iter().map(ToString::to_string).collect()));
        tell("requires", texts(it.required().map(str::to_string).collect()));
        tell("path", it.path.display().to_string().into());
        tell("intents", texts(pack.intents.clone()));
        tell("brings_code", manifest.brings_code().into());
    }
    tell("faults", texts(pack.faults.clone()));
    Value::Object(data)
}
