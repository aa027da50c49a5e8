use lemmascope_intent::{NameShape, ThingKind, ThingWords};

/// A file in a folder.
pub(super) const FILE: &str = "file";
/// A folder of files and folders.
pub(super) const FOLDER: &str = "folder";

/// The kinds of things that the file verbs act on. A name without an extension that no word says more of is one of a folder.
pub const KINDS: &[ThingKind] = &[
    ThingKind {
        name: FILE,
        contains: &[],
        names: NameShape::File,
        has_text: true,
        default_name: Some("file.txt"),
    },
    ThingKind {
        name: FOLDER,
        contains: &[FILE, FOLDER],
        names: NameShape::Path,
        has_text: false,
        default_name: Some("folder"),
    },
];

/// The words for them, and for the places that everybody has.
pub const WORDS: ThingWords =
    ThingWords { english: include_str!("english.txt"), portuguese: include_str!("portuguese.txt") };
