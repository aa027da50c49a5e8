//! Caching of learnt data: it is found again, and a cache entry is never used for different input.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::date;
use lemmascope_intent::definition::Sentences;
use lemmascope_intent::{Parameter, Type};
use lemmascope_language::goal::Things;
use lemmascope_language::reader::{Lexicon, Reader, Reading, Speakable, Surroundings};

const SAID: &str = "
play
  play [blue moon](title)
  put [halo](title) on
  toca [águas de março](title)
  quero ouvir [imagine](title)
stop
  stop the music
  be quiet
  para a música
  silêncio
";

fn speakables(said: &str) -> Vec<Speakable> {
    let title = || vec![Parameter::optional("title", Type::String, "What.")];
    let spoken = Sentences::read(said).unwrap().into_iter();
    spoken.map(|it| Speakable::new(it.name, title(), it.examples)).collect()
}

fn kept_in(home: &Path, speakables: Vec<Speakable>) -> Reader {
    Reader::kept_in(home, Path::new("/proc/self/exe"), speakables, Things::none())
}

fn read(reader: &Reader) -> Vec<Reading> {
    let lexicon = Lexicon::default();
    let around = Surroundings { lexicon: &lexicon, mentioned: &[] };
    let now = date(2026, 11, 16).at(9, 0, 0, 0);
    let said = ["play so what", "toca halo", "plaay halo please", "stop", "silêncio", "two hats", ""];
    said.iter().map(|sentence| reader.read(sentence, now, &around)).collect()
}

fn files(home: &Path) -> Vec<PathBuf> {
    let folder = fs::read_dir(home.join("learnt"));
    let mut files: Vec<PathBuf> = folder.into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn cached_reader_equals_trained_reader() {
    let home = tempfile::tempdir().unwrap();
    let learnt = read(&Reader::train(speakables(SAID)));
    assert_eq!(read(&kept_in(home.path(), speakables(SAID))), learnt);
    let [file] = &files(home.path())[..] else { panic!("{:?}", files(home.path())) };
    let written = fs::metadata(file).unwrap().len();
    assert_eq!(read(&kept_in(home.path(), speakables(SAID))), learnt);
    assert_eq!(fs::metadata(file).unwrap().len(), written);
    // Other sentences lead to other data, and so do the same ones with other values.
    for other in [SAID.replace("be quiet", "hush"), SAID.replace("[halo](title) on", "[halo on](title)")] {
        let reader = kept_in(home.path(), speakables(&other));
        assert_eq!(read(&reader), read(&Reader::train(speakables(&other))));
    }
    assert_eq!(files(home.path()).len(), 3);
}

#[test]
fn corrupt_cache_is_rebuilt() {
    let home = tempfile::tempdir().unwrap();
    let learnt = read(&kept_in(home.path(), speakables(SAID)));
    let file = files(home.path()).remove(0);
    let whole = fs::read(&file).unwrap();
    let mut turned = whole.clone();
    turned[whole.len() / 2] ^= 0x40;
    for broken in [&[][..], b"abc", &whole[..whole.len() - 1], &turned, &vec![0xff; 4096]] {
        fs::write(&file, broken).unwrap();
        assert_eq!(read(&kept_in(home.path(), speakables(SAID))), learnt);
        assert_eq!(fs::read(&file).unwrap(), whole);
    }
    // Another program learns by itself, and a nonexistent one stores nothing.
    let other = Reader::kept_in(home.path(), &file, speakables(SAID), Things::none());
    assert_eq!((read(&other), files(home.path()).len()), (learnt.clone(), 2));
    Reader::kept_in(home.path(), Path::new("/nowhere/program"), speakables(SAID), Things::none());
    assert_eq!(files(home.path()).len(), 2);
    // An invalid folder stores nothing, and causes no failure.
    let blocked = tempfile::tempdir().unwrap();
    fs::write(blocked.path().join("learnt"), "in the way").unwrap();
    assert_eq!(read(&kept_in(blocked.path(), speakables(SAID))), learnt);
}

#[test]
fn cache_evicts_oldest_entries() {
    let home = tempfile::tempdir().unwrap();
    let other = |number: usize| speakables(&SAID.replace("be quiet", &format!("be quiet number {number}")));
    kept_in(home.path(), other(0));
    let first = files(home.path()).remove(0);
    for number in 1..12 {
        kept_in(home.path(), other(number));
        kept_in(home.path(), other(0));
    }
    assert_eq!(files(home.path()).len(), 8);
    assert!(first.exists(), "what is used stays");
}
