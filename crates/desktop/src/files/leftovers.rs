use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::call_scope::CallScope;
use super::handle::{self, Id};
use super::resolved_path::ResolvedPath;
use super::temporary;
use super::trash;

/// The folders that this process has looked through. To list a large one costs more than to write a file.
static SWEPT: LazyLock<Mutex<HashSet<Id>>> = LazyLock::new(Mutex::default);
const MOST_FOLDERS: usize = 10_000;

/// Takes away what processes that were killed had half made beside a place that is written: when a step is repeated, and
/// the first time that this process writes there. It goes to the trash and not into nothing: on a file system that cannot
/// trade names, it may be the only copy of what was being replaced.
///
/// Best effort: a leftover that cannot be taken away is no reason not to do what was asked for.
pub(super) fn sweep(site: &CallScope, place: &ResolvedPath) {
    let Ok(folder) = rustix::fs::fstat(place.dir()) else { return };
    let is_new = match SWEPT.lock() {
        Ok(mut swept) => {
            if swept.len() >= MOST_FOLDERS {
                swept.clear();
            }
            swept.insert(handle::id(&folder))
        }
        Err(_) => false,
    };
    if !site.repeated() && !is_new {
        return;
    }
    for name in handle::names(place.dir()).unwrap_or_default() {
        if temporary::maker(&name).is_some_and(is_dead)
            && let Some(name) = name.to_str()
            && let Ok(leftover) = site.sibling(place, name, false)
        {
            let _ = trash::put(site, &leftover, &|_| Ok(()));
        }
    }
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
    fn the_maker_of_a_name_made_just_now_lives() {
        assert!(!is_dead(temporary::maker(&temporary::name()).unwrap()));
    }
}
