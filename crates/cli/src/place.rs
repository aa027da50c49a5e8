//! Where things are on this machine. Made once in `main`, from the environment; nobody else asks.

use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure};

/// The folders that matter, and the variables that set something.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The engine's own folder.
    pub(crate) home: PathBuf,
    /// The user's home folder.
    pub(crate) user_home: PathBuf,
    /// The freedesktop trash.
    pub(crate) trash: PathBuf,
    /// The folder the command was given in.
    pub(crate) workspace: PathBuf,
    /// Where a socket goes when the engine's own folder has too long a name for one.
    pub(crate) short: PathBuf,
    /// This program.
    pub(crate) program: PathBuf,
    /// The folders in which programs are looked for, in order.
    pub(crate) programs: Vec<PathBuf>,
    /// Whether this is the superuser.
    pub(crate) is_root: bool,
    /// Every variable with our prefix.
    pub(crate) variables: Vec<(String, String)>,
}

/// Variables with our prefix that set no setting.
pub(crate) const RESERVED: [&str; 1] = ["LEMMASCOPE_HOME"];

impl Place {
    /// Asks the environment.
    pub(crate) fn from_environment() -> std::io::Result<Self> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let user_home = variable("HOME").unwrap_or_else(|| PathBuf::from("/"));
        let data = variable("XDG_DATA_HOME").unwrap_or_else(|| user_home.join(".local/share"));
        let home = variable("LEMMASCOPE_HOME").unwrap_or_else(|| user_home.join(".lemmascope"));
        Ok(Self {
            home: std::path::absolute(home)?,
            trash: data.join("Trash"),
            user_home,
            workspace: std::env::current_dir()?,
            short: variable("XDG_RUNTIME_DIR").unwrap_or_else(std::env::temp_dir),
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

    /// Whether the environment sets anything, so that this command cannot share an engine.
    pub(crate) fn has_own_settings(&self) -> bool {
        self.variables.iter().any(|(name, _)| !RESERVED.contains(&name.as_str()))
    }

    /// The user's own definitions.
    pub(crate) fn intents(&self) -> PathBuf {
        self.home.join("intents")
    }

    /// The configuration file.
    pub(crate) fn configuration(&self) -> PathBuf {
        self.home.join("config.yaml")
    }

    /// Which program this is, so that an engine of an older build is noticed.
    pub(crate) fn build(&self) -> String {
        let modified = std::fs::metadata(&self.program).and_then(|metadata| metadata.modified()).ok();
        let since = modified.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} {}", env!("CARGO_PKG_VERSION"), since.map_or(0, |since| since.as_nanos()))
    }
}

/// Makes a folder that only its owner can enter, and those above it as they usually are.
pub(crate) fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The failure for a machine that does not even say where we are.
pub(crate) fn unusable(error: &std::io::Error) -> Failure {
    Failure::new(Cause::Failed, format!("cannot start: {error}"))
        .hint("Check the current folder and the limits of this user.")
}
