//! What people say in a conversation that is no request: yes and no, and what introduces an answer or a correction.

use std::collections::HashMap;
use std::sync::LazyLock;

use lemmascope_language::words::{Word, words};

/// What people say to a question that has no value in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    Yes,
    No,
    Cancel,
}

/// What is to become of what was done last, and the words that say how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amendment<'s> {
    /// It was not meant like this.
    Instead {
        /// What was meant.
        rest: &'s str,
        /// Whether what was done is denied outright.
        is_denied: bool,
    },
    /// The same is to be done with something else.
    Again {
        /// With what.
        rest: &'s str,
        /// Whether that was said in so many words. "And the average?" only sounds like it.
        is_said: bool,
    },
}

/// The phrases, each as its words without accents, by the heading that they stand under, the longest first.
static PHRASES: LazyLock<HashMap<&'static str, Vec<Vec<String>>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&'static str, Vec<Vec<String>>> = HashMap::new();
    let mut heading = "";
    for line in include_str!("turns.txt").lines().map(str::trim) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => heading = name,
            None if line.is_empty() || line.starts_with('#') => {}
            None => phrases.entry(heading).or_default().push(folded(&words(line))),
        }
    }
    phrases.values_mut().for_each(|it| it.sort_by_key(|phrase| std::cmp::Reverse(phrase.len())));
    phrases
});

/// Whether a sentence is nothing but a yes, a no, or a word by which something is called off.
pub(super) fn short(sentence: &str) -> Option<Short> {
    let words = words(sentence);
    let mut said = None;
    let mut at = 0;
    while at < words.len() {
        let headings = [("cancel", Short::Cancel), ("yes", Short::Yes), ("no", Short::No)];
        let found =
            headings.into_iter().filter_map(|(name, short)| Some((begins(name, &words[at..])?, short)));
        // "Do not" is longer than "do it"; of two as long the first counts.
        let longest = found.reduce(|best, other| if other.0 > best.0 { other } else { best });
        match (longest, begins("polite", &words[at..])) {
            (Some((length, short)), _) => {
                said = Some(match (said, short) {
                    (None, short) => short,
                    (Some(before), short) if before == short => short,
                    (Some(Short::No), Short::Cancel) | (Some(Short::Cancel), Short::No) => Short::Cancel,
                    _ => return None,
                });
                at += length;
            }
            (None, Some(length)) => at += length,
            (None, None) => return None,
        }
    }
    said
}

/// A sentence without what only introduces a value, and whether there was such.
pub(super) fn introduced(sentence: &str) -> (&str, bool) {
    let words = words(sentence);
    let mut at = 0;
    while let Some(length) = begins("introduce", &words[at..]).filter(|length| at + length < words.len()) {
        at += length;
    }
    (from(sentence, &words, at), at > 0)
}

/// What a sentence says of what was done last, if it is about that.
pub(super) fn amendment(sentence: &str) -> Option<Amendment<'_>> {
    let words = words(sentence);
    if let Some(length) = begins("again", &words).filter(|length| *length < words.len()) {
        return Some(Amendment::Again { rest: from(sentence, &words, length), is_said: true });
    }
    if let Some(length) = begins("more", &words).filter(|length| *length < words.len()) {
        return Some(Amendment::Again { rest: from(sentence, &words, length), is_said: false });
    }
    let mut at = 0;
    let (mut is_denied, mut is_amended) = (false, false);
    loop {
        let rest = &words[at..];
        let denial = begins("deny", rest).filter(|length| parts(rest, *length));
        match (denial, begins("amend", rest), begins("introduce", rest)) {
            (Some(length), _, _) => (is_denied, at) = (true, at + length),
            (_, Some(length), _) => (is_amended, at) = (true, at + length),
            (_, _, Some(length)) if is_denied || is_amended => at += length,
            _ => break,
        }
        if at >= words.len() {
            return None;
        }
    }
    if !is_denied && !is_amended {
        return None;
    }
    let whole = &words[at..];
    let length = (1..whole.len()).find(|from| begins("instead", &whole[*from..]) == Some(whole.len() - from));
    let end = whole[length.unwrap_or(whole.len()) - 1].span.end;
    // What stands behind the last word belongs to it, unless that is cut off.
    let end = if length.is_some() { end } else { sentence.len() };
    Some(Amendment::Instead { rest: &sentence[whole[0].span.start..end], is_denied })
}

