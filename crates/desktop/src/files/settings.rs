use std::path::PathBuf;

use lemmascope_intent::{Kind, Setting, texts};

/// Returns the settings of the domain.
pub fn settings() -> Vec<Setting> {
    let roots = Setting::new(
        "files.roots",
        Kind::Texts,
        texts([".", "~/Desktop", "~/Documents", "~/Downloads"]),
        "the folders that the file verbs may touch; `.` is the folder a command is given in",
    );
    let largest = Setting::new(
        "files.max_size",
        Kind::Count(1, 1 << 40),
        DEFAULT_MAX_SIZE,
        "how many bytes are written to a file at once",
    );
    let scanner = Setting::new(
        "files.scanner",
        Kind::Word(&["auto", "require", "off"]),
        "auto",
        "whether ClamAV scans written files: if it is running, always, or never",
    );
    vec![roots.guarded(), largest.fixed(), scanner.fixed()]
}

/// The default size limit of 10 MiB.
pub(super) const DEFAULT_MAX_SIZE: i64 = 10 * 1024 * 1024;

/// The folders of the domain, and those for trash and versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The accessible folders. Relative ones, and `.`, start at the workspace of the session at the time of
    /// the call; `~` is [`home`](Self::home).
    pub roots: Vec<PathBuf>,
    /// Paths that are inaccessible although a root may contain them, such as the engine's own home.
    pub protected: Vec<PathBuf>,
    /// The user's home folder, to which `~` expands.
    pub home: PathBuf,
    /// The home trash of the freedesktop specification, as in `~/.local/share/Trash`.
    pub trash: PathBuf,
    /// A private folder for the previous versions of overwritten files.
    pub versions: PathBuf,
    /// The folders that are searched for programs such as the virus scanner, in order.
    pub programs: Vec<PathBuf>,
}
