//! Repositories of packs and intents: signing, publishing, searching, fetching and verifying.
//!
//! The unit of sharing is a [`Bundle`]: some files, and a [`Listing`] of their names, lengths and hashes. The
//! hash of the listing is the address of the bundle, and the author signs the listing. A [`Repository`] has
//! the same layout in a folder, in a git remote and over HTTP: an [`Index`], and objects named by hash. All
//! data from a repository is limited in size and verified before use: its operator can withhold bundles, but
//! cannot alter any.

mod error;

mod hash;
mod item;

mod bundle;
mod keys;

mod index;

mod authors;
mod installed;
mod transport;

mod repository;
mod serving;

pub use authors::{Authors, Signer};
pub use bundle::{Bundle, FileEntry, LISTING_FILE, Listing, MOST_BYTES, SIGNATURE_FILE, Sealed};
pub use error::RepositoryError;
pub use hash::ContentHash;
pub use index::{Index, IndexItem, one_line};
pub use installed::{Installation, Installed};
pub use item::{Item, ItemKind, ItemPath, item_name, validate_author_name};
pub use keys::{AuthorKey, PublicKey, SigningKey, verify};
pub use repository::{FetchedBundle, Found, Repository, Wanted};
pub use serving::routes;
pub use transport::Location;
