//! Whatever is said, a reader reads it alike each time, is between sure and unsure, and shows no value that was not said.
#![no_main]

use std::sync::LazyLock;

use jiff::civil::date;
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Format, Parameter, Type, discreet};
use lemmascope_language::reader::{Decision, Lexicon, Reader, Speakable, Surroundings};
use libfuzzer_sys::fuzz_target;

static READER: LazyLock<Reader> = LazyLock::new(|| {
    let spoken = "
move
  move [report.pdf](source) to [archive](folder)
  put [notes.txt](source) into the [old](folder) folder
  passa [b.txt](source) para [velhos](folder)
fill
  fill in the form with [name Bob](data)
  preenche o formulário com [nome Rui](data)
copy
  copy [a.txt and b.txt](files) to [safe](folder)
  copia [a.txt e b.txt](files) para [velhos](folder)
volume
  set the volume to [50](level)
  põe o volume a [vinte](level)
";
    let folder = || Parameter::required("folder", Type::String, "Where to.").format(Format::Folder);
    let parameters = |name: &str| match name {
        "move" => vec![Parameter::required("source", Type::String, "What.").format(Format::Path), folder()],
        "copy" => vec![Parameter::required("files", Type::Array, "Which.").format(Format::File), folder()],
        "fill" => vec![Parameter::required("data", Type::Object, "What.")],
        _ => vec![Parameter::required("level", Type::Number, "How loud.").within(0, 100)],
    };
    let spoken = Sentences::read(spoken).unwrap_or_default().into_iter();
    Reader::train(
        spoken.map(|it| Speakable::new(it.name.clone(), parameters(&it.name), it.examples)).collect(),
    )
});

fuzz_target!(|sentence: &str| {
    let now = date(2025, 1, 15).at(10, 30, 0, 0);
    let mut lexicon = Lexicon::default();
    lexicon.add(Format::File, ["report.pdf", "a b.txt"]);
    let around = Surroundings { lexicon: &lexicon, mentioned: &[(Format::File, "report.pdf".into())] };
    let reading = READER.read(sentence, now, &around);
    assert!((0.0..=1.0).contains(&reading.confidence), "{sentence:?}");
    assert_eq!(reading, READER.read(sentence, now, &around), "{sentence:?}");
    assert_eq!(reading.decision == Decision::Act, reading.code.is_none(), "{sentence:?}");
    // Masked once more, it may tell less, since a mask is one word where there were many; never more.
    let masked = discreet(sentence);
    assert!(discreet(&masked).split('•').all(|kept| masked.contains(kept)), "{sentence:?}");
});
