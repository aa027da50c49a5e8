use lemmascope_intent::{NameShape, ThingKind, ThingWords};

/// A file in a folder.
pub(super) const FILE: &str = "file";
/// A folder of files and folders.
pub(super) const FOLDER: &str = "folder";

/// The kinds of objects that the file verbs act on. A name without an extension or other indication is that
/// of a folder.
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

/// The words for them, and for common places.
pub const WORDS: ThingWords =
    ThingWords { english: include_str!("english.txt"), portuguese: include_str!("portuguese.txt") };
