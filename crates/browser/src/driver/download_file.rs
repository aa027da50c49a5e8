use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::download::{numbered, sanitize_file_name};

/// The maximum number of file names that are tried in a folder where they are taken.
const ATTEMPTS: u32 = 1000;

/// Renames a completed download to a safe and free variant of the name that the page suggests. The browser
/// writes the file under a generated name, so that the suggestion does not touch the file system before.
pub(super) fn claim(folder: &Path, id: &str, suggested: &str) -> io::Result<PathBuf> {
    if !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        return Err(io::Error::other("the browser's name for the download is not one"));
    }
    claim_file(&folder.join(id), folder, suggested)
}

/// Moves a file into the folder, under a safe and free variant of the name that the page suggests.
pub(super) fn claim_file(written: &Path, folder: &Path, suggested: &str) -> io::Result<PathBuf> {
    let name = sanitize_file_name(suggested);
    for attempt in 0..ATTEMPTS {
        let path = folder.join(numbered(&name, attempt));
        match move_to(written, &path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many files of that name"))
}

/// Moves a file to a new name and fails if that name is taken.
pub fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(()),
        Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {
            // Some file systems do not support an exclusive rename. A hard link does not replace an existing
            // file either.
            fs::hard_link(from, to)?;
            fs::remove_file(from)
        }
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn download_never_overwrites_or_leaves_directory() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), "mine").unwrap();
        fs::write(folder.path().join("id-1"), "new").unwrap();
        let path = claim(folder.path(), "id-1", "../a.txt").unwrap();
        assert_eq!(path, folder.path().join("a (1).txt"));
        assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(path).unwrap(), "new");
        assert!(claim(folder.path(), "../x", "a").is_err());
    }
}
