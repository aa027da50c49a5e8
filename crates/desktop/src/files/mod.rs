//! Files and folders inside configured roots.
//!
//! Every verb is one file: its signature, its act, its tests. A verb is added by adding the file and
//! one line in [`domain`]. No act ever works on a path: `place` turns what the user wrote into a
//! directory handle and one name, once, and everything after goes through the handle. So a link that
//! is swapped in between cannot lead anywhere that was not checked.
//!
//! Nothing of the user's is unlinked. What is deleted goes to the `trash`, what is overwritten to the
//! `versions`, and each outcome carries the call that brings it back; that call's outcome carries the
//! one that does it again.
//!
//! Reading order: settings, the site of a call, places and what is protected, then the tools that
//! verbs share, the verbs, and the internal verbs that undo.

mod call_scope;
mod kinds;
mod settings;

mod protected;
mod resolved_path;
mod things;
mod title;

mod scanning;
mod screening;

mod fault;
mod format;
mod handle;
mod tree;

mod leftovers;
mod making;
mod temporary;
mod unchanged;

mod note;
mod trash;
mod trash_dir;
mod versions;

mod append_file;
mod copy;
mod create_file;
mod create_folder;
mod delete_file;
mod delete_folder;
mod exists;
mod get_info;
mod list_directory;
mod list_trash;
mod r#move;
mod purge;
mod read_file;
mod rename;
mod write_file;

mod discard;
mod extend;
mod relocate;
mod restore;
mod restore_version;
mod truncate;

mod access;
mod door;
mod search;
mod verb;
mod wall;

#[cfg(test)]
mod count_lines;
#[cfg(test)]
mod crash_tests;
#[cfg(test)]
mod example;
#[cfg(test)]
mod fault_injection;

use lemmascope_intent::{Category, Domain, Operation, Source};

pub use access::Access;
pub use kinds::{KINDS, WORDS};
pub(crate) use search::Item;
pub use settings::{Settings, settings};

/// The verbs for files and folders.
pub fn domain(access: impl Into<Access>) -> Domain {
    let access = access.into();
    let verb = |signature: fn() -> _, act| access.verb(signature(), act);
    let taking = |signature: fn() -> _, act| access.taking_verb(signature(), act);
    Domain::new(
        "files",
        vec![
            verb(create_file::signature, create_file::act),
            verb(create_folder::signature, create_folder::act),
            verb(append_file::signature, append_file::act),
            verb(write_file::signature, write_file::act),
            verb(read_file::signature, read_file::act),
            verb(copy::signature, copy::act),
            taking(r#move::signature, r#move::act),
            verb(rename::signature, rename::act),
            taking(delete_file::signature, delete_file::act),
            taking(delete_folder::signature, delete_folder::act),
            verb(get_info::signature, get_info::act),
            verb(list_directory::signature, list_directory::act),
            verb(exists::signature, exists::act),
            verb(list_trash::signature, list_trash::act),
            verb(purge::signature, purge::act),
            // For undo and redo only.
            taking(discard::signature, discard::act),
            verb(restore::signature, restore::act),
            verb(restore_version::signature, restore_version::act),
            taking(relocate::signature, relocate::act),
            verb(truncate::signature, truncate::act),
            verb(extend::signature, extend::act),
        ],
    )
    .sentences(&[Source { name: "files", text: include_str!("sentences.txt") }])
    .categories(&[("files", Category::FileOperation)])
    .operations(&[(Operation::Write, "files.write_file"), (Operation::List, "files.list_directory")])
    .kinds(KINDS, WORDS)
    .things(things::TOOLS)
}
