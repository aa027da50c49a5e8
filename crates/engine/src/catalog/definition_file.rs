//! The files in a folder that belong to intents, told by their names.

use std::path::{Path, PathBuf};

/// A folder has at most so many files that are read.
pub(crate) const MOST_FILES: usize = 2000;

/// The definition files in a folder, sorted; none if there is no such folder.
pub fn definition_files(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, is_definition)
}

/// The files in a folder that a name tells to be wanted, sorted.
pub(crate) fn files_in(folder: &Path, is_wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_wanted(path)).collect();
    files.sort();
    files.truncate(MOST_FILES);
    files
}

/// Whether a file is a definition, by its name.
pub fn is_definition(path: &Path) -> bool {
    // What a pack says of itself and of its pages is not a definition.
    is_written(path) && !is_patterns(path) && path.file_stem().is_none_or(|stem| stem != "pack")
}

/// Whether a file is YAML or JSON and not hidden, by its name.
pub(crate) fn is_written(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let hidden = path.file_name().and_then(|name| name.to_str()).is_none_or(|name| name.starts_with('.'));
    !hidden && matches!(extension.to_lowercase().as_str(), "yaml" | "yml" | "json")
}

/// Whether a file is one of patterns, by its name: `patterns.yaml` or `NAME.patterns.yaml`.
pub fn is_patterns(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    is_written(path) && (stem == "patterns" || stem.ends_with(".patterns"))
}
