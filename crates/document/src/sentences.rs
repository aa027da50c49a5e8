//! Splits text into sentences.

use std::ops::Range;

use crate::words::{fold, is_function_word};

/// Abbreviations that never end a sentence.
#[rustfmt::skip]
const GOES_ON: &[&str] = &[
    "dr", "dra", "mr", "mrs", "ms", "prof", "profa", "sr", "sra", "srta", "st", "sto", "sta", "gen", "col",
    "capt", "lt", "rev", "hon", "gov", "pres", "sen", "rep", "exmo", "exma", "ilmo", "ilma", "eng", "engª",
    "arq", "fig", "figs", "eq", "eqs", "sec", "secs", "ch", "chap", "cap", "vol", "ed", "eds", "pp", "cf",
    "vs", "viz", "approx", "ca", "e.g", "eg", "i.e", "ie", "ex", "p.ex", "ref", "refs", "tab", "app", "thm",
    "prop", "def", "art", "arts", "inc", "par", "pág", "págs", "pag", "n", "nº", "núm", "séc", "tel", "av",
    "r", "op", "apud", "jan", "feb", "fev", "mar", "apr", "abr", "aug", "ago", "sept", "sep", "set", "oct",
    "out", "nov", "dec", "dez", "resp", "esp", "z.b", "d.h", "bzw", "usw", "nr", "hr", "dt", "aprox", "mme",
    "mlle", "г", "гг", "стр", "рис", "табл", "см", "ул", "им", "проф", "т.е", "т.к", "ст",
];

/// Abbreviations that may end a sentence if a typical first word follows.
#[rustfmt::skip]
const MAY_END: &[&str] = &[
    "al", "etc", "inc", "ltd", "ltda", "co", "corp", "jr", "bros", "a.m", "p.m", "u.s", "u.k", "u.s.a",
    "e.u", "s.a", "ph.d", "m.d", "b.sc", "m.sc", "a.c", "d.c", "b.c", "e.u.a", "dept", "univ", "est", "min",
    "max", "cia", "др", "пр", "т.д", "т.п", "руб", "млн", "тыс", "κ.λπ", "кг", "км",
];

/// Abbreviations that are also words: they are abbreviations only before a number.
const BEFORE_NUMBERS: &[&str] = &["no", "p", "v", "nos", "a", "s", "l", "c", "pt", "para", "item", "it"];

/// Splits a single-line text into sentences.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    if let Some(phrases) = by_blanks(text) {
        return phrases;
    }
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let asks_in_greek = is_greek_question(text, at, letter);
        if !is_end(letter) && !asks_in_greek {
            continue;
        }
        let mut end = at + letter.len_utf8();
        let mut marks = 1;
        let mut last = letter;
        // Further terminators, then closing marks: `?!`, `..."`, `.)`.
        while let Some((at, next)) = letters.peek().copied() {
            let closes = matches!(
                next,
                '"' | '\''
                    | '”'
                    | '’'
                    | '»'
                    | ')'
                    | ']'
                    | '›'
                    | '」'
                    | '』'
                    | '）'
                    | '】'
                    | '》'
                    | '〉'
                    | '］'
            );
            if !is_end(next) && !closes {
                break;
            }
            marks += usize::from(is_end(next));
            last = if closes { last } else { next };
            end = at + next.len_utf8();
            letters.next();
        }
        let rest = &text[end..];
        // A quotation inside a sentence: 「行く。」と言った。
        let quoted = text[at..end].ends_with(['」', '』', '）'])
            && rest.starts_with(['と', 'っ', '、', '，', 'の', 'が', 'を', 'は', 'に']);
        if quoted {
            continue;
        }
        let wide = is_end_without_blank(last) && !(last == '．' && rest.starts_with(char::is_numeric));
        if !wide && !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            continue;
        }
        let sentence = &text[start..at];
        if wide || asks_in_greek || ends(sentence, &text[at..end], marks, rest.trim_start()) {
            push(text, start..end, &mut found);
            start = end;
        }
    }
    push(text, start..text.len(), &mut found);
    found
}

