//! Rewrites other notations of lists as plain conjunctions: numbered items, "&", "both … and …", "tanto …
//! como …", and pairs with "respectively".

use std::ops::Range;

use super::rephrase::PHRASES;
use super::tokenized::{Tokenized, is_article};
use crate::stance::is_request_form;
use crate::words::{Tongue, Word};

/// The maximum length of a list after a correlative conjunction, in words.
const MOST_WORDS: usize = 14;

/// Prepositions between the two lists of a "respectively" pair.
const LEADING: [&str; 10] = ["to", "into", "in", "as", "para", "em", "no", "na", "ao", "at"];

/// A byte range of the sentence, and its replacement.
type Edit = (Range<usize>, String);

/// Returns the sentence with plain conjunctions; nothing if it has none of these forms.
pub(super) fn spelt(heard: &Tokenized<'_>) -> Option<String> {
    if let Some(pairs) = paired(heard) {
        return Some(pairs);
    }
    let mut edits = numbered(heard);
    if edits.is_empty() {
        edits = bulleted(heard);
    }
    edits.extend(contained(heard));
    edits.extend(correlated(heard));
    edits.extend(ampersands(heard));
    edits.sort_by_key(|(range, _)| range.start);
    if edits.is_empty() || edits.windows(2).any(|pair| pair[0].0.end > pair[1].0.start) {
        return None;
    }
    let mut text = String::with_capacity(heard.sentence.len());
    let mut at = 0;
    for (range, instead) in edits {
        text.push_str(&heard.sentence[at..range.start]);
        text.push_str(&instead);
        at = range.end;
    }
    text.push_str(&heard.sentence[at..]);
    Some(text)
}

