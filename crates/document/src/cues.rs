//! Surface features that indicate the value of a sentence, independent of other sentences.

use crate::centrality::coverage;
use crate::citations::cites;
use crate::language::is_foreign;
use crate::prose::{Prose, Unit};
use crate::section::Role;
use crate::words::fold;

/// Phrases that introduce important statements.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "in this paper", "this paper", "in this article", "this article", "this report", "in this work",
    "this work", "this document", "this study", "this thesis", "this book", "this guide", "we propose",
    "we present", "we describe", "we introduce", "we show", "we found", "we find", "we conclude",
    "we demonstrate", "our results", "our approach", "our method", "the results show", "results show",
    "experiments show", "experimental results", "in conclusion", "to summarize", "in summary", "in short",
    "the main", "the goal", "the aim", "the purpose", "most important", "contribution", "outperform",
    "neste artigo", "este artigo", "neste trabalho", "este trabalho", "este relatorio", "neste relatorio",
    "este documento", "este estudo", "neste estudo", "propomos", "apresentamos", "descrevemos", "mostramos",
    "concluimos", "conclui-se", "os resultados", "nossos resultados", "em resumo", "em suma",
    "em conclusao", "o objetivo", "o objectivo", "a finalidade", "mais importante", "principal",
    "contribuicao",
];

/// Phrases in sentences about the document's own parts, or about the reader's computer.
#[rustfmt::skip]
const IDLE: &[&str] = &[
    "in section", "section describes", "rest of the paper", "remainder of th", "organized as follows",
    "organised as follows", "structured as follows", "as follows", "the following section", "next section",
    "previous section", "this section", "this chapter", "na secao", "nesta secao", "neste capitulo",
    "organizado da seguinte", "organizada da seguinte", "figure ", "fig. ", "table ", "figura ", "tabela ",
    "see also", "for example", "for instance", "por exemplo", "for more information", "e.g.", "p. ex.",
    "mais informacoes", "http://", "https://", "www.", "as mentioned above", "as described above",
    "see the ", "like this", "shown below", "let's ", "let us ", "for details", "table of contents",
    "em anexo", "as a first example", "veja ",
];

/// Phrases in boilerplate sentences.
#[rustfmt::skip]
const BOILERPLATE: &[&str] = &[
    "all rights reserved", "todos os direitos", "copyright", "(c) ", "licensed under",
    "permission is hereby", "warranty", "cookie", "click here", "clique aqui", "subscribe", "newsletter",
    "we thank", "we would like to thank", "agradecemos", "was supported by", "supported in part", "grant ",
    "page intentionally", "mailto:", "acknowledge", "under the terms of", "laws of the country",
];

/// Sentence openings that refer to the preceding sentence.
#[rustfmt::skip]
const LEANING: &[&str] = &[
    "this", "these", "those", "that", "it", "its", "they", "their", "he", "she", "him", "her", "his",
    "such", "here", "there", "then", "so", "but", "and", "or", "nor", "yet", "however", "therefore", "thus",
    "hence", "consequently", "nevertheless", "nonetheless", "otherwise", "instead", "similarly", "likewise",
    "accordingly", "conversely", "meanwhile", "again", "both", "another", "also", "the latter",
    "the former", "in contrast", "on the other hand", "as a result", "for this reason", "in this case",
    "in that case", "for that reason", "at this point", "because of this", "to this end", "to do this",
    "to do so", "unlike", "isto", "isso", "este", "esta", "estes", "estas", "esse", "essa", "esses",
    "essas", "ele", "ela", "eles", "elas", "aquele", "aquela", "tal", "tais", "mas", "e", "porem",
    "contudo", "todavia", "entretanto", "no entanto", "portanto", "assim", "logo", "dessa forma",
    "desta forma", "desse modo", "por isso", "ja", "la", "ali", "alem disso", "por outro lado",
    "em contrapartida", "nesse caso", "neste caso", "seu", "sua", "seus", "suas", "ambos", "ambas",
    "com isso", "nesse sentido", "still", "even so", "while this", "while it", "as it", "because it",
    "when it", "if it", "if this", "when this", "with this", "for this", "in this way", "by this", "now",
    "next", "note", "as we", "as mentioned", "although this", "although it", "after this", "unlike this",
    "embora isso", "com isto", "para isso", "nisso", "quando isso", "se isso", "agora",
];

/// Sentence openings that can be removed without loss of meaning.
#[rustfmt::skip]
const TIES: &[&str] = &[
    "moreover", "furthermore", "in addition", "additionally", "besides", "finally", "also", "in particular",
    "specifically", "indeed", "in fact", "first", "second", "third", "secondly", "thirdly", "firstly",
    "lastly", "as mentioned above", "alem disso", "ademais", "por fim", "finalmente", "de fato",
    "com efeito", "em particular", "primeiro", "em primeiro lugar", "em segundo lugar",
];

