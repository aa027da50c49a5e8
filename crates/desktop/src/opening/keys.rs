use std::collections::BTreeMap;

/// The size limit; the longest file in use is a list of all MIME types, with several hundred kilobytes.
pub(super) const LONGEST: u64 = 4 << 20;

/// A key file, the format of desktop entries and association lists.
///
/// Files may be invalid: lines that are neither a group nor a key are skipped, and of a duplicate key the
/// last one counts.
#[derive(Debug, Default)]
pub(super) struct Keys(BTreeMap<String, BTreeMap<String, String>>);

/// The raw keys of one group.
#[derive(Clone, Copy)]
pub(super) struct Group<'a>(&'a BTreeMap<String, String>);

impl Keys {
    pub(super) fn read(text: &str) -> Self {
        let mut groups: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        let mut current: Option<String> = None;
        for line in text.trim_start_matches('\u{feff}').lines() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                groups.entry(name.to_string()).or_default();
                current = Some(name.to_string());
            } else if let (Some(group), Some((key, value))) = (&current, line.split_once('='))
                && let Some(keys) = groups.get_mut(group)
            {
                keys.insert(key.trim_end().to_string(), value.trim_start().to_string());
            }
        }
        Self(groups)
    }

    pub(super) fn group(&self, name: &str) -> Option<Group<'_>> {
        self.0.get(name).map(Group)
    }
}

impl<'a> Group<'a> {
    /// Returns a text with escape sequences resolved.
    pub(super) fn text(self, key: &str) -> Option<String> {
        self.0.get(key).map(|value| unescaped(value)).filter(|value| !value.is_empty())
    }

    pub(super) fn flag(self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| value == "true" || value == "1")
    }

    /// Returns the items of a list separated by semicolons.
    pub(super) fn list(self, key: &str) -> Vec<String> {
        self.0.get(key).map(|value| parts(value)).unwrap_or_default()
    }

    /// Returns the text in the first available of the languages.
    pub(super) fn text_in(self, key: &str, languages: &[String]) -> Option<String> {
        self.raw_in(key, languages).map(unescaped).filter(|value| !value.is_empty())
    }

    pub(super) fn list_in(self, key: &str, languages: &[String]) -> Vec<String> {
        self.raw_in(key, languages).map(parts).unwrap_or_default()
    }

    fn raw_in(self, key: &str, languages: &[String]) -> Option<&'a str> {
        let plain = self.0.get(key).map(String::as_str);
        for language in languages {
            let spoken = forms(language);
            // The untranslated text serves English and the C locale.
            if spoken.last().is_some_and(|language| language == "C" || language == "POSIX") {
                return plain;
            }
            let found = spoken.iter().find_map(|form| self.0.get(&format!("{key}[{form}]")));
            if let Some(found) = found {
                return Some(found);
            }
            if spoken.last().is_some_and(|language| language == "en") {
                return plain;
            }
        }
        plain
    }
}

/// Returns the variants of a locale: `pt_PT.UTF-8@euro` as `pt_PT@euro`, `pt_PT`, `pt@euro`, `pt`.
fn forms(language: &str) -> Vec<String> {
    let (rest, modifier) = match language.split_once('@') {
        Some((rest, modifier)) => (rest, Some(modifier)),
        None => (language, None),
    };
    let rest = rest.split('.').next().unwrap_or(rest);
    let spoken = rest.split('_').next().unwrap_or(rest);
    let mut forms = Vec::new();
    for base in [rest, spoken] {
        if let Some(modifier) = modifier {
            forms.push(format!("{base}@{modifier}"));
        }
        forms.push(base.to_string());
    }
    forms.dedup();
    forms
}

fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('s') => text.push(' '),
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('\\') => text.push('\\'),
            // An unknown escape sequence is kept, since a later parser, such as that of command lines, may
            // know it.
            Some(other) => text.extend(['\\', other]),
            None => text.push('\\'),
        }
    }
    text
}

fn parts(value: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        let Some(part) = parts.last_mut() else { break };
        match letter {
            ';' => parts.push(String::new()),
            '\\' => match letters.next() {
                Some(';') => part.push(';'),
                Some(other) => part.extend(['\\', other]),
                None => part.push('\\'),
            },
            letter => part.push(letter),
        }
    }
    parts.iter().map(|part| unescaped(part).trim().to_string()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_values_in_the_user_locale() {
        let keys =
            Keys::read("[A]\nName=Files\nName[pt]=Ficheiros\nName[pt_BR]=Arquivos\nName[de]=Dateien\n");
        let group = keys.group("A").unwrap();
        let name = |languages: &[&str]| {
            group.text_in("Name", &languages.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
        };
        assert_eq!(name(&["pt_PT.UTF-8"]), "Ficheiros");
        assert_eq!(name(&["pt_BR.UTF-8"]), "Arquivos");
        assert_eq!(name(&["fr_FR", "de_DE@euro"]), "Dateien");
        assert_eq!(name(&["en_GB", "de"]), "Files");
        assert_eq!(name(&["C.UTF-8"]), "Files");
        assert_eq!(name(&[]), "Files");
    }

    #[test]
    fn parses_escapes_and_lists() {
        let keys = Keys::read("junk\n[A]\nText=a\\sb\\\\c\\x\nList=x\\;y; z ;;\nno value\n=nothing\n[A\n");
        let group = keys.group("A").unwrap();
        assert_eq!(group.text("Text").unwrap(), "a b\\c\\x");
        assert_eq!(group.list("List"), ["x;y", "z"]);
        assert!(group.list("None").is_empty());
    }
}
