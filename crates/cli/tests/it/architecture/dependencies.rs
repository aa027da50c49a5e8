//! Checks that no crate declares an unused dependency.

use std::collections::BTreeSet;
use std::path::PathBuf;

use cargo_metadata::{DependencyKind, Package};

use super::source::{Source, Tests};
use super::unused_files::reached;
use super::workspace::{crates, folder, rust_files};

#[test]
fn every_dependency_is_used() {
    let unused: Vec<String> = crates()
        .into_iter()
        .flat_map(|package| unused(package).into_iter().map(move |name| format!("{}: {name}", package.name)))
        .collect();
    assert!(unused.is_empty(), "not used: {unused:?}");
}

/// Returns the dependencies whose names do not occur in the code. Development dependencies may be used
/// anywhere, others must be used in `src`.
fn unused(package: &Package) -> Vec<String> {
    let words = |paths: &mut dyn Iterator<Item = PathBuf>| -> BTreeSet<String> {
        paths.flat_map(|path| Source::read(&path).words(Tests::Kept)).collect()
    };
    let own = words(&mut rust_files(&folder(package).join("src")).into_iter());
    // Tests may include a support file of another crate, so the `mod` lines are followed.
    let roots: Vec<PathBuf> =
        package.targets.iter().map(|target| target.src_path.as_std_path().to_path_buf()).collect();
    let all = words(&mut reached(&roots, true).into_iter());
    let name = |dependency: &cargo_metadata::Dependency| {
        dependency.rename.as_deref().unwrap_or(&dependency.name).replace('-', "_")
    };
    package
        .dependencies
        .iter()
        .filter(|it| it.kind != DependencyKind::Build)
        .filter(|it| !(if it.kind == DependencyKind::Normal { &own } else { &all }).contains(&name(it)))
        .map(|dependency| dependency.name.clone())
        .collect()
}
