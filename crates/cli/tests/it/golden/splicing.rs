//! Random sentences from the parts of known ones: none ends the engine, and each gets an answer.
//!
//! The words that the grammars know meet in orders that no author has thought of. The seed is that of the
//! property tests, so that `make test-random` draws other sentences.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::Value as Json;

use super::talk::furnish;
use super::{folder, planned};
use crate::desk::Desk;

/// The number of sentences.
const CASES: usize = 300;

#[test]
fn spliced_sentences_get_an_answer() {
    let desk = Desk::new();
    furnish(&desk.work());
    let known = known();
    let mut runner = TestRunner::default();
    let spliced: Vec<String> = (0..CASES)
        .map(|_| splice(&known).new_tree(&mut runner).unwrap().current())
        .filter(|sentence| !sentence.is_empty())
        .collect();
    let answers = planned(&desk, spliced.iter().map(String::as_str));
    let broken: Vec<&String> =
        spliced.iter().zip(&answers).filter(|(_, answer)| is_broken(answer)).map(|it| it.0).collect();
    assert!(broken.is_empty(), "{broken:#?}");
}

fn is_broken(answer: &Json) -> bool {
    answer["summary"].as_str().is_some_and(|summary| summary.contains("broke off"))
}

/// Returns the words of sentences with and without requests, in both languages.
fn known() -> Vec<Vec<String>> {
    let files = ["refrained.txt", "requests.txt", "halves.txt"];
    let texts = files.map(|file| std::fs::read_to_string(folder().join(file)).unwrap());
    let lines = texts.iter().flat_map(|text| text.lines());
    let sentences = lines.filter_map(|line| line.split('\t').nth(2));
    sentences.map(|sentence| sentence.split(' ').map(str::to_string).collect()).collect()
}

/// Combines the start of a sentence with the end of another, in order or reversed.
fn splice(known: &[Vec<String>]) -> impl Strategy<Value = String> {
    let parts = (any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>(), any::<bool>());
    parts.prop_map(|(first, second, to, from, is_reversed)| {
        let (first, second) = (first.get(known), second.get(known));
        let mut words = first[..to.index(first.len() + 1)].to_vec();
        words.extend_from_slice(&second[from.index(second.len() + 1)..]);
        if is_reversed {
            words.reverse();
        }
        words.join(" ")
    })
}
