//! Whatever is said, its stance is read alike each time, quotes words of the sentence only, and only what asks for something to
//! be done now is acted on.
#![no_main]

use std::sync::LazyLock;

use jiff::civil::date;
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Format, Parameter, Type};
use lemmascope_language::reader::{Decision, Lexicon, Reader, Speakable, Surroundings};
use lemmascope_language::stance::Standing;
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
    let lexicon = Lexicon::default();
    let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
    let reading = READER.read(sentence, now, &around);
    let heard = READER.tokenize(sentence, now);
    assert_eq!(READER.denies(&heard), READER.denies(&READER.tokenize(sentence, now)), "{sentence:?}");
    assert!(!reading.stance.line().is_empty(), "{sentence:?}");
    let quoted = [&reading.stance.condition, &reading.stance.time];
    for text in quoted.into_iter().flatten() {
        assert!(sentence.contains(text.as_str()), "{text:?} in {sentence:?}");
    }
    let is_done = reading.decision == Decision::Act;
    assert!(!is_done || reading.stance.standing() == Standing::Request, "{sentence:?}: {:?}", reading.stance);
});