/// Whether a text ends with a sentence terminator or a colon.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let closed = text.trim_end_matches(['"', '\'', '”', '’', '»', ')', ']', '」', '』', '）', '*']);
    closed.ends_with(|letter| is_end(letter) || matches!(letter, ':' | ';' | '\u{37e}'))
}

fn is_end(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '…' | '؟' | '۔' | '։' | '‽') || is_end_without_blank(letter)
}

/// Whether a terminator belongs to a script without a space after it, or without a reliable one.
fn is_end_without_blank(letter: char) -> bool {
    matches!(
        letter,
        '。' | '｡'
            | '！'
            | '？'
            | '．'
            | '।'
            | '॥'
            | '។'
            | '៕'
            | '။'
            | '།'
            | '༎'
            | '።'
            | '፧'
            | '෴'
            | '᙮'
            | '᠃'
    )
}

/// Whether a semicolon is a Greek question mark.
fn is_greek_question(text: &str, at: usize, letter: char) -> bool {
    let is_greek = |letter: char| matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}');
    letter == '\u{37e}'
        || letter == ';'
            && text[..at].chars().next_back().is_some_and(is_greek)
            && text[at + 1..].trim_start().chars().next().is_none_or(|next| next.is_uppercase())
}

/// Splits a text in a script without punctuation, in which a space ends a phrase: Thai, Lao. Spaces also
/// surround numbers and names, so short parts are joined.
fn by_blanks(text: &str) -> Option<Vec<Range<usize>>> {
    const SHORTEST: usize = 24;
    let is_unmarked = |letter: &char| matches!(letter, '\u{e00}'..='\u{eff}');
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let unmarked = text.chars().filter(is_unmarked).count();
    if unmarked == 0 || unmarked * 2 < letters || text.chars().any(is_end) {
        return None;
    }
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        if text[start..at].chars().filter(is_unmarked).count() >= SHORTEST {
            push(text, start..at, &mut found);
            start = at;
        }
    }
    push(text, start..text.len(), &mut found);
    Some(found)
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

/// Whether the marks after `sentence` end it; `rest` is the following text.
fn ends(sentence: &str, marks: &str, count: usize, rest: &str) -> bool {
    let next = rest.trim_start_matches(|letter: char| {
        matches!(letter, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '¿' | '¡' | '‹' | '—' | '–' | '-' | '•')
            || letter.is_whitespace()
    });
    let Some(first) = next.chars().next() else { return true };
    // `(see "No!") and so on`: a lower-case word continues the sentence.
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
    // `1. First`, `a. First`, `II. First` at the start are numbers of items.
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
        // `Jan.` and `set.` rarely end a sentence: only a typical first word is accepted.
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

/// Whether a text starts with a word that is typical for the start of a sentence and not for names.
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

    /// Each text has `|` at the end of each sentence.
    #[test]
    fn splits_sentences_in_many_languages() {
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
            "港は閉鎖された。|船は隣の町へ行った！|反対する人はいるか？|はい。",
            "彼は「港は閉鎖された。」と言った。|船は行った。",
            "「港は閉鎖された。」|船は行った。",
            "半角の文です｡|次の文です｡",
            "أغلق الميناء في الربيع. |هل سيوافق السكان على الخطة؟ |ستدفع التكاليف.",
            "بندرگاہ بند ہے۔ |جہاز چلے گئے۔",
            "הנמל נסגר באביב. |האם יסכימו התושבים? |כן.",
            "बंदरगाह बंद था। |जहाज चले गए। |क्यों?",
            "항구는 폐쇄되었다. |배들은 갔다. |왜 그럴까?",
            "Порт был закрыт. |Корабли ушли в г. Ростов? |Да!",
            "Το λιμάνι έκλεισε. |Θα συμφωνήσουν οι κάτοικοι; |Τα έξοδα θα πληρωθούν.",
            "Το λιμάνι έκλεισε; τα πλοία έφυγαν.",
            "ท่าเรือถูกปิดในฤดูใบไม้ผลิเพื่อซ่อมแซม |เรือไปยังเมืองใกล้เคียงและพ่อค้าเปิดร้านที่นั่น",
            "ወደቡ ተዘግቷል።|መርከቦቹ ሄዱ።",
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
