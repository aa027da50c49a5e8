//! The environment of the program. `main` reads it once; no other code accesses it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure};
use lemmascope_language::goal::Places;

/// The relevant folders and environment variables.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    /// The engine's own folder.
    pub(crate) home: PathBuf,
    /// The user's home folder.
    pub(crate) user_home: PathBuf,
    /// The freedesktop trash.
    pub(crate) trash: PathBuf,
    /// The working directory of the command.
    pub(crate) workspace: PathBuf,
    /// The path of this program.
    pub(crate) program: PathBuf,
    /// The folders in which programs are searched, in order.
    pub(crate) programs: Vec<PathBuf>,
    /// The display, the buses and the shared data of this session.
    pub(crate) session: Session,
    /// The locations that sentences can refer to.
    pub(crate) places: Places,
    /// Whether the user is the superuser.
    pub(crate) is_root: bool,
    /// All variables with the prefix of this program.
    pub(crate) variables: Vec<(String, String)>,
}

/// The person's desktop session, according to the environment.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    /// The display.
    pub(crate) display: Option<String>,
    /// Whether any kind of display is available.
    pub(crate) has_display: bool,
    /// The address of the session bus.
    pub(crate) bus: Option<String>,
    /// The address of the system bus.
    pub(crate) system_bus: String,
    /// The folder for sockets.
    pub(crate) runtime: Option<PathBuf>,
    /// The folders with shared data, the user's own first.
    pub(crate) data: Vec<PathBuf>,
    /// The languages of the user.
    pub(crate) languages: Vec<String>,
    /// The environment of started programs.
    pub(crate) environment: Vec<(OsString, OsString)>,
}

/// Whether the arguments contain `--json`, for the case that they cannot be parsed.
pub(crate) fn has_json_flag() -> bool {
    std::env::args_os().any(|argument| argument == "--json")
}

impl Session {
    fn from_environment(data_home: &Path) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let shared = variable("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
        let languages = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
        Self {
            display: variable("DISPLAY"),
            has_display: variable("DISPLAY").or_else(|| variable("WAYLAND_DISPLAY")).is_some(),
            bus: variable("DBUS_SESSION_BUS_ADDRESS"),
            system_bus: variable("DBUS_SYSTEM_BUS_ADDRESS")
                .unwrap_or_else(|| "unix:path=/run/dbus/system_bus_socket".into()),
            runtime: variable("XDG_RUNTIME_DIR").map(PathBuf::from),
            data: std::iter::once(data_home.to_path_buf()).chain(std::env::split_paths(&shared)).collect(),
            languages: languages
                .map(|languages| languages.split(':').map(str::to_string).collect())
                .unwrap_or_default(),
            // Variables of this program are not passed on to other programs.
            environment: std::env::vars_os()
                .filter(|(name, _)| !name.as_encoded_bytes().starts_with(b"LEMMASCOPE_"))
                .collect(),
        }
    }
}

/// The variables with the prefix that are not settings.
pub(crate) const RESERVED: [&str; 1] = ["LEMMASCOPE_HOME"];

impl Environment {
    /// Reads the environment.
    pub(crate) fn from_environment() -> std::io::Result<Self> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let user_home = variable("HOME").unwrap_or_else(|| PathBuf::from("/"));
        let data = variable("XDG_DATA_HOME").unwrap_or_else(|| user_home.join(".local/share"));
        let home = variable("LEMMASCOPE_HOME").unwrap_or_else(|| user_home.join(".lemmascope"));
        let configured = variable("XDG_CONFIG_HOME").unwrap_or_else(|| user_home.join(".config"));
        Ok(Self {
            places: places(&user_home, &configured),
            home: std::path::absolute(home)?,
            session: Session::from_environment(&data),
            trash: data.join("Trash"),
            user_home,
            workspace: std::env::current_dir()?,
            program: std::env::current_exe()?,
            programs: std::env::var_os("PATH")
                .map(|path| std::env::split_paths(&path).collect())
                .unwrap_or_default(),
            is_root: rustix::process::geteuid().is_root(),
            variables: std::env::vars_os()
                .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
                .filter(|(name, _)| name.starts_with("LEMMASCOPE_"))
                .collect(),
        })
    }

    /// Whether the environment sets a setting, so that this command cannot share an engine.
    pub(crate) fn overrides_settings(&self) -> bool {
        self.variables.iter().any(|(name, _)| !RESERVED.contains(&name.as_str()))
    }

    /// Returns the folder with the user's own definitions.
    pub(crate) fn intents(&self) -> PathBuf {
        self.home.join("intents")
    }

    /// Returns the path of the configuration file.
    pub(crate) fn configuration(&self) -> PathBuf {
        self.home.join("config.yaml")
    }

    /// Returns an id of this build, for detecting an engine of an older build.
    pub(crate) fn build(&self) -> String {
        let modified = std::fs::metadata(&self.program).and_then(|metadata| metadata.modified()).ok();
        let since = modified.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} {}", env!("CARGO_PKG_VERSION"), since.map_or(0, |since| since.as_nanos()))
    }
}

/// Returns the user's folders: as configured by the desktop, or their defaults. Drive letters refer to
/// mounted folders of that name.
fn places(home: &Path, configured: &Path) -> Places {
    let said = std::fs::read_to_string(configured.join("user-dirs.dirs")).unwrap_or_default();
    let folder = |key: &str, usual: &str| {
        let line = said.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix('='));
        let path = line.map(|path| path.trim_matches('"'));
        match path.map(|path| (path.strip_prefix("$HOME/"), path)) {
            Some((Some(inside), _)) => home.join(inside),
            Some((None, path)) if path.starts_with('/') => path.into(),
            _ => home.join(usual),
        }
    };
    let drives =
        ('a'..='z').map(|letter| (letter.to_ascii_uppercase(), PathBuf::from(format!("/mnt/{letter}"))));
    Places {
        workspace: PathBuf::new(),
        named: vec![
            ("DESKTOP".into(), folder("XDG_DESKTOP_DIR", "Desktop")),
            ("DOCUMENTS".into(), folder("XDG_DOCUMENTS_DIR", "Documents")),
            ("DOWNLOADS".into(), folder("XDG_DOWNLOAD_DIR", "Downloads")),
        ],
        drives: drives.filter(|(_, path)| path.is_dir()).collect(),
    }
}

/// Creates a folder that only its owner can access, and its parents with default permissions.
pub(crate) fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Returns the failure for an environment without a working directory.
pub(crate) fn unusable(error: &std::io::Error) -> Failure {
    Failure::new(Cause::Failed, format!("cannot start: {error}"))
        .hint("Check the current folder and the limits of this user.")
}
