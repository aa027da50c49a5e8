//! Properties of trained models, checked on small sets.

use std::ops::Range;
use std::sync::LazyLock;

use proptest::prelude::*;

use crate::{Classifier, Piece, Sample, Tagger};

/// A sentence with its class and its slots.
struct Example {
    pieces: Vec<Piece>,
    class: usize,
    slots: Vec<(Range<usize>, usize)>,
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for word in text.split(' ') {
        pieces.push(Piece { form: word.to_lowercase(), span: start..start + word.len() });
        start += word.len() + 1;
    }
    pieces
}

/// Parses an example: `play [0 blue moon]` contains slot 0.
fn example(class: usize, text: &str) -> Example {
    let (mut words, mut slots) = (Vec::new(), Vec::new());
    let mut open = None;
    for word in text.split(' ') {
        if let Some(slot) = word.strip_prefix('[') {
            open = Some((words.len(), slot.parse().unwrap()));
            continue;
        }
        words.push(word.trim_end_matches(']'));
        if word.ends_with(']') {
            let (start, slot) = open.take().unwrap();
            slots.push((start..words.len(), slot));
        }
    }
    Example { pieces: pieces(&words.join(" ")), class, slots }
}

fn samples(examples: &[Example]) -> Vec<Sample<'_>> {
    examples
        .iter()
        .map(|example| Sample { pieces: &example.pieces, class: example.class, slots: &example.slots })
        .collect()
}

const NAMES: [&str; 8] =
    ["blue moon", "yesterday", "so what", "clair de lune", "imagine", "take five", "águas de março", "halo"];
const PLACES: [&str; 8] = ["lisbon", "new york", "porto", "braga", "são paulo", "rome", "cape town", "oslo"];

/// Returns examples about music, weather and folders, in both languages.
fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for (name, place) in NAMES.iter().zip(PLACES) {
        for frame in
            ["play [0 X]", "please play the song [0 X] now", "i want to hear [0 X]", "toca [0 X] por favor"]
        {
            examples.push(example(0, &frame.replace('X', name)));
        }
        for frame in
            ["how is the weather in [1 X]", "will it rain in [1 X] tomorrow", "como está o tempo em [1 X]"]
        {
            examples.push(example(1, &frame.replace('X', place)));
        }
        for frame in ["create a folder called [2 X]", "make the folder [2 X]", "cria uma pasta chamada [2 X]"]
        {
            examples.push(example(2, &frame.replace('X', &name.replace(' ', "-"))));
        }
    }
    examples
}

#[test]
fn classifies_sentences_unlike_the_examples() {
    let examples = examples();
    let classifier = Classifier::train(&samples(&examples), 3);
    for (text, class) in [
        ("could you play autumn leaves", 0),
        ("quero que toca imagine", 0),
        ("is there rain in madrid tomorrow", 1),
        ("como esta o tempo em faro", 1),
        ("create the folder photos", 2),
        ("pasta chamada fotos", 2),
    ] {
        let verdict = classifier.classify(&pieces(text));
        assert_eq!(verdict.ranking[0].0, class, "{text}: {verdict:?}");
        let all: f32 = verdict.ranking.iter().map(|(_, chance)| chance).sum();
        assert!(verdict.ranking.len() == 3 && (all - 1.0).abs() < 0.01, "{text}: {verdict:?}");
    }
}

/// Checks that a city does not favor the class of the only example with that city.
#[test]
fn common_slot_values_do_not_affect_classification() {
    let frames = ["flights to [0 X]", "weather of [0 X]", "fares for [0 X]"];
    let mut examples = Vec::new();
    for (at, place) in PLACES.iter().enumerate() {
        // Each place occurs in the examples of a single class.
        for said in [frames[at % 3].to_owned(), format!("show me {}", frames[at % 3])] {
            examples.push(example(at % 3, &said.replace('X', place)));
        }
    }
    let classifier = Classifier::train(&samples(&examples), 3);
    for (at, place) in PLACES.iter().enumerate() {
        for (class, frame) in frames.iter().enumerate().filter(|(class, _)| *class != at % 3) {
            let text = frame.replace("[0 X]", place);
            let verdict = classifier.classify(&pieces(&text));
            assert_eq!(verdict.ranking[0].0, class, "{text}: {verdict:?}");
        }
    }
    // A slot of a single class is evidence for it.
    examples.extend(NAMES.map(|name| example(3, &format!("play [1 {name}]"))));
    let classifier = Classifier::train(&samples(&examples), 4);
    assert_eq!(classifier.classify(&pieces("clair de lune")).ranking[0].0, 3);
}

#[test]
fn detects_out_of_domain_sentences() {
    let examples = examples();
    let classifier = Classifier::train(&samples(&examples), 3);
    for text in ["who won the election", "xyzzy", "qual é a capital da frança", "", "42 42 42"] {
        let verdict = classifier.classify(&pieces(text));
        assert!(verdict.is_outside(), "{text}: {verdict:?}");
    }
    for text in
        ["play halo", "how is the weather in rome", "make the folder halo", "toca yesterday por favor"]
    {
        let verdict = classifier.classify(&pieces(text));
        assert!(!verdict.is_outside() && verdict.ranking[0].1 > 0.7, "{text}: {verdict:?}");
    }
}

#[test]
fn tags_slots_with_unknown_words() {
    let examples = examples();
    let tagger = Tagger::train(&samples(&examples), 3);
    for (class, text) in [
        (0, "play [0 autumn leaves]"),
        (0, "please play the song [0 giant steps] now"),
        (1, "will it rain in [1 vila real] tomorrow"),
        (1, "como está o tempo em [1 faro]"),
        (2, "create a folder called [2 photos]"),
    ] {
        let expected = example(class, text);
        assert_eq!(tagger.tag(&expected.pieces, class), expected.slots, "{text}");
    }
    assert_eq!(tagger.tag(&pieces("play halo"), 7), []);
}

