use std::fmt;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

use crate::failure::{Cause, Failure};
use crate::future::BoxFuture;

/// The access of a domain to the user's files. All code that opens a file for a request uses it, so that the
/// configured roots and the protected paths apply to every domain.
#[derive(Clone)]
pub struct FileDoor(Arc<Open>);

type Open = dyn Fn(FileRequest) -> BoxFuture<'static, Result<FileReply, Failure>> + Send + Sync;

/// A request for access to a file.
#[derive(Debug)]
pub struct FileRequest {
    /// The path as it was written; a relative path is resolved against the workspace, and `~` is the user's
    /// home directory.
    pub path: PathBuf,
    /// The working directory of the session.
    pub workspace: PathBuf,
    /// The kind of access.
    pub access: FileAccess,
}

/// The kinds of access to a file.
#[derive(Debug)]
pub enum FileAccess {
    /// Check that a file or folder can be read.
    Look,
    /// Open a regular file for reading.
    Read,
    /// Check that a file can be written.
    Claim,
    /// Write a file atomically, readable by its owner only.
    Write {
        /// The content, read from the start of this file.
        content: OwnedFd,
        /// Whether an existing regular file may be replaced.
        replace: bool,
    },
}

/// The result of a request.
#[derive(Debug)]
pub struct FileReply {
    /// The real path, with all symbolic links resolved.
    pub path: PathBuf,
    /// Whether a file or folder existed at the path.
    pub exists: bool,
    /// The file, open for reading, if requested.
    pub handle: Option<OwnedFd>,
}

impl FileDoor {
    /// Creates a file door from a function that opens files.
    pub fn new(
        open: impl Fn(FileRequest) -> BoxFuture<'static, Result<FileReply, Failure>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(open))
    }

    /// Requests access to a file.
    pub async fn open(&self, request: FileRequest) -> Result<FileReply, Failure> {
        (self.0)(request).await
    }
}

/// Creates a file door that denies every request.
impl Default for FileDoor {
    fn default() -> Self {
        Self::new(|_| {
            let refused = Failure::new(Cause::OutsideRoots, "no folder is open here");
            Box::pin(async move { Err(refused) })
        })
    }
}

impl fmt::Debug for FileDoor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileDoor")
    }
}
