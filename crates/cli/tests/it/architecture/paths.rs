//! Checks that no file contains a path that exists on one machine only.

use super::workspace::{files, root, shown};

#[test]
fn files_contain_no_machine_specific_paths() {
    for path in files(&root()) {
        // Skips binary files. The `.git` file of a work tree is not committed.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            assert!(!contains_machine_path(line), "{}:{}: {line}", shown(&path), number + 1);
        }
    }
}

#[test]
fn detects_machine_specific_paths() {
    let place = machines()[0].clone();
    assert!(contains_machine_path(&format!("cd {place}project")));
    assert!(contains_machine_path(&format!("\"{place}project\"")));
    assert!(!contains_machine_path(&format!("..{place}project")));
    assert!(!contains_machine_path(&format!("$folder{place}project")));
}

/// Returns the path prefixes, concatenated so that this file does not contain them.
fn machines() -> [String; 2] {
    [["/wor", "k/"].concat(), ["/roo", "t/"].concat()]
}

/// Whether a line contains such a path at the beginning of a path, rather than in the middle of another one.
fn contains_machine_path(line: &str) -> bool {
    machines().iter().any(|place| {
        line.match_indices(place).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || "._-}~)*".contains(c))
        })
    })
}
