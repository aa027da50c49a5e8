//! Opposites in user-defined intents with ten examples each: neither is ever taken for the other.

use jiff::civil::date;
use lemmascope_intent::definition::Sentences;
use lemmascope_language::reader::{Decision, Lexicon, Reader, Speakable, Surroundings};

const SAID: &str = include_str!("opposites.txt");
const TRIED: &str = include_str!("opposites_tried.txt");

fn reader() -> Reader {
    let spoken = Sentences::read(SAID).unwrap().into_iter();
    Reader::train(spoken.map(|it| Speakable::new(it.name, Vec::new(), it.examples).changing(true)).collect())
}

#[test]
fn reader_never_confuses_opposite_intents() {
    let reader = reader();
    let lexicon = Lexicon::default();
    let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
    let (mut wrong, mut right, mut all) = (Vec::new(), 0, 0);
    for line in TRIED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (wanted, said) = line.split_once('\t').unwrap();
        let reading = reader.read(said, date(2026, 11, 16).at(9, 0, 0, 0), &around);
        all += 1;
        if reading.decision == Decision::Act {
            match reading.intent.as_deref() == Some(wanted) {
                true => right += 1,
                false => wrong.push(format!("{said}: {:?}", reading.intent)),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(all >= 60 && right * 2 >= all, "{right} of {all} are acted on");
}
