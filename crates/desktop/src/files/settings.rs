use std::path::PathBuf;

use lemmascope_intent::{Kind, Setting, texts};

/// What of the domain can be configured.
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

/// Ten megabytes.
pub(super) const DEFAULT_MAX_SIZE: i64 = 10 * 1024 * 1024;

/// Where the domain may work, and where it keeps what it takes away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The folders in which everything happens. Relative ones, and `.`, start at the workspace of the
    /// session at the time of the call; `~` is [`home`](Self::home).
    pub roots: Vec<PathBuf>,
    /// Places that stay out of reach although a root may contain them, such as the engine's own home.
    pub protected: Vec<PathBuf>,
    /// The user's home, which `~` stands for.
    pub home: PathBuf,
    /// The home trash of the freedesktop specification, as in `~/.local/share/Trash`.
    pub trash: PathBuf,
    /// A private folder for what overwritten files held before.
    pub versions: PathBuf,
    /// The folders in which programs are looked for, in order: the virus scanner is one.
    pub programs: Vec<PathBuf>,
}
