//! Whatever is said, each candidate for its request is shorter than the sentence, names no file that the sentence does not
//! name, and can be read and rewritten in turn.
#![no_main]

use std::sync::LazyLock;

use jiff::civil::date;
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Format, Parameter, Type};
use lemmascope_language::reader::{Reader, Speakable};
use libfuzzer_sys::fuzz_target;

static READER: LazyLock<Reader> = LazyLock::new(|| {
    let spoken = "
delete
  delete [report.pdf](path)
  apaga o [b.txt](path)
move
  move [report.pdf](path) to [archive](folder)
  passa [b.txt](path) para [velhos](folder)
volume
  set the volume to [50](level)
  põe o volume a [vinte](level)
";
    let path = || Parameter::required("path", Type::String, "What.").format(Format::Path);
    let folder = || Parameter::required("folder", Type::String, "Where to.").format(Format::Folder);
    let parameters = |name: &str| match name {
        "delete" => vec![path()],
        "move" => vec![path(), folder()],
        _ => vec![Parameter::required("level", Type::Number, "How loud.").within(0, 100)],
    };
    let spoken = Sentences::read(spoken).unwrap_or_default().into_iter();
    Reader::train(
        spoken.map(|it| Speakable::new(it.name.clone(), parameters(&it.name), it.examples)).collect(),
    )
});

fuzz_target!(|sentence: &str| {
    let now = date(2025, 1, 15).at(10, 30, 0, 0);
    let heard = READER.tokenize(sentence, now);
    let named: Vec<String> = heard.files().collect();
    for core in READER.cores(&heard) {
        assert!(!core.text.trim().is_empty(), "{sentence:?}");
        assert!(core.files.iter().all(|file| named.contains(file)), "{:?} in {sentence:?}", core.files);
        let said = READER.tokenize(&core.text, now);
        if let Some(text) = READER.rephrased(&said) {
            let _again = READER.tokenize(&text, now);
        }
    }
    let _requests = READER.rephrased(&heard);
});
