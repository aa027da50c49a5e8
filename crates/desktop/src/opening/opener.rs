use std::path::Path;

use lemmascope_intent::{Cause, Failure};

use crate::system::Settings;

use super::associations::Associations;
use super::catalog::{Catalog, program};
use super::exec::Target;
use super::kind::{Kinds, Nature};
use super::start::Start;

/// Returns the application for a file's type. A program is refused, and a script is opened as text.
pub(crate) fn application_of(
    settings: &Settings,
    catalog: &Catalog,
    path: &Path,
    head: &[u8],
    runs: bool,
) -> Result<Start, Failure> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let kinds = Kinds::read(settings);
    let target = Target::File(path.to_path_buf());
    match kinds.nature(&name, head, runs) {
        Nature::Program => Err(Failure::new(
            Cause::Forbidden,
            format!("\"{name}\" is a program, and opening it would run it"),
        )
        .hint("Say system.apps.launch_path if it is to run.")),
        Nature::Script(kind) => {
            let lineage = ["text/plain".to_string()];
            start(settings, catalog, &lineage, target, false).ok_or_else(|| {
                Failure::new(
                    Cause::Forbidden,
                    format!("\"{name}\" would be carried out, and there is no editor to show it in ({kind})"),
                )
                .hint("Install a text editor.")
            })
        }
        Nature::Document(kind) => {
            let lineage = kinds.lineage(&kind);
            start(settings, catalog, &lineage, target, true)
                .ok_or_else(|| nothing_opens(&format!("\"{name}\" ({kind})")))
        }
    }
}

/// Returns the file manager for a folder.
pub(crate) fn file_manager(settings: &Settings, catalog: &Catalog, path: &Path) -> Result<Start, Failure> {
    let target = Target::File(path.to_path_buf());
    let lineage = ["inode/directory".to_string()];
    let managers = catalog
        .entries
        .iter()
        .filter(|entry| entry.categories.iter().any(|category| category == "FileManager") && !entry.terminal);
    start(settings, catalog, &lineage, target.clone(), false)
        .or_else(|| {
            managers.into_iter().find_map(|entry| {
                Start::entry(settings, entry, None, std::slice::from_ref(&target), &[]).ok()
            })
        })
        .or_else(|| fallback(settings, &target))
        .ok_or_else(|| nothing_opens("a folder"))
}

fn start(
    settings: &Settings,
    catalog: &Catalog,
    lineage: &[String],
    target: Target,
    may_fall_back: bool,
) -> Option<Start> {
    let able = Associations::read(settings).of(catalog, lineage);
    let started = able
        .iter()
        .find_map(|entry| Start::entry(settings, entry, None, std::slice::from_ref(&target), &[]).ok());
    started.or_else(|| may_fall_back.then(|| fallback(settings, &target)).flatten())
}

/// Returns the generic opener of the platform, if no desktop entry matches.
fn fallback(settings: &Settings, target: &Target) -> Option<Start> {
    let what = target.plain();
    let xdg = program(settings, "xdg-open").map(|program| (program, vec![what.clone()]));
    let opener = xdg.or_else(|| Some((program(settings, "gio")?, vec!["open".into(), what])));
    opener.map(|(program, arguments)| Start::program(settings, program, arguments))
}

fn nothing_opens(what: &str) -> Failure {
    Failure::new(Cause::Unavailable, format!("no program on this machine opens {what}"))
        .hint("Install an application for it, or name the application.")
}
