mod pack;

use std::path::{Path, PathBuf};

use lemmascope_engine::{
    Checker, EffectReader, PackEffects, Tier, definition_files, is_patterns, manifest_file, pattern_files,
    read_definition, unlinked,
};
use lemmascope_intent::definition::find_cycles;
use lemmascope_intent::{
    Cause, Definition, Diagnostic, Domain, Failure, PackManifest, PatternDefinition, yaml,
};
use serde_json::json;

use crate::answer::Answer;
use crate::compose;
use crate::credential_prompt::Beside;
use crate::diagnose::render;
use crate::engine_handle::EngineHandle;
use crate::environment::Environment;
use crate::script;
use crate::sharing::shipped;

use pack::pack_folders;

/// The maximum number of parent folders in which the manifest of a pack is searched.
const DEEPEST: usize = 9;

/// A checked file.
struct File {
    name: String,
    source: String,
    faults: Vec<Diagnostic>,
    definition: Option<Definition>,
}

/// Checks definitions. If the argument is neither a file nor a folder with definitions, ticks a checkbox on
/// the page, which is the meaning of `check` in the command language.
pub(crate) async fn run(
    door: EngineHandle,
    place: &Environment,
    flags: &[String],
    named: Vec<String>,
    json: bool,
) -> Result<Answer, Failure> {
    let (named, asked) = match named.len() {
        0 => (named, false),
        _ => script::extract_json_flag(["check".to_string()].into_iter().chain(named).collect()),
    };
    let json = json || asked;
    let places = named.get(1..).unwrap_or_default();
    if places.iter().all(|named| is_place(place, named)) {
        let paths: Vec<PathBuf> = places.iter().map(PathBuf::from).collect();
        return check(place, flags, &paths, json);
    }
    door.open().await?.submit_once(&script::join_words(&named), Beside::script(), json).await
}

/// Whether the argument names an existing path, or looks like a definition file or folder.
fn is_place(place: &Environment, named: &str) -> bool {
    let path = place.workspace.join(named);
    let has_ending =
        path.extension().is_some_and(|ending| ["yaml", "yml", "json"].iter().any(|one| ending == *one));
    !named.starts_with('-') && (has_ending || named.contains('/') || path.exists())
}

/// Checks definition and pattern files, and renders all faults. Without arguments, checks everything that the
/// user has installed.
fn check(place: &Environment, flags: &[String], paths: &[PathBuf], json: bool) -> Result<Answer, Failure> {
    let configuration = compose::configuration(place, flags)?;
    let domains = compose::domains(place, &configuration);
    let catalog = lemmascope_engine::compose(&domains);
    let checker = Checker::new(&catalog, &configuration);
    let installed = [place.intents()];
    let paths = if paths.is_empty() { installed.as_slice() } else { paths };
    let mut files = Vec::new();
    for path in paths {
        let found = find(&place.workspace.join(path));
        if found.is_empty() && paths != installed.as_slice() {
            return Err(Failure::new(
                Cause::TargetNotFound,
                format!("there is no definition at {}", path.display()),
            )
            .hint("Definitions are .yaml, .yml or .json files."));
        }
        files.extend(found.iter().map(|file| read(file, &shown(file, place), &checker)));
    }
    add_cycle_errors(&mut files);
    let packs = configuration.texts("intent_engine.packs.pack_paths");
    let packs = packs.iter().map(|pack| compose::expand(pack, place));
    let folders: Vec<PathBuf> = packs.chain([place.intents()]).collect();
    add_unresolved_calls(&mut files, others(&domains, &folders, &checker));
    let folders = paths.iter().flat_map(|path| pack_folders(&place.workspace.join(path)));
    let shipped = shipped(&domains, &checker);
    let packs = pack::effects(folders, &EffectReader::new(&catalog, &checker, &shipped));
    Ok(answer(&files, &packs, json))
}

/// Returns the file, or the definition and pattern files in the folder and its subfolders.
fn find(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_path_buf()];
    }
    let mut found = definition_files(path);
    found.extend(pattern_files(path));
    found.extend(manifest_file(path));
    found.sort();
    let Ok(entries) = std::fs::read_dir(path) else { return found };
    let mut folders: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    found.extend(folders.iter().flat_map(|folder| find(folder)));
    found
}

fn shown(file: &Path, place: &Environment) -> String {
    file.strip_prefix(&place.workspace).unwrap_or(file).display().to_string()
}

