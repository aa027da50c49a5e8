use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use lemmascope_intent::definition::{Example, Slot};
use lemmascope_intent::{Parameter, Type};
use lemmascope_language::reader::Speakable;

/// Sentences of intents, some to learn from and some to be asked.
pub(crate) struct Set {
    pub(crate) name: String,
    examples: BTreeMap<String, Vec<Example>>,
    pub(crate) asked: Vec<Asked>,
    /// Sentences that mean none of the intents.
    pub(crate) outside: Vec<String>,
}

/// A sentence that is asked, and what it means.
pub(crate) struct Asked {
    pub(crate) text: String,
    pub(crate) intent: String,
    /// The values that it has, each with its slot; nothing where they are not known.
    pub(crate) values: Option<Vec<(String, String)>>,
}

impl Set {
    /// The sets of a folder, by their names.
    pub(crate) fn all(folder: &Path) -> io::Result<Vec<Self>> {
        let mut folders: Vec<_> =
            std::fs::read_dir(folder)?.flatten().map(|entry| entry.path()).filter(|it| it.is_dir()).collect();
        folders.sort();
        folders.iter().filter(|it| it.join("train.tsv").is_file()).map(|it| Self::read(it)).collect()
    }

    fn read(folder: &Path) -> io::Result<Self> {
        let mut examples: BTreeMap<String, Vec<Example>> = BTreeMap::new();
        for (intent, example) in rows(&folder.join("train.tsv"))? {
            examples.entry(intent).or_default().push(example.0);
        }
        let asked = ["valid.tsv", "val.tsv"].map(|name| folder.join(name));
        let asked = asked.iter().find(|path| path.is_file()).ok_or_else(|| {
            io::Error::new(io::ErrorKind::NotFound, format!("{} has no valid.tsv", folder.display()))
        })?;
        let asked = rows(asked)?.into_iter().map(|(intent, (example, is_labelled))| {
            let value = |slot: &Slot| (slot.parameter.clone(), example.text[slot.range.clone()].to_string());
            let values = is_labelled.then(|| example.slots.iter().map(value).collect());
            Asked { text: example.text.clone(), intent, values }
        });
        let mut outside = Vec::new();
        for entry in std::fs::read_dir(folder)?.flatten() {
            if entry.file_name().to_string_lossy().starts_with("oos") {
                outside.extend(rows(&entry.path())?.into_iter().map(|(_, (example, _))| example.text));
            }
        }
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, examples, asked: asked.collect(), outside })
    }

    /// The most examples that an intent has.
    pub(crate) fn most(&self) -> usize {
        self.examples.values().map(Vec::len).max().unwrap_or_default()
    }

    /// The intents, with the first so many examples of each.
    pub(crate) fn speakables(&self, few: usize) -> Vec<Speakable> {
        let speakable = |(name, examples): (&String, &Vec<Example>)| {
            let examples: Vec<Example> = examples.iter().take(few).cloned().collect();
            spoken(name.clone(), examples)
        };
        self.examples.iter().map(speakable).collect()
    }
}

/// What examples mean, with the slots that they have for parameters.
pub(crate) fn spoken(name: String, examples: Vec<Example>) -> Speakable {
    let slots: BTreeSet<&str> =
        examples.iter().flat_map(|it| &it.slots).map(|slot| slot.parameter.as_str()).collect();
    let parameters = slots.into_iter().map(|slot| Parameter::optional(slot, Type::String, "")).collect();
    Speakable::new(name, parameters, examples)
}

/// The rows of a file: an intent, a sentence, and whether it has labels.
fn rows(file: &Path) -> io::Result<Vec<(String, (Example, bool))>> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
    let row = |line: &str| {
        let mut fields = line.split('\t');
        let intent = fields.next().unwrap_or_default().to_string();
        let words: Vec<&str> = fields.next().unwrap_or_default().split_whitespace().collect();
        let text = words.join(" ");
        let labels = fields.next();
        let slots = slots(&text, labels.unwrap_or_default());
        (intent, (Example { text, slots, span: 0..0 }, labels.is_some()))
    };
    Ok(text.lines().map(row).collect())
}

fn slots(text: &str, labels: &str) -> Vec<Slot> {
    let mut slots: Vec<Slot> = Vec::new();
    let mut at = 0;
    for (word, label) in text.split(' ').zip(labels.split(' ')) {
        let range = at..at + word.len();
        at = range.end + 1;
        let Some((place, name)) = label.split_once('-') else { continue };
        match slots.last_mut() {
            Some(slot) if place == "I" && slot.parameter == name && slot.range.end + 1 == range.start => {
                slot.range.end = range.end;
            }
            _ => slots.push(Slot { parameter: name.into(), range }),
        }
    }
    slots
}
