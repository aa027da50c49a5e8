use std::path::{Path, PathBuf};

use super::exec::{About, CommandLine, Target};
use super::keys::Keys;

/// An application, as described by its desktop entry.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The id for references in other files: `org.gnome.gedit.desktop`.
    pub id: String,
    /// The name in the user's language.
    pub name: String,
    pub(super) path: PathBuf,
    /// Other names: the untranslated name, and the program.
    pub(super) other_names: Vec<String>,
    /// The generic name and keywords.
    pub(super) kinds: Vec<String>,
    pub(super) types: Vec<String>,
    pub(super) categories: Vec<String>,
    /// The class of its windows.
    pub(super) window_class: Option<String>,
    /// Whether it is in menus.
    pub(super) listed: bool,
    /// Whether it counts as not installed, even if later folders contain it.
    pub(super) hidden: bool,
    pub(super) try_exec: Option<String>,
    pub(super) terminal: bool,
    pub(super) folder: Option<PathBuf>,
    /// Whether it can be activated over D-Bus.
    pub(super) on_bus: bool,
    pub(super) line: Option<CommandLine>,
    pub(super) actions: Vec<Action>,
    icon: Option<String>,
}

/// The maximum number of names and keywords of an application.
const MOST_NAMES: usize = 200;

/// A desktop action of an application: a private window, a new message.
#[derive(Debug, Clone)]
pub(super) struct Action {
    pub(super) name: String,
    pub(super) line: CommandLine,
}

impl Entry {
    /// Parses a desktop entry. Returns `None` if it is not an application or has no name. `desktops` are the
    /// names of the user's desktop environment.
    pub fn read(
        bytes: &[u8],
        id: &str,
        path: &Path,
        languages: &[String],
        desktops: &[String],
    ) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let keys = Keys::read(&text);
        let group = keys.group("Desktop Entry")?;
        let hidden = group.flag("Hidden");
        if group.text("Type").is_some_and(|kind| kind != "Application") && !hidden {
            return None;
        }
        let plain = group.text("Name");
        let name = group.text_in("Name", languages).or_else(|| plain.clone());
        let name = match (name, hidden) {
            (Some(name), _) => name,
            (None, true) => id.to_string(),
            (None, false) => return None,
        };
        let line = group.text("Exec").and_then(|line| CommandLine::read(&line));
        let on_bus = group.flag("DBusActivatable");
        if line.is_none() && !on_bus && !hidden {
            return None;
        }
        let program = line.as_ref().and_then(CommandLine::program).map(Path::new);
        let program = program.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let mut other_names: Vec<String> = plain.into_iter().chain(program).collect();
        // For `org.gnome.TextEditor.desktop`, users say the last part.
        other_names.extend(stem(id).rsplit('.').next().map(str::to_string));
        other_names.retain(|other| *other != name);
        let other_names = distinct(other_names);
        let mut kinds: Vec<String> = group.text_in("GenericName", languages).into_iter().collect();
        kinds.extend(group.text("GenericName"));
        kinds.extend(group.list_in("Keywords", languages));
        kinds.extend(group.list("Keywords"));
        let kinds = distinct(kinds);
        let here = |list: &[String]| list.iter().any(|name| desktops.contains(name));
        let only = group.list("OnlyShowIn");
        let placed = (only.is_empty() || here(&only)) && !here(&group.list("NotShowIn"));
        let actions = group.list("Actions").into_iter().filter_map(|action| {
            let group = keys.group(&format!("Desktop Action {action}"))?;
            let name = group.text_in("Name", languages)?;
            Some(Action { name, line: CommandLine::read(&group.text("Exec")?)? })
        });
        Some(Self {
            id: id.to_string(),
            path: path.to_path_buf(),
            other_names,
            kinds,
            types: group.list("MimeType"),
            categories: group.list("Categories"),
            window_class: group.text("StartupWMClass"),
            listed: placed && !group.flag("NoDisplay"),
            hidden,
            try_exec: group.text("TryExec"),
            terminal: group.flag("Terminal"),
            folder: group.text("Path").map(PathBuf::from).filter(|path| path.is_absolute()),
            on_bus,
            actions: actions.take(100).collect(),
            icon: group.text_in("Icon", languages),
            line,
            name,
        })
    }

    /// Returns the program and its arguments for opening a file, to be run without a shell.
    pub fn command(&self, file: &Path) -> Option<Vec<std::ffi::OsString>> {
        let line = self.line.as_ref()?;
        let target = Target::File(file.to_path_buf());
        let program = std::iter::once(line.program()?.into());
        Some(program.chain(self.arguments(line, &[target])).collect())
    }

    pub(super) fn arguments(&self, line: &CommandLine, targets: &[Target]) -> Vec<std::ffi::OsString> {
        let about = About { name: &self.name, icon: self.icon.as_deref(), entry: &self.path };
        line.arguments(&about, targets)
    }

    /// Its name on D-Bus.
    pub(super) fn bus_name(&self) -> &str {
        stem(&self.id)
    }
}

