//! Titles and particles of names, from a table.

use std::collections::HashSet;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("titles.txt")));

#[derive(Default)]
struct Table {
    before: HashSet<&'static str>,
    after: HashSet<&'static str>,
    particles: HashSet<&'static str>,
}

impl Table {
    fn read(text: &'static str) -> Self {
        let mut table = Self::default();
        let mut section = "";
        for line in text.lines().map(str::trim) {
            match line.strip_prefix('#') {
                Some(heading) => {
                    let heading = heading.trim();
                    if ["before", "after", "particles"].contains(&heading) {
                        section = heading;
                    }
                }
                None => {
                    let words = line.split(',').map(str::trim).filter(|word| !word.is_empty());
                    match section {
                        "before" => table.before.extend(words),
                        "after" => table.after.extend(words),
                        "particles" => table.particles.extend(words),
                        _ => {}
                    }
                }
            }
        }
        table
    }
}

/// Whether a word before a name is a title.
pub(super) fn is_title(word: &str) -> bool {
    TABLE.before.contains(word)
}

/// Whether a word after a name is a generational or academic suffix.
pub(super) fn is_suffix(word: &str) -> bool {
    TABLE.after.contains(word)
}

/// Whether a word is a particle such as "de" or "van".
pub(super) fn is_particle(word: &str) -> bool {
    TABLE.particles.contains(word)
}
