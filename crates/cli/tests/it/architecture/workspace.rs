//! The workspace as cargo sees it, and its files as they lie there.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use cargo_metadata::{CargoOpt, Metadata, MetadataCommand, Package};

/// What cargo says about the workspace, with the dependencies that are built on this machine. Those of other
/// systems are left out, because cargo would have to download them to tell.
pub(super) static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(["--locked".into(), "--filter-platform".into(), host()])
        .exec()
        .expect("cargo metadata")
});

/// The folder of the workspace.
pub(super) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the folder of the workspace")
}

/// The crates of the workspace.
pub(super) fn crates() -> Vec<&'static Package> {
    METADATA.workspace_packages()
}

/// The crate of that short name: `web` is the package `lemmascope-web`.
pub(super) fn named(name: &str) -> &'static Package {
    crates().into_iter().find(|package| short(package.name.as_ref()) == Some(name)).expect(name)
}

/// The short name of one of our packages; none for anybody else's.
pub(super) fn short(package: &str) -> Option<&str> {
    package.strip_prefix("lemmascope-")
}

/// The folder of a crate.
pub(super) fn folder(package: &Package) -> PathBuf {
    package.manifest_path.parent().expect("a manifest is in a folder").as_std_path().to_path_buf()
}

/// The path as it is read from the top of the workspace.
pub(super) fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Every file below a folder, in order, but for what was built and what git keeps.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let skipped = |path: &PathBuf| path.ends_with("target") || path.ends_with(".git");
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.into_iter().filter(|path| !skipped(path)).flat_map(below).collect()
}

/// The Rust files below a folder.
pub(super) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc");
    let text = String::from_utf8(output.stdout).expect("what rustc says");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host").to_string()
}
