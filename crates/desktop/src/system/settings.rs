use std::ffi::OsString;
use std::path::PathBuf;

use crate::files;

/// Where the parts of this machine are.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The display, as `:0`.
    pub display: Option<String>,
    /// The address of the session's message bus.
    pub session_bus: Option<String>,
    /// The address of the system's message bus.
    pub system_bus: String,
    /// The folder for sockets of this session: the sound server's is there.
    pub runtime: Option<PathBuf>,
    /// The folder under which the kernel's `sys`, `proc` and `dev` are: `/`, but for tests.
    pub kernel: PathBuf,
    /// The folders of shared data, the user's own first: `applications` in them has the desktop entries.
    pub data: Vec<PathBuf>,
    /// The folders in which programs are looked for, in order.
    pub programs: Vec<PathBuf>,
    /// The command that keeps what is put on the clipboard: this program, told to be a holder.
    pub holder: Vec<OsString>,
    /// The user's home.
    pub home: PathBuf,
    /// What programs that are started find in their environment.
    pub environment: Vec<(OsString, OsString)>,
    /// The languages of the user, the first one first, as `pt_PT`.
    pub languages: Vec<String>,
    /// The folder in which this domain keeps what it must remember.
    pub state: PathBuf,
    /// The way to files.
    pub files: files::Access,
}
