use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};

use crate::bundle::read_file;
use crate::error::RepositoryError;
use crate::index::INDEX_FILE;

pub(super) fn read(folder: &Path, path: &str, limit: u64) -> Result<Option<Vec<u8>>, RepositoryError> {
    match read_file(&folder.join(path), limit, path) {
        Err(RepositoryError::File { error, .. })
            if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
        {
            Ok(None)
        }
        read => read.map(Some),
    }
}

pub(super) fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), RepositoryError> {
    for (path, bytes) in files {
        let target = folder.join(path);
        if path != INDEX_FILE && target.is_file() {
            continue;
        }
        let parent = target.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(RepositoryError::file(parent))?;
        // Renaming makes the write atomic for concurrent readers.
        let aside = tempfile::NamedTempFile::new_in(parent).map_err(RepositoryError::file(parent))?;
        std::fs::write(aside.path(), bytes).map_err(RepositoryError::file(&target))?;
        let kept = aside.persist(&target).map_err(|error| error.error);
        let file = kept.map_err(RepositoryError::file(&target))?;
        // A temporary file is private to its creator, but a repository is public.
        let shared = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        file.set_permissions(shared).map_err(RepositoryError::file(&target))?;
    }
    Ok(())
}

/// The lock for publishing to a folder, held until drop.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn of(folder: &Path) -> Result<Self, RepositoryError> {
        let path = folder.join(".lock");
        std::fs::create_dir_all(folder).map_err(RepositoryError::file(folder))?;
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(RepositoryError::file(&path))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Self { _file: file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(RepositoryError::Busy(folder.display().to_string())),
            Err(error) => Err(RepositoryError::File { path, error: error.into() }),
        }
    }
}
