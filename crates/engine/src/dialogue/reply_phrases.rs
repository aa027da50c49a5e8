//! Phrases of a conversation that are not requests: yes and no, and introductions of answers and corrections.

use std::sync::LazyLock;

use lemmascope_language::words::{Word, words};

use super::phrases::Phrases;
use super::reply_kind;

/// A reply to a question that contains no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Short {
    Yes,
    No,
    Cancel,
}

/// A change of the last action, with the words that describe it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amendment<'s> {
    /// A correction.
    Instead {
        /// The correct value.
        rest: &'s str,
        /// Whether the words introduce it as a name.
        is_name: bool,
        /// Whether the last action is explicitly denied.
        is_denied: bool,
    },
    /// A repetition with another value.
    Again {
        /// The other value.
        rest: &'s str,
        /// Whether the repetition is explicit. "And the average?" only implies it.
        is_said: bool,
    },
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(include_str!("turns.txt")));

/// Returns the kind of a sentence that is only a "yes", a "no", or a cancellation.
pub(super) fn short(sentence: &str) -> Option<Short> {
    let words = words(sentence);
    let mut said = None;
    let mut at = 0;
    while at < words.len() {
        let headings = [("cancel", Short::Cancel), ("yes", Short::Yes), ("no", Short::No)];
        let found =
            headings.into_iter().filter_map(|(name, short)| Some((begins(name, &words[at..])?, short)));
        // "Do not" is longer than "do it". Of two equally long phrases, the first wins.
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

/// Returns the number of words that only introduce a value.
pub(super) fn introduces(words: &[Word]) -> Option<usize> {
    begins("introduce", words)
}

/// Parses a sentence as a change of the last action, if it is one.
pub(super) fn amendment(sentence: &str) -> Option<Amendment<'_>> {
    let words = words(sentence);
    if let Some(length) = begins("again", &words).filter(|length| *length < words.len()) {
        return Some(Amendment::Again { rest: from(sentence, &words, length), is_said: true });
    }
    if let Some(length) = begins("more", &words).filter(|length| *length < words.len()) {
        return Some(Amendment::Again { rest: from(sentence, &words, length), is_said: false });
    }
    let mut at = 0;
    let (mut is_denied, mut is_amended, mut is_name) = (false, false, false);
    loop {
        let rest = &words[at..];
        if let Some(length) = instead_of(rest) {
            (is_denied, at) = (true, at + length);
            continue;
        }
        let denial = begins("deny", rest).filter(|length| parts(rest, *length));
        let (introduces, names) = (begins("introduce", rest), reply_kind::names(rest));
        match (denial, begins("amend", rest), introduces.max(names)) {
            (Some(length), amends, _) if amends.is_none_or(|amends| amends <= length) => {
                (is_denied, at) = (true, at + length);
            }
            (_, Some(length), _) => (is_amended, at) = (true, at + length),
            (_, _, Some(length)) if is_denied || is_amended => {
                at += length;
                is_name |= names == Some(length);
            }
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
    let length = (1..whole.len()).find(|from| all("instead", &whole[*from..]));
    // "c.txt, not a.txt"
    let denied = (1..whole.len())
        .find(|from| whole[*from].pause.is_some() && begins("not", &whole[*from..]).is_some());
    let cut = length.into_iter().chain(denied).min();
    let end = whole[cut.unwrap_or(whole.len()) - 1].span.end;
    // Text after the last word belongs to the value, unless words were removed there.
    let end = if cut.is_some() { end } else { sentence.len() };
    Some(Amendment::Instead { rest: &sentence[whole[0].span.start..end], is_denied, is_name })
}

/// Returns a request without the words that only distinguish it from an answer: "read it instead".
pub(super) fn own_request(sentence: &str) -> &str {
    let sentence = reply_kind::led_in(sentence);
    let words = words(sentence);
    let cut = (1..words.len()).find(|from| all("instead", &words[*from..]));
    cut.map_or(sentence, |cut| &sentence[..words[cut - 1].span.end])
}

/// Whether a sentence only revokes the last action, without a replacement.
pub(super) fn takes_back(sentence: &str) -> bool {
    let words = words(sentence);
    PHRASES.are_all(&["take back", "polite"], &words) && begins("take back", &words).is_some()
}

/// Returns the number of words that deny a value, if a pause and another value follow: "not a.txt, …".
fn instead_of(words: &[Word]) -> Option<usize> {
    let length = begins("not", words)?;
    words.get(length).filter(|word| word.pause.is_none())?;
    let pause = (length + 1..words.len()).find(|at| words[*at].pause.is_some())?;
    (pause - length <= LONGEST_NAME).then_some(pause)
}

/// The maximum number of words in a denied name.
const LONGEST_NAME: usize = 4;

fn all(heading: &str, words: &[Word]) -> bool {
    PHRASES.are_all(&[heading], words)
}

/// A change of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change<'s> {
    /// An additional request.
    Add(&'s str),
    /// A part to remove.
    Without(&'s str),
    /// The replacement of a name.
    Swap {
        /// The new name.
        new: &'s str,
        /// The name in the plan.
        old: &'s str,
    },
    /// Any other change of a value.
    Other(&'s str),
}

/// Parses a change of a plan.
pub(super) fn change(said: &str) -> Change<'_> {
    let words = words(said);
    if let Some(length) = begins("as well", &words).filter(|length| *length < words.len()) {
        return Change::Add(from(said, &words, length));
    }
    if let Some(length) = begins("without", &words).filter(|length| *length < words.len()) {
        return Change::Without(from(said, &words, length));
    }
    let swap = (1..words.len()).find_map(|at| Some((at, begins("in place of", &words[at..])?)));
    if let Some((at, length)) = swap.filter(|(at, length)| at + length < words.len()) {
        let start = match amendment(said) {
            Some(Amendment::Instead { rest, .. }) => said.len() - rest.len().min(said.len()),
            _ => (0..at)
                .find(|at| begins("introduce", &words[*at..]).is_none())
                .map_or(0, |at| words[at].span.start),
        };
        let (new, old) = (
            &said[start.min(words[at - 1].span.start)..words[at - 1].span.end],
            from(said, &words, at + length),
        );
        return Change::Swap { new, old };
    }
    match amendment(said) {
        Some(Amendment::Instead { rest, .. }) => Change::Other(rest),
        _ => {
            let length = introduces(&words).max(reply_kind::names(&words)).filter(|it| *it < words.len());
            Change::Other(length.map_or(said, |length| from(said, &words, length)))
        }
    }
}

/// Returns the change of a shown plan that a sentence requests, if it requests one.
pub(super) fn modification(sentence: &str) -> Option<&str> {
    let words = words(sentence);
    if let Some(length) = begins("modify", &words) {
        return Some(from(sentence, &words, length));
    }
    amendment(sentence).map(|_| sentence)
}

/// Whether a sentence only refers to the option that was not chosen.
pub(super) fn is_other(sentence: &str) -> bool {
    let words = words(sentence);
    begins("other", &words) == Some(words.len())
}

/// Whether a denial ends there. "No" before a noun is Portuguese for "in the", so it denies something only if
/// a pause or a correcting word follows.
fn parts(words: &[Word], length: usize) -> bool {
    let Some(next) = words.get(length) else { return true };
    let rest = &words[length..];
    next.pause.is_some()
        || ["deny", "amend", "introduce", "other"].iter().any(|heading| begins(heading, rest).is_some())
        || next.folded == "the"
}

fn begins(heading: &str, words: &[Word]) -> Option<usize> {
    PHRASES.begins(heading, words)
}

fn from<'s>(sentence: &'s str, words: &[Word], at: usize) -> &'s str {
    words.get(at).map_or("", |word| &sentence[word.span.start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_yes_no_and_cancel_phrases() {
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
    fn parses_plan_modification_phrases() {
        assert_eq!(modification("modify: call it ideas"), Some("call it ideas"));
        assert_eq!(modification("no, call it ideas"), Some("no, call it ideas"));
        assert_eq!(modification("delete a.txt"), None);
        assert_eq!(change("also a file b.txt"), Change::Add("a file b.txt"));
        assert_eq!(change("sem o ficheiro"), Change::Without("o ficheiro"));
        assert_eq!(change("use b.txt instead of a.txt"), Change::Swap { new: "b.txt", old: "a.txt" });
        assert_eq!(change("call it ideas"), Change::Other("ideas"));
        assert_eq!(change("no, ideas"), Change::Other("ideas"));
    }

    #[test]
    fn recognizes_retraction_phrases() {
        for said in
            ["actually, don't", "afinal não", "no no, I didn't mean to do that, undo it", "mudei de ideias"]
        {
            assert!(takes_back(said), "{said}");
        }
        for said in ["no", "actually, b.txt", "don't delete notes.txt", "não, o outro"] {
            assert!(!takes_back(said), "{said}");
        }
    }

    #[test]
    fn extracts_replacement_from_correction() {
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
        assert_eq!(instead("not a.txt, c.txt"), "c.txt");
        assert_eq!(instead("não é o a.txt, é o c.txt"), "c.txt");
        assert_eq!(instead("I meant c.txt, not a.txt"), "c.txt");
        assert_eq!(instead("no wait, I meant Travels"), "Travels");
        assert_eq!(instead("I meant the backup folder, sorry"), "the backup folder");
        assert_eq!(instead("enganei-me, era Viagens"), "Viagens");
        assert_eq!(instead("melhor 30"), "30");
        let again = |rest, is_said| Some(Amendment::Again { rest, is_said });
        assert_eq!(amendment("and the same by Region"), again("by Region", true));
        assert_eq!(amendment("and the average?"), again("average?", false));
        assert_eq!(amendment("e por região"), again("por região", false));
        // "No" means "in the" here.
        assert_eq!(amendment("no presencas.xlsx"), None);
        assert_eq!(amendment("no"), None);
        assert_eq!(amendment("create a file"), None);
    }
}
