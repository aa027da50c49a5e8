//! Which language a text is in, by the small words that every text has.

use crate::words::words;
use crate::{Document, Kind};

/// Small words that are frequent in one language and rare in the others. A word that two share counts for both.
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

/// As much of the text tells; a book need not be read whole for it.
const SAMPLE: usize = 20_000;

/// The language of a document's prose, `und` where it cannot be told.
pub(crate) fn of_document(document: &Document) -> String {
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

/// The language of the texts taken together.
pub(crate) fn of_text<'a>(texts: impl Iterator<Item = &'a str>) -> &'static str {
    let mut scores = vec![0_usize; LANGUAGES.len()];
    let mut seen = 0;
    let lists: Vec<Vec<&str>> = LANGUAGES.iter().map(|(_, list)| list.split_whitespace().collect()).collect();
    for word in texts.flat_map(words).take(SAMPLE) {
        // Names and numbers say nothing about the language around them.
        if !word.chars().any(char::is_alphabetic) {
            continue;
        }
        seen += 1;
        let word = word.to_lowercase();
        for (score, list) in scores.iter_mut().zip(&lists) {
            *score += usize::from(list.contains(&word.as_str()));
        }
    }
    let mut ranked: Vec<(usize, &'static str)> =
        scores.into_iter().zip(LANGUAGES.iter().map(|(code, _)| *code)).collect();
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    match ranked.as_slice() {
        // Prose has a small word in every few; kin languages share many, so the first must be clear of the second.
        [(first, code), (second, _), ..]
            if *first * 8 >= seen && *first >= 3 && *first * 10 > *second * 11 =>
        {
            code
        }
        _ => "und",
    }
}

#[cfg(test)]
mod tests {
    use super::of_text;

    #[test]
    fn each_language_is_told_from_its_kin() {
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
        assert_eq!(said("Отчёт говорит, что продажи не выросли."), "und");
        assert_eq!(said(""), "und");
    }
}
