//! Where a sentence ends and the next begins.

use std::ops::Range;

use crate::words::{fold, is_function_word};

/// Short forms after which a sentence goes on, whatever follows.
#[rustfmt::skip]
const GOES_ON: &[&str] = &[
    "dr", "dra", "mr", "mrs", "ms", "prof", "profa", "sr", "sra", "srta", "st", "sto", "sta", "gen", "col",
    "capt", "lt", "rev", "hon", "gov", "pres", "sen", "rep", "exmo", "exma", "ilmo", "ilma", "eng", "engª",
    "arq", "fig", "figs", "eq", "eqs", "sec", "secs", "ch", "chap", "cap", "vol", "ed", "eds", "pp", "cf",
    "vs", "viz", "approx", "ca", "e.g", "eg", "i.e", "ie", "ex", "p.ex", "ref", "refs", "tab", "app", "thm",
    "prop", "def", "art", "arts", "inc", "par", "pág", "págs", "pag", "n", "nº", "núm", "séc", "tel", "av",
    "r", "op", "apud", "jan", "feb", "fev", "mar", "apr", "abr", "aug", "ago", "sept", "sep", "set", "oct",
    "out", "nov", "dec", "dez", "resp", "esp", "z.b", "d.h", "bzw", "usw", "nr", "hr", "dt", "aprox", "mme",
    "mlle",
];

/// Short forms that may well end a sentence; then a word that begins sentences follows.
#[rustfmt::skip]
const MAY_END: &[&str] = &[
    "al", "etc", "inc", "ltd", "ltda", "co", "corp", "jr", "bros", "a.m", "p.m", "u.s", "u.k", "u.s.a",
    "e.u", "s.a", "ph.d", "m.d", "b.sc", "m.sc", "a.c", "d.c", "b.c", "e.u.a", "dept", "univ", "est", "min",
    "max", "cia",
];

/// Short forms that are words too: they are short forms only before a number.
const BEFORE_NUMBERS: &[&str] = &["no", "p", "v", "nos", "a", "s", "l", "c", "pt", "para", "item", "it"];

/// The sentences of a text that is one line, in order.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if !is_end(letter) {
            continue;
        }
        let mut end = at + letter.len_utf8();
        let mut marks = 1;
        let mut last = letter;
        // More marks, then what closes: `?!`, `..."`, `.)`.
        while let Some((at, next)) = letters.peek().copied() {
            let closes = matches!(next, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '›');
            if !is_end(next) && !closes {
                break;
            }
            marks += usize::from(is_end(next));
            last = if closes { last } else { next };
            end = at + next.len_utf8();
            letters.next();
        }
        let wide = matches!(last, '。' | '！' | '？');
        let rest = &text[end..];
        if !wide && !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            continue;
        }
        let sentence = &text[start..at];
        if wide || ends(sentence, &text[at..end], marks, rest.trim_start()) {
            push(text, start..end, &mut found);
            start = end;
        }
    }
    push(text, start..text.len(), &mut found);
    found
}

fn is_end(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let part = &text[range.clone()];
    let trimmed = part.trim();
    if trimmed.is_empty() {
        return;
    }
    let start = range.start + (part.len() - part.trim_start().len());
    found.push(start..start + trimmed.len());
}

/// Whether the marks behind `sentence` end it, `rest` being what follows.
fn ends(sentence: &str, marks: &str, count: usize, rest: &str) -> bool {
    let next = rest.trim_start_matches(|letter: char| {
        matches!(letter, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '¿' | '¡' | '‹' | '—' | '–' | '-' | '•')
            || letter.is_whitespace()
    });
    let Some(first) = next.chars().next() else { return true };
    // `(see "No!") and so on`: what follows in small letters goes on.
    if first.is_lowercase() || matches!(first, ',' | ';' | ':') {
        return false;
    }
    if !marks.starts_with('.') || count > 1 {
        return true;
    }
    let word = sentence
        .rsplit(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '[' | '"' | '“' | '«'))
        .next()
        .unwrap_or("");
    // `1. First`, `a. First`, `II. First` at the beginning number what follows.
    if word.len() == sentence.trim_start().len() && is_number_of_item(word) {
        return false;
    }
    if word.is_empty() {
        return true;
    }
    let short = fold(word);
    let accented = word.to_lowercase();
    let opens = starts_sentence(next);
    if BEFORE_NUMBERS.contains(&short.as_str()) && first.is_ascii_digit() {
        return false;
    }
    if GOES_ON.contains(&short.as_str()) || GOES_ON.contains(&accented.as_str()) {
        // `Jan.`, `set.` may end a sentence too, but rarely: only a word that opens sentences is believed.
        return matches!(
            short.as_str(),
            "jan" | "set" | "out" | "par" | "ex" | "mar" | "art" | "ago" | "cap" | "inc"
        ) && opens;
    }
    if short == "al" && matches!(rest.chars().next(), Some('(' | '[')) {
        return false;
    }
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let initials = word.contains('.')
        && word.split('.').all(|part| part.chars().count() <= 2 && part.chars().all(char::is_alphabetic));
    if initial || initials || MAY_END.contains(&short.as_str()) {
        return opens;
    }
    true
}

/// Whether a text begins with a word that sentences begin with and names do not.
fn starts_sentence(text: &str) -> bool {
    let word: String = text.chars().take_while(|letter| letter.is_alphabetic()).take(20).collect();
    word.chars().count() > 1 && is_function_word(&fold(&word)) || word == "A" || word == "O"
}

fn is_number_of_item(word: &str) -> bool {
    let numeral = word.len() <= 4 && !word.is_empty() && word.bytes().all(|byte| b"ivxIVX".contains(&byte));
    let letter = word.len() == 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let number = word.len() <= 6 && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    numeral || letter || number
}

#[cfg(test)]
mod tests {
    use super::split;

    /// Each text has `|` where a sentence ends.
    #[test]
    fn sentences_end_where_a_reader_says() {
        for marked in [
            "It works.| It is fast.",
            "Dr. Smith met Mr. Jones at 3 p.m. in Washington.| They spoke.",
            "See Fig. 3 and Eq. 2.| The value is 3.14 or 1.234,56.",
            "Brown et al. (1993) describe it.| Ney et al. do not.| Others follow, e.g. Marcus.",
            "J. R. R. Tolkien wrote it.| He was 61.| In 1954 it appeared.",
            "\"Why not?\" he asked.| \"Because!\"| She left.",
            "Wait... it goes on.| Wait...| It ends.",
            "Visit http://example.org/a.b?c=d.| Then go.",
            "O art. 5.º da Lei n.º 10 diz isso.| O Sr. Silva, p. ex. no séc. XX, não leu.",
            "A Profa. Ana chegou.| Custa R$ 3,50 por unid. e pesa 2.5 kg.",
            "1. First we begin.| Then we end.",
            "The U.S. Senate met.| It met in the U.S.| The vote was close.",
            "No. 5 is alive.| He said no.| Nobody came.",
            "It grew (by 5 %.) and more.| (It did.)| Then it stopped.",
            "Qual é a razão?| Não se sabe!| Fim",
            "这是一句话。|这是另一句。",
        ] {
            let text = marked.replace('|', "");
            let told: Vec<&str> = split(&text).into_iter().map(|range| &text[range]).collect();
            let meant: Vec<&str> = marked.split('|').map(str::trim).collect();
            assert_eq!(told, meant);
        }
        assert!(split(" \u{a0} ").is_empty());
        assert!(split("").is_empty());
    }
}
