//! Whatever is said about whatever is on a page, each step is about a thing of the page or names one, stands inside of the
//! sentence, and chooses only what can be chosen.
#![no_main]

use jiff::civil::date;
use lemmascope_intent::Value;
use lemmascope_language::reader::Tokenized;
use lemmascope_language::scene::{Aim, Kind, Scene, Spoken, Step, Thing, read};
use libfuzzer_sys::fuzz_target;

const KINDS: [&str; 8] = ["button", "link", "field", "area", "list", "checkbox", "tab", "icon"];

// The first line is the sentence; each further line is a thing, by its names and options.
fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let sentence = lines.next().unwrap_or_default();
    let things = lines.take(40).enumerate().map(|(at, line)| {
        let mut parts = line.split('|').map(str::to_string);
        Thing {
            key: (line.len() % 5 > 0).then(|| Value::from(at as i64)),
            kind: Kind::named(KINDS[line.len() % KINDS.len()]).unwrap_or(Kind::Other),
            names: parts.next().into_iter().collect(),
            aliases: parts.next().into_iter().collect(),
            value: parts.next(),
            context: parts.next(),
            options: parts.collect(),
            is_open: (line.len() % 3 == 0).then_some(line.len() % 2 == 0),
            behind: None,
            format: None,
            looks: Vec::new(),
            area: i64::try_from(line.len()).ok(),
            place: (line.len() % 4 == 0).then_some((1, at + 1)),
        }
    });
    let scene = Scene::new(things.collect());
    let heard = Tokenized::new(sentence, date(2026, 1, 15).at(10, 30, 0, 0));
    let Spoken::Steps { steps, values } = read(&heard, &scene, &|part| part.len() % 7 == 0) else { return };
    for value in values {
        assert!(heard.sentence.get(value.clone()).is_some(), "{value:?} in {sentence:?}");
    }
    for step in steps {
        let (Step::Use { ref said, .. } | Step::Other { ref said }) = step;
        assert!(heard.sentence.get(said.clone()).is_some(), "{step:?} in {sentence:?}");
        if let Step::Use { aim: Aim::Thing(at), .. } = step {
            assert!(scene.thing(at).is_some(), "{step:?} in {sentence:?}");
        }
    }
});