/// Removes duplicates, keeping the order of first occurrence.
fn distinct(texts: Vec<String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::with_capacity(texts.len().min(MOST_NAMES));
    for text in texts {
        if distinct.len() < MOST_NAMES && !distinct.contains(&text) {
            distinct.push(text);
        }
    }
    distinct
}

pub(super) fn stem(id: &str) -> &str {
    id.strip_suffix(".desktop").unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, desktops: &[&str]) -> Option<Entry> {
        let desktops: Vec<String> = desktops.iter().map(ToString::to_string).collect();
        let languages = ["pt_PT.UTF-8".to_string()];
        Entry::read(text.as_bytes(), "org.example.Notes.desktop", Path::new("/x"), &languages, &desktops)
    }

    #[test]
    fn parses_desktop_entries() {
        let entry = read(
            "[Desktop Entry]\nType=Application\nName=Notes\nName[pt]=Notas\nGenericName=Editor\nKeywords=write;jot;\n\
             Exec=/usr/bin/notes-app --new %U\nTerminal=true\nPath=/tmp\nMimeType=text/plain;text/x-log;\n\
             OnlyShowIn=GNOME;\nActions=new;gone;\n[Desktop Action new]\nName=New note\nExec=notes-app --blank\n",
            &["GNOME"],
        )
        .unwrap();
        assert_eq!(entry.name, "Notas");
        assert_eq!(entry.other_names, ["Notes", "notes-app"]);
        assert_eq!(entry.kinds, ["Editor", "write", "jot"]);
        assert!(entry.listed && entry.terminal && !entry.hidden);
        assert_eq!(entry.actions.len(), 1);
        assert_eq!(entry.types, ["text/plain", "text/x-log"]);
    }

    proptest::proptest! {
        #[test]
        fn exec_line_never_splits_file_paths(text in entries()) {
            let file = Path::new("/a b/\"c\"; $(d) `e` %f\\.txt");
            if let Some(command) = read(&text, &[]).and_then(|entry| entry.command(file)) {
                let whole = |argument: &std::ffi::OsString| {
                    let argument = argument.to_string_lossy().into_owned();
                    argument.contains("/a b/\"c\"; $(d) `e` %f\\.txt") || argument.contains("file:///a%20b/%22c%22")
                };
                let parts = |argument: &&std::ffi::OsString| argument.to_string_lossy().contains("$(d)");
                proptest::prop_assert!(command.iter().filter(parts).all(whole));
                proptest::prop_assert!(!command[0].is_empty());
            }
        }
    }

    /// Generates valid and invalid lines of desktop entries.
    fn entries() -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::prelude::*;
        let value = prop_oneof![Just("%f".to_string()), "[a-z%\"\\\\ fFuUick;=]{0,20}", "\\PC{0,20}"];
        let key = prop_oneof![
            4 => Just("Exec"), 2 => Just("Name"), 1 => Just("Actions"), 1 => Just("Type"), 1 => Just("[Desktop Entry]"),
        ];
        proptest::collection::vec((key, value), 0..12).prop_map(|lines| {
            let lines = lines.into_iter().map(|(key, value)| format!("{key}={value}\n"));
            format!("[Desktop Entry]\nName=n\n{}", lines.collect::<String>())
        })
    }

    #[test]
    fn rejects_entries_that_are_not_applications() {
        assert!(read("[Desktop Entry]\nType=Link\nName=a\nURL=https://x.org\n", &[]).is_none());
        assert!(read("[Desktop Entry]\nType=Application\nExec=a\n", &[]).is_none());
        assert!(read("[Desktop Entry]\nType=Application\nName=a\nExec=\"a\n", &[]).is_none());
        assert!(read("Name=a\nExec=a\n", &[]).is_none());
        assert!(read("", &[]).is_none());
        let elsewhere = "[Desktop Entry]\nType=Application\nName=a\nExec=a\nOnlyShowIn=KDE;\n";
        assert!(!read(elsewhere, &["GNOME"]).unwrap().listed);
        assert!(read("[Desktop Entry]\nHidden=true\n", &[]).unwrap().hidden);
    }
}
