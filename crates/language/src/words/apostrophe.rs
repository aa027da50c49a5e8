//! English contractions with an apostrophe: `what's`, `don't`, `I'm`.

use super::clitic;
use super::split::Parts;
use super::word::is_apostrophe;

/// Splits a contraction into two words; returns nothing if the apostrophe is part of a name or a word
/// (`o'clock`, `d'água`). The second word is expanded, so that `don't` and `do not` are the same words; only
/// `'s` is kept, which may be `is`, `has` or a possessive.
pub(super) fn parts(written: &str, form: &str) -> Option<Parts> {
    let Some((head, ending)) = form.rsplit_once('\'') else { return unmarked(form) };
    // A word is split only once, so that splitting is idempotent.
    if head.is_empty() || head.contains('\'') || clitic::parts(head, head).is_some() {
        return None;
    }
    let mark = written.char_indices().rev().find(|&(_, c)| is_apostrophe(c))?.0;
    if ending == "t" {
        let head = head.strip_suffix('n').filter(|head| !head.is_empty())?;
        let head = match head {
            "ca" => "can",
            "wo" => "will",
            "sha" => "shall",
            head => head,
        };
        let at = written[..mark].char_indices().next_back()?.0;
        return Some(Parts { head: head.to_owned(), tail: "not".to_owned(), at, gap: 0 });
    }
    let tail = written_out(ending)?;
    Some(Parts { head: head.to_owned(), tail: tail.to_owned(), at: mark, gap: 0 })
}

/// Splits a contraction without its apostrophe, if it is not another word: `whats`, `dont`.
fn unmarked(form: &str) -> Option<Parts> {
    const QUESTIONS: [&str; 7] = ["whats", "wheres", "hows", "whos", "thats", "theres", "heres"];
    const NEGATIONS: [&str; 14] = [
        "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "havent", "hasnt", "hadnt",
        "shouldnt", "couldnt", "wouldnt", "mustnt",
    ];
    let parts = |head: &str, tail: &str| Parts {
        head: head.to_owned(),
        tail: tail.to_owned(),
        at: head.len(),
        gap: 0,
    };
    match form {
        "cant" => Some(parts("can", "not")).map(|parts| Parts { at: 2, ..parts }),
        "wont" => Some(parts("will", "not")).map(|parts| Parts { at: 2, ..parts }),
        _ if QUESTIONS.contains(&form) => form.strip_suffix('s').map(|head| parts(head, "'s")),
        _ if NEGATIONS.contains(&form) => form.strip_suffix("nt").map(|head| parts(head, "not")),
        _ => None,
    }
}

/// Returns the length in bytes of an ending without its word, such as after the placeholder of a date: `'s`.
pub(super) fn bare_ending(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, mark)) = chars.next() else { return 0 };
    let ends =
        |end: usize| text[end..].chars().next().is_none_or(|c| !c.is_alphanumeric() && !is_apostrophe(c));
    match chars.next() {
        Some((index, 's' | 'S')) if is_apostrophe(mark) && ends(index + 1) => index + 1,
        _ => 0,
    }
}

fn written_out(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "s" => "'s",
        "m" => "am",
        "re" => "are",
        "ve" => "have",
        "ll" => "will",
        "d" => "would",
        _ => return None,
    })
}
