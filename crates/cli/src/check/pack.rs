use std::path::{Path, PathBuf};

use lemmascope_engine::{EffectReader, PackEffects};

/// Returns the pack folders at a path and below it.
pub(super) fn pack_folders(path: &Path) -> Vec<PathBuf> {
    let is_pack =
        |path: &Path| ["pack.yaml", "pack.yml", "pack.json"].iter().any(|file| path.join(file).is_file());
    if is_pack(path) {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_pack(path)).collect();
    folders.sort();
    folders
}

/// Returns the effects of the packs in these folders, without loading them. Skips packs that cannot be
/// loaded.
pub(super) fn effects(folders: impl Iterator<Item = PathBuf>, reader: &EffectReader<'_>) -> Vec<PackEffects> {
    let absolute = |folder: PathBuf| std::path::absolute(&folder).unwrap_or(folder);
    folders.filter_map(|folder| reader.read(&absolute(folder)).ok()).collect()
}

/// Formats the effects as text, without faulty files, which are already reported by the check.
pub(super) fn text(effects: &PackEffects) -> String {
    let shown = PackEffects { left_out: Vec::new(), ..effects.clone() };
    let mut text = format!("pack {}\n", effects.name);
    text.extend(shown.lines().iter().map(|line| format!("  {line}\n")));
    text
}
