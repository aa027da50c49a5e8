//! What is shared: files, the listing of their hashes, and the signature of the listing.
//!
//! A listing and not an archive has the address, so that nothing has to be unpacked before it is verified: each file is fetched by its
//! hash and has the length that its author signed.

mod archive;
mod folder;
mod listing;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::error::RepositoryError;
use crate::hash::ContentHash;
use crate::item::{Item, ItemPath};

pub(crate) use folder::{format_size, read_file};
pub use listing::{FileEntry, Listing};

/// The file with the listing, beside the files of a pack.
pub const LISTING_FILE: &str = "pack.files";
/// The file with the signature of the listing.
pub const SIGNATURE_FILE: &str = "pack.minisig";

/// The most files of a bundle.
pub(crate) const MOST_FILES: usize = 2000;
/// The largest file.
pub(crate) const LARGEST_FILE: u64 = 1 << 20;
/// The most bytes of all files.
pub const MOST_BYTES: u64 = 16 << 20;
/// The largest listing: each line has a hash, a length and a path.
pub(crate) const LARGEST_LISTING: u64 = 1 << 20;
/// The largest signature, which has four lines.
pub(crate) const LARGEST_SIGNATURE: u64 = 4 << 10;

/// The files of a pack or an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    files: BTreeMap<ItemPath, Vec<u8>>,
}

/// A listing as it was published, and its signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sealed {
    /// The text of the listing.
    pub listing: String,
    /// The text of the signature.
    pub signature: String,
}

impl Bundle {
    /// The files in a folder. Hidden files and what is written beside a pack are no part of it.
    pub fn of_folder(folder: &Path) -> Result<Self, RepositoryError> {
        folder::read(folder)
    }

    /// The files in a zip archive, and the seal among them. A single folder around them is left out.
    pub fn of_archive(file: File) -> Result<(Self, Option<Sealed>), RepositoryError> {
        archive::read(file)
    }

    /// A bundle of these files, within the limits.
    pub fn of_files(files: impl IntoIterator<Item = (ItemPath, Vec<u8>)>) -> Result<Self, RepositoryError> {
        let mut bundle = Self { files: BTreeMap::new() };
        let mut left = MOST_BYTES;
        for (path, bytes) in files {
            bundle.add(path, bytes, &mut left)?;
        }
        bundle.checked()
    }

    /// Adds a file while there is room.
    fn add(&mut self, path: ItemPath, bytes: Vec<u8>, left: &mut u64) -> Result<(), RepositoryError> {
        if bytes.len() as u64 > LARGEST_FILE {
            return Err(file_too_large(&path));
        }
        *left = left.checked_sub(bytes.len() as u64).ok_or_else(too_many_bytes)?;
        if self.files.len() == MOST_FILES {
            return Err(too_many_files());
        }
        match self.files.insert(path.clone(), bytes) {
            None => Ok(()),
            Some(_) => Err(RepositoryError::Path { path: path.to_string(), reason: "it is there twice" }),
        }
    }

    fn checked(self) -> Result<Self, RepositoryError> {
        listing::check_paths(self.files.keys())?;
        Ok(self)
    }

    /// The listing of the files, as what is said.
    pub fn listing(&self, item: Item) -> Listing {
        let entry = |(path, bytes): (&ItemPath, &Vec<u8>)| FileEntry {
            path: path.clone(),
            length: bytes.len() as u64,
            hash: ContentHash::of(bytes),
        };
        Listing::new(item, self.files.iter().map(entry).collect())
    }

    /// The files, sorted by their paths.
    pub fn files(&self) -> impl Iterator<Item = (&ItemPath, &[u8])> {
        self.files.iter().map(|(path, bytes)| (path, bytes.as_slice()))
    }

    /// The content of a file.
    pub fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(&ItemPath::read(path).ok()?).map(Vec::as_slice)
    }

    /// Writes the files, and the seal if there is one, into a new folder, which appears whole or not at all. What stood there before
    /// is stored.
    pub fn install(&self, folder: &Path, sealed: Option<&Sealed>) -> Result<(), RepositoryError> {
        let parent = folder.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(RepositoryError::file(parent))?;
        // Its name is hidden, so that nobody takes it for a pack meanwhile.
        let aside = tempfile::Builder::new()
            .prefix(".installing-")
            .tempdir_in(parent)
            .map_err(RepositoryError::file(parent))?;
        let fresh = aside.path().join("new");
        std::fs::create_dir(&fresh).map_err(RepositoryError::file(&fresh))?;
        for (path, bytes) in self.files() {
            for inner in path.folders() {
                let inner = fresh.join(inner);
                match std::fs::create_dir(&inner) {
                    Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                    made => made.map_err(RepositoryError::file(inner))?,
                }
            }
            create_file(&fresh.join(path.as_str()), bytes)?;
        }
        if let Some(sealed) = sealed {
            sealed.write(&fresh)?;
        }
        if folder.symlink_metadata().is_ok() {
            std::fs::rename(folder, aside.path().join("old")).map_err(RepositoryError::file(folder))?;
        }
        std::fs::rename(&fresh, folder).map_err(RepositoryError::file(folder))
    }
}

impl Sealed {
    /// The seal beside the files of a pack, if there is a listing. A listing without a signature is not signed.
    pub fn beside(folder: &Path) -> Result<Option<Self>, RepositoryError> {
        let listing = match folder::read_text(&folder.join(LISTING_FILE), LARGEST_LISTING) {
            Err(RepositoryError::File { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(None);
            }
            read => read?,
        };
        match folder::read_text(&folder.join(SIGNATURE_FILE), LARGEST_SIGNATURE) {
            Err(RepositoryError::File { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                Err(RepositoryError::Unsigned(folder.display().to_string()))
            }
            read => read.map(|signature| Some(Self { listing, signature })),
        }
    }

    /// Writes it beside the files of a pack.
    pub fn write(&self, folder: &Path) -> Result<(), RepositoryError> {
        for (name, text) in [(LISTING_FILE, &self.listing), (SIGNATURE_FILE, &self.signature)] {
            let path = folder.join(name);
            let aside = folder.join(format!(".{name}.new"));
            let written = std::fs::write(&aside, text).and_then(|()| std::fs::rename(&aside, &path));
            written.map_err(RepositoryError::file(path))?;
        }
        Ok(())
    }
}

fn create_file(path: &Path, bytes: &[u8]) -> Result<(), RepositoryError> {
    let made = std::fs::OpenOptions::new().write(true).create_new(true).open(path);
    made.and_then(|mut file| file.write_all(bytes)).map_err(RepositoryError::file(path))
}

fn file_too_large(path: &ItemPath) -> RepositoryError {
    RepositoryError::TooLarge { what: format!("the file {path}"), limit: "1 MiB".into() }
}

fn too_many_files() -> RepositoryError {
    RepositoryError::TooLarge { what: "the pack".into(), limit: format!("{MOST_FILES} files") }
}

fn too_many_bytes() -> RepositoryError {
    RepositoryError::TooLarge { what: "the pack".into(), limit: "16 MiB".into() }
}
