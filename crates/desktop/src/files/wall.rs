//! A landlock sandbox around the thread of a verb, if the kernel supports it: the thread can open, rename and
//! create nothing outside the roots, the trash and the versions. The directory handles already confine the
//! verb; the sandbox protects against errors in that code.
//!
//! It cannot be lifted, so every verb runs on a separate thread that ends with it. Tasks that need more
//! access (the journal, the virus scanner) run on other threads.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus,
};
use rustix::fs::{Mode, OFlags};

use super::call_scope::CallScope;
use super::resolved_path::Root;
use super::trash_dir;
use super::versions;

/// The permissions of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Power {
    /// Reading.
    Look,
    /// Creating and changing.
    Change,
    /// Moving to the trash too, which requires a trash on every file system.
    Take,
}

/// Applies the sandbox to this thread, and returns whether it is effective.
pub(super) fn raise(site: &CallScope, power: Power) -> bool {
    prepare(site, power);
    build(site, power).is_ok_and(|status| status.ruleset != RulesetStatus::NotEnforced)
}

/// Creates the folders outside the roots that the verb may need, since it cannot create them itself. An error
/// is reported only where the folder is needed.
fn prepare(site: &CallScope, power: Power) {
    if power == Power::Look {
        return;
    }
    let _ = trash_dir::home(site);
    let _ = versions::open(site);
    if power == Power::Take {
        for path in trash_dir::elsewhere(site) {
            let _ = trash_dir::make(&path);
        }
    }
}

fn build(site: &CallScope, power: Power) -> Result<RestrictionStatus, RulesetError> {
    let everything = AccessFs::from_all(ABI::V5);
    let granted = match power {
        Power::Look => AccessFs::ReadFile | AccessFs::ReadDir,
        // Excludes execution and device control.
        Power::Change | Power::Take => everything & !(AccessFs::Execute | AccessFs::IoctlDev),
    };
    // A kernel that cannot grant renames between folders (REFER) refuses them with EXDEV, which looks like a
    // move across file systems.
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::Refer)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(everything)?
        .create()?;
    places(site, power).iter().try_fold(rules, |rules, path| open(rules, path, granted))?.restrict_self()
}

fn open(
    rules: RulesetCreated,
    path: &Path,
    granted: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    // A missing folder cannot be opened, so no access is granted.
    match PathFd::new(path) {
        Ok(folder) if is_folder(path) => rules.add_rule(PathBeneath::new(folder, granted)),
        _ => Ok(rules),
    }
}

fn is_folder(path: &Path) -> bool {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty()).is_ok()
}

fn places(site: &CallScope, power: Power) -> Vec<PathBuf> {
    let mut places: Vec<PathBuf> = site.roots.iter().map(Root::path).map(Path::to_path_buf).collect();
    places.push(site.settings.trash.clone());
    places.extend(trash_dir::elsewhere(site));
    if power != Power::Look {
        places.push(site.settings.versions.clone());
    }
    places
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn kernel_has_walls() -> bool {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        rules.handle_access(AccessFs::from_all(ABI::V1)).and_then(|rules| rules.create()).is_ok()
    }

    #[test]
    fn sandbox_denies_access_outside_the_roots() {
        let base = tempfile::tempdir().unwrap();
        for folder in ["work", "outside", "home"] {
            fs::create_dir(base.path().join(folder)).unwrap();
            fs::write(base.path().join(folder).join("a"), folder).unwrap();
        }
        let at = |path: &str| base.path().join(path);
        for power in [Power::Look, Power::Change, Power::Take] {
            let stands = std::thread::scope(|scope| {
                let act = scope.spawn(|| {
                    let site = CallScope::unguarded(base.path(), vec![at("work")]);
                    if !raise(&site, power) {
                        return false;
                    }
                    let refused = |done: std::io::Result<()>, what: &str| {
                        let kind = done.expect_err(what).kind();
                        assert_eq!(kind, std::io::ErrorKind::PermissionDenied, "{power:?} {what}");
                    };
                    refused(fs::read(at("outside/a")).map(drop), "read outside");
                    refused(fs::read("/etc/hostname").map(drop), "read the system's");
                    refused(fs::read_dir(at("outside")).map(drop), "list outside");
                    refused(fs::write(at("outside/a"), "evil"), "write outside");
                    refused(fs::write(at("outside/new"), "evil"), "create outside");
                    refused(fs::create_dir(at("outside/new")), "make a folder outside");
                    refused(fs::remove_file(at("outside/a")), "remove outside");
                    refused(std::os::unix::fs::symlink("a", at("outside/new")), "link outside");
                    let led_out = fs::rename(at("work/a"), at("outside/b")).expect_err("move out");
                    assert!(!at("outside/b").exists(), "{led_out}");
                    assert!(fs::rename(at("outside/a"), at("work/b")).is_err(), "move in");
                    assert!(fs::hard_link(at("outside/a"), at("work/b")).is_err(), "link in");
                    assert_eq!(fs::read_to_string(at("work/a")).unwrap(), "work");
                    match power {
                        Power::Look => {
                            refused(fs::write(at("work/a"), "evil"), "write where only a look is taken")
                        }
                        _ => {
                            fs::write(at("work/b"), "mine").unwrap();
                            fs::rename(at("work/b"), at("versions/b")).unwrap();
                            fs::rename(at("versions/b"), at("Trash/files/b")).unwrap();
                            fs::remove_file(at("Trash/files/b")).unwrap();
                        }
                    }
                    true
                });
                act.join().unwrap()
            });
            if !stands {
                // Without kernel support this test does nothing; the handles have separate tests.
                assert!(!kernel_has_walls(), "no wall stands around {power:?}");
                return;
            }
            // The sandbox applies to that thread only.
            assert_eq!(fs::read_to_string(at("outside/a")).unwrap(), "outside");
        }
    }
}
