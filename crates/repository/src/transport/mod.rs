//! Reads and writes repositories: in a folder, a git remote, or over HTTP. All three have the same files at
//! the same paths.

mod folder;
mod git;
mod http;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Url;

use crate::error::RepositoryError;
use crate::item::shortened;
pub(crate) use folder::Lock;
use git::GitCheckout;
use http::HttpClient;

/// The timeout of a response.
const PATIENCE: Duration = Duration::from_secs(60);

/// The timeout for the publishing lock, and its polling interval.
const TURN: Duration = Duration::from_secs(10);
const BEAT: Duration = Duration::from_millis(20);

/// The location of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// A folder.
    Folder(PathBuf),
    /// A git remote, by URL.
    Git(String),
    /// An HTTP URL.
    Http(Url),
}

impl Location {
    /// Parses the location of a repository; folders are relative to `base`.
    pub fn read(text: &str, base: &Path) -> Result<Self, RepositoryError> {
        let refused = |reason: &str| {
            let what = "place of a repository";
            RepositoryError::Name { what, text: shortened(text), reason: reason.into() }
        };
        let is_bad = |c: char| c.is_control() || c.is_whitespace();
        if text.is_empty() || text.starts_with('-') || text.contains("::") {
            return Err(refused("it is a folder, a git remote (git+https://…) or an address of HTTP"));
        }
        let (is_git, address) = match text.strip_prefix("git+") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        if !address.contains("://") {
            if is_git || is_scp_address(address) {
                return match is_scp_address(address) {
                    true => Ok(Self::Git(address.into())),
                    false => Err(refused("git+ stands before an address")),
                };
            }
            let path = base.join(address);
            let is_bare = path.join("HEAD").is_file()
                && path.join("objects").is_dir()
                && !path.join("index.json").exists();
            return Ok(match is_bare {
                true => Self::Git(format!("file://{}", std::path::absolute(&path).unwrap_or(path).display())),
                false => Self::Folder(path),
            });
        }
        if address.contains(is_bad) {
            return Err(refused("it has a space or a control character"));
        }
        let url = Url::parse(address).map_err(|error| refused(&error.to_string()))?;
        if url.password().is_some() {
            return Err(refused(
                "a password does not belong into an address; git keeps it for you (git help credentials)",
            ));
        }
        let is_git = is_git || url.path().ends_with(".git");
        match (url.scheme(), is_git) {
            ("ssh", _) | ("https" | "http" | "file", true) => Ok(Self::Git(address.into())),
            ("https" | "http", false) => {
                let mut url = url;
                url.set_query(None);
                url.set_fragment(None);
                // `Url::join` needs a trailing slash.
                if !url.path().ends_with('/') {
                    let path = format!("{}/", url.path());
                    url.set_path(&path);
                }
                Ok(Self::Http(url))
            }
            ("file", false) => match url.to_file_path() {
                Ok(path) => Ok(Self::Folder(path)),
                Err(()) => Err(refused("it is no path of this machine")),
            },
            _ => Err(refused("only https, http, ssh and file are used")),
        }
    }
}

/// Whether the text has the form `user@host:path`, git's notation for SSH.
fn is_scp_address(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let Some((user, rest)) = text.split_once('@') else { return false };
    let Some((host, path)) = rest.split_once(':') else { return false };
    let is_name = |part: &str| !part.is_empty() && !part.starts_with('-') && part.chars().all(plain);
    is_name(user)
        && is_name(host)
        && !path.is_empty()
        && !path.starts_with('-')
        && !path.contains(char::is_whitespace)
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "{}", path.display()),
            Self::Git(address) if is_scp_address(address) => f.write_str(address),
            Self::Git(address) => write!(f, "git+{address}"),
            Self::Http(url) => f.write_str(url.as_str().trim_end_matches('/')),
        }
    }
}

/// The transport of an open repository.
pub(crate) enum Transport {
    Folder(PathBuf),
    Git(GitCheckout),
    Http(HttpClient),
}

impl Transport {
    pub(crate) async fn open(location: &Location) -> Result<Self, RepositoryError> {
        match location {
            Location::Folder(path) => Ok(Self::Folder(path.clone())),
            Location::Git(address) => GitCheckout::clone(address, location).await.map(Self::Git),
            Location::Http(url) => HttpClient::new(url, location).map(Self::Http),
        }
    }

    /// Returns the bytes at a path, if the file exists, up to a size limit.
    pub(crate) async fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, RepositoryError> {
        match self {
            Self::Folder(folder) => folder::read(folder, path, limit),
            Self::Git(copy) => copy.read(path, limit).await,
            Self::Http(client) => client.read(path, limit).await,
        }
    }

    /// Locks the repository for publishing. Git needs no lock, because a push detects conflicts.
    pub(crate) async fn lock(&self) -> Result<Option<Lock>, RepositoryError> {
        match self {
            Self::Folder(folder) => {
                let waiting = async {
                    loop {
                        match Lock::of(folder) {
                            Err(RepositoryError::Busy(_)) => tokio::time::sleep(BEAT).await,
                            locked => return locked.map(Some),
                        }
                    }
                };
                let busy = |_| RepositoryError::Busy(folder.display().to_string());
                tokio::time::timeout(TURN, waiting).await.map_err(busy)?
            }
            Self::Git(_) => Ok(None),
            Self::Http(client) => Err(RepositoryError::ReadOnly(client.location())),
        }
    }

    /// Writes files in this order. An existing object is not overwritten, because its name determines its
    /// content.
    pub(crate) async fn write(
        &self,
        files: &[(String, Vec<u8>)],
        message: &str,
    ) -> Result<(), RepositoryError> {
        match self {
            Self::Folder(folder) => folder::write(folder, files),
            Self::Git(copy) => copy.write(files, message).await,
            Self::Http(client) => Err(RepositoryError::ReadOnly(client.location())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_repository_locations() {
        let base = Path::new("/base");
        let read = |text: &str| Location::read(text, base);
        for (text, shown) in [
            ("shared", "/base/shared"),
            ("/srv/shared", "/srv/shared"),
            ("file:///srv/shared", "/srv/shared"),
            ("git+file:///srv/shared.git", "git+file:///srv/shared.git"),
            ("git+https://example.com/packs", "git+https://example.com/packs"),
            ("https://example.com/packs.git", "git+https://example.com/packs.git"),
            ("ssh://git@example.com/packs", "git+ssh://git@example.com/packs"),
            ("git@example.com:packs", "git@example.com:packs"),
            ("https://example.com/packs", "https://example.com/packs"),
            ("https://example.com/packs/?a=b#c", "https://example.com/packs"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), shown, "{text}");
        }
        for bad in [
            "",
            "-x",
            "--upload-pack=touch x",
            "ext::sh -c touch% x",
            "git+ext::sh",
            "git+shared",
            "ftp://example.com/x",
            "git+ftp://example.com/x",
            "https://ana:secret@example.com/x",
            "git+https://ana:secret@example.com/x",
            "git+https://example.com/a b",
            "https://",
            "git+-oProxyCommand=x@host:y",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(
            read("a@-oProxyCommand=x:y").unwrap(),
            Location::Folder("/base/a@-oProxyCommand=x:y".into())
        );
    }
}
