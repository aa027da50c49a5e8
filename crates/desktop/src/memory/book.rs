use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use lemmascope_intent::{Cause, Failure, Object, Value};
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

/// The maximum number of facts.
const MOST: usize = 10_000;

/// The maximum size of the file.
const LARGEST: u64 = 64 << 20;

/// The maximum length of a fact, in bytes.
pub(super) const LONGEST: usize = 4096;

/// A remembered fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fact {
    /// The unique id.
    pub(super) id: u64,
    /// The time at which it was added.
    #[serde(with = "moment")]
    pub(super) at: Timestamp,
    pub(super) fact: String,
}

impl Fact {
    pub(super) fn told(&self) -> Object {
        [
            ("id".to_string(), Value::from(i64::try_from(self.id).unwrap_or(i64::MAX))),
            ("at".to_string(), self.at.to_string().into()),
            ("fact".to_string(), self.fact.as_str().into()),
        ]
        .into_iter()
        .collect()
    }

    /// Parses the output of `told` from a stored call.
    pub(super) fn read(told: &Value) -> Option<Self> {
        let told = told.as_object()?;
        let fact = told.get("fact")?.as_text()?.to_string();
        Some(Self {
            id: u64::try_from(told.get("id")?.as_number()?.as_i64()?).ok()?,
            at: told.get("at")?.as_text()?.parse().ok()?,
            fact,
        })
    }
}

/// The open file of facts, locked so that only one engine writes at a time.
pub(super) struct Book {
    path: PathBuf,
    /// Lines that are not facts, damaged or from another program. They are kept.
    strange: Vec<String>,
    pub(super) facts: Vec<Fact>,
    _held: File,
}

impl Book {
    /// Opens the file for changes.
    pub(super) fn open(folder: &Path) -> Result<Self, Failure> {
        fs::create_dir_all(folder).map_err(|error| fault(&error))?;
        // The lock is a separate file, because the file itself is replaced on each write.
        let mut lock = OpenOptions::new();
        lock.create(true).truncate(false).write(true).mode(0o600);
        let held = lock.open(folder.join("facts.lock")).map_err(|error| fault(&error))?;
        flock(&held, FlockOperation::LockExclusive).map_err(|error| fault(&error.into()))?;
        Self::read(folder.join("facts.jsonl"), held)
    }

    fn read(path: PathBuf, held: File) -> Result<Self, Failure> {
        let mut text = Vec::new();
        match File::open(&path) {
            Ok(file) => {
                file.take(LARGEST + 1).read_to_end(&mut text).map_err(|error| fault(&error))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(fault(&error)),
        }
        if text.len() as u64 > LARGEST {
            return Err(Failure::new(Cause::Failed, "the file of facts is larger than it can be")
                .hint(format!("Look at {} and shorten it.", path.display())));
        }
        let (mut facts, mut strange) = (Vec::new(), Vec::new());
        for line in String::from_utf8_lossy(&text).lines().filter(|line| !line.trim().is_empty()) {
            match serde_json::from_str::<Fact>(line) {
                Ok(fact) => facts.push(fact),
                Err(_) => strange.push(line.to_string()),
            }
        }
        Ok(Self { path, strange, facts, _held: held })
    }

    /// The number of lines that are not facts.
    pub(super) fn unreadable(&self) -> usize {
        self.strange.len()
    }

    /// Adds a fact and saves the file.
    pub(super) fn add(&mut self, fact: &str, at: Timestamp) -> Result<Fact, Failure> {
        if self.facts.len() >= MOST {
            return Err(Failure::new(Cause::Failed, format!("no more than {MOST} facts are remembered"))
                .hint("Have some forgotten with memory.forget."));
        }
        let id = self.facts.iter().map(|fact| fact.id).max().unwrap_or(0).saturating_add(1);
        let fact = Fact { id, at, fact: fact.into() };
        self.facts.push(fact.clone());
        self.keep()?;
        Ok(fact)
    }

    /// Saves the current facts: writes a complete new file, and renames it over the old one.
    pub(super) fn keep(&self) -> Result<(), Failure> {
        self.try_keep().map_err(|error| fault(&error))
    }

    fn try_keep(&self) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        let mut file =
            OpenOptions::new().create(true).write(true).truncate(true).mode(0o600).open(&beside)?;
        let mut text = String::new();
        for line in &self.strange {
            text.push_str(line);
            text.push('\n');
        }
        for fact in &self.facts {
            text.push_str(&serde_json::to_string(fact)?);
            text.push('\n');
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, &self.path)
    }
}

/// Serializes times as ISO 8601 texts.
mod moment {
    use jiff::Timestamp;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(at)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

fn fault(error: &io::Error) -> Failure {
    let cause = match error.kind() {
        io::ErrorKind::PermissionDenied => Cause::PermissionDenied,
        io::ErrorKind::StorageFull => Cause::DiskFull,
        _ => Cause::Failed,
    };
    Failure::new(cause, format!("the facts cannot be stored: {error}"))
        .hint("Check the folder of the engine, and that there is room on the disk.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_facts_and_counts_unreadable_lines() {
        let folder = tempfile::tempdir().unwrap();
        let at: Timestamp = "2024-05-01T10:00:00Z".parse().unwrap();
        fs::write(folder.path().join("facts.jsonl"), "not json\n{\"id\": -1}\n\u{0}\n").unwrap();
        let first = Book::open(folder.path()).unwrap().add("the key is under the mat", at).unwrap();
        let second = Book::open(folder.path()).unwrap().add("line\nbreak", at).unwrap();
        let book = Book::open(folder.path()).unwrap();
        assert_eq!(book.facts, [first, second.clone()]);
        assert_eq!((second.id, book.unreadable()), (2, 3));
        assert_eq!(Fact::read(&second.told().into()), Some(second));
    }

    #[test]
    fn rejects_oversized_fact_files() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::create(folder.path().join("facts.jsonl")).unwrap();
        file.set_len(LARGEST * 100).unwrap();
        let failure = Book::open(folder.path()).err().unwrap();
        assert!(failure.message.contains("larger"), "{}", failure.message);
    }

    #[test]
    fn fact_file_is_readable_only_by_its_owner() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        Book::open(folder.path()).unwrap().add("x", Timestamp::UNIX_EPOCH).unwrap();
        let mode = fs::metadata(folder.path().join("facts.jsonl")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
