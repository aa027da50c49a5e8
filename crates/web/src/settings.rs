use std::path::PathBuf;

/// What the web domain is told once, when it is composed. What may change while the engine runs is asked of
/// the call's context instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The folders in which a browser is looked for, in order: the `PATH`. Libraries do not read the environment.
    pub programs: Vec<PathBuf>,
    /// The folder in which each browser gets a profile folder of its own.
    pub profiles: PathBuf,
    /// The folder in which each session gets a folder for what it downloads, unless a setting names another.
    pub downloads: PathBuf,
}
