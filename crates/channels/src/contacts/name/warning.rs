use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_security::MixedScript;

/// The reason why a name may be deceptive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameWarning {
    /// Letters of several scripts in one word, such as a Cyrillic letter among Latin ones.
    MixedScripts,
    /// Invisible characters.
    InvisibleCharacters,
    /// Compatibility forms of letters, such as full-width ones.
    CompatibilityCharacters,
    /// Visual similarity to a name in another script.
    LooksAlike,
}

impl NameWarning {
    /// Returns the name in responses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MixedScripts => "mixed_scripts",
            Self::InvisibleCharacters => "invisible_characters",
            Self::CompatibilityCharacters => "compatibility_characters",
            Self::LooksAlike => "looks_alike",
        }
    }

    /// Returns an explanation as a clause about the name.
    pub fn reason(self) -> &'static str {
        match self {
            Self::MixedScripts => "it mixes letters of several scripts that look alike",
            Self::InvisibleCharacters => "it has characters in it that cannot be seen",
            Self::CompatibilityCharacters => {
                "it is written with letters in a special form, such as full-width ones"
            }
            Self::LooksAlike => {
                "it only looks like the name of the contact, and is written with other letters"
            }
        }
    }
}

/// The reason why a text is not a valid name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// Neither letters nor digits.
    Empty,
    /// Too many characters.
    TooLong,
    /// A control character.
    Control(char),
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("has neither a letter nor a digit"),
            Self::TooLong => write!(f, "is longer than {} characters", super::LONGEST),
            Self::Control(control) => write!(
                f,
                "has the control character U+{:04X}, which can make a name look like another",
                u32::from(*control)
            ),
        }
    }
}

/// Whether a character is rejected: bidirectional controls, and all other controls except white space.
pub(super) fn is_refused(it: char) -> bool {
    let is_bidi = matches!(it,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}');
    is_bidi || (it.is_control() && !it.is_whitespace()) || matches!(it, '\u{fff9}'..='\u{fffb}')
}

/// Whether a character is invisible or looks like a space.
pub(super) fn is_invisible(it: char) -> bool {
    matches!(it,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns all cautions about a name.
pub(super) fn of(name: &str) -> Vec<NameWarning> {
    let mut cautions = Vec::new();
    let is_letter = |it: &char| it.is_alphanumeric();
    let words = name.split(|it: char| !it.is_alphanumeric() && !is_mark(it));
    if words.into_iter().any(|word| !word.is_single_script()) {
        cautions.push(NameWarning::MixedScripts);
    }
    if contains_invisible_characters(name) {
        cautions.push(NameWarning::InvisibleCharacters);
    }
    // Only letters count: symbols such as the ellipsis have compatibility forms too, and deceive nobody.
    if name.chars().filter(is_letter).any(|it| !std::iter::once(it).nfkc().eq(std::iter::once(it).nfc())) {
        cautions.push(NameWarning::CompatibilityCharacters);
    }
    cautions
}

fn is_mark(it: char) -> bool {
    unicode_normalization::char::is_combining_mark(it)
}

/// Whether a name has invisible characters. Joiners between letters of scripts that need them (Persian,
/// Hindi, …) do not count.
fn contains_invisible_characters(name: &str) -> bool {
    let letters: Vec<char> = name.chars().collect();
    let joins =
        |it: Option<&char>| it.is_some_and(|it| matches!(it, '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{dff}'));
    letters.iter().enumerate().any(|(at, it)| match it {
        '\u{200c}' | '\u{200d}' => {
            !(joins(at.checked_sub(1).and_then(|before| letters.get(before))) && joins(letters.get(at + 1)))
        }
        it => is_invisible(*it),
    })
}
