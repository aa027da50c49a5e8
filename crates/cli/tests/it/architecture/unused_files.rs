//! Checks that every Rust file is part of a target through `mod` lines. A file that no module declares is
//! dead code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::source::{Declared, Source};
use super::workspace::{crates, folder, rust_files, shown};

#[test]
fn every_rust_file_is_declared_by_a_module() {
    // Considers all crates together, because tests may include a support file of another crate.
    let roots: Vec<PathBuf> = crates()
        .iter()
        .flat_map(|package| &package.targets)
        .map(|target| target.src_path.as_std_path().to_path_buf())
        .collect();
    let folders: Vec<PathBuf> = crates().into_iter().map(folder).collect();
    let lost: Vec<String> = unreferenced_files(&roots, &folders).iter().map(|path| shown(path)).collect();
    assert!(lost.is_empty(), "no module declares {lost:?}");
}

#[test]
fn detects_files_without_a_module_declaration() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("src/lib.rs", "mod one; mod two; mod three { mod inner; } // mod lost;");
    write("src/one.rs", "mod deep;");
    write("src/one/deep.rs", "");
    write("src/two/mod.rs", "#[path = \"../elsewhere/other.rs\"] mod other;");
    write("src/elsewhere/other.rs", "");
    write("src/three/inner.rs", "");
    write("src/lost.rs", "mod lost_too;");
    write("src/lost/lost_too.rs", "");
    let lost = unreferenced_files(&[folder.join("src/lib.rs")], std::slice::from_ref(&folder));
    let lost: Vec<&Path> = lost.iter().map(|path| path.strip_prefix(&folder).unwrap()).collect();
    assert_eq!(lost, [Path::new("src/lost/lost_too.rs"), Path::new("src/lost.rs")]);
}

/// Returns the Rust files in the folders that the roots do not reach through `mod` lines.
fn unreferenced_files(roots: &[PathBuf], folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let reached = reached(roots, true);
    let files = folders.iter().flat_map(|folder| rust_files(folder));
    files.filter(|path| !reached.contains(path)).collect()
}

/// Returns the files that the roots reach through `mod` lines, with or without test modules.
pub(super) fn reached(roots: &[PathBuf], tests: bool) -> BTreeSet<PathBuf> {
    let mut reached: BTreeSet<PathBuf> = BTreeSet::new();
    let mut open: Vec<(PathBuf, bool)> = roots.iter().map(|root| (root.clone(), true)).collect();
    while let Some((path, is_root)) = open.pop() {
        let path = path.canonicalize().unwrap_or(path);
        if !reached.insert(path.clone()) {
            continue;
        }
        for module in Source::read(&path).modules().iter().filter(|module| tests || !module.tests) {
            open.push((file_of(&path, is_root, module), false));
        }
    }
    reached
}

/// Returns the path at which the compiler looks for a declared module.
fn file_of(path: &Path, is_root: bool, module: &Declared) -> PathBuf {
    let beside = path.parent().expect("a file is in a folder");
    let inside: PathBuf = module.inside.iter().collect();
    // The modules of `lib.rs` and `a/mod.rs` are in the same folder, those of `a.rs` in the folder `a`.
    let below = match path.file_stem() {
        Some(stem) if !is_root && stem != "mod" => beside.join(stem),
        _ => beside.to_path_buf(),
    };
    match &module.path {
        Some(path) if module.inside.is_empty() => beside.join(path),
        Some(path) => below.join(inside).join(path),
        None => {
            let folder = below.join(inside);
            let flat = folder.join(format!("{}.rs", module.name));
            if flat.is_file() { flat } else { folder.join(&module.name).join("mod.rs") }
        }
    }
}
