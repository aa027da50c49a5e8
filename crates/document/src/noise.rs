//! Detects noise: OCR errors, internals of files, catalog entries.

use crate::words::fold;

/// Whether a sentence is noise, or not part of the document's text.
pub(crate) fn is_noise(sentence: &str) -> bool {
    is_markup(sentence) || is_bibliographic_record(sentence) || is_gibberish(sentence)
}

/// Returns the share of well-formed words in a text, from 0 to 1; returns 1 for scripts whose words cannot be
/// judged.
pub(crate) fn legibility(text: &str) -> f64 {
    let (mut sound, mut all) = (0.0_f64, 0.0_f64);
    for word in text.split_whitespace().take(5_000) {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        // An isolated symbol is noise, unless it is common in prose.
        let weight = if bare.is_empty() {
            if word.chars().all(|sign| "–—-&+=/%•·*\"'“”«»…".contains(sign)) {
                continue;
            }
            0.7
        } else {
            1.0
        };
        all += weight;
        let is_dirty = word.contains(['|', '{', '}', '\\', '~', '^', '¬', '¶']) && !word.contains("//");
        sound += weight * f64::from(u8::from(!bare.is_empty() && !is_dirty && is_sound(bare)));
    }
    if all == 0.0 { 0.0 } else { sound / all }
}

/// Whether a word is well-formed.
fn is_sound(word: &str) -> bool {
    // In other scripts, the only criterion is that no word mixes scripts.
    let latin = word.chars().filter(|letter| is_latin(*letter)).count();
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    if letters == 0 {
        // A number, a date, an amount, a range.
        return word.chars().all(|sign| sign.is_numeric() || ".,:/-–−×%€$£'’".contains(sign));
    }
    if latin == 0 {
        return true;
    }
    let parts =
        word.split(['-', '–', '—', '/', '\'', '’', '.', '@', '_', '+', '&', ':', '(', ')', ',', '[', ']']);
    parts.filter(|part| !part.is_empty()).all(is_well_formed_part)
}

fn is_well_formed_part(part: &str) -> bool {
    let letters: Vec<char> = part.chars().collect();
    if letters.iter().any(|letter| !letter.is_alphanumeric()) {
        return false;
    }
    let digits = letters.iter().filter(|letter| letter.is_numeric()).count();
    if digits > 0 {
        // `2nd`, `COVID19`, `x86`, `2026b`: letters and digits alternate at most twice.
        let changes = letters.windows(2).filter(|pair| pair[0].is_numeric() != pair[1].is_numeric()).count();
        return changes <= 2;
    }
    if letters.len() == 1 {
        return matches!(
            letters[0].to_ascii_lowercase(),
            'a' | 'i' | 'o' | 'e' | 'à' | 'é' | 'ó' | 'y' | 'x' | 's' | 't' | 'd' | 'l'
        ) || letters[0].is_uppercase();
    }
    let capitals = letters.iter().filter(|letter| letter.is_uppercase()).count();
    let inner = letters.iter().skip(1).filter(|letter| letter.is_uppercase()).count();
    // `Word`, `word`, `WORD`, `WORDs`, `WordNet`, `pH`; not `wOrD`.
    let cased = inner == 0
        || capitals == letters.len()
        || capitals + 1 == letters.len() && letters[0].is_uppercase()
        || inner <= 2 && letters.len() > 3;
    let lower: String = letters.iter().flat_map(|letter| letter.to_lowercase()).collect();
    let vowels = fold(&lower).chars().filter(|letter| "aeiouyæøœıj".contains(*letter)).count();
    let short = letters.len() <= 5 && (capitals == letters.len() || letters.len() <= 3);
    let voiced = vowels > 0 && letters.len() <= vowels * 8 || short;
    let repeats = letters.windows(3).any(|three| three[0] == three[1] && three[1] == three[2])
        && !lower.chars().all(|letter| "ivxlcmw".contains(letter));
    cased && voiced && !repeats && letters.len() <= 40
}

