use std::ffi::{OsStr, OsString};
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::process::Pid;

/// Returns a name for a temporary file. It begins with a dot, so that listings hide it, and contains the
/// process id.
pub(super) fn name() -> OsString {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let moment = jiff::Timestamp::now().as_nanosecond();
    let turn = NEXT.fetch_add(1, Ordering::Relaxed);
    format!(".lemmascope-{}-{moment:x}-{turn}.tmp", std::process::id()).into()
}

/// Returns the process that created a temporary file, or `None` for other names.
pub(super) fn maker(name: &OsStr) -> Option<Pid> {
    let rest = name.to_str()?.strip_prefix(".lemmascope-")?.strip_suffix(".tmp")?;
    Pid::from_raw(rest.split('-').next()?.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_name_contains_the_process_id() {
        let maker_of_ours = maker(&name()).unwrap().as_raw_nonzero().get();
        assert_eq!(maker_of_ours, i32::try_from(std::process::id()).unwrap());
        assert_eq!(maker("notes.tmp".as_ref()), None);
    }
}
