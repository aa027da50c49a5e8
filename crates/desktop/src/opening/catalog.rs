use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::system::Settings;

use super::entry::{Entry, stem};
use super::exec::CommandLine;
use super::keys::LONGEST;

/// The limits for depth and number of desktop entries; a full desktop has several hundred, two folders deep.
const DEEPEST: usize = 5;
const MOST: usize = 20_000;

/// The applications of this machine that can be started.
pub(crate) struct Catalog {
    pub(super) entries: Vec<Entry>,
}

impl Catalog {
    /// Reads the desktop entries in the data folders. Entries in the user's folder take precedence over those
    /// of the system, and can hide them.
    pub(crate) fn read(settings: &Settings) -> Self {
        let desktops: Vec<String> = variable(settings, "XDG_CURRENT_DESKTOP")
            .map(|names| names.split(':').map(str::to_string).collect())
            .unwrap_or_default();
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        let mut left = MOST;
        for folder in &settings.data {
            for (id, path) in listed(&folder.join("applications"), &mut left) {
                if !seen.insert(id.clone()) {
                    continue;
                }
                let Some(bytes) = read(&path) else { continue };
                let entry = Entry::read(&bytes, &id, &path, &settings.languages, &desktops);
                entries.extend(entry.filter(|entry| !entry.hidden && can_start(settings, entry)));
            }
        }
        Self { entries }
    }

    /// Returns the names of a window's application: those of the window and that of its desktop entry.
    pub(crate) fn names_of(&self, class: &str, instance: &str) -> Vec<String> {
        let mut names = vec![class.to_string(), instance.to_string()];
        let is = |name: &str| {
            [class, instance].iter().any(|said| !said.is_empty() && said.eq_ignore_ascii_case(name))
        };
        for entry in &self.entries {
            let declared = entry.window_class.as_deref().is_some_and(is);
            if declared || is(stem(&entry.id)) || entry.other_names.iter().any(|name| is(name)) {
                names.push(entry.name.clone());
                names.extend(entry.other_names.iter().cloned());
            }
        }
        names
    }

    /// Returns the names and ids of the applications in menus, sorted by name.
    pub(crate) fn installed(&self) -> Vec<(String, String)> {
        let listed = self.entries.iter().filter(|entry| entry.listed);
        let mut installed: Vec<(String, String)> =
            listed.map(|entry| (entry.name.clone(), stem(&entry.id).to_string())).collect();
        installed.sort_by_cached_key(|(name, id)| (name.to_lowercase(), id.clone()));
        installed
    }

    /// Returns the entry with this id.
    pub(crate) fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

/// Returns a variable of the environment that started programs get.
pub(super) fn variable(settings: &Settings, name: &str) -> Option<String> {
    let found = settings.environment.iter().find(|(key, _)| key == name)?;
    found.1.to_str().filter(|value| !value.is_empty()).map(str::to_string)
}

/// Finds an executable by its name or path.
pub(crate) fn program(settings: &Settings, name: &str) -> Option<PathBuf> {
    let runs = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    match name.contains('/') {
        true => Some(PathBuf::from(name)).filter(|path| path.is_absolute() && runs(path)),
        false => settings.programs.iter().map(|folder| folder.join(name)).find(runs),
    }
}

/// Reads a data file up to the size limit. Refuses anything but a regular file, because a pipe would block
/// forever.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let nonblocking = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).ok()?;
    let file = fs::OpenOptions::new().read(true).custom_flags(nonblocking).open(path).ok()?;
    let found = file.metadata().ok()?;
    if !found.is_file() || found.len() > LONGEST {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn can_start(settings: &Settings, entry: &Entry) -> bool {
    if entry.try_exec.as_deref().is_some_and(|name| program(settings, name).is_none()) {
        return false;
    }
    match entry.line.as_ref().and_then(CommandLine::program) {
        Some(name) => program(settings, name).is_some() || entry.on_bus,
        None => entry.on_bus,
    }
}

/// Lists the entries below a folder by id: the relative path with dashes.
fn listed(top: &Path, left: &mut usize) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![(top.to_path_buf(), String::new(), 0)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            if *left == 0 {
                return found;
            }
            *left -= 1;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // Other package systems export their entries here as links.
            let Ok(kind) = fs::metadata(entry.path()) else { continue };
            if kind.is_dir() && depth < DEEPEST {
                folders.push((entry.path(), format!("{prefix}{name}-"), depth + 1));
            } else if kind.is_file() && name.ends_with(".desktop") {
                found.push((format!("{prefix}{name}"), entry.path()));
            }
        }
    }
    found.sort();
    found
}
