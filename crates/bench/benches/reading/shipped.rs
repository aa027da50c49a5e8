use std::io;
use std::path::{Path, PathBuf};

use lemmascope_intent::Definition;
use lemmascope_intent::definition::{Rules, Sentences};
use lemmascope_language::reader::Speakable;

use super::set::spoken;

/// All that is shipped to be said: the sentences of verbs and commands, and the examples of definitions, as the crates have
/// them.
pub(crate) fn shipped() -> io::Result<Vec<Speakable>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates)?.flatten() {
        collect(&entry.path().join("src"), &mut files)?;
    }
    collect(&crates.join("../intents"), &mut files)?;
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".yaml") {
            let source = std::fs::read_to_string(&file)?;
            let rules = Rules { spoken_only: true, ..Rules::default() };
            let definition = Definition::read(&source, &rules).definition;
            all.extend(definition.map(|it| spoken(it.intent.value.clone(), it.examples.clone())));
        } else if matches!(name, "sentences.txt" | "developer.txt" | "unsupported.txt") {
            let sentences = Sentences::read(&std::fs::read_to_string(&file)?)
                .map_err(|fault| io::Error::new(io::ErrorKind::InvalidData, fault.message))?;
            all.extend(sentences.into_iter().map(|it| spoken(it.name, it.examples)));
        }
    }
    Ok(all)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)?.flatten() {
        match entry.path() {
            path if path.is_dir() => collect(&path, files)?,
            path => files.push(path),
        }
    }
    Ok(())
}
