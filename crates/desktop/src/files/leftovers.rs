use std::ffi::{OsStr, OsString};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::handle;
use super::place::Place;
use super::site::Site;
use super::trash;

/// Takes away what a process that was killed had half made beside a place that is written again. It goes
/// to the trash and not into nothing: on a file system that cannot trade names, it may be the only copy
/// of what was being replaced.
///
/// Best effort: a leftover that cannot be taken away is no reason not to do what was asked for.
pub(super) fn sweep(site: &Site, place: &Place) {
    if !site.repeated() {
        return;
    }
    for name in handle::names(place.dir()).unwrap_or_default() {
        if maker(&name).is_some_and(is_dead)
            && let Some(name) = name.to_str()
            && let Ok(leftover) = site.sibling(place, name, false)
        {
            let _ = trash::put(site, &leftover);
        }
    }
}

/// A name for something half made. It begins with a dot, so that listings do not show it, and says which
/// process makes it.
pub(super) fn temporary_name() -> OsString {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let moment = jiff::Timestamp::now().as_nanosecond();
    let turn = NEXT.fetch_add(1, Ordering::Relaxed);
    format!(".lemmascope-{}-{moment:x}-{turn}.tmp", std::process::id()).into()
}

/// The process that made a thing of that name, if it is a name of ours.
fn maker(name: &OsStr) -> Option<Pid> {
    let rest = name.to_str()?.strip_prefix(".lemmascope-")?.strip_suffix(".tmp")?;
    Pid::from_raw(rest.split('-').next()?.parse().ok()?)
}

/// Whether the process is gone. One that nobody has buried yet still has its number, but no program.
fn is_dead(maker: Pid) -> bool {
    let program = format!("/proc/{}/exe", maker.as_raw_nonzero());
    test_kill_process(maker) == Err(Errno::SRCH)
        || rustix::fs::readlink(program, Vec::new()) == Err(Errno::NOENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_its_own_names_and_that_their_maker_lives() {
        let maker = maker(&temporary_name()).unwrap();
        assert_eq!(maker.as_raw_nonzero().get(), i32::try_from(std::process::id()).unwrap());
        assert!(!is_dead(maker));
        assert!(super::maker("notes.tmp".as_ref()).is_none());
    }
}
