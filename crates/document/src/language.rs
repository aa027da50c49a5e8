//! Detects the language of a text by its function words.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::words;
use crate::{Document, Kind, script};

/// Function words that are frequent in one language and rare in others. A word that two languages share
/// counts for both.
const LANGUAGES: &[(&str, &str)] = &[
    (
        "en",
        "the of and to in is that for it with as was are be on this by which from at or not have an we were has can \
            their its they will these would been if our you your there what when how",
    ),
    (
        "pt",
        "de que e o a do da em os as no na um uma para com não por mais dos das se ao como foi são mas é à ou ser \
            também pela pelo seu sua nos nas até isso muito já está você entre quando ele ela num numa às aos há só",
    ),
    (
        "es",
        "de que y el la en los las del un una por con no para es al lo como más pero sus su le ha fue se este está \
            son también muy hay cuando sobre ser desde entre dos porque sin esta ya o todo donde han hasta",
    ),
    (
        "fr",
        "de la le les et des un une du est en que qui dans pour par plus pas au sur ne se ce il sont avec ou aux \
            cette ses mais comme elle leur être ont nous vous son sa à été fait l d c qu",
    ),
    (
        "de",
        "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er \
            hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war",
    ),
    (
        "it",
        "di che è e la il per un in non con del si da una i le al sono come dei della gli nel alla più ma ha anche \
            o questo dal delle nella essere lo su",
    ),
    (
        "nl",
        "de het een van en in is dat op te zijn met voor niet aan er om ook als bij door maar nog naar dan wordt \
            worden deze die hebben kan uit of tot",
    ),
];

/// The length of the sample.
const SAMPLE: usize = 20_000;

/// Returns the language of a document's prose, or `und` if unknown.
pub(crate) fn detect_language(document: &Document) -> String {
    let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
    let prose = blocks()
        .filter(|block| matches!(block.kind, Kind::Paragraph | Kind::Item))
        .map(|block| block.text.as_str());
    let found = of_text(prose);
    match found {
        "und" => {
            of_text(blocks().filter(|block| block.kind != Kind::Verbatim).map(|block| block.text.as_str()))
        }
        found => found,
    }
    .to_string()
}

/// Returns the language of several texts combined.
pub(crate) fn of_text<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> &'static str {
    if let Some(language) = script::language(texts.clone()) {
        return language;
    }
    let (scores, seen) = counted(texts.flat_map(words).take(SAMPLE));
    let mut ranked: Vec<(usize, &'static str)> =
        scores.into_iter().zip(LANGUAGES.iter().map(|(code, _)| *code)).collect();
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    match ranked.as_slice() {
        // Prose contains a function word every few words; related languages share many, so the first must
        // have a clear lead.
        [(first, code), (second, _), ..]
            if *first * 8 >= seen && *first >= 3 && *first * 10 > *second * 11 =>
        {
            code
        }
        _ => "und",
    }
}

/// Whether a sentence is definitely in another language than its document: the summary of a bilingual text is
/// in one language.
pub(crate) fn is_foreign(sentence: &str, language: &str) -> bool {
    let Some(own) = LANGUAGES.iter().position(|(code, _)| *code == language) else { return false };
    let (scores, _) = counted(words(sentence).take(100));
    let most = scores.into_iter().max().unwrap_or_default();
    most >= 4 && most >= scores[own] * 3
}

/// Counts the function words of each language among some words, and all words.
fn counted<'a>(words: impl Iterator<Item = &'a str>) -> ([usize; LANGUAGES.len()], usize) {
    static SMALL: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
        let mut small: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, (_, list)) in LANGUAGES.iter().enumerate() {
            list.split_whitespace().for_each(|word| small.entry(word).or_default().push(at));
        }
        small
    });
    let (mut scores, mut seen) = ([0; LANGUAGES.len()], 0);
    for word in words {
        // Names and numbers do not indicate the language.
        if !word.chars().any(char::is_alphabetic) {
            continue;
        }
        seen += 1;
        let known = SMALL.get(word.to_lowercase().as_str());
        known.into_iter().flatten().for_each(|language| scores[*language] += 1);
    }
    (scores, seen)
}

#[cfg(test)]
mod tests {
    use super::{is_foreign, of_text};

    #[test]
    fn detects_foreign_language_sentences() {
        let english = "The manual for the user of this package is in another file.";
        assert!(is_foreign(english, "fr"));
        assert!(!is_foreign(english, "en"));
        assert!(!is_foreign(english, "und"));
        assert!(!is_foreign("Le programme \"the end\" est dans la boîte.", "fr"));
    }

    #[test]
    fn distinguishes_related_languages() {
        let said = |text: &'static str| of_text([text].into_iter());
        assert_eq!(said("The reader is told what the document says, and which of its pages say it."), "en");
        assert_eq!(
            said(
                "O relatório diz que as vendas não cresceram, mas que o lucro foi maior do que no ano passado."
            ),
            "pt"
        );
        assert_eq!(
            said(
                "El informe dice que las ventas no crecieron, pero que el beneficio fue mayor que en el año pasado."
            ),
            "es"
        );
        assert_eq!(
            said("Le rapport dit que les ventes n'ont pas augmenté, mais que le bénéfice est plus grand."),
            "fr"
        );
        assert_eq!(
            said(
                "Der Bericht sagt, dass die Umsätze nicht gestiegen sind, aber der Gewinn ist höher als zuvor."
            ),
            "de"
        );
        assert_eq!(said("Lorem ipsum dolor sit amet consectetur"), "und");
        assert_eq!(said("Отчёт говорит, что продажи не выросли."), "ru");
        assert_eq!(said(""), "und");
    }
}
