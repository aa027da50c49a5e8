//! A process that dies, for tests: from one moment on, nothing that it does has an effect any more. Neither has what it
//! would have put in order, since a process that is killed puts nothing in order.

use std::cell::Cell;
use std::io;

thread_local! {
    /// How many changes of the disk are still made; nothing for a process that lives on.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// Whether no trash can be made on other file systems.
    static WITHOUT_TRASH: Cell<bool> = const { Cell::new(false) };
}

/// Says whether file systems other than that of home can have a trash.
pub(super) fn without_trash(without: bool) {
    WITHOUT_TRASH.set(without);
}

pub(super) fn has_no_trash() -> bool {
    WITHOUT_TRASH.get()
}

/// Does something in a process that dies after as many changes, and says whether it came to that.
pub(super) fn after<T>(changes: u32, act: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(Some(changes));
    let done = act();
    let died = LEFT.replace(None) == Some(0);
    (done, died)
}

/// The moment before a change.
pub(super) fn moment() -> io::Result<()> {
    match LEFT.get() {
        None => Ok(()),
        Some(0) => Err(io::Error::other("the process is dead")),
        Some(left) => {
            LEFT.set(Some(left - 1));
            Ok(())
        }
    }
}
