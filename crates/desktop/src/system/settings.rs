use std::ffi::OsString;
use std::path::PathBuf;

use crate::files;

/// The locations of this machine's services and files.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The X display, such as `:0`.
    pub display: Option<String>,
    /// The address of the session's message bus.
    pub session_bus: Option<String>,
    /// The address of the system's message bus.
    pub system_bus: String,
    /// The runtime folder of the session, which contains the sound server's socket.
    pub runtime: Option<PathBuf>,
    /// The parent folder of the kernel's `sys`, `proc` and `dev`: `/`, except in tests.
    pub kernel: PathBuf,
    /// The data folders, the user's own first: their `applications` folders contain the desktop entries.
    pub data: Vec<PathBuf>,
    /// The folders that are searched for programs, in order.
    pub programs: Vec<PathBuf>,
    /// The command that keeps the clipboard content: this program in holder mode.
    pub holder: Vec<OsString>,
    /// The user's home folder.
    pub home: PathBuf,
    /// The environment of started programs.
    pub environment: Vec<(OsString, OsString)>,
    /// The user's languages in order of preference, such as `pt_PT`.
    pub languages: Vec<String>,
    /// The folder for the state of this domain.
    pub state: PathBuf,
    /// The file access.
    pub files: files::Access,
}
