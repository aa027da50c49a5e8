//! Tests of the normalized forms of names, and of the warnings about deceptive ones.

use super::*;

fn name(text: &str) -> Name {
    Name::read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn latin(text: &str) -> Vec<String> {
    name(text).words.into_iter().map(|word| word.latin).collect()
}

#[test]
fn transliterates_names_of_every_script() {
    for (text, words) in [
        ("Юрий Гагаринов", &["yuriy", "gagarinov"][..]),
        ("Νίκος Παπαδόπουλος", &["nikos", "papadopulos"]),
        ("김철수", &["gim", "cheolsu"]),
        ("しょうた", &["shota"]),
        ("李小龙", &["li", "xiaolong"]),
        ("欧阳修", &["ouyang", "xiu"]),
        ("Dr. Zoë O'Brien-Smith Jr.", &["zoe", "obrien", "smith"]),
        ("Sra. Dona Palmira", &["palmira"]),
        ("Doctor", &["doctor"]),
    ] {
        assert_eq!(latin(text), words, "{text}");
    }
}

#[test]
fn flags_confusable_and_invisible_characters() {
    for (text, caution) in [
        ("\u{410}lice", NameWarning::MixedScripts),
        ("P\u{430}ul", NameWarning::MixedScripts),
        ("\u{391}nna", NameWarning::MixedScripts),
        ("Al\u{200b}ice", NameWarning::InvisibleCharacters),
        ("Al\u{ad}ice", NameWarning::InvisibleCharacters),
        ("Al\u{200d}ice", NameWarning::InvisibleCharacters),
        ("Ａｌｉｃｅ", NameWarning::CompatibilityCharacters),
        ("𝐀lice", NameWarning::CompatibilityCharacters),
    ] {
        assert!(name(text).cautions.contains(&caution), "{text}: {:?}", name(text).cautions);
        assert!(name(text).looks_like(&name("Alice")) || !text.contains("lice"), "{text}");
    }
    for harmless in
        ["Alice", "José", "Анна Smith", "田中ひろし", "Ána-María", "علی\u{200c}رضا", "Nguyễn", "O’Neil…"]
    {
        assert_eq!(name(harmless).cautions, [], "{harmless}");
    }
}

#[test]
fn rejects_control_characters_in_names() {
    for text in ["Al\u{202e}ice", "Al\u{2066}ice", "\u{200f}Alice", "Al\u{7}ice", "Al\0ice"] {
        assert!(matches!(Name::read(text), Err(NameFault::Control(_))), "{text:?}");
    }
    assert_eq!(Name::read("  "), Err(NameFault::Empty));
    assert_eq!(Name::read("…"), Err(NameFault::Empty));
    assert_eq!(Name::read(&"x".repeat(201)), Err(NameFault::TooLong));
}

#[test]
fn detects_lookalike_names_of_other_scripts() {
    let (cyrillic, latin) = (name("СОРА"), name("COPA"));
    assert!(cyrillic.looks_like(&latin) && latin.looks_like(&cyrillic));
    assert!(!name("came").looks_like(&name("carne")));
}

#[test]
fn computes_edit_distance_with_transpositions() {
    assert_eq!(distance("jonh", "john", 2), Some(1));
    assert_eq!(distance("catherine", "katharine", 2), Some(2));
    assert_eq!(distance("ana", "ana", 0), Some(0));
    assert_eq!(distance("ana", "bob", 2), None);
    assert_eq!(distance("", "ab", 2), Some(2));
}

#[test]
fn similarity_grows_with_common_name_parts() {
    let score = |one: &str, other: &str| compare(&name(one), &name(other)).score;
    assert!(score("Bob Smith", "Bob Smith") == 1.0);
    assert!(score("Bob Smith", "Robert Smith") > score("Bob", "Robert Smith"));
    assert!(score("Ana Maria Costa", "Ana Costa") > 0.7);
    for (one, other) in [
        ("Bob Jones", "Bob Smith"),
        ("Mary Smith", "Robert Smith"),
        ("J. S.", "John Smith"),
        ("de", "João de Sá"),
    ] {
        assert_eq!(score(one, other), 0.0, "{one} and {other}");
    }
    // The comparison is symmetric.
    for (one, other) in [
        ("Smith, Bob", "Robert Smith"),
        ("Joca Sá", "João Carlos Sá"),
        ("Jean Pierre Roux", "Jean-Pierre Roux"),
    ] {
        assert!(score(one, other) > 0.8 && score(other, one) > 0.8, "{one} and {other}");
    }
}
