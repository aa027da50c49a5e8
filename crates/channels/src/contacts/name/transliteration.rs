//! Transliteration of words in any script into Latin letters.
//!
//! The tables are those of `any_ascii`, which maps single characters. This module handles context: Greek
//! diphthongs, small letters in Japanese syllables, and the boundary between family and given name in Chinese
//! and Korean.

use any_ascii::any_ascii;

/// The kind of a script, which determines the transliteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Latin,
    /// Another alphabet.
    Alphabet,
    /// Scripts in which vowels are mostly omitted: Arabic, Hebrew.
    Abjad,
    /// Syllabic scripts: kana.
    Syllables,
    /// Chinese characters or Hangul, in which names have no spaces.
    Blocks,
}

pub(super) fn writing(word: &str) -> Writing {
    let first = word.chars().find(|it| it.is_alphabetic()).unwrap_or('a');
    match first {
        '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Writing::Latin,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => Writing::Abjad,
        '\u{3040}'..='\u{30ff}' => Writing::Syllables,
        '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{3ffff}' => Writing::Blocks,
        _ => Writing::Alphabet,
    }
}

/// Returns a word in lower-case Latin letters.
pub(super) fn latin(word: &str) -> String {
    let is_greek = word.chars().any(|it| matches!(it, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}'));
    let text = match writing(word) {
        Writing::Latin => any_ascii(&lemmascope_intent::fold(word)),
        Writing::Alphabet if is_greek => any_ascii(&greek(&lemmascope_intent::fold(word))),
        // Not folded, because й is a separate letter, and Hangul would be decomposed.
        Writing::Alphabet | Writing::Abjad | Writing::Blocks => any_ascii(&word.to_lowercase()),
        Writing::Syllables => kana(word),
    };
    text.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

/// Splits a name without spaces into family name and given name, if its script is Chinese or Hangul.
pub(super) fn parted(word: &str) -> Option<(&str, &str)> {
    let length = word.chars().count();
    if writing(word) != Writing::Blocks || !(2..=4).contains(&length) {
        return None;
    }
    let double = length > 2 && DOUBLE.iter().any(|name| word.starts_with(name));
    let at = word.char_indices().nth(if double { 2 } else { 1 })?.0;
    word.split_at_checked(at)
}

/// Family names of two characters.
const DOUBLE: &[&str] = &[
    "欧阳", "歐陽", "司马", "司馬", "诸葛", "諸葛", "上官", "司徒", "东方", "東方", "皇甫", "尉迟", "尉遲",
    "公孙", "公孫", "慕容", "令狐", "宇文", "长孙", "長孫", "夏侯", "남궁", "황보", "제갈", "선우", "독고",
];

/// Transliterates Greek letters that form one sound.
fn greek(word: &str) -> String {
    const PAIRS: &[(&str, &str)] = &[
        ("ου", "u"),
        ("ευ", "ev"),
        ("αυ", "av"),
        ("γγ", "ng"),
        ("γκ", "g"),
        ("γχ", "nch"),
        ("μπ", "b"),
        ("ει", "i"),
        ("οι", "i"),
        ("αι", "e"),
    ];
    PAIRS.iter().fold(word.to_string(), |word, (pair, read)| match word.contains(pair) {
        true => word.replace(pair, read),
        false => word,
    })
}

/// Transliterates Japanese syllables. A small letter modifies the preceding syllable: し and ょ become sho.
fn kana(word: &str) -> String {
    let mut text = String::new();
    let mut double = false;
    for letter in word.chars() {
        let small = match letter {
            'ゃ' | 'ャ' => Some('a'),
            'ゅ' | 'ュ' => Some('u'),
            'ょ' | 'ョ' => Some('o'),
            'っ' | 'ッ' => {
                double = true;
                continue;
            }
            // Long vowels are omitted in Latin names.
            'ー' => continue,
            _ => None,
        };
        match small {
            Some(vowel) => {
                if text.ends_with('i') {
                    text.pop();
                }
                if !(text.ends_with("sh") || text.ends_with("ch") || text.ends_with('j')) {
                    text.push('y');
                }
                text.push(vowel);
            }
            None => {
                let read = any_ascii(&letter.to_string());
                if double {
                    text.extend(read.chars().next());
                    double = false;
                }
                text.push_str(&read);
            }
        }
    }
    for (long, short) in [("ou", "o"), ("oo", "o"), ("uu", "u")] {
        text = text.replace(long, short);
    }
    text
}