#[test]
fn explains_classification_by_evidence_weights() {
    let examples = examples();
    let classifier = Classifier::train(&samples(&examples), 3);
    let reasons = classifier.explain(&pieces("create a folder"), 2);
    assert!(reasons.iter().any(|reason| reason.evidence == "folder" && reason.weight > 0.0), "{reasons:?}");
    let reasons = classifier.explain(&pieces("create a folder"), 0);
    assert!(reasons.iter().any(|reason| reason.evidence == "folder" && reason.weight < 0.0), "{reasons:?}");
    assert_eq!(classifier.explain(&pieces("create a folder"), 9), []);
}

#[test]
fn training_is_deterministic() {
    let examples = examples();
    let samples = samples(&examples);
    let learn = || (Classifier::train(&samples, 3), Tagger::train(&samples, 3));
    let (one, other) = (learn(), learn());
    for text in ["play some jazz in lisbon", "pasta", "weather folder song", "tomorrow"] {
        let pieces = pieces(text);
        assert_eq!(one.0.classify(&pieces), other.0.classify(&pieces));
        assert_eq!(one.0.explain(&pieces, 1), other.0.explain(&pieces, 1));
        assert_eq!(one.1.tag(&pieces, 0), other.1.tag(&pieces, 0));
    }
}

#[test]
fn trains_on_empty_and_tiny_example_sets() {
    let none = Classifier::train(&[], 4);
    let verdict = none.classify(&pieces("hello"));
    assert!(verdict.ranking.is_empty() && verdict.is_outside());
    assert_eq!(Tagger::train(&[], 4).tag(&pieces("hello"), 0), []);

    let single = [example(1, "open [0 it]")];
    let classifier = Classifier::train(&samples(&single), 4);
    assert_eq!(
        classifier.classify(&pieces("open it")).ranking,
        [(1, classifier.classify(&pieces("open it")).ranking[0].1)]
    );
    let beyond = [example(9, "open it")];
    assert!(Classifier::train(&samples(&beyond), 4).classify(&pieces("open it")).ranking.is_empty());

    let empty = Example { pieces: Vec::new(), class: 1, slots: Vec::new() };
    let beside = [empty, example(1, "open [0 it]")];
    let expected = Tagger::train(&samples(&single), 4).tag(&pieces("open it"), 1);
    assert_eq!(Tagger::train(&samples(&beside), 4).tag(&pieces("open it"), 1), expected);
}

static LEARNT: LazyLock<(Classifier, Tagger)> = LazyLock::new(|| {
    let examples = examples();
    (Classifier::train(&samples(&examples), 3), Tagger::train(&samples(&examples), 3))
});

/// Generates arbitrary pieces.
fn hostile() -> impl Strategy<Value = Vec<Piece>> {
    let form = prop_oneof![
        any::<String>(),
        "[a-z]{1,8}",
        Just("⟨".to_owned()),
        Just("e\u{301}\u{301}\u{301}".repeat(50)),
        Just("\u{202e}מילה\u{0}".to_owned()),
        Just("x".repeat(100_000)),
        Just(String::new()),
        select_word(),
    ];
    prop::collection::vec(form.prop_map(|form| Piece { span: 0..form.len(), form }), 0..40)
}

fn select_word() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["play", "weather", "folder", "in", "the", "lisbon", "halo"])
        .prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn classifies_any_sentence_without_panic(sentences in prop::collection::vec(hostile(), 1..4), times in 1usize..400) {
        let (classifier, tagger) = &*LEARNT;
        for sentence in &sentences {
            let long: Vec<Piece> = sentence.iter().cycle().take(sentence.len() * times).cloned().collect();
            check(classifier, tagger, sentence)?;
            check(classifier, tagger, &long[..long.len().min(10_000)])?;
        }
    }

    #[test]
    fn trains_on_any_example_set_without_panic(
        sentences in prop::collection::vec((hostile(), 0usize..6, prop::collection::vec((0usize..50, 0usize..50, 0usize..5000), 0..4)), 0..12),
        classes in 0usize..5,
    ) {
        let examples: Vec<Example> = sentences
            .into_iter()
            .map(|(pieces, class, slots)| {
                let slots = slots.into_iter().map(|(start, end, slot)| (start..end, slot)).collect();
                Example { pieces, class, slots }
            })
            .collect();
        let samples = samples(&examples);
        let (classifier, tagger) = (Classifier::train(&samples, classes), Tagger::train(&samples, classes));
        for example in &examples {
            check(&classifier, &tagger, &example.pieces)?;
        }
    }
}

fn check(classifier: &Classifier, tagger: &Tagger, pieces: &[Piece]) -> Result<(), TestCaseError> {
    let verdict = classifier.classify(pieces);
    prop_assert!((0.0..=1.0).contains(&verdict.scope), "{:?}", verdict);
    prop_assert!(verdict.ranking.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)), "{:?}", verdict);
    prop_assert!(verdict.ranking.is_sorted_by(|one, other| one.1 >= other.1), "{:?}", verdict);
    for class in 0..4 {
        classifier.explain(pieces, class);
        let slots = tagger.tag(pieces, class);
        prop_assert!(slots.iter().all(|(range, _)| range.start < range.end && range.end <= pieces.len()));
        prop_assert!(slots.is_sorted_by(|one, other| one.0.end <= other.0.start), "{:?}", slots);
    }
    Ok(())
}
