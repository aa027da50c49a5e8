use std::fs;

use rustix::process::{Pid, test_kill_process};

/// The identity of this process for other processes on the same database.
#[derive(Debug)]
pub(crate) struct Process {
    id: String,
    machine: Option<String>,
}

/// The separator between the parts of an id.
const SEPARATOR: char = ':';

impl Process {
    /// Creates the identity of this process. Each engine in it has a separate id.
    pub(crate) fn new() -> Self {
        use std::hash::{BuildHasher, RandomState};
        let machine = machine();
        let pid = std::process::id();
        let place = machine.clone().unwrap_or_default();
        let began = match State::of(pid) {
            State::Running { began } => began,
            State::Ended | State::Hidden => String::new(),
        };
        let random = RandomState::new().hash_one(pid);
        let id = [place, pid.to_string(), began, format!("{random:016x}")].join(&SEPARATOR.to_string());
        Self { id, machine }
    }

    /// Returns the id.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether the process with an id has certainly ended: it ran on this machine, and no process with its
    /// pid has the same start time. The state of processes on other machines is unknown.
    pub(crate) fn knows_dead(&self, id: &str) -> bool {
        let mut parts = id.split(SEPARATOR);
        let (place, pid, began) = (parts.next(), parts.next(), parts.next());
        let is_here = self.machine.is_some() && place == self.machine.as_deref();
        let Some(pid) = pid.and_then(|pid| pid.parse::<u32>().ok()).filter(|_| is_here) else { return false };
        match State::of(pid) {
            State::Running { began: actual } => began != Some(actual.as_str()),
            State::Ended => true,
            State::Hidden => false,
        }
    }
}

/// Returns an id of this machine since its last boot and of its pid namespace. Containers have separate
/// namespaces, in which processes have the same pids.
fn machine() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    let namespace: String = namespace.to_string_lossy().chars().filter(char::is_ascii_digit).collect();
    Some(format!("{}-{namespace}", boot.trim()))
}

/// The state of a process on this machine.
enum State {
    /// Running, with its start time in ticks of the kernel's clock.
    Running { began: String },
    /// Ended.
    Ended,
    /// Not visible, because it belongs to another user.
    Hidden,
}

impl State {
    fn of(pid: u32) -> Self {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
            let number = i32::try_from(pid).ok().and_then(Pid::from_raw);
            let is_gone = number.is_none_or(|pid| test_kill_process(pid) == Err(rustix::io::Errno::SRCH));
            return if is_gone { Self::Ended } else { Self::Hidden };
        };
        // The name of the program is in parentheses, and may contain any character.
        let mut fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
        match (fields.next(), fields.nth(18)) {
            (Some("Z" | "X"), _) => Self::Ended,
            (_, Some(began)) => Self::Running { began: began.into() },
            (_, None) => Self::Hidden,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_dead_processes_on_this_machine_only() {
        let here = Process::new();
        let other = Process::new();
        assert_ne!(here.id(), other.id());
        assert!(!here.knows_dead(other.id()), "it is this very process");
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = child.id();
        child.wait().unwrap();
        let place = here.machine.clone().unwrap();
        assert!(here.knows_dead(&format!("{place}:{pid}:0:0")));
        assert!(!here.knows_dead(&format!("elsewhere:{pid}:0:0")));
        assert!(here.knows_dead(&format!("{place}:{}:0:0", std::process::id())), "the number is used anew");
        for odd in ["", ":::", "elsewhere", &place] {
            assert!(!here.knows_dead(odd), "{odd}");
        }
    }
}
