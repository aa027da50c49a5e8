use std::path::PathBuf;

use crate::system::Settings;

use super::catalog::{Catalog, read, variable};
use super::entry::Entry;
use super::keys::Keys;

/// The associations of MIME types with applications: those of the user, those of the desktop, and those that
/// applications declare.
pub(super) struct Associations {
    /// The association lists, the most specific first.
    lists: Vec<Keys>,
    /// The MIME types that applications declared at installation (`mimeinfo.cache`).
    gathered: Vec<Keys>,
}

impl Associations {
    pub(super) fn read(settings: &Settings) -> Self {
        let keys = |path: &PathBuf| read(path).map(|bytes| Keys::read(&String::from_utf8_lossy(&bytes)));
        let data: Vec<PathBuf> = settings.data.iter().map(|folder| folder.join("applications")).collect();
        Self {
            lists: lists(settings, &data).iter().filter_map(keys).collect(),
            gathered: data.iter().filter_map(|folder| keys(&folder.join("mimeinfo.cache"))).collect(),
        }
    }

    /// Returns the applications for the first of these types that has any, the default first.
    pub(super) fn of<'a>(&self, catalog: &'a Catalog, lineage: &[String]) -> Vec<&'a Entry> {
        lineage
            .iter()
            .map(|kind| self.of_kind(catalog, kind))
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    fn of_kind<'a>(&self, catalog: &'a Catalog, kind: &str) -> Vec<&'a Entry> {
        let mut ids: Vec<String> = Vec::new();
        for list in &self.lists {
            ids.extend(list.group("Default Applications").map(|group| group.list(kind)).unwrap_or_default());
        }
        let mut removed: Vec<String> = Vec::new();
        for list in &self.lists {
            let of = |name: &str| list.group(name).map(|group| group.list(kind)).unwrap_or_default();
            ids.extend(of("Added Associations").into_iter().filter(|id| !removed.contains(id)));
            removed.extend(of("Removed Associations"));
        }
        for list in &self.gathered {
            let of = list.group("MIME Cache").map(|group| group.list(kind)).unwrap_or_default();
            ids.extend(of.into_iter().filter(|id| !removed.contains(id)));
        }
        let able = catalog.entries.iter().filter(|entry| entry.types.iter().any(|known| known == kind));
        ids.extend(able.map(|entry| entry.id.clone()).filter(|id| !removed.contains(id)));
        let mut found: Vec<&Entry> = Vec::new();
        for entry in ids.iter().filter_map(|id| catalog.get(id)) {
            if !found.iter().any(|known| known.id == entry.id) {
                found.push(entry);
            }
        }
        found
    }
}

/// Returns the paths of association lists in order of precedence.
fn lists(settings: &Settings, data: &[PathBuf]) -> Vec<PathBuf> {
    let own = variable(settings, "XDG_CONFIG_HOME").map(PathBuf::from);
    let mut folders = vec![own.unwrap_or_else(|| settings.home.join(".config"))];
    let shared = variable(settings, "XDG_CONFIG_DIRS").unwrap_or_else(|| "/etc/xdg".into());
    folders.extend(shared.split(':').filter(|folder| folder.starts_with('/')).map(PathBuf::from));
    folders.extend(data.iter().cloned());
    let desktops = variable(settings, "XDG_CURRENT_DESKTOP").unwrap_or_default().to_lowercase();
    let desktops: Vec<&str> =
        desktops.split(':').filter(|name| !name.is_empty() && !name.contains('/')).collect();
    let mut paths = Vec::new();
    for folder in folders {
        paths.extend(desktops.iter().map(|desktop| folder.join(format!("{desktop}-mimeapps.list"))));
        paths.push(folder.join("mimeapps.list"));
    }
    // The previous name of the file.
    paths.extend(data.iter().map(|folder| folder.join("defaults.list")));
    paths
}
