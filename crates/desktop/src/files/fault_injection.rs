//! Simulates crashes for tests: from one moment on, no operation of the process has an effect any more,
//! including its cleanup.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::{AsRawFd as _, BorrowedFd};
use std::path::PathBuf;

thread_local! {
    /// The number of disk changes before the crash; `None` for a process that does not crash.
    static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
    /// The folder that acts as a separate file system.
    static APART: RefCell<Option<PathBuf>> = const { RefCell::new(None) };
}

/// Makes everything below a folder act as a separate file system, on which no trash can be created.
pub(super) fn set_apart(folder: Option<PathBuf>) {
    APART.replace(folder);
}

/// Fails with `EXDEV`, as the kernel does, for a rename across file systems.
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

/// Runs a function in a process that crashes after a number of changes. Returns whether it crashed.
pub(super) fn after<T>(changes: u32, act: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(Some(changes));
    let done = act();
    let died = LEFT.replace(None) == Some(0);
    (done, died)
}

/// Marks the moment before a change, and fails after the crash.
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
