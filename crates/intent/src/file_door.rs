use std::fmt;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

use crate::failure::{Cause, Failure};
use crate::future::BoxFuture;

/// The way of a domain to the user's files. Whoever opens a file for a request asks here, so that the configured roots and
/// the protected places hold for every domain.
#[derive(Clone)]
pub struct FileDoor(Arc<Open>);

type Open = dyn Fn(FileRequest) -> BoxFuture<'static, Result<FileReply, Failure>> + Send + Sync;

/// A request for access to a file.
#[derive(Debug)]
pub struct FileRequest {
    /// The path as it was written; relative ones start at the workspace, and `~` is the user's home.
    pub path: PathBuf,
    /// The directory in which the session works.
    pub workspace: PathBuf,
    /// The kind of access.
    pub access: FileAccess,
}

/// The kinds of access to a file.
#[derive(Debug)]
pub enum FileAccess {
    /// See that it may be read: a file or a folder.
    Look,
    /// Open a regular file for reading.
    Read,
    /// See that a file may be written there.
    Claim,
    /// Write a file that only its owner may read, all of it or nothing.
    Write {
        /// The content, read from the beginning of this file.
        content: OwnedFd,
        /// Whether it may take the place of a regular file.
        replace: bool,
    },
}

/// The result of a request.
#[derive(Debug)]
pub struct FileReply {
    /// Where it really is, past all links.
    pub path: PathBuf,
    /// Whether something was there.
    pub exists: bool,
    /// The file, open for reading, where that was wanted.
    pub handle: Option<OwnedFd>,
}

impl FileDoor {
    /// A door that this opens.
    pub fn new(
        open: impl Fn(FileRequest) -> BoxFuture<'static, Result<FileReply, Failure>> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(open))
    }

    /// Asks for a file.
    pub async fn open(&self, request: FileRequest) -> Result<FileReply, Failure> {
        (self.0)(request).await
    }
}

/// A door that stays closed.
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
