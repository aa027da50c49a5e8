//! A process that dies, for tests: from one moment on, nothing that it does has an effect any more. Neither has what it
//! would have put in order, since a process that is killed puts nothing in order.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::path::PathBuf;

thread_local! {
    /// How many changes of the disk are still made; nothing for a process that lives on.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// The folder that is as if on a separate file system.
    static APART: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Has everything below a folder be as if on a separate file system, on which no trash can be made.
pub(super) fn set_apart(folder: Option<PathBuf>) {
    APART.replace(folder);
}

/// Fails as the kernel does, where something is to be renamed from one file system to another.
pub(super) fn check_together(a: BorrowedFd<'_>, b: BorrowedFd<'_>) -> io::Result<()> {
    if is_apart(a)? != is_apart(b)? {
        return Err(rustix::io::Errno::XDEV.into());
    }
    Ok(())
}

pub(super) fn is_apart(dir: BorrowedFd<'_>) -> io::Result<bool> {
    let path = std::fs::read_link(format!("/proc/self/fd/{}", dir.as_raw_fd()))?;
    Ok(APART.with_borrow(|apart| apart.as_ref().is_some_and(|apart| path.starts_with(apart))))
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
