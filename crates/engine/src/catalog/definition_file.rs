//! The definition and pattern files of a folder, recognized by their names.

use std::path::{Path, PathBuf};

/// The maximum number of files that are read from a folder.
pub(crate) const MOST_FILES: usize = 2000;

/// Returns the definition files in a folder, sorted; empty if the folder does not exist.
pub fn definition_files(folder: &Path) -> Vec<PathBuf> {
    files_in(folder, is_definition)
}

/// Returns the files in a folder that `is_wanted` accepts, sorted.
pub(crate) fn files_in(folder: &Path, is_wanted: fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_wanted(path)).collect();
    files.sort();
    files.truncate(MOST_FILES);
    files
}

/// Whether a path has the name of a definition file.
pub fn is_definition(path: &Path) -> bool {
    // The manifest of a pack and its pattern files are not definitions.
    is_written(path) && !is_patterns(path) && path.file_stem().is_none_or(|stem| stem != "pack")
}

/// Whether a path has the name of a YAML or JSON file that is not hidden.
pub(crate) fn is_written(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let hidden = path.file_name().and_then(|name| name.to_str()).is_none_or(|name| name.starts_with('.'));
    !hidden && matches!(extension.to_lowercase().as_str(), "yaml" | "yml" | "json")
}

/// Whether a path has the name of a pattern file: `patterns.yaml` or `NAME.patterns.yaml`.
pub fn is_patterns(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    is_written(path) && (stem == "patterns" || stem.ends_with(".patterns"))
}
