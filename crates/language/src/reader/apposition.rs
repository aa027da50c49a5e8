//! Removes the words that announce a list of names: "move my two files, a.txt and b.txt, to archive" becomes
//! "move a.txt and b.txt to archive".

use super::tokenized::Tokenized;
use crate::literal::Value;
use crate::stance::is_request_form;

/// The maximum length of an announcement, in words.
const MOST_WORDS: usize = 6;

/// Words that an announcement starts with. Indefinite objects, as in "make two files, …", may be new.
const DEFINITE: [&str; 30] = [
    "my", "the", "both", "these", "those", "all", "every", "each", "our", "os", "as", "meus", "minhas",
    "estes", "estas", "esses", "essas", "ambos", "ambas", "todos", "todas", "aqueles", "aquelas", "cada",
    "nossos", "nossas", "dos", "das", "aos", "nos",
];

/// Returns the sentence without the announcements of its lists; nothing if it has none. A stated number has
/// to match the number of names.
pub(super) fn merged(heard: &Tokenized<'_>) -> Option<String> {
    (2..heard.words.len()).find_map(|at| merged_at(heard, at))
}

fn merged_at(heard: &Tokenized<'_>, first: usize) -> Option<String> {
    let words = &heard.words;
    let is_name = |at: usize| {
        let found = words.get(at).and_then(|word| heard.literal(word));
        found.is_some_and(|it| it.value.kind().is_name())
    };
    let is_joint = |at: usize| words.get(at).is_some_and(|word| matches!(word.folded.as_str(), "and" | "e"));
    let is_article = |at: usize| words.get(at).is_some_and(super::tokenized::is_article);
    if !is_name(first) || !matches!(words[first].pause, Some(',' | ':')) {
        return None;
    }
    let (mut end, mut count) = (first + 1, 1_usize);
    loop {
        let next = end + usize::from(is_joint(end));
        let next = next + usize::from(is_article(next));
        let is_listed = next > end || words.get(end).is_some_and(|word| word.pause == Some(','));
        if !is_listed || !is_name(next) {
            break;
        }
        (end, count) = (next + 1, count + 1);
    }
    let start = announcement(heard, first)?;
    let number = words[start..first].iter().find_map(|word| number(heard, word));
    let is_counted = number.is_none_or(|number| number == count);
    let is_closed = words.get(end).is_none_or(|next| next.pause.is_some());
    // "The two files, a.txt and b.txt to archive" has no mark at the end of the list.
    if count < 2 || !is_counted || (words[first].pause == Some(',') && !is_closed) {
        return None;
    }
    let text = heard.sentence;
    let behind = words.get(end).map_or("", |next| match next.pause {
        Some(',') if !is_joint(end) => &text[next.span.start..],
        _ => &text[words[end - 1].span.end..],
    });
    let list = &text[words[first].span.start..words[end - 1].span.end];
    let joint = if behind.starts_with([',', ';', '.', ' ']) || behind.is_empty() { "" } else { " " };
    Some(format!("{}{list}{joint}{behind}", &text[..words[start].span.start]))
}

/// Returns the start of the announcement: a determiner, and a plural noun at the end.
fn announcement(heard: &Tokenized<'_>, first: usize) -> Option<usize> {
    let words = &heard.words;
    let floor = first.saturating_sub(MOST_WORDS).max(1);
    let is_broken = |at: &usize| {
        words[*at].pause.is_some() || heard.literal(&words[*at]).is_some_and(|it| it.value.kind().is_name())
    };
    let reach = (floor..first).rev().take_while(|at| !is_broken(at));
    let start = reach.filter(|at| DEFINITE.contains(&words[*at].folded.as_str())).last()?;
    let head = words[first - 1].folded.as_str();
    let is_several = head.ends_with('s') || matches!(head, "these" | "those" | "both" | "dois" | "duas");
    // The action precedes the announcement, and is not part of it.
    let is_plain = words[start..first].iter().all(|word| {
        !is_request_form(&word.folded)
            || heard.things.kind_of_word(&word.folded).is_some()
            || DEFINITE.contains(&word.folded.as_str())
    });
    (is_several && is_plain).then_some(start)
}

/// Returns the number that a word states.
fn number(heard: &Tokenized<'_>, word: &crate::words::Word) -> Option<usize> {
    match word.folded.as_str() {
        "both" | "ambos" | "ambas" | "dois" | "duas" => return Some(2),
        _ => {}
    }
    match &heard.literal(word)?.value {
        Value::Number(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;

    #[test]
    fn apposition_is_replaced_by_its_names() {
        for (said, meant) in [
            ("move my two pdfs, a.pdf and b.pdf, to reports", Some("move a.pdf and b.pdf to reports")),
            ("delete every one of these files: a.txt, b.txt, c.txt", Some("delete a.txt, b.txt, c.txt")),
            ("mova os dois PDFs, a.pdf e b.pdf, pra reports", Some("mova a.pdf e b.pdf pra reports")),
            ("move my three pdfs, a.pdf and b.pdf, to reports", None),
            ("make two files, a.txt and b.txt, and put them in archive", None),
            ("delete the old reports and a.txt, b.txt", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0)).about(&sample());
            assert_eq!(merged(&heard).as_deref(), meant, "{said}");
        }
    }
}
