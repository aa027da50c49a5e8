//! What was learnt, kept in a file, so that whoever starts again need not learn again.
//!
//! A file is named for what it was learnt from and for the program that learnt it, so nothing has to say that it is out of date:
//! what has changed has another name. One that cannot be used is as good as none.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::learnt::Learnt;
use super::reader::Reader;
use super::speakable::Speakable;
use crate::goal::Things;

/// The folder in the engine's own, and what the names of the files in it end with.
const FOLDER: &str = "learnt";
const EXTENSION: &str = "learnt";
/// So many are kept; those that were used longest ago go.
const KEPT: usize = 8;
/// Larger files are not read: nothing that takes so much room is learnt in a moment either.
const LARGEST: u64 = 256 << 20;

impl Reader {
    /// A reader of the speakables, by what was learnt of them before if that is still in the engine's own folder, and otherwise
    /// learnt and put there. Another program may learn otherwise, so this one has to be known. Where that folder cannot be
    /// written to, it is learnt each time.
    pub fn kept_in(home: &Path, program: &Path, mut speakables: Vec<Speakable>, things: Arc<Things>) -> Self {
        speakables.retain(|speakable| !speakable.examples.is_empty());
        let Some(name) = name(program, &speakables, &things) else { return Self::about(speakables, things) };
        let path = home.join(FOLDER).join(name);
        if let Some(learnt) = read(&path) {
            return Self { speakables, learnt, things };
        }
        let reader = Self::about(speakables, things);
        // It is for the next time alone, and the next time tries again.
        let _ = write(&path, &reader.learnt);
        reader
    }
}

/// The name of the file for what is learnt of speakables by a program; none where the program cannot be told from another.
fn name(program: &Path, speakables: &[Speakable], things: &Things) -> Option<String> {
    let program = fs::metadata(program).ok()?;
    let built = program.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let mut digest = Sha256::new();
    // A text is told with its length, so that no two lists of texts are told alike.
    let mut tell = |text: &str| {
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    };
    tell(&format!("{} {built:?}", program.len()));
    things.kinds().iter().for_each(|kind| tell(kind.name));
    for speakable in speakables {
        tell(&format!("{} {}", speakable.parameters.len(), speakable.examples.len()));
        tell(&speakable.name);
        speakable.parameters.iter().for_each(|parameter| tell(&parameter.name));
        for example in &speakable.examples {
            tell(&example.text);
            tell(&example.slots.len().to_string());
            for slot in &example.slots {
                tell(&slot.parameter);
                tell(&format!("{:?}", slot.range));
            }
        }
    }
    let mut name = String::new();
    for byte in &digest.finalize()[..16] {
        write!(name, "{byte:02x}").ok()?;
    }
    Some(format!("{name}.{EXTENSION}"))
}

/// What a file has, if it is whole.
fn read(path: &Path) -> Option<Learnt> {
    let file = fs::File::open(path).ok()?;
    if file.metadata().ok()?.len() > LARGEST {
        return None;
    }
    // Which were used last is seen by when they were touched last; where that cannot be written down, nothing is lost.
    let _ = file.set_modified(SystemTime::now());
    let bytes = fs::read(path).ok()?;
    let (sum, bytes) = bytes.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*sum) != crc32fast::hash(bytes) {
        return None;
    }
    postcard::from_bytes(bytes).ok()
}

/// Writes a file in one go, so that nobody ever reads half of one, and has the oldest make room.
fn write(path: &Path, learnt: &Learnt) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let bytes = postcard::to_stdvec(learnt).map_err(io::Error::other)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
    file.write_all(&bytes)?;
    file.persist(path)?;
    let mut kept: Vec<(SystemTime, std::path::PathBuf)> = fs::read_dir(folder)?
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            path.extension().filter(|it| *it == EXTENSION)?;
            Some((fs::metadata(&path).ok()?.modified().ok()?, path))
        })
        .collect();
    kept.sort();
    for (_, path) in kept.iter().rev().skip(KEPT) {
        fs::remove_file(path)?;
    }
    Ok(())
}
