use crate::system::Settings;

use super::catalog::read;

/// The MIME types of the shared database (shared-mime-info).
pub(super) struct Kinds {
    globs: Vec<Glob>,
    /// The supertypes by type.
    parents: Vec<(String, String)>,
}

struct Glob {
    weight: u32,
    kind: String,
    pattern: String,
    cased: bool,
}

/// The nature of a file to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Nature {
    /// A document of this type, for viewing or editing.
    Document(String),
    /// A text that is executable: a script, a desktop entry.
    Script(String),
    /// A binary program.
    Program,
}

/// The most common types, for machines without the database.
const COMMON: &str = include_str!("types.txt");

/// The types whose default application would execute them.
const SCRIPTS: &[&str] = &[
    "application/x-desktop",
    "application/x-shellscript",
    "application/x-perl",
    "application/x-ruby",
    "application/x-php",
    "application/javascript",
    "application/x-bat",
    "application/x-powershell",
    "text/javascript",
    "text/x-python",
    "text/x-python3",
    "text/x-tcl",
    "text/x-lua",
];
const PROGRAMS: &[&str] = &[
    "application/x-executable",
    "application/x-pie-executable",
    "application/x-sharedlib",
    "application/x-ms-dos-executable",
    "application/x-msdownload",
    "application/vnd.microsoft.portable-executable",
    "application/x-msi",
    "application/x-java-archive",
    "application/java-archive",
    "application/x-java-jnlp-file",
    "application/vnd.appimage",
    "application/x-iso9660-appimage",
    "application/vnd.debian.binary-package",
    "application/x-deb",
    "application/x-rpm",
    "application/vnd.flatpak",
    "application/vnd.flatpak.ref",
    "application/vnd.snap",
    "application/x-ms-shortcut",
];

impl Kinds {
    pub(super) fn read(settings: &Settings) -> Self {
        let (mut globs, mut parents) = (Vec::new(), Vec::new());
        for folder in &settings.data {
            if let Some(bytes) = read(&folder.join("mime/globs2")) {
                globs.extend(String::from_utf8_lossy(&bytes).lines().filter_map(Glob::read));
            }
            if let Some(bytes) = read(&folder.join("mime/subclasses")) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let pairs = text.lines().filter_map(|line| line.split_once(' '));
                parents.extend(pairs.map(|(kind, parent)| (kind.to_string(), parent.to_string())));
            }
        }
        globs.extend(COMMON.lines().filter_map(Glob::read));
        Self { globs, parents }
    }

    /// Determines the nature of a file by its name and beginning. The content decides whether it is
    /// executable, the name decides its type.
    pub(super) fn nature(&self, name: &str, head: &[u8], runs: bool) -> Nature {
        if head.starts_with(b"\x7fELF") || head.starts_with(b"MZ") {
            return Nature::Program;
        }
        let kind = self.by_name(name).unwrap_or_else(|| by_content(head).to_string());
        if PROGRAMS.contains(&kind.as_str()) {
            return Nature::Program;
        }
        let is_text = by_content(head) == "text/plain";
        match SCRIPTS.contains(&kind.as_str()) || head.starts_with(b"#!") || (runs && is_text) {
            true if is_text || head.is_empty() => Nature::Script(kind),
            true => Nature::Program,
            false => Nature::Document(kind),
        }
    }

    /// Returns the type and its supertypes, the nearest first.
    pub(super) fn lineage(&self, kind: &str) -> Vec<String> {
        let mut lineage = vec![kind.to_string()];
        let mut next = 0;
        while let Some(kind) = lineage.get(next).cloned() {
            let above = self.parents.iter().filter(|(child, _)| *child == kind);
            for (_, parent) in above {
                if !lineage.contains(parent) && lineage.len() < 50 {
                    lineage.push(parent.clone());
                }
            }
            next += 1;
        }
        if kind.starts_with("text/") && !lineage.iter().any(|known| known == "text/plain") {
            lineage.push("text/plain".into());
        }
        lineage
    }

    fn by_name(&self, name: &str) -> Option<String> {
        let lower = name.to_lowercase();
        let fits = |glob: &&Glob| match glob.cased {
            true => fits(&glob.pattern, name),
            false => fits(&glob.pattern.to_lowercase(), &lower),
        };
        // The pattern with the highest weight, and of those the longest: `*.tar.gz` before `*.gz`.
        let best = self.globs.iter().filter(fits).max_by_key(|glob| (glob.weight, glob.pattern.len()));
        best.map(|glob| glob.kind.clone())
    }
}

impl Glob {
    /// Parses a line such as `50:application/pdf:*.pdf`, with optional flags.
    fn read(line: &str) -> Option<Self> {
        let mut parts = line.split(':');
        let weight = parts.next()?.parse().ok()?;
        let (kind, pattern) = (parts.next()?.to_string(), parts.next()?.to_string());
        let cased = parts.next().is_some_and(|flags| flags.split(',').any(|flag| flag == "cs"));
        (pattern != "__NOGLOBS__" && pattern.len() <= 200).then_some(Self { weight, kind, pattern, cased })
    }
}

