//! No file names a place that exists on one machine only.

use super::workspace::{files, root, shown};

#[test]
fn no_file_names_a_place_of_one_machine() {
    for path in files(&root()) {
        // What is not text names nothing. A work tree's own `.git` file is git's, and is not committed.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            assert!(!names_a_machine(line), "{}:{}: {line}", shown(&path), number + 1);
        }
    }
}

#[test]
fn such_a_place_is_noticed() {
    let place = machines()[0].clone();
    assert!(names_a_machine(&format!("cd {place}project")));
    assert!(names_a_machine(&format!("\"{place}project\"")));
    assert!(!names_a_machine(&format!("..{place}project")));
    assert!(!names_a_machine(&format!("$folder{place}project")));
}

/// Put together, so that this file does not name them.
fn machines() -> [String; 2] {
    [["/wor", "k/"].concat(), ["/roo", "t/"].concat()]
}

/// Whether the line has such a place as the beginning of a path, and not as a part of another.
fn names_a_machine(line: &str) -> bool {
    machines().iter().any(|place| {
        line.match_indices(place).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || "._-}~)*".contains(c))
        })
    })
}
