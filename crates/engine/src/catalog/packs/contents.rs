//! The files of a pack. The manifest names their locations, which must be inside the folder of the pack.
//! Links out of the folder are not followed.

use std::collections::BTreeSet;
use std::path::PathBuf;

use lemmascope_intent::Diagnostic;
use lemmascope_intent::definition::{PackPath, Spanned};

use super::super::definition_file::{MOST_FILES, files_in, is_definition, is_patterns, is_written};
use super::{Origin, Pack, failed};

/// The default folder for definitions, besides the folder of the pack itself.
const INTENTS: &str = "intents";

/// Returns the definition files of a pack, sorted.
pub(crate) fn definition_files(pack: &Pack) -> Vec<PathBuf> {
    if pack.origin == Origin::Shipped {
        return Vec::new();
    }
    match &pack.manifest.intents {
        Some(paths) => named(pack, paths, is_definition),
        None => {
            let folders = [pack.path.clone(), pack.path.join(INTENTS)];
            folders
                .iter()
                .filter(|folder| is_inside(folder))
                .flat_map(|it| files_in(it, is_definition))
                .collect()
        }
    }
}

/// Returns the pattern files of a pack, sorted.
pub(crate) fn pattern_files(pack: &Pack) -> Vec<PathBuf> {
    if pack.origin == Origin::Shipped {
        return Vec::new();
    }
    match &pack.manifest.patterns {
        Some(paths) => named(pack, paths, is_written),
        None => files_in(&pack.path, is_patterns),
    }
}

/// Returns the folders that contain the files of a pack.
pub(crate) fn folders(pack: &Pack) -> BTreeSet<PathBuf> {
    if pack.origin == Origin::Shipped {
        return BTreeSet::new();
    }
    let paths = pack.manifest.intents.iter().chain(&pack.manifest.patterns).flatten();
    let mut folders: BTreeSet<PathBuf> = paths.map(|path| folder_of(pack, &path.value)).collect();
    folders.extend([pack.path.clone(), pack.path.join(INTENTS)]);
    folders
}

/// Returns the faults of a pack whose manifest names folders outside of the pack: links, or paths that are
/// not folders.
pub(super) fn faults(pack: &Pack) -> Vec<Diagnostic> {
    if pack.origin == Origin::Shipped {
        return Vec::new();
    }
    let paths = pack.manifest.intents.iter().chain(&pack.manifest.patterns).flatten();
    let named = paths.filter(|path| !path.value.folders().is_empty());
    let mut faults: Vec<Diagnostic> = named
        .filter(|path| walk(pack, &path.value).is_none())
        .map(|path| {
            let message = format!("{} leads through what is no folder of the pack, or a link", path.value);
            failed(path.span.clone(), message, "Put the files into the pack; no link is followed out of it.")
        })
        .collect();
    let own = pack.path.join(INTENTS);
    if pack.manifest.intents.is_none() && own.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
        let message = format!("{INTENTS} is a link, and no link is followed out of a pack");
        faults.push(failed(0..0, message, "Put the files into the pack."));
    }
    faults
}

/// Returns the folder that a path refers to, if no part of the path is a link.
fn walk(pack: &Pack, path: &PackPath) -> Option<PathBuf> {
    let mut folder = pack.path.clone();
    path.folders()
        .iter()
        .all(|name| {
            folder.push(name);
            is_inside(&folder)
        })
        .then_some(folder)
}

fn folder_of(pack: &Pack, path: &PackPath) -> PathBuf {
    path.folders().iter().fold(pack.path.clone(), |folder, name| folder.join(name))
}

fn named(pack: &Pack, paths: &[Spanned<PackPath>], is_wanted: fn(&std::path::Path) -> bool) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for path in paths {
        let Some(folder) = walk(pack, &path.value) else { continue };
        if let Some(file) = path.value.file() {
            // The file may be missing or of another type; its reader reports that.
            found.insert(folder.join(file));
            continue;
        }
        let means = |file: &PathBuf| {
            file.file_name().and_then(|name| name.to_str()).is_some_and(|name| path.value.means(name))
        };
        found.extend(files_in(&folder, is_wanted).into_iter().filter(means));
    }
    found.into_iter().take(MOST_FILES).collect()
}

/// Whether a path is a folder, and not a link to one.
fn is_inside(folder: &std::path::Path) -> bool {
    folder.symlink_metadata().is_ok_and(|found| found.is_dir())
}
