use std::path::{Path, PathBuf};

use lemmascope_intent::{Args, Cause, Context, Failure, Object, Outcome, Signature, Type, Value};

use super::super::kernel;
use super::super::telling::{integer, object, size, tenths};
use crate::system::settings::Settings;
use crate::verb::apart;

/// Network file systems, which may block for minutes.
const ELSEWHERE: [&str; 8] = ["nfs", "nfs4", "cifs", "smb3", "sshfs", "9p", "ceph", "afs"];

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.disk_usage", "Show the disk usage.")
        .returns(Type::Object)
        .examples(&["system.state.disk_usage"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let (root, home) = (settings.kernel.clone(), settings.home.clone());
    let disks = apart(move || look(&root, &home)).await?;
    let Some(own) = disks.iter().find(|disk| disk.has_home).or(disks.first()) else {
        return Err(Failure::new(Cause::Unavailable, "no disk reports its usage")
            .hint("They are listed in /proc/self/mounts; check that /proc is mounted."));
    };
    let line = format!(
        "disk {}: {} of {} in use, {} free",
        own.mount.display(),
        size(own.used),
        size(own.total),
        size(own.free)
    );
    let mut told = own.told();
    told.insert("disks".into(), Value::List(disks.iter().map(|disk| disk.told().into()).collect()));
    Ok(Outcome::found(told).line(line))
}

struct Disk {
    mount: PathBuf,
    total: u64,
    used: u64,
    free: u64,
    has_home: bool,
}

impl Disk {
    fn told(&self) -> Object {
        // Space reserved for root is neither used nor free.
        let share = self.used as f64 * 100.0 / (self.used + self.free).max(1) as f64;
        object([
            ("mount", self.mount.display().to_string().into()),
            ("total", integer(self.total)),
            ("used", integer(self.used)),
            ("free", integer(self.free)),
            ("percent", tenths(share)),
        ])
    }
}

fn look(root: &Path, home: &Path) -> Result<Vec<Disk>, Failure> {
    let said = kernel::read(&root.join("proc/self/mounts")).unwrap_or_default();
    let mounts = mounts(&said);
    let own =
        mounts.iter().filter(|mount| home.starts_with(&mount.at)).max_by_key(|it| it.at.as_os_str().len());
    let own = own.map(|mount| mount.at.clone());
    let mut disks: Vec<Disk> = Vec::new();
    let mut seen = Vec::new();
    for mount in &mounts {
        let has_home = Some(&mount.at) == own.as_ref();
        // A disk may be mounted several times; the first mount is the best known.
        if !(has_home || mount.is_disk() && !seen.contains(&&mount.source)) {
            continue;
        }
        seen.push(&mount.source);
        let Ok(told) = rustix::fs::statvfs(&mount.at) else { continue };
        let bytes = |blocks: u64| blocks.saturating_mul(told.f_frsize);
        let (total, free) = (bytes(told.f_blocks), bytes(told.f_bavail));
        let used = total.saturating_sub(bytes(told.f_bfree));
        if total > 0 && disks.len() < 64 && !disks.iter().any(|disk| disk.mount == mount.at) {
            disks.push(Disk { mount: mount.at.clone(), total, used, free, has_home });
        }
    }
    Ok(disks)
}

struct Mount {
    source: String,
    at: PathBuf,
    kind: String,
}

impl Mount {
    fn is_disk(&self) -> bool {
        self.source.starts_with("/dev/") && !self.kind.starts_with("fuse") && self.kind != "squashfs"
    }
}

fn mounts(said: &str) -> Vec<Mount> {
    let read = said.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (source, at, kind) = (words.next()?, words.next()?, words.next()?);
        Some(Mount { source: source.into(), at: unescape(at).into(), kind: kind.into() })
    });
    read.filter(|mount| !ELSEWHERE.contains(&mount.kind.as_str()) && mount.at.is_absolute()).collect()
}

/// Resolves the kernel's escape sequences, such as `\040` for a space.
fn unescape(name: &str) -> String {
    name.replace("\\040", " ").replace("\\011", "\t").replace("\\012", "\n").replace("\\134", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_home_disk_and_skips_unusable_mounts() {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("my home");
        std::fs::create_dir_all(root.path().join("proc/self")).unwrap();
        std::fs::create_dir(&home).unwrap();
        let escaped = home.display().to_string().replace(' ', "\\040");
        let said = format!(
            "proc /proc proc rw 0 0\noverlay {escaped} overlay rw 0 0\nserver:/x /nowhere nfs rw 0 0\nbroken\n/dev/sdz9 /not/there ext4 rw 0 0\n"
        );
        std::fs::write(root.path().join("proc/self/mounts"), said).unwrap();
        let disks = look(root.path(), &home).unwrap();
        let shown: Vec<_> = disks.iter().map(|disk| (&disk.mount, disk.has_home)).collect();
        assert_eq!(shown, [(&home, true)]);
        assert!(disks[0].total >= disks[0].used);
    }

    #[test]
    fn missing_mount_table_yields_no_disks() {
        let root = tempfile::tempdir().unwrap();
        assert!(look(root.path(), Path::new("/")).unwrap().is_empty());
    }
}
