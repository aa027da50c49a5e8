use std::path::PathBuf;

use lemmascope_intent::{Cause, Failure};

/// The reason why a repository, a bundle or a key is rejected.
#[derive(Debug, thiserror::Error)]
pub enum RepositoryError {
    /// Something exceeds a size limit.
    #[error("{what} has more than {limit}")]
    TooLarge {
        /// The kind of object.
        what: String,
        /// The limit, with its unit.
        limit: String,
    },
    /// A path leads out of its folder, or is not portable.
    #[error("{path:?} is no path of a file in a pack: {reason}")]
    Path {
        /// The path.
        path: String,
        /// The reason.
        reason: &'static str,
    },
    /// A link, pipe or device is in place of a file.
    #[error("{0:?} is a link, a pipe or a device")]
    NoFile(String),
    /// A name or a version is invalid.
    #[error("{text:?} is no {what}: {reason}")]
    Name {
        /// The kind of name.
        what: &'static str,
        /// The invalid text.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The content does not match its hash.
    #[error("{0} is not the published file: its hash differs")]
    Hash(String),
    /// A listing cannot be parsed.
    #[error("line {line} of the listing is wrong: {reason}")]
    Listing {
        /// The 1-based line.
        line: usize,
        /// The reason.
        reason: &'static str,
    },
    /// An index cannot be parsed.
    #[error("the index of the repository is broken: {0}")]
    Index(String),
    /// An archive cannot be read.
    #[error("the archive cannot be read: {0}")]
    Archive(String),
    /// The signature is missing.
    #[error("{0} is not signed")]
    Unsigned(String),
    /// The key of the signature is not a known key of the author.
    #[error("{what} is signed with an unknown key, not with the key of {author}")]
    UnknownKey {
        /// The signed object.
        what: String,
        /// The stated author.
        author: String,
    },
    /// The signature does not match the content.
    #[error("the signature of {0} is not valid")]
    Signature(String),
    /// The repository offers an older version than was installed before.
    #[error("{name} {offered} is older than {seen}, which was installed before")]
    Older {
        /// The name.
        name: String,
        /// The offered version.
        offered: semver::Version,
        /// The installed version.
        seen: semver::Version,
    },
    /// The content of a known version has changed.
    #[error("{name} {version} has changed since it was published")]
    Changed {
        /// The name.
        name: String,
        /// The version.
        version: semver::Version,
    },
    /// The version, or a later one, has already been published.
    #[error("{name} {version} cannot be published: {published} is published already")]
    Published {
        /// The name.
        name: String,
        /// The version.
        version: semver::Version,
        /// The published version.
        published: semver::Version,
    },
    /// Another author publishes under this name.
    #[error("the author {0} has another key in this repository")]
    AuthorTaken(String),
    /// No object has this name.
    #[error("{0}")]
    NotFound(String),
    /// Objects of several authors have this name.
    #[error("several authors have published {name}: {}", .authors.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// The authors.
        authors: Vec<String>,
    },
    /// The repository cannot be read or written.
    #[error("the repository {location} cannot be used: {reason}")]
    Unusable {
        /// Its location.
        location: String,
        /// The reason.
        reason: String,
    },
    /// The repository did not respond in time.
    #[error("the repository {0} did not answer in time")]
    Timeout(String),
    /// The repository is read-only.
    #[error("the repository {0} can only be read")]
    ReadOnly(String),
    /// Another process is publishing.
    #[error("others publish to the repository {0} at the same time")]
    Busy(String),
    /// A key is invalid.
    #[error("the key cannot be used: {0}")]
    Key(String),
    /// A file cannot be read or written.
    #[error("{path} cannot be used: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
}

impl RepositoryError {
    /// Returns a conversion of I/O errors for a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }

    /// Returns the cause, which determines the code.
    pub fn cause(&self) -> Cause {
        match self {
            Self::TooLarge { .. }
            | Self::Path { .. }
            | Self::NoFile(_)
            | Self::Hash(_)
            | Self::Listing { .. }
            | Self::Index(_)
            | Self::Archive(_)
            | Self::Unsigned(_)
            | Self::UnknownKey { .. }
            | Self::Signature(_)
            | Self::Older { .. }
            | Self::Changed { .. } => Cause::PackLoadFailed,
            Self::Name { .. } => Cause::InvalidParameter,
            Self::Published { .. } => Cause::AlreadyExists,
            Self::AuthorTaken(_) | Self::ReadOnly(_) => Cause::Forbidden,
            Self::NotFound(_) => Cause::TargetNotFound,
            Self::Ambiguous { .. } => Cause::TargetAmbiguous,
            Self::Unusable { .. } => Cause::Unavailable,
            Self::Timeout(_) => Cause::Timeout,
            Self::Busy(_) => Cause::Conflict,
            Self::Key(_) => Cause::InvalidParameter,
            Self::File { .. } => Cause::PermissionDenied,
        }
    }

    /// Returns the remedy.
    pub fn remedy(&self) -> String {
        match self {
            Self::TooLarge { .. } => "It is larger than packs and repositories may be. Report it to its author.".into(),
            Self::Path { .. } => {
                "Paths are relative and stay in the folder: letters, digits, `-`, `_` and `.`, as in intents/order.yaml.".into()
            }
            Self::NoFile(_) => "Put a copy of the file in its place.".into(),
            Self::Name { what, .. } => match *what {
                "version" => "Write it as in 1.2.0.".into(),
                _ => "Use letters, digits, `.`, `-` and `_`, beginning with a letter or a digit.".into(),
            },
            Self::Hash(_) | Self::Changed { .. } => {
                "Do not use it. Ask its author, or take it from another repository.".into()
            }
            Self::Listing { .. } => "Its author makes a new one: `lemmascope pack sign DIR`.".into(),
            Self::Index(_) => "Ask the maintainer of the repository to repair it, or use another one.".into(),
            Self::Archive(_) => "Unpack it yourself and look at it, or ask its author for another one.".into(),
            Self::Unsigned(_) => "Ask its author to sign it: `lemmascope pack sign DIR`.".into(),
            Self::UnknownKey { .. } => {
                "Ask the author for the public key by another way, and give it with --key; do not install it otherwise.".into()
            }
            Self::Signature(_) => "It was altered after signing, or signed with another key. Do not use it.".into(),
            Self::Older { .. } => {
                "The repository may be an old copy: try another one. To go back on purpose, remove the pack's folder and its line in sharing/installed.json.".into()
            }
            Self::Published { published, .. } => {
                format!("Give it a version above {published}, then publish again.")
            }
            Self::AuthorTaken(_) => "Publish under another name: `lemmascope pack keygen --author NAME`.".into(),
            Self::NotFound(_) => "`lemmascope search intents WORDS` searches the repository.".into(),
            Self::Ambiguous { .. } => "Name the author with --author.".into(),
            Self::Unusable { .. } | Self::Timeout(_) => {
                "Check the address and the network; a repository is a folder, a git remote (git+https://…) or an address of HTTP.".into()
            }
            Self::ReadOnly(_) => "Publish to the folder or the git remote that it is made from.".into(),
            Self::Busy(_) => "Publish again in a moment.".into(),
            Self::Key(_) => "Make a key with `lemmascope pack keygen`.".into(),
            Self::File { .. } => "Check that it is there, and its permissions.".into(),
        }
    }
}

impl From<RepositoryError> for Failure {
    fn from(error: RepositoryError) -> Self {
        let hint = error.remedy();
        Failure::new(error.cause(), error.to_string()).hint(hint)
    }
}