/// Returns the factor for the score of a sentence. `order` is its position in the document, from 0 to 1.
pub(crate) fn weight(unit: &Unit, prose: &Prose, order: f64) -> f64 {
    // The start of a sentence is sufficient for its topic.
    let text: String = unit.text.chars().take(600).collect();
    let text = fold(&text);
    let mut weight = unit.role.weight();
    weight *= 1.0 + 0.5 * coverage(unit, &prose.title);
    weight *= 1.0 + 0.2 * coverage(unit, &unit.heading);
    weight *= if unit.first { 1.1 } else { 1.0 };
    // Without other evidence, earlier sentences are more important.
    weight *= 1.0 + 0.25 * (1.0 - order).powi(4);
    if TELLING.iter().any(|phrase| text.contains(phrase)) {
        weight *= 1.3;
    }
    if IDLE.iter().any(|phrase| text.contains(phrase)) {
        weight *= 0.4;
    }
    if BOILERPLATE.iter().any(|phrase| text.contains(phrase)) {
        weight *= 0.1;
    }
    if is_direct_speech(&unit.text) {
        weight *= 0.5;
    }
    if is_foreign(&unit.text, &prose.language) {
        weight *= 0.1;
    }
    if cites(&unit.text) && unit.role != Role::Abstract {
        weight *= 0.6;
    }
    weight * section_length_weight(unit) * length(unit.words) * soundness(unit)
}

/// Returns the factor for the length of the section: a short section counts little, unless it is a summary.
fn section_length_weight(unit: &Unit) -> f64 {
    const ENOUGH: f64 = 60.0;
    match unit.role {
        Role::Abstract | Role::Conclusion | Role::Opening => 1.0,
        _ => 0.7 + 0.3 * (unit.section_words as f64 / ENOUGH).min(1.0),
    }
}

/// Whether a sentence is direct speech, which does not convey the narration.
fn is_direct_speech(text: &str) -> bool {
    text.starts_with(['"', '“', '”', '«', '»', '„', '‘', '—', '–'])
}

/// Whether a sentence depends on the preceding one.
pub(crate) fn leans(text: &str) -> bool {
    let text = fold(&text.chars().take(60).collect::<String>());
    LEANING.iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', ',', '\'', '’']))
            && !speaks_of_itself(&text)
    })
}

/// Returns the sentence without an opening that only refers to the preceding one.
pub(crate) fn untied(text: &str) -> Option<String> {
    let (opening, rest) = text.split_once(", ")?;
    if opening.len() > 24 || !TIES.contains(&fold(opening).as_str()) {
        return None;
    }
    let mut letters = rest.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

/// Whether the subject is the document itself, and not something mentioned before: `This paper describes`,
/// `Este artigo descreve`.
fn speaks_of_itself(text: &str) -> bool {
    const ITSELF: &[&str] = &[
        "paper",
        "article",
        "report",
        "work",
        "document",
        "study",
        "thesis",
        "book",
        "guide",
        "manual",
        "page",
        "artigo",
        "relatorio",
        "trabalho",
        "documento",
        "estudo",
        "livro",
        "guia",
        "texto",
    ];
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    matches!(first, "this" | "these" | "este" | "esta" | "here")
        && words.next().is_some_and(|second| {
            ITSELF.contains(&second.trim_matches(|letter: char| !letter.is_alphanumeric()))
        })
}

/// Returns the factor for the length: short sentences convey little, long ones are hard to read.
fn length(words: usize) -> f64 {
    match words {
        0..=4 => 0.1,
        5..=7 => 0.6,
        8..=38 => 1.0,
        39..=55 => 0.75,
        56..=80 => 0.4,
        _ => 0.1,
    }
}

/// Returns the factor for well-formedness: penalizes formulas, lists of numbers and fragments.
fn soundness(unit: &Unit) -> f64 {
    let text = unit.text.as_str();
    let (mut letters, mut digits, mut signs) = (0_usize, 0_usize, 0_usize);
    for letter in text.chars() {
        match letter {
            letter if letter.is_alphabetic() => letters += 1,
            letter if letter.is_numeric() => digits += 1,
            letter if letter.is_whitespace() || ",.;:'\"’“”()-–—%".contains(letter) => {}
            _ => signs += 1,
        }
    }
    let mut soundness = 1.0;
    if digits * 6 > letters {
        soundness *= 0.4;
    }
    if signs * 25 > letters {
        soundness *= 0.4;
    }
    // Single letters are variables of a formula, or the result of broken text extraction.
    let single = text
        .split_whitespace()
        .filter(|word| word.chars().count() == 1 && !"aAIoOeEéàÀ&–—-".contains(*word))
        .count();
    if single * 8 > unit.words {
        soundness *= 0.4;
    }
    let closed = text.trim_end_matches(['"', '”', '’', ')', '»', ']']).ends_with(['.', '!', '…', '。']);
    if text.trim_end().ends_with('?') {
        soundness *= 0.4;
    } else if text.trim_end().ends_with(':') {
        soundness *= 0.2;
    } else if !closed {
        soundness *= if unit.item { 0.6 } else { 0.3 };
    }
    if text.starts_with(char::is_lowercase) {
        soundness *= if unit.item { 0.8 } else { 0.4 };
    }
    if unit.item {
        soundness *= 0.8;
    }
    // `1990. Automatic processing` is a fragment of a reference, `3 Throughout this` is a footnote.
    let mut words = text.split_whitespace();
    let number = words.next().unwrap_or("").trim_end_matches(['.', ')', ']']).trim_start_matches('[');
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    if numbered && words.next().is_some_and(|next| next.starts_with(char::is_uppercase)) {
        soundness *= 0.2;
    }
    let open = text.matches(['(', '[']).count();
    if open != text.matches([')', ']']).count() || text.matches('"').count() % 2 == 1 {
        soundness *= 0.6;
    }
    soundness
}
