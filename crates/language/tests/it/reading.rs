//! Checks that arbitrary sentences are interpreted, and deterministically.

use jiff::civil::{DateTime, date};
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Format, Parameter, Type, Value};
use lemmascope_language::reader::{
    Asking, Decision, Lexicon, Reader, Reading, Speakable, Surroundings, Tokenized,
};
use proptest::prelude::*;

const SAID: &str = "
move
  move [report.pdf](source) to [archive](folder)
  put [notes.txt](source) into the [old](folder) folder
  shift [a.csv](source) to [data](folder)
  move o [relatorio.pdf](source) para a pasta [arquivo](folder)
  passa [b.txt](source) para [velhos](folder)
volume
  set the volume to [50](level)
  volume [20](level)
  make it [thirty](level) percent loud
  põe o volume a [50](level)
  muda o som para [vinte](level)
remember
  remember that [the door is green](fact)
  note that [we meet at nine](fact)
  don't forget that [milk is cheap](fact)
  lembra-te que [a porta é verde](fact)
  toma nota que [nos vemos às nove](fact)
time
  what time is it
  tell me the time
  que horas são
  diz-me as horas
";

fn reader() -> Reader {
    let parameters = |name: &str| match name {
        "move" => vec![
            Parameter::required("source", Type::String, "What.").format(Format::Path),
            Parameter::required("folder", Type::String, "Where to.").format(Format::Folder),
        ],
        "volume" => vec![Parameter::required("level", Type::Number, "How loud.").within(0, 100)],
        "remember" => vec![Parameter::required("fact", Type::String, "What.")],
        _ => Vec::new(),
    };
    let spoken = Sentences::read(SAID).unwrap().into_iter();
    Reader::train(
        spoken.map(|it| Speakable::new(it.name.clone(), parameters(&it.name), it.examples)).collect(),
    )
}

fn now() -> DateTime {
    date(2026, 11, 16).at(9, 0, 0, 0)
}

fn read(reader: &Reader, sentence: &str) -> Reading {
    let lexicon = Lexicon::default();
    reader.read(sentence, now(), &Surroundings { lexicon: &lexicon, mentioned: &[] })
}

#[test]
fn asks_when_a_file_name_is_unused() {
    let changing = reader().speakables().iter().map(|it| it.clone().changing(true)).collect();
    let reader = Reader::train(changing);
    let one = read(&reader, "move report.pdf to archive");
    assert_eq!(one.decision, Decision::Act, "{one:?}");
    let two = read(&reader, "move report.pdf and notes.txt to archive");
    assert_eq!((two.decision, two.code), (Decision::Ask, Some(ErrorCode::LowConfidence)), "{two:?}");
}

#[test]
fn extracts_parameters_in_both_languages() {
    let reader = reader();
    for (sentence, intent, parameter, value) in [
        ("could you please move summary.docx to the papers folder", "move", "folder", Value::from("papers")),
        (
            "move o orcamento.xlsx para a pasta contas, por favor",
            "move",
            "source",
            Value::from("orcamento.xlsx"),
        ),
        ("Set the volume to twenty-five", "volume", "level", Value::from(25)),
        ("põe o volume a trinta", "volume", "level", Value::from(30)),
        ("remember that the car is blue", "remember", "fact", Value::from("the car is blue")),
    ] {
        let reading = read(&reader, sentence);
        assert_eq!(
            (reading.decision, reading.intent.as_deref()),
            (Decision::Act, Some(intent)),
            "{sentence}"
        );
        assert_eq!(reading.parameters.get(parameter), Some(&value), "{sentence}");
    }
}

#[test]
fn misspelled_courtesy_is_not_part_of_parameters() {
    let reader = reader();
    for sentence in ["move memo.txt to drafts, plesae", "move memo.txt para drafts, por fvaor"] {
        let reading = read(&reader, sentence);
        assert_eq!(reading.parameters.get("folder"), Some(&Value::from("drafts")), "{sentence}");
        assert_eq!(reading.parameters.get("source"), Some(&Value::from("memo.txt")), "{sentence}");
    }
}

#[test]
fn asks_about_underspecified_sentences() {
    let spoken = "
close_tab
  close the tab
  close this tab please
  fecha o separador
close_window
  close the window
  close that window
  fecha a janela
battery
  battery level
  how is the battery
  nível da bateria
";
    let spoken = Sentences::read(spoken).unwrap().into_iter();
    let reader = Reader::train(spoken.map(|it| Speakable::new(it.name, Vec::new(), it.examples)).collect());
    for (sentence, code) in [
        ("close", ErrorCode::AmbiguousIntent),
        ("fecha", ErrorCode::AmbiguousIntent),
        ("the battery level thing", ErrorCode::LowConfidence),
        ("a coisa do nível", ErrorCode::LowConfidence),
    ] {
        let reading = read(&reader, sentence);
        assert_eq!((reading.decision, reading.code), (Decision::Ask, Some(code)), "{sentence}: {reading:?}");
    }
    assert_eq!(read(&reader, "battery level").decision, Decision::Act);
}