fn and(heard: &Tokenized<'_>) -> &'static str {
    if heard.tongue == Tongue::English { "and" } else { "e" }
}

/// Replaces ascending numbers with a mark by separators: "1. Make a folder 2. move a.txt into it".
fn numbered(heard: &Tokenized<'_>) -> Vec<Edit> {
    let items: Vec<usize> = (0..heard.words.len()).filter(|at| is_label(heard, *at)).collect();
    let is_in_order = |(rank, at): (usize, &usize)| {
        let written = &heard.sentence[heard.words[*at].span.clone()];
        written.eq_ignore_ascii_case(&(rank + 1).to_string())
            || u8::try_from(rank)
                .is_ok_and(|rank| written.eq_ignore_ascii_case(&char::from(b'a' + rank).to_string()))
    };
    if items.len() < 2 || items.len() > 26 || !items.iter().enumerate().all(is_in_order) {
        return Vec::new();
    }
    // Items at the start of the sentence are requests; others are objects.
    let mark = if items[0] == 0 { "; " } else { ", " };
    let edit = |(rank, at): (usize, &usize)| {
        let start = match at.checked_sub(1) {
            // The word before the list keeps the following mark, which may be a colon.
            Some(_) if rank == 0 => heard.words[*at].span.start,
            Some(before) => heard.words[before].span.end,
            None => 0,
        };
        let end = heard.words.get(at + 1).map_or(heard.sentence.len(), |next| next.span.start);
        (start..end, if rank == 0 { String::new() } else { mark.to_string() })
    };
    items.iter().enumerate().map(edit).collect()
}

/// Whether a word is the label of an item: "1." or "1)" or "a)", followed by a space.
fn is_label(heard: &Tokenized<'_>, at: usize) -> bool {
    let span = heard.words[at].span.clone();
    let written = &heard.sentence[span.clone()];
    let mut behind = heard.sentence[span.end..].chars();
    let (mark, next) = (behind.next(), behind.next());
    let is_number =
        !written.is_empty() && written.len() <= 2 && written.bytes().all(|it| it.is_ascii_digit());
    let is_letter = written.len() == 1 && written.bytes().all(|it| it.is_ascii_alphabetic());
    let is_marked = match mark {
        Some(')') => is_number || is_letter,
        Some('.') => is_number,
        _ => false,
    };
    is_marked && next.is_some_and(char::is_whitespace)
}

/// Replaces bullets by separators: "three things: - open the mail - mute the sound".
fn bulleted(heard: &Tokenized<'_>) -> Vec<Edit> {
    let words = &heard.words;
    let gap = |at: usize| {
        let start = at.checked_sub(1).map_or(0, |before| words[before].span.end);
        start..words[at].span.start
    };
    let is_item = |at: &usize| {
        let between = &heard.sentence[gap(*at)];
        let mark = between.trim_end();
        let is_parted = |before: &str| before.is_empty() || before.ends_with([' ', '\n', ':', '\t']);
        let is_bullet = mark.strip_suffix(['-', '–', '•', '*']).is_some_and(is_parted);
        is_bullet && mark.len() < between.len()
    };
    let items: Vec<usize> = (0..words.len()).filter(is_item).collect();
    // Dashes within a sentence enclose a remark.
    let is_list = |first: &usize| {
        let lead = heard.sentence[gap(*first)].trim_end().trim_end_matches(['-', '–', '•', '*', ' ']);
        *first == 0 || lead.ends_with([':', '\n'])
    };
    if items.len() < 2 || !items.first().is_some_and(is_list) {
        return Vec::new();
    }
    let are_requests = items.iter().all(|at| is_request_form(&words[*at].folded));
    let mark = if are_requests { "; " } else { ", " };
    // "To do:" is a heading, and not a request.
    let is_name = |word: &Word| heard.literal(word).is_some_and(|it| it.value.kind().is_name());
    let is_heading = |word: &Word| !is_request_form(&word.folded) && !is_name(word);
    let is_headed = are_requests && words[..items[0]].iter().all(is_heading);
    let edit = |(rank, at): (usize, &usize)| match rank {
        0 if is_headed => (0..words[*at].span.start, String::new()),
        0 => (gap(*at), ": ".to_string()),
        _ => (gap(*at), mark.to_string()),
    };
    items.iter().enumerate().map(edit).collect()
}

/// Rewrites lists whose last words repeat that they are inside a folder, with items without a noun: "a folder
/// Taxes with 2023 and 2024 in it".
fn contained(heard: &Tokenized<'_>) -> Vec<Edit> {
    let words = &heard.words;
    let has = |role: &str, at: usize| words.get(at).is_some_and(|word| PHRASES.has(role, &word.folded));
    let ends = |at: usize| words.get(at).is_none_or(|next| next.pause.is_some());
    let kind_of = |at: usize| heard.things.kind_of_word(&words[at].folded);
    let container = |at: usize| kind_of(at).filter(|kind| kind.is_container());
    let found = (0..words.len()).find_map(|at| {
        let length = PHRASES.begins("inside_it", &words[at..])?;
        let list = (0..at).rev().find(|it| has("holding", *it))?;
        let kind = (0..list).find_map(&container)?;
        (ends(at + length) && list + 1 < at).then_some((list, at, length, kind))
    });
    let Some((list, at, length, kind)) = found else { return Vec::new() };
    let mut edits = vec![(words[at - 1].span.end..words[at + length - 1].span.end, String::new())];
    let has_noun = (list + 1..at).any(|it| kind_of(it).is_some());
    let is_file = |word: &Word| heard.sentence[word.span.clone()].contains('.');
    if !has_noun && !words[list + 1..at].iter().any(is_file) {
        let noun = heard.things.content_of(kind, heard.tongue);
        edits.extend(noun.map(|noun| (words[list].span.end..words[list].span.end, format!(" {noun}"))));
    }
    edits
}

/// Rewrites "both Rent and Total", "tanto o volume como o brilho", "not only a.txt but also b.txt".
fn correlated(heard: &Tokenized<'_>) -> Vec<Edit> {
    const PAIRS: [(&[&str], &[&[&str]]); 4] = [
        (&["both"], &[&["and"]]),
        (&["tanto"], &[&["quanto"], &["como"]]),
        (&["not", "only"], &[&["but", "also"], &["but"]]),
        (&["nao", "so"], &[&["mas", "tambem"], &["como", "tambem"], &["mas"]]),
    ];
    let words = &heard.words;
    let begins = |phrase: &[&str], at: usize| {
        let part = words.get(at..at + phrase.len());
        part.is_some_and(|part| part.iter().zip(phrase).all(|(word, own)| word.folded == *own))
    };
    let mut edits = Vec::new();
    for at in 0..words.len() {
        let found = PAIRS.iter().find(|(first, _)| begins(first, at));
        let Some((first, seconds)) = found else { continue };
        let start = at + first.len();
        let end = words.len().min(start + MOST_WORDS);
        let is_past = |it: usize| words[it].pause.is_some_and(|mark| ".;?!".contains(mark));
        let reach = (start..end).find(|it| is_past(*it)).unwrap_or(end);
        // "Both of them and c.txt" and "both and" are not such pairs.
        let is_pronoun =
            words.get(start).is_none_or(|word| matches!(word.folded.as_str(), "of" | "and" | "to"));
        let partner = (start + 1..reach)
            .find_map(|at| seconds.iter().find(|second| begins(second, at)).map(|second| (at, second.len())));
        // "Not only copy it but also …" joins requests, which the analysis of the stance handles.
        let is_request =
            first.len() > 1 && words.get(start).is_some_and(|word| is_request_form(&word.folded));
        let Some((second, length)) = partner.filter(|_| !is_pronoun && !is_request) else { continue };
        edits.push((words[at].span.start..words[start].span.start, String::new()));
        if words[second].folded != and(heard) {
            edits.push((words[second].span.start..words[second + length - 1].span.end, and(heard).into()));
        }
    }
    edits
}

/// Rewrites the ampersands of lists: "Firefox, Spotify & the calculator". Names contain the sign as well
/// ("Salt & Pepper"), so it is a conjunction only after a comma, inside a folder, and before an article, a
/// file or a request.
fn ampersands(heard: &Tokenized<'_>) -> Vec<Edit> {
    let words = &heard.words;
    let joins = |at: &usize| {
        let Some(next) = words.get(at + 1).filter(|_| *at > 0 && words[*at].folded == "&") else {
            return false;
        };
        let clause = (0..*at).rev().take_while(|it| words[*it].pause != Some(';'));
        let mut clause = clause.map(|it| &words[it]);
        let is_listed = clause.any(|it| it.pause == Some(',') || PHRASES.has("holding", &it.folded));
        is_listed || is_article(next) || heard.literal(next).is_some() || is_request_form(&next.folded)
    };
    (0..words.len()).filter(joins).map(|at| (words[at].span.clone(), and(heard).to_string())).collect()
}

/// Pairs the items of two lists: "rename a.txt and b.txt to c.txt and d.txt respectively".
fn paired(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    let marker = words.iter().position(|word| {
        matches!(word.folded.as_str(), "respectively" | "respetivamente" | "respectivamente")
    })?;
    // The word ends its clause.
    let is_end = words.get(marker + 1).is_none_or(|next| next.pause.is_some());
    let start = (1..marker).rev().find(|at| words[*at].pause == Some(';')).unwrap_or(0);
    let preposition =
        (start + 2..marker).find(|at| LEADING.contains(&words[*at].folded.as_str())).filter(|_| is_end)?;
    let second = items(heard, preposition + 1..marker);
    // The verb precedes the first list.
    let first = items(heard, start + 1..preposition);
    if first.len() != second.len() || first.len() < 2 {
        return None;
    }
    let lead = &heard.sentence[..first[0].start];
    let joint = &heard.sentence[words[preposition].span.clone()];
    let pairs: Vec<String> = first
        .iter()
        .zip(&second)
        .map(|(one, other)| {
            format!("{} {joint} {}", &heard.sentence[one.clone()], &heard.sentence[other.clone()])
        })
        .collect();
    let rest = heard.sentence[words[marker].span.end..].trim_end_matches(['.', '!', '?']);
    let (last, others) = pairs.split_last()?;
    Some(format!("{lead}{} {} {last}{rest}", others.join(", "), and(heard)))
}

/// Returns the byte ranges of the items of a list.
fn items(heard: &Tokenized<'_>, words: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for word in &heard.words[words] {
        if matches!(word.folded.as_str(), "and" | "e" | "&") {
            is_open = false;
            continue;
        }
        if word.pause == Some(',') {
            is_open = false;
        }
        match found.last_mut() {
            Some(last) if is_open => last.end = word.span.end,
            _ => found.push(word.span.clone()),
        }
        is_open = true;
    }
    found
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;

    #[track_caller]
    fn is_spelt(sentence: &str, wanted: Option<&str>) {
        let heard = Tokenized::new(sentence, date(2026, 5, 4).at(9, 0, 0, 0)).about(&sample());
        assert_eq!(spelt(&heard).as_deref(), wanted, "{sentence}");
    }

    #[test]
    fn splits_numbered_items() {
        is_spelt(
            "1. cria a pasta Férias 2. move a photo.jpg para lá 3. liga a luz noturna",
            Some("cria a pasta Férias; move a photo.jpg para lá; liga a luz noturna"),
        );
        is_spelt("make these folders: 1) Alpha 2) Beta", Some("make these folders: Alpha, Beta"));
        is_spelt("a) open firefox, b) mute the sound", Some("open firefox; mute the sound"));
        is_spelt("set the volume to 2. and thanks", None);
        is_spelt("rename chapter 2. to chapter 1. please", None);
    }

    #[test]
    fn splits_bulleted_items() {
        is_spelt("Three things: - open gmail.com - mute the sound", Some("open gmail.com; mute the sound"));
        is_spelt("make these folders:\n• Alpha\n• Beta", Some("make these folders: Alpha, Beta"));
        is_spelt("move a.txt - the old one - to archive", None);
    }

    #[test]
    fn trailing_list_belongs_to_its_folder() {
        is_spelt(
            "make a folder Taxes with 2023 and 2024 in it",
            Some("make a folder Taxes with folders 2023 and 2024"),
        );
        is_spelt(
            "cria uma pasta Obra com as pastas Aulas e Exames lá dentro.",
            Some("cria uma pasta Obra com as pastas Aulas e Exames."),
        );
        is_spelt(
            "make a folder Taxes with a.txt and b.txt inside",
            Some("make a folder Taxes with a.txt and b.txt"),
        );
    }

    #[test]
    fn correlative_pairs_become_conjunctions() {
        is_spelt("the max of both Rent and Total", Some("the max of Rent and Total"));
        is_spelt("coloca tanto o volume quanto o brilho em 35", Some("coloca o volume e o brilho em 35"));
        is_spelt("delete not only a.txt but also b.txt", Some("delete a.txt and b.txt"));
        is_spelt("open both of them and close c.txt", None);
        is_spelt("delete them both", None);
    }

    #[test]
    fn ampersands_join_lists_not_names() {
        is_spelt("open firefox, spotify & the calculator", Some("open firefox, spotify and the calculator"));
        is_spelt(
            "a folder Trip containing Tickets & Photos",
            Some("a folder Trip containing Tickets and Photos"),
        );
        is_spelt("delete a.txt & b.txt", Some("delete a.txt and b.txt"));
        is_spelt("make a folder called Salt & Pepper", None);
    }

    #[test]
    fn respectively_pairs_two_lists() {
        is_spelt(
            "rename a.txt and b.txt to first.txt and second.txt respectively",
            Some("rename a.txt to first.txt and b.txt to second.txt"),
        );
        is_spelt(
            "move a.txt, b.txt and c.txt to archive, backup and reports, respectively.",
            Some("move a.txt to archive, b.txt to backup and c.txt to reports"),
        );
        is_spelt("rename a.txt and b.txt to c.txt respectively", None);
    }
}