fn is_latin(letter: char) -> bool {
    letter.is_alphabetic() && matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

/// Whether a sentence is the OCR result of a picture without text, or of an unsupported script.
fn is_gibberish(sentence: &str) -> bool {
    let words = sentence.split_whitespace().count();
    // Numbers are neither noise nor language.
    let spelt =
        sentence.split_whitespace().filter(|word| word.chars().filter(|it| it.is_alphabetic()).count() > 1);
    let spelt = spelt.filter(|word| !word.contains(['\\', '{', '}', '|'])).count();
    words >= 4 && (legibility(sentence) < 0.6 || spelt * 4 < words)
}

/// Whether a sentence consists of PDF objects, HTML tags or printer commands.
fn is_markup(sentence: &str) -> bool {
    const SIGNS: &[&str] = &[
        " obj",
        "endobj",
        "endstream",
        "stream ",
        "xref",
        "/Type",
        "/Font",
        "/Filter",
        "/Length",
        "<<",
        ">>",
        "startxref",
        "trailer",
        "%%EOF",
        "/Kids",
        "/Parent",
        "/MediaBox",
        "FlateDecode",
        "%PDF-",
        "<?xml",
        "xmlns",
        "rdf:",
        "xmp:",
        "</",
    ];
    SIGNS.iter().filter(|sign| sentence.contains(*sign)).count() >= 2
}

/// Whether a sentence is bibliographic data of a book: numbers, shelf marks, keywords.
fn is_bibliographic_record(sentence: &str) -> bool {
    const SIGNS: &[&str] = &[
        "isbn",
        "issn",
        "library of congress",
        "cataloging-in-publication",
        "cataloguing in publication",
        "cataloguing-in-publication",
        "british library",
        "national library",
        "biblioteca nacional",
        "ficha catalografica",
        "dados internacionais de catalogacao",
        "deposito legal",
        "dewey",
        "includes bibliographical references",
        " p. cm",
        " p.; ",
        "ill. ;",
        "il. ;",
        "cdd ",
        "cdu ",
        "lccn",
        "oclc",
        "call number",
        "shelf mark",
        "shelfmark",
        "bibliographic",
        "includes index",
        "inclui bibliografia",
        "1. title",
        "i. title",
        "ii. title",
        "i. titulo",
        "ii. titulo",
        "-dc2",
        "—dc2",
        "dc2",
        "digitized by",
        "digitised by",
        "digitalizado por",
        "downloaded from",
        "retrieved from",
        "jstor",
        "accessed on",
        "this content downloaded",
        "terms and conditions",
        "google books",
        "internet archive",
    ];
    let text: String = sentence.chars().take(2_000).collect();
    let text = fold(&text);
    let signs = SIGNS.iter().filter(|sign| text.contains(*sign)).count();
    // A single such term is common in prose, so the rest must resemble an entry: numbers and names, and no
    // sentence.
    let numbers = text.split_whitespace().filter(|word| word.chars().any(char::is_numeric)).count();
    let words = text.split_whitespace().count().max(1);
    let stamp =
        ["digitized by", "digitised by", "digitalizado por", "downloaded from", "this content downloaded"];
    signs >= 2
        || signs == 1
            && (numbers * 3 > words || words <= 12 && stamp.iter().any(|stamp| text.starts_with(stamp)))
}

#[cfg(test)]
mod tests {
    use super::{is_noise, legibility};

    #[test]
    fn accepts_prose_in_any_language() {
        for sentence in [
            "The harbour was closed for repairs in the spring of that year.",
            "O relatório diz que as vendas não cresceram, mas que o lucro foi maior.",
            "We report a BLEU score of 34.2 on WMT14 En-De, an improvement of 2.1 points over GPT-2.",
            "Dr. J. R. Smith (1993) et al. describe the EM algorithm in §3.2 of [12].",
            "港は春のあいだ修理のために閉鎖された。",
            "أغلق الميناء خلال فصل الربيع لإجراء الإصلاحات.",
            "Порт был закрыт весной на ремонт.",
            "Przedsiębiorstwo zwiększyło sprzedaż o 12 % w pierwszym kwartale.",
            "Die Donaudampfschifffahrtsgesellschaft fährt nicht mehr.",
            "Hvězdný prach strčil prst skrz krk.",
            "See https://example.org/a-b_c?d=e for the source.",
            "Let f(x) = x + 1 for all x in R.",
            "Run `cargo build --release` and copy target/release/tool to /usr/local/bin.",
            "The British Library keeps the letter that she wrote to her sister.",
            "Hello world",
        ] {
            assert!(!is_noise(sentence), "{sentence} {}", legibility(sentence));
        }
    }

    #[test]
    fn detects_ocr_errors_and_file_internals_as_noise() {
        for sentence in [
            "4 0 obj << /Length 5 0 R /Filter /FlateDecode >> stream x endstream endobj",
            "xref 0 6 0000000000 65535 f trailer << /Size 6 /Root 1 0 R >> startxref 565 %%EOF",
            "QA76.9.D3 C37 2004 005.74—dc22 ISBN 0-201-54329-X",
            "Library of Congress Cataloging-in-Publication Data Smith, Ann, 1950- Harbours / Ann Smith. p. cm.",
            "Dados Internacionais de Catalogação na Publicação (CIP) S586p Silva, Ana. CDD 005.74",
            "Digitized by Google",
            "This content downloaded from 130.132.173.76 on Tue, 08 Mar 2016 12:04:22 UTC All use subject to terms and conditions",
            "~ |i }{ qWx lI1 ;: ,.' rnm _— zZ}{ 0OQ@ vv/\\ jk| Tt7!",
            "BREE RRR Sl Ii ee £@ ]| ~~ |! eS oe aS Se EEE eee SSS Sas =| ~ i] 3] lil",
            "1004 \\else #1% 1005 \\fi",
            "12.4 33.1 0.5 77 1,204 5.6",
            "ﬁ¢ §x ¥£ ©® ™µ ¶· ¸¹ º» ¼½",
        ] {
            assert!(is_noise(sentence), "{sentence} {}", legibility(sentence));
        }
    }
}
