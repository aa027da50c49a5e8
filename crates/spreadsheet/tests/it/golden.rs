//! Golden files.

use std::fs;
use std::path::Path;

/// Compares with a golden file; with `UPDATE_GOLDEN` set, rewrites it.
pub(crate) fn check(path: &Path, found: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, found).unwrap();
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    for (line, (kept, found)) in kept.lines().zip(found.lines()).enumerate() {
        assert_eq!(kept, found, "line {} of {}", line + 1, path.display());
    }
    assert_eq!(kept.len(), found.len(), "{} has another length", path.display());
}