/// Whether a name matches a pattern of characters, `*`, `?` and `[abc]`.
fn fits(pattern: &str, name: &str) -> bool {
    if let Some(end) = pattern.strip_prefix('*').filter(|end| !end.contains(['*', '?', '['])) {
        return name.len() > end.len() && name.ends_with(end);
    }
    if !pattern.contains(['*', '?', '[']) {
        return pattern == name;
    }
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    // `reached` marks the positions in the name at which the pattern so far can end.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    let mut at = 0;
    while at < pattern.len() {
        let mut next = vec![false; name.len() + 1];
        if pattern[at] == '*' {
            let mut any = false;
            for (place, here) in reached.iter().enumerate() {
                any |= here;
                next[place] = any;
            }
        } else {
            let class = (pattern[at] == '[').then(|| pattern[at..].iter().position(|letter| *letter == ']'));
            let set = class.flatten().map(|end| &pattern[at + 1..at + end]);
            for (place, letter) in name.iter().enumerate().filter(|(place, _)| reached[*place]) {
                next[place + 1] = match set {
                    Some(set) => in_set(set, *letter),
                    None => pattern[at] == '?' || pattern[at] == *letter,
                };
            }
            at += set.map_or(0, |set| set.len() + 1);
        }
        at += 1;
        reached = next;
    }
    reached.last() == Some(&true)
}

fn in_set(set: &[char], letter: char) -> bool {
    let ranges = set.windows(3).any(|range| range[1] == '-' && (range[0]..=range[2]).contains(&letter));
    ranges || set.contains(&letter)
}

/// Detects the type by the first bytes, if the name does not determine it.
fn by_content(head: &[u8]) -> &'static str {
    const MAGIC: &[(&[u8], &str)] = &[
        (b"%PDF-", "application/pdf"),
        (b"\x89PNG\r\n", "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF8", "image/gif"),
        (b"PK\x03\x04", "application/zip"),
        (b"\x1f\x8b", "application/gzip"),
        (b"OggS", "audio/ogg"),
        (b"ID3", "audio/mpeg"),
        (b"<?xml", "application/xml"),
        (b"<!DOCTYPE html", "text/html"),
        (b"<html", "text/html"),
    ];
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return if kind.ends_with("/xml") || kind.ends_with("/html") { "text/plain" } else { kind };
    }
    let is_text = match std::str::from_utf8(head) {
        Ok(text) => !text.contains('\0'),
        // The last character may be cut.
        Err(error) => error.error_len().is_none() && !head.contains(&0),
    };
    if is_text { "text/plain" } else { "application/octet-stream" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> Kinds {
        let globs = [
            "50:application/gzip:*.gz",
            "50:application/x-compressed-tar:*.tar.gz",
            "50:text/x-c++src:*.C:cs",
        ]
        .into_iter()
        .chain(["50:text/x-csrc:*.c", "10:text/x-readme:readme*", "50:text/x-makefile:makefile"]);
        let globs = globs.filter_map(Glob::read).chain(COMMON.lines().filter_map(Glob::read)).collect();
        Kinds {
            globs,
            parents: vec![("text/x-csrc".into(), "text/plain".into()), ("a/a".into(), "a/a".into())],
        }
    }

    #[test]
    fn determines_media_type_from_file_name() {
        let kinds = kinds();
        let by = |name: &str| kinds.by_name(name);
        assert_eq!(by("a.tar.gz").unwrap(), "application/x-compressed-tar");
        assert_eq!(by("Makefile").unwrap(), "text/x-makefile");
        assert_eq!(by("README.first").unwrap(), "text/x-readme");
        assert_eq!(by("REPORT.PDF").unwrap(), "application/pdf");
        assert_eq!(by("a.c").unwrap(), "text/x-csrc");
        assert_eq!(by("a.unheard"), None);
        assert_eq!(kinds.lineage("text/x-csrc"), ["text/x-csrc", "text/plain"]);
        assert_eq!(kinds.lineage("a/a"), ["a/a"], "a circle ends");
    }

    #[test]
    fn distinguishes_executables_from_documents() {
        let kinds = kinds();
        let document = |kind: &str| Nature::Document(kind.into());
        assert_eq!(kinds.nature("a.pdf", b"%PDF-1.7", false), document("application/pdf"));
        assert_eq!(kinds.nature("a.pdf", b"\x7fELF\x02", false), Nature::Program);
        assert_eq!(kinds.nature("notes", b"hello", false), document("text/plain"));
        assert!(matches!(kinds.nature("notes", b"hello", true), Nature::Script(_)));
        assert!(matches!(kinds.nature("run.sh", b"echo", false), Nature::Script(_)));
        assert!(matches!(kinds.nature("notes.txt", b"#!/bin/sh", false), Nature::Script(_)));
        assert!(matches!(kinds.nature("x.desktop", b"[Desktop Entry]", false), Nature::Script(_)));
        assert_eq!(kinds.nature("a.jar", b"PK\x03\x04", false), Nature::Program);
        assert_eq!(kinds.nature("a.png", b"\x89PNG\r\n", true), document("image/png"));
    }

    #[test]
    fn matches_glob_patterns() {
        assert!(fits("callgrind.out*", "callgrind.out.12") && !fits("callgrind.out*", "xcallgrind.out"));
        assert!(fits("*.[1-9]", "ls.1") && !fits("*.[1-9]", "ls.x"));
        assert!(fits("a?c*e", "abcde") && !fits("a?c*e", "ace"));
        assert!(!fits("*.pdf", ".pdf"));
        assert!(!fits(&"*a".repeat(60), &"b".repeat(255)));
    }
}