/// Whether a sentence speaks of nothing but the one that was not taken.
pub(super) fn is_other(sentence: &str) -> bool {
    let words = words(sentence);
    begins("other", &words) == Some(words.len())
}

/// "No" before a name is Portuguese for "in the": it denies something only where a pause or a word of correction follows.
fn parts(words: &[Word], length: usize) -> bool {
    let Some(next) = words.get(length) else { return true };
    let rest = &words[length..];
    next.pause.is_some()
        || ["deny", "amend", "introduce", "other"].iter().any(|heading| begins(heading, rest).is_some())
        || next.folded == "the"
}

/// How many words the longest phrase under a heading has that the words begin with.
fn begins(heading: &str, words: &[Word]) -> Option<usize> {
    let is_said = |phrase: &&Vec<String>| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(said, word)| *said == word.folded)
    };
    PHRASES.get(heading)?.iter().find(is_said).map(Vec::len)
}

fn from<'s>(sentence: &'s str, words: &[Word], at: usize) -> &'s str {
    words.get(at).map_or("", |word| &sentence[word.span.start..])
}

fn folded(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.folded.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_and_a_no_are_known_with_what_is_said_beside_them() {
        for said in ["yes", "Yes, go ahead", "sim, podes avançar", "sim, por favor", "OK, do it!"] {
            assert_eq!(short(said), Some(Short::Yes), "{said}");
        }
        for said in ["no", "não, obrigado", "No, thanks."] {
            assert_eq!(short(said), Some(Short::No), "{said}");
        }
        for said in ["never mind", "deixa estar", "no, forget it", "Cancela, por favor"] {
            assert_eq!(short(said), Some(Short::Cancel), "{said}");
        }
        for said in ["yes, cancel", "no, to 60", "please", "", "sure thing is a song", "Salary"] {
            assert_eq!(short(said), None, "{said}");
        }
    }

    #[test]
    fn a_correction_is_told_from_what_is_meant_instead() {
        let instead = |said| match amendment(said) {
            Some(Amendment::Instead { rest, .. }) => rest,
            _ => "",
        };
        assert_eq!(instead("no, to 60"), "to 60");
        assert_eq!(instead("No, I meant b.txt"), "b.txt");
        assert_eq!(instead("não, era o segundo"), "o segundo");
        assert_eq!(instead("não, queria a média"), "a média");
        assert_eq!(instead("make it 50 instead"), "50");
        assert_eq!(instead("afinal 40%"), "40%");
        assert_eq!(instead("no the other one"), "the other one");
        let again = |rest, is_said| Some(Amendment::Again { rest, is_said });
        assert_eq!(amendment("and the same by Region"), again("by Region", true));
        assert_eq!(amendment("and the average?"), again("average?", false));
        assert_eq!(amendment("e por região"), again("por região", false));
        // "No" is "in the" here, and nobody is corrected.
        assert_eq!(amendment("no presencas.xlsx"), None);
        assert_eq!(amendment("no"), None);
        assert_eq!(amendment("create a file"), None);
    }

    #[test]
    fn what_introduces_a_value_is_no_part_of_it() {
        assert_eq!(introduced("call it plan.md"), ("plan.md", true));
        assert_eq!(introduced("chama-lhe plano.md"), ("plano.md", true));
        assert_eq!(introduced("Salary"), ("Salary", false));
        assert_eq!(introduced("it is"), ("it is", false));
    }
}
