//! Sentences of any kind are read, and in the same way each time.

use jiff::civil::{DateTime, date};
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Format, Parameter, Type, Value};
use lemmascope_language::reader::{
    Asking, Decision, Heard, Lexicon, Reader, Reading, Speakable, Surroundings,
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
fn values_are_found_in_both_languages() {
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
fn what_is_missing_or_cannot_be_is_asked_for() {
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
fn a_long_sentence_is_read_in_time() {
    let reader = reader();
    for piece in ["move ", "a", "\" ", "é ", "1 ", "12:30 , ", "../x "] {
        let reading = read(&reader, &piece.repeat(100_000 / piece.len()));
        assert!((0.0..=1.0).contains(&reading.confidence));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sentence_is_read_alike_by_readers_of_the_same(sentence in any::<String>()) {
        let reading = read(&reader(), &sentence);
        prop_assert_eq!(&reading, &read(&reader(), &sentence));
        prop_assert_eq!(reading.decision == Decision::Act, reading.code.is_none());
        prop_assert!((0.0..=1.0).contains(&reading.confidence));
    }

    #[test]
    fn words_in_any_order_are_read(words in prop::collection::vec(
        prop::sample::select(vec!["move", "to", "it", "\"", "a.txt", "volume", "50", "e", "and", ",", "isso", "the", "é", "<", "?"]), 0..20,
    )) {
        let reading = read(&reader(), &words.join(" "));
        prop_assert_eq!(reading.decision == Decision::Act, reading.code.is_none());
    }
}

#[test]
fn questions_are_told_from_requests() {
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
        assert_eq!(Heard::new(sentence, now).asking(), asking, "{sentence}");
    }
}