#[test]
fn extracts_objects_and_lists_of_files() {
    let spoken = "
fill_form
  fill in the form with [name Bob](data)
  fill out this form using [city = Rome](data)
  preenche o formulário com [nome Rui](data)
copy_files
  copy [a.txt and b.txt](files) to [safe](folder)
  copy the files [c.txt, d.txt](files) into [old](folder)
  copia [a.txt e b.txt](files) para [velhos](folder)
";
    let parameters = |name: &str| match name {
        "fill_form" => vec![Parameter::required("data", Type::Object, "What.")],
        _ => vec![
            Parameter::required("files", Type::Array, "Which.").format(Format::File),
            Parameter::required("folder", Type::String, "Where to.").format(Format::Folder),
        ],
    };
    let spoken = Sentences::read(spoken).unwrap().into_iter();
    let speakables =
        spoken.map(|it| Speakable::new(it.name.clone(), parameters(&it.name), it.examples)).collect();
    let reader = Reader::train(speakables);
    for (sentence, parameter, value) in [
        ("fill in the form with name Ann Lee and city Porto", "data", r#"{"name":"Ann Lee","city":"Porto"}"#),
        ("fill out this form using {\"age\": 31}", "data", r#"{"age":31}"#),
        ("copy x.txt, y.txt and z.txt to safe", "files", r#"["x.txt","y.txt","z.txt"]"#),
    ] {
        let reading = read(&reader, sentence);
        let found = reading.parameters.get(parameter).map(ToString::to_string);
        assert_eq!(found.as_deref(), Some(value), "{sentence}: {reading:?}");
    }
}

#[test]
fn asks_for_missing_or_invalid_parameters() {
    let reader = reader();
    let missing = read(&reader, "set the volume");
    assert_eq!((missing.decision, missing.missing), (Decision::Ask, vec!["level".to_string()]));
    let wrong = read(&reader, "set the volume to 150");
    assert_eq!(wrong.invalid, [("level".to_string(), "Is more than 100".to_string())]);
    let unknown = read(&reader, "my neighbour paints purple elephants on tuesdays");
    assert_eq!(unknown.decision, Decision::Unknown);
    assert_eq!(read(&reader, "").decision, Decision::Unknown);
}

#[test]
fn reads_long_sentences_quickly() {
    let reader = reader();
    for piece in ["move ", "a", "\" ", "é ", "1 ", "12:30 , ", "../x "] {
        let reading = read(&reader, &piece.repeat(100_000 / piece.len()));
        assert!((0.0..=1.0).contains(&reading.confidence));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn identically_trained_readers_agree_on_any_sentence(sentence in any::<String>()) {
        let reading = read(&reader(), &sentence);
        prop_assert_eq!(&reading, &read(&reader(), &sentence));
        prop_assert_eq!(reading.decision == Decision::Act, reading.code.is_none());
        prop_assert!((0.0..=1.0).contains(&reading.confidence));
    }

    #[test]
    fn reads_words_in_any_order(words in prop::collection::vec(
        prop::sample::select(vec!["move", "to", "it", "\"", "a.txt", "volume", "50", "e", "and", ",", "isso", "the", "é", "<", "?"]), 0..20,
    )) {
        let reading = read(&reader(), &words.join(" "));
        prop_assert_eq!(reading.decision == Decision::Act, reading.code.is_none());
    }
}

#[test]
fn distinguishes_questions_from_requests() {
    let now = date(2026, 1, 5).at(9, 0, 0, 0);
    for (sentence, asking) in [
        ("where is the spare key", Asking::Perhaps),
        ("where is the spare key?", Asking::Surely),
        ("quem é a Ana", Asking::Perhaps),
        ("o que é um cacifo?", Asking::Surely),
        ("há alguma pasta vazia?", Asking::Surely),
        ("gostas de mim?", Asking::Perhaps),
        ("could you please open notes.txt?", Asking::Perhaps),
        ("open notes.txt", Asking::No),
        ("é preciso abrir lista.txt", Asking::No),
    ] {
        assert_eq!(Tokenized::new(sentence, now).asking(), asking, "{sentence}");
    }
}

/// Words and marks at which clauses are split or rewritten, in arbitrary order.
const PIECES: [&str; 34] = [
    "I",
    "so",
    "because",
    "que",
    "para",
    "to",
    "a.txt",
    "b.txt",
    "\"x\"",
    ",",
    ".",
    "?",
    "—",
    "???",
    "move",
    "apaga",
    "needs",
    "to be",
    "moved",
    "once you've",
    "é",
    "não",
    "the first",
    "and",
    "e",
    "if you",
    "grateful",
    "queria",
    "movesses",
    "o",
    "lhe",
    "can't",
    "what I need is",
    "would you mind",
];

proptest! {
    #[test]
    fn splits_and_rephrases_any_words(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..16)) {
        static READER: std::sync::LazyLock<Reader> = std::sync::LazyLock::new(reader);
        let sentence = pieces.join(" ");
        let heard = READER.tokenize(&sentence, now());
        for core in READER.cores(&heard, &Lexicon::default()) {
            prop_assert!(sentence.contains(&core.text) && core.text.len() < sentence.len(), "{core:?}");
        }
        if let Some(text) = READER.rephrased(&heard) {
            prop_assert!(READER.tokenize(&text, now()).words.len() <= 2 * heard.words.len() + 2, "{text}");
        }
    }
}
