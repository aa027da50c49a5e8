//! Applies self-corrections within a sentence: "delete a.txt, no wait, b.txt" becomes "delete b.txt".

use std::ops::Range;

use super::rephrase::PHRASES;
use super::tokenized::{Tokenized, is_article};
use crate::literal::Kind;

/// Returns the sentence without the corrected words; nothing if it has no correction. The corrected words and
/// their replacement have the same form: two names, or two numbers.
pub(super) fn repaired(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    let (wrong, right) = (1..words.len()).find_map(|at| correction(heard, at))?;
    let text = heard.sentence;
    Some(format!("{}{}{}", &text[..wrong.start], &text[right.clone()], &text[right.end..]))
}

/// Returns the byte ranges of the corrected words and the replacement, if the words at an index are a
/// correction cue.
fn correction(heard: &Tokenized<'_>, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let words = &heard.words;
    words[at].pause?;
    let mut right = at + cue(heard, at)?;
    while words.get(right).is_some_and(is_article) {
        right += 1;
    }
    let kind = |at: usize| heard.literal(words.get(at)?).map(|found| found.value.kind());
    let is_same = |one: Kind, other: Kind| {
        let is_file = |kind| matches!(kind, Kind::File | Kind::Path);
        let is_amount = |kind| matches!(kind, Kind::Number | Kind::Percent);
        is_file(one) && is_file(other) || is_amount(one) && is_amount(other) || one == other
    };
    let wrong = at - 1;
    is_same(kind(wrong)?, kind(right)?).then(|| (words[wrong].span.clone(), words[right].span.clone()))
}

/// Returns the number of words of a correction cue. A mark must follow those with other meanings.
fn cue(heard: &Tokenized<'_>, at: usize) -> Option<usize> {
    let words = &heard.words;
    let ends = |length: usize| words.get(at + length).is_some_and(|next| next.pause.is_some());
    let sure = PHRASES.begins("taking_back", &words[at..]);
    sure.or_else(|| PHRASES.begins("perhaps_taking_back", &words[at..]).filter(|length| ends(*length)))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn removes_self_corrected_words() {
        for (said, meant) in [
            ("delete a.txt, no wait, b.txt, and c.txt", Some("delete b.txt, and c.txt")),
            ("set the volume to 30, I mean 40", Some("set the volume to 40")),
            ("move a.txt, or rather b.txt, to archive", Some("move b.txt, to archive")),
            ("apaga o a.txt, aliás, o b.txt, e também o c.txt", Some("apaga o b.txt, e também o c.txt")),
            ("põe o volume a 20, não, 30", Some("põe o volume a 30")),
            ("delete a.txt, b.txt and c.txt", None),
            ("set the volume to 30, I mean it", None),
            ("move a.txt, sorry for asking, to archive", None),
            ("apaga o a.txt, não o b.txt", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0));
            assert_eq!(repaired(&heard).as_deref(), meant, "{said}");
        }
    }
}
