use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read};

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

/// The maximum number of parts.
const MOST_PARTS: usize = 100_000;

/// A ZIP archive whose parts are read by name.
pub struct Package {
    archive: ZipArchive<BufReader<File>>,
    /// The indices of the parts, by name in lower case and with forward slashes, because some programs spell
    /// a part differently from the references to it.
    parts: HashMap<String, usize>,
}

/// The reason why an archive cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// It is password-protected.
    #[error("it opens only with a password")]
    Encrypted,
    /// Its central directory cannot be read.
    #[error("it was cut off, or its list of parts is broken")]
    Broken,
    /// It uses an unsupported feature of the ZIP format.
    #[error("it is no whole zip archive ({0})")]
    Unsupported(String),
    /// It has more parts than any office program writes.
    #[error("it has more than {MOST_PARTS} parts")]
    TooManyParts,
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Package {
    /// Opens an archive and reads its central directory.
    pub fn open(file: File) -> Result<Self, PackageError> {
        let archive = ZipArchive::new(BufReader::with_capacity(64 << 10, file))?;
        if archive.len() > MOST_PARTS {
            return Err(PackageError::TooManyParts);
        }
        let mut parts = HashMap::with_capacity(archive.len());
        for index in 0..archive.len() {
            if let Some(Ok(name)) = archive.name_for_index(index) {
                parts.entry(normal(&name)).or_insert(index);
            }
        }
        Ok(Self { archive, parts })
    }

    /// Whether a part exists.
    pub fn has(&self, name: &str) -> bool {
        self.parts.contains_key(&normal(name))
    }

    /// Returns the names of all parts, in lower case.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// Opens a part, if it exists.
    pub fn part(&mut self, name: &str) -> Result<Option<Part<'_>>, PackageError> {
        let Some(&index) = self.parts.get(&normal(name)) else { return Ok(None) };
        let entry = self.archive.by_index(index)?;
        Ok(Some(Part { entry, left: u64::MAX }))
    }
}

/// A reader of the decompressed content of a part. It fails with [`io::ErrorKind::FileTooLarge`] if the
/// content exceeds the limit: the sizes that an archive claims are untrusted.
pub struct Part<'a> {
    entry: ZipFile<'a, BufReader<File>>,
    left: u64,
}

impl Part<'_> {
    /// Sets the maximum number of decompressed bytes.
    #[must_use]
    pub fn at_most(self, bytes: u64) -> Self {
        Self { left: bytes, ..self }
    }

    /// Returns the compressed size.
    pub fn packed_size(&self) -> u64 {
        self.entry.compressed_size()
    }

    /// Returns the decompressed size that the archive claims.
    pub fn claimed_size(&self) -> u64 {
        self.entry.size()
    }
}

impl Read for Part<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.entry.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => return Err(io::ErrorKind::FileTooLarge.into()),
        }
        Ok(read)
    }
}

impl From<ZipError> for PackageError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => Self::Io(error),
            ZipError::InvalidPassword => Self::Encrypted,
            ZipError::UnsupportedArchive(what) if what.to_ascii_lowercase().contains("password") => {
                Self::Encrypted
            }
            ZipError::InvalidArchive(_) => Self::Broken,
            other => Self::Unsupported(other.to_string()),
        }
    }
}

fn normal(name: &str) -> String {
    name.trim_start_matches(['/', '\\']).replace('\\', "/").to_lowercase()
}
