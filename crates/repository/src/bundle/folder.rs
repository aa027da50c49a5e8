//! The files of a bundle in a folder that anybody may have written.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

use super::{Bundle, LARGEST_FILE, LISTING_FILE, MOST_BYTES, MOST_FILES, SIGNATURE_FILE, too_many_files};
use crate::error::RepositoryError;
use crate::item::ItemPath;

/// How deep folders may be.
const DEEPEST: usize = 8;

/// The files in a folder and in those below it.
pub(super) fn read(folder: &Path) -> Result<Bundle, RepositoryError> {
    let mut bundle = Bundle { files: std::collections::BTreeMap::new() };
    let mut left = MOST_BYTES;
    let mut open = vec![(folder.to_path_buf(), String::new(), 0)];
    let mut seen = 0;
    while let Some((folder, prefix, depth)) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(RepositoryError::file(&folder))? {
            let entry = entry.map_err(RepositoryError::file(&folder))?;
            seen += 1;
            if seen > 2 * MOST_FILES {
                return Err(too_many_files());
            }
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_seal = prefix.is_empty() && [LISTING_FILE, SIGNATURE_FILE].contains(&&*name);
            if name.starts_with('.') || is_seal {
                continue;
            }
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(RepositoryError::file(entry.path()))?;
            if kind.is_dir() {
                if depth == DEEPEST {
                    return Err(RepositoryError::Path { path, reason: "its folders are too deep" });
                }
                open.push((entry.path(), format!("{path}/"), depth + 1));
                continue;
            }
            let path = ItemPath::read(&path)?;
            if !kind.is_file() {
                return Err(RepositoryError::NoFile(path.to_string()));
            }
            let bytes = read_file(&entry.path(), LARGEST_FILE, path.as_str())?;
            bundle.add(path, bytes, &mut left)?;
        }
    }
    bundle.checked()
}

/// The bytes of a regular file that has at most so many.
pub(crate) fn read_file(path: &Path, limit: u64, name: &str) -> Result<Vec<u8>, RepositoryError> {
    // Opening a pipe would wait for a writer, and a link leads elsewhere.
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW).bits().cast_signed();
    let file = match File::options().read(true).custom_flags(flags).open(path) {
        Err(_) if path.symlink_metadata().is_ok_and(|found| !found.is_file()) => {
            return Err(RepositoryError::NoFile(name.into()));
        }
        opened => opened.map_err(RepositoryError::file(path))?,
    };
    if !file.metadata().map_err(RepositoryError::file(path))?.is_file() {
        return Err(RepositoryError::NoFile(name.into()));
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(RepositoryError::file(path))?;
    match bytes.len() as u64 > limit {
        true => {
            Err(RepositoryError::TooLarge { what: format!("the file {name}"), limit: format_size(limit) })
        }
        false => Ok(bytes),
    }
}

pub(crate) fn format_size(limit: u64) -> String {
    match limit {
        mib if mib.is_multiple_of(1 << 20) => format!("{} MiB", mib >> 20),
        kib if kib.is_multiple_of(1 << 10) => format!("{} KiB", kib >> 10),
        bytes => format!("{bytes} bytes"),
    }
}

/// The text of such a file.
pub(super) fn read_text(path: &Path, limit: u64) -> Result<String, RepositoryError> {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let bytes = read_file(path, limit, &name)?;
    String::from_utf8(bytes).map_err(|_| RepositoryError::Archive(format!("{name} is not UTF-8 text")))
}
