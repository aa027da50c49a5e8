//! The files of a bundle in a zip archive. Neither the names nor the sizes that an archive claims are trusted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::folder::format_size;
use super::{
    Bundle, LARGEST_FILE, LARGEST_LISTING, LARGEST_SIGNATURE, LISTING_FILE, MOST_BYTES, MOST_FILES,
    SIGNATURE_FILE, Sealed, too_many_bytes, too_many_files,
};
use crate::error::RepositoryError;
use crate::item::{ItemPath, shortened};

/// The largest archive.
const LARGEST_ARCHIVE: u64 = 32 << 20;
/// The bits of a Unix mode that say what kind of file it is, and those of a regular one.
const KIND: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const FOLDER: u32 = 0o040_000;

/// Reads an archive.
pub(super) fn read(file: File) -> Result<(Bundle, Option<Sealed>), RepositoryError> {
    let length = file.metadata().map_err(|error| RepositoryError::Archive(error.to_string()))?.len();
    if length > LARGEST_ARCHIVE {
        let what = "the archive".to_string();
        return Err(RepositoryError::TooLarge { what, limit: format_size(LARGEST_ARCHIVE) });
    }
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(broken)?;
    if archive.len() > 2 * MOST_FILES {
        return Err(too_many_files());
    }
    let around = common_root_folder(&archive);
    let mut bundle = Bundle { files: BTreeMap::new() };
    let mut left = MOST_BYTES;
    let mut sealing: BTreeMap<&str, String> = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(broken)?;
        let name = String::from_utf8(entry.name_raw().to_vec())
            .map_err(|_| RepositoryError::Archive("the name of a file is not UTF-8 text".into()))?;
        let is_folder = name.ends_with('/');
        let kind = entry.unix_mode().map_or(0, |mode| mode & KIND);
        let is_plain = [0, REGULAR].contains(&kind) || (is_folder && kind == FOLDER);
        if !is_plain {
            return Err(RepositoryError::NoFile(shortened(&name)));
        }
        let inner = match &around {
            Some(around) => name.strip_prefix(around.as_str()).unwrap_or(&name),
            None => &name,
        };
        if is_folder {
            // A folder is made for its files; its own path must be one all the same.
            if let Some(path) = inner.strip_suffix('/').filter(|path| !path.is_empty()) {
                ItemPath::read(path)?;
            }
            continue;
        }
        let is_hidden =
            inner.split('/').any(|part| part.len() > 1 && part.starts_with('.') && !part.starts_with(".."));
        let climbs = inner.split('/').any(|part| matches!(part, "" | "." | ".."));
        if is_hidden && !climbs {
            continue;
        }
        let seal = [(LISTING_FILE, LARGEST_LISTING), (SIGNATURE_FILE, LARGEST_SIGNATURE)];
        if let Some((name, limit)) = seal.into_iter().find(|(name, _)| *name == inner) {
            let mut text = String::new();
            (&mut entry)
                .take(limit + 1)
                .read_to_string(&mut text)
                .map_err(|error| unreadable(name, &error))?;
            if text.len() as u64 > limit || sealing.insert(name, text).is_some() {
                return Err(RepositoryError::TooLarge { what: name.into(), limit: format_size(limit) });
            }
            continue;
        }
        let path = ItemPath::read(inner)?;
        let mut bytes = Vec::new();
        let most = LARGEST_FILE.min(left);
        (&mut entry)
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(path.as_str(), &error))?;
        if bytes.len() as u64 > most && most < LARGEST_FILE {
            return Err(too_many_bytes());
        }
        bundle.add(path, bytes, &mut left)?;
    }
    let sealed = match (sealing.remove(LISTING_FILE), sealing.remove(SIGNATURE_FILE)) {
        (Some(listing), Some(signature)) => Some(Sealed { listing, signature }),
        (Some(_), None) => return Err(RepositoryError::Unsigned("the pack in the archive".into())),
        (None, _) => None,
    };
    Ok((bundle.checked()?, sealed))
}

/// Returns the top-level folder that contains all files of the archive, with a trailing slash.
fn common_root_folder(archive: &ZipArchive<BufReader<File>>) -> Option<String> {
    let names = (0..archive.len()).filter_map(|index| archive.name_for_index(index)?.ok());
    let first: BTreeSet<Option<String>> =
        names.map(|name| name.split_once('/').map(|(folder, _)| folder.to_string())).collect();
    let only = first.into_iter().collect::<Vec<_>>();
    match only.as_slice() {
        [Some(folder)] if !folder.is_empty() && !folder.starts_with('.') => Some(format!("{folder}/")),
        _ => None,
    }
}

fn broken(error: ZipError) -> RepositoryError {
    RepositoryError::Archive(match error {
        ZipError::FileNotFound => "a file of it is missing".into(),
        other => other.to_string(),
    })
}

fn unreadable(name: &str, error: &std::io::Error) -> RepositoryError {
    RepositoryError::Archive(format!("{name}: {error}"))
}
