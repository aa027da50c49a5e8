use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use lemmascope_intent::{Context, Failure, FileAccess, FileDoor, FileReply, FileRequest};
use rustix::fs::{FileType, Mode, OFlags};

use super::access::Access;
use super::call_scope::CallScope;
use super::fault::already_exists;
use super::handle;
use super::making::Making;
use super::resolved_path::{Reach, ResolvedPath, expand};
use super::wall::Power;
use super::{temporary, tree};

impl Access {
    /// Returns the same file access for the domains of other crates.
    pub fn door(&self) -> FileDoor {
        let access = self.clone();
        FileDoor::new(move |request| {
            let access = access.clone();
            Box::pin(async move { access.pass(request).await })
        })
    }

    async fn pass(&self, request: FileRequest) -> Result<FileReply, Failure> {
        let FileRequest { path, workspace, access } = request;
        let power = match access {
            FileAccess::Look | FileAccess::Read | FileAccess::Claim => Power::Look,
            FileAccess::Write { .. } => Power::Change,
        };
        let cx = Context::new("files", workspace);
        let (opened, exists) = self
            .at_site(power, &cx, move |site| {
                let written = expand(&path, &site.settings.home);
                match access {
                    FileAccess::Look => look(site, &written),
                    FileAccess::Read => read(site, &written),
                    FileAccess::Claim => claim(site, &written),
                    FileAccess::Write { content, replace } => write(site, &written, content, replace),
                }
            })
            .await?;
        match opened {
            Opened::File(file) => {
                // The real path after resolution of all links.
                let path = real_path(&file, &[]);
                Ok(FileReply { path, exists, handle: Some(file) })
            }
            Opened::In(folder, names) => {
                Ok(FileReply { path: real_path(&folder, &names), exists, handle: None })
            }
        }
    }
}

/// The result that a sandboxed thread returns.
enum Opened {
    /// An open file.
    File(OwnedFd),
    /// Names below an open folder.
    In(OwnedFd, Vec<OsString>),
}

type Passed = Result<(Opened, bool), Failure>;

fn look(site: &CallScope, written: &std::path::Path) -> Passed {
    let place = site.find(written, false, Reach::READ)?;
    place.find()?;
    Ok((within(&place)?, true))
}

fn read(site: &CallScope, written: &std::path::Path) -> Passed {
    let place = site.find(written, false, Reach::READ)?;
    place.find()?;
    let opened = handle::open_file(place.dir(), place.name(), OFlags::RDONLY);
    let (file, _) = opened.map_err(|error| place.fault(error))?;
    Ok((Opened::File(file.into()), true))
}

fn claim(site: &CallScope, written: &std::path::Path) -> Passed {
    let place = site.find(written, false, Reach::TAKE)?;
    let exists = place.look()?.is_some();
    Ok((within(&place)?, exists))
}

fn write(site: &CallScope, written: &std::path::Path, content: OwnedFd, replace: bool) -> Passed {
    let place = site.find(written, false, Reach::TAKE)?;
    let mut content = File::from(content);
    let opened = within(&place)?;
    match place.look()? {
        None => {
            let making = Making::filled(&place, |dir, name| copy(&mut content, dir, name))?;
            making.appear(site)?;
            Ok((opened, false))
        }
        Some(found) if replace && handle::kind(&found) == FileType::RegularFile => {
            let draft = temporary::name();
            let replaced = copy(&mut content, place.dir(), &draft)
                .and_then(|()| Ok(rustix::fs::renameat(place.dir(), &draft, place.dir(), place.name())?));
            replaced.map_err(|error| {
                // If the removal fails, a hidden file remains whose name contains the process id.
                let _ = tree::remove(place.dir(), &draft);
                place.fault(error)
            })?;
            Ok((opened, true))
        }
        Some(_) => Err(already_exists(&place.shown)
            .hint("Give another path; files that others have written are not replaced.")),
    }
}

/// Copies an open file to a new one that only its owner can read.
fn copy(content: &mut File, dir: BorrowedFd<'_>, name: &OsStr) -> io::Result<()> {
    let mut file = handle::create_file(dir, name, Mode::RUSR | Mode::WUSR)?;
    let copied = io::copy(content, &mut file).and_then(|_| file.sync_all());
    copied.inspect_err(|_| {
        let _ = handle::remove_file(dir, name);
    })
}

fn within(place: &ResolvedPath) -> Result<Opened, Failure> {
    let folder = place.dir().try_clone_to_owned().map_err(|error| place.fault(error))?;
    let names = place.missing().iter().cloned().chain([place.name().to_os_string()]);
    Ok(Opened::In(folder, names.filter(|name| name != ".").collect()))
}

/// Returns the real path of a handle with names below it. The kernel resolves it, so that it contains no
/// links.
fn real_path(handle: &impl AsFd, names: &[OsString]) -> PathBuf {
    let link = format!("/proc/self/fd/{}", handle.as_fd().as_raw_fd());
    let path = std::fs::read_link(link).unwrap_or_default();
    names.iter().fold(path, |path, name| path.join(name))
}
