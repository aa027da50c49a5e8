//! The workspace as cargo sees it, and its files.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use cargo_metadata::{CargoOpt, Metadata, MetadataCommand, Package};

/// The cargo metadata of the workspace, with the dependencies for this platform. Those of other platforms are
/// omitted, because cargo would have to download them.
pub(super) static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".into(), "--filter-platform".into(), host()])
        .exec()
        .expect("cargo metadata")
});

/// Returns the folder of the workspace.
pub(super) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the folder of the workspace")
}

/// Returns the crates of the workspace.
pub(super) fn crates() -> Vec<&'static Package> {
    METADATA.workspace_packages()
}

/// Returns the crate with a short name: `web` for the package `lemmascope-web`.
pub(super) fn named(name: &str) -> &'static Package {
    crates().into_iter().find(|package| short(package.name.as_ref()) == Some(name)).expect(name)
}

/// Returns the short name of a package of this workspace, or `None` for any other package.
pub(super) fn short(package: &str) -> Option<&str> {
    package.strip_prefix("lemmascope-")
}

/// Returns the folder of a crate.
pub(super) fn folder(package: &Package) -> PathBuf {
    package.manifest_path.parent().expect("a manifest is in a folder").as_std_path().to_path_buf()
}

/// Returns the path relative to the workspace.
pub(super) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Returns all files below a folder, in order, except for build output and the data of git.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let skipped = |path: &PathBuf| path.ends_with("target") || path.ends_with(".git");
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().filter(|path| !skipped(path)).flat_map(below).collect()
}

/// Returns the Rust files below a folder.
pub(super) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc");
    let text = String::from_utf8(output.stdout).expect("what rustc says");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host").to_string()
}