fn read(path: &Path, name: &str, checker: &Checker<'_>) -> File {
    let file = |source: &str, faults, definition| File {
        name: name.into(),
        source: source.into(),
        faults,
        definition,
    };
    let bare = |faults| file("", faults, None);
    let bytes = match read_definition(path) {
        Ok(bytes) => bytes,
        Err(fault) => return bare(vec![fault]),
    };
    match yaml::decode(&bytes) {
        Ok(source) if is_manifest(path) => {
            file(source, checker.manifest(source, &folder_name(path)).diagnostics, None)
        }
        Ok(source) if is_patterns(path) || PatternDefinition::is_meant_by(source) => {
            file(source, PatternDefinition::read(source).diagnostics, None)
        }
        Ok(source) => {
            let checked = match containing_manifest(path, checker) {
                Some(manifest) => checker.check_for(source, &manifest),
                None => checker.check(source, Tier::User),
            };
            file(source, checked.diagnostics, checked.definition)
        }
        Err(fault) => bare(vec![fault]),
    }
}

fn is_manifest(path: &Path) -> bool {
    path.parent().and_then(manifest_file).is_some_and(|manifest| manifest == path)
}

fn folder_name(path: &Path) -> String {
    let folder = std::path::absolute(path).ok().and_then(|path| Some(path.parent()?.to_path_buf()));
    let name = folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_default()
}

/// Returns the manifest of the pack that contains a file, because its definitions may call functions of the
/// pack.
fn containing_manifest(path: &Path, checker: &Checker<'_>) -> Option<PackManifest> {
    let file = path.ancestors().skip(1).take(DEEPEST).find_map(manifest_file)?;
    let bytes = read_definition(&file).ok()?;
    let source = yaml::decode(&bytes).ok()?;
    checker.manifest(source, &folder_name(&file)).manifest
}

/// Finds cycles of calls, which requires all files.
fn add_cycle_errors(files: &mut [File]) {
    let with: Vec<usize> = (0..files.len()).filter(|index| files[*index].definition.is_some()).collect();
    let definitions: Vec<&Definition> =
        with.iter().filter_map(|index| files[*index].definition.as_ref()).collect();
    let circles: Vec<(usize, Diagnostic)> =
        find_cycles(&definitions).iter().map(|cycle| (with[cycle.closing()], cycle.diagnostic())).collect();
    for (index, fault) in circles {
        if !files[index].faults.contains(&fault) {
            files[index].faults.push(fault);
        }
    }
}

/// Finds unresolved calls of composed definitions, which requires all available definitions.
fn add_unresolved_calls(files: &mut [File], others: Vec<Definition>) {
    let with: Vec<usize> = (0..files.len()).filter(|index| files[*index].definition.is_some()).collect();
    let definitions: Vec<&Definition> =
        with.iter().filter_map(|index| files[*index].definition.as_ref()).collect();
    let faults = unlinked(&definitions, others);
    for (index, fault) in faults {
        files[with[index]].faults.push(fault);
    }
}

/// Returns the definitions that are compiled in or installed.
fn others(domains: &[Domain], folders: &[PathBuf], checker: &Checker<'_>) -> Vec<Definition> {
    let compiled_in = shipped(domains, checker);
    let files = folders.iter().flat_map(|folder| find(folder));
    let installed = files.filter_map(|file| read(&file, "", checker).definition);
    compiled_in.into_iter().chain(installed).collect()
}

fn answer(files: &[File], packs: &[PackEffects], json: bool) -> Answer {
    let bad = files.iter().filter(|file| file.faults.iter().any(Diagnostic::is_error)).count();
    let exit = u8::from(bad > 0);
    if json {
        let faults: Vec<serde_json::Value> =
            files.iter().flat_map(|file| file.faults.iter().map(|fault| fault_json(file, fault))).collect();
        let status = if bad > 0 { "error" } else { "ok" };
        let mut object = json!({ "status": status, "files": files.len(), "bad": bad, "faults": faults });
        if !packs.is_empty() {
            object["packs"] = packs.iter().map(PackEffects::json).collect();
        }
        return Answer { text: format!("{object}\n"), exit, ..Answer::default() };
    }
    let mut text = String::new();
    for file in files {
        for fault in &file.faults {
            text.push_str(&render(&file.name, &file.source, fault));
            text.push('\n');
        }
    }
    text.extend(packs.iter().map(pack::text));
    let counted = |count: usize| format!("{count} {}", if count == 1 { "file" } else { "files" });
    match bad {
        0 => text.push_str(&format!("ok check: {}\n", counted(files.len()))),
        bad => text.push_str(&format!("error check: {bad} of {} at fault\n", counted(files.len()))),
    }
    Answer { text, exit, ..Answer::default() }
}

fn fault_json(file: &File, fault: &Diagnostic) -> serde_json::Value {
    let (line, column) = lemmascope_intent::line_column(&file.source, fault.span.start);
    json!({
        "file": file.name,
        "line": line,
        "column": column,
        "code": fault.code.as_str(),
        "severity": if fault.is_error() { "error" } else { "warning" },
        "message": fault.message,
        "remedy": fault.remedy,
    })
}
