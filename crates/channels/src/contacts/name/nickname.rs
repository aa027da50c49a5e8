//! Given names and their short forms, from a table.

use std::collections::HashMap;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("nicknames.txt")));

#[derive(Default)]
struct Table {
    /// The groups of a name, as a given name.
    formal: HashMap<String, Vec<usize>>,
    /// The groups of a name, as a short form.
    short: HashMap<String, Vec<usize>>,
    groups: Vec<Group>,
}

#[derive(Default)]
struct Group {
    formal: Vec<String>,
    short: Vec<String>,
}

impl Table {
    fn read(text: &str) -> Self {
        let mut table = Self::default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for (formal, short) in lines.filter_map(|line| line.split_once(':')) {
            let names = |list: &str| -> Vec<String> {
                list.split(',')
                    .map(|name| lemmascope_intent::fold(name.trim()))
                    .filter(|it| !it.is_empty())
                    .collect()
            };
            let group = Group { formal: names(formal), short: names(short) };
            let number = table.groups.len();
            for name in &group.formal {
                table.formal.entry(name.clone()).or_default().push(number);
            }
            for name in &group.short {
                table.short.entry(name.clone()).or_default().push(number);
            }
            table.groups.push(group);
        }
        table
    }
}

/// Returns the other names of a person with this name, each once. A given name of several words contains
/// spaces.
pub(crate) fn related(name: &str) -> Vec<&'static str> {
    let table = &*TABLE;
    let of = |map: &'static HashMap<String, Vec<usize>>| map.get(name).into_iter().flatten();
    let groups = of(&table.formal).chain(of(&table.short)).filter_map(|number| table.groups.get(*number));
    let mut names: Vec<&str> =
        groups.flat_map(|group| group.formal.iter().chain(&group.short)).map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|other| *other != name);
    names
}

/// Returns the groups of a name in the table. Two names with a common group may belong to one person: one is
/// a short form of the other, or both are short forms of the same name.
pub(super) fn groups(name: &str) -> Vec<usize> {
    let table = &*TABLE;
    let formal = table.formal.get(name).into_iter().flatten();
    formal.chain(table.short.get(name).into_iter().flatten()).copied().collect()
}

/// Whether a word is a given name in the table.
pub(super) fn is_given_name(name: &str) -> bool {
    TABLE.formal.contains_key(name)
}

/// Returns the given names of several words for which a name is short, without spaces.
pub(crate) fn longer(name: &str) -> impl Iterator<Item = String> + use<> {
    related(name).into_iter().filter(|other| other.contains(' ')).map(|other| other.replace(' ', ""))
}
