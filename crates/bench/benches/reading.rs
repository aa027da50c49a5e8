//! How well sentences are read, how fast, and what learning to read them costs.
//!
//!     cargo bench --package lemmascope-bench --bench reading -- --data FOLDER
//!
//! First what is shipped: learning all its sentences, and reading some of them. Then each set of the folder, which is a folder
//! itself: `train.tsv` is learnt from, `valid.tsv` or `val.tsv` is asked (intent, sentence, and where there are any, labels of
//! its words such as `B-artist`), and `oos*.tsv` is asked and belongs to nothing. Without a folder only what is shipped is
//! measured.

mod reading {
    pub(crate) mod score;
    pub(crate) mod set;
    pub(crate) mod shipped;
}

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use lemmascope_language::goal::Things;
use lemmascope_language::reader::{Lexicon, Reader, Reading, Speakable, Surroundings};
use reading::score::Score;
use reading::set::Set;
use reading::shipped::shipped;

/// A set is also measured with so many examples of each intent, where it has more.
const FEW: [usize; 2] = [70, 10];

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.find(|argument| argument == "--data").and_then(|_| arguments.next());
    measure_shipped()?;
    let Some(folder) = folder.map(PathBuf::from) else {
        return writeln!(io::stdout(), "\nreading: no sets, since --data names no folder with any");
    };
    writeln!(
        io::stdout(),
        "\n| set | examples | right | acted on and right | out of scope refused | calibration error | slot F1 | a sentence \
         | learning |\n|---|---|---|---|---|---|---|---|---|"
    )?;
    for set in Set::all(&folder)? {
        measure(&set.name, set.speakables(usize::MAX), &set)?;
        for few in FEW.into_iter().filter(|few| set.most() > *few) {
            measure(&format!("{}, {few} an intent", set.name), set.speakables(few), &set)?;
        }
    }
    Ok(())
}

fn measure_shipped() -> io::Result<()> {
    let speakables = shipped()?;
    let examples: Vec<String> =
        speakables.iter().flat_map(|it| &it.examples).map(|example| example.text.clone()).collect();
    let names = speakables.len();
    // What else the machine does is not of interest: the quickest counts.
    let (mut learning, mut reader) = learnt(speakables.clone());
    for _ in 0..4 {
        let (time, again) = learnt(speakables.clone());
        learning = learning.min(time);
        reader = again;
    }
    let home = tempfile::tempdir()?;
    let program = std::path::Path::new("/proc/self/exe");
    Reader::kept_in(home.path(), program, speakables.clone(), Things::none());
    let found = (0..9).map(|_| {
        let start = Instant::now();
        drop(Reader::kept_in(home.path(), program, speakables.clone(), Things::none()));
        start.elapsed()
    });
    let found = median(found.collect());
    let mut times = Vec::new();
    for text in examples.iter().step_by(4) {
        read(&reader, text, &mut times);
    }
    writeln!(
        io::stdout(),
        "shipped: {} sentences for {names} names learnt in {:.0} ms, and found again in {:.0} ms; \
         a sentence is read in {:.0} µs",
        examples.len(),
        learning.as_secs_f64() * 1e3,
        found.as_secs_f64() * 1e3,
        median(times).as_secs_f64() * 1e6
    )
}

fn measure(title: &str, speakables: Vec<Speakable>, set: &Set) -> io::Result<()> {
    let examples: usize = speakables.iter().map(|it| it.examples.len()).sum();
    let (learning, reader) = learnt(speakables);
    let mut times = Vec::new();
    let mut score = Score::default();
    for asked in &set.asked {
        score.take(&read(&reader, &asked.text, &mut times), asked);
    }
    for text in &set.outside {
        score.take_outside(&read(&reader, text, &mut Vec::new()));
    }
    writeln!(
        io::stdout(),
        "| {title} | {examples} | {score} | {:.0} µs | {:.0} ms |",
        median(times).as_secs_f64() * 1e6,
        learning.as_secs_f64() * 1e3
    )
}

fn learnt(speakables: Vec<Speakable>) -> (Duration, Reader) {
    let start = Instant::now();
    let reader = Reader::train(speakables);
    (start.elapsed(), reader)
}

fn read(reader: &Reader, sentence: &str, times: &mut Vec<Duration>) -> Reading {
    let lexicon = Lexicon::default();
    let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
    let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
    let start = Instant::now();
    let reading = reader.read(sentence, now, &around);
    times.push(start.elapsed());
    reading
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
