use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::call_scope::CallScope;
use super::handle::{self, Id};
use super::resolved_path::ResolvedPath;
use super::temporary;
use super::trash;

/// The folders that this process has already cleaned, because listing a large folder costs more than writing
/// a file.
static SWEPT: LazyLock<Mutex<HashSet<Id>>> = LazyLock::new(Mutex::default);
const MOST_FOLDERS: usize = 10_000;

/// Removes the temporary files of crashed processes beside a path that is written: when a step is repeated,
/// and on the first write of this process in that folder. They are moved to the trash, because on a file
/// system without atomic exchange one may be the only copy of a file that was being replaced.
///
/// This is best effort: a leftover that cannot be removed does not fail the operation.
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

/// Whether the process has ended. A zombie still has its process id, but no executable.
fn is_dead(maker: Pid) -> bool {
    let program = format!("/proc/{}/exe", maker.as_raw_nonzero());
    test_kill_process(maker) == Err(Errno::SRCH)
        || rustix::fs::readlink(program, Vec::new()) == Err(Errno::NOENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creator_of_new_temporary_name_is_alive() {
        assert!(!is_dead(temporary::maker(&temporary::name()).unwrap()));
    }
}
