//! Restores a noun that Portuguese omits: "acende a luz da sala e apaga a do quarto" becomes "… e apaga a luz
//! do quarto".

use super::tokenized::Tokenized;
use crate::words::{Tongue, Word};

/// Returns the sentence with omitted nouns restored; nothing if none is omitted. The noun is that of the
/// latest article with the same form that is also followed by "de".
pub(super) fn restored(heard: &Tokenized<'_>) -> Option<String> {
    if heard.tongue != Tongue::Portuguese {
        return None;
    }
    let words = &heard.words;
    let mut text = String::with_capacity(heard.sentence.len() + 16);
    let mut end = 0;
    for at in 1..words.len().saturating_sub(1) {
        // "Muda o nome do a.txt para um.txt e o do b.txt para dois.txt" is resolved by the parser of names.
        let is_name = words.get(at + 2).is_some_and(|word| heard.literal(word).is_some());
        let is_parted = words[at + 1].pause.is_some();
        if !is_definite(&words[at]) || !leads_on(&words[at + 1]) || is_parted || is_name {
            continue;
        }
        let noun = (0..at.saturating_sub(2)).rev().find(|earlier| {
            words[*earlier].form == words[at].form
                && !leads_on(&words[earlier + 1])
                && heard.literal(&words[earlier + 1]).is_none()
                && leads_on(&words[earlier + 2])
        });
        let Some(noun) = noun else { continue };
        let place = words[at].span.end;
        text.push_str(&heard.sentence[end..place]);
        text.push(' ');
        text.push_str(&heard.sentence[words[noun + 1].span.clone()]);
        end = place;
    }
    (end > 0).then(|| format!("{text}{}", &heard.sentence[end..]))
}

fn is_definite(word: &Word) -> bool {
    matches!(word.form.as_str(), "o" | "a" | "os" | "as")
}

fn leads_on(word: &Word) -> bool {
    matches!(word.form.as_str(), "de" | "do" | "da" | "dos" | "das")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn restores_elided_nouns() {
        for (said, meant) in [
            (
                "acende a luz da sala e apaga a do quarto",
                Some("acende a luz da sala e apaga a luz do quarto"),
            ),
            (
                "maximiza a janela do Firefox e minimiza a do Slack",
                Some("maximiza a janela do Firefox e minimiza a janela do Slack"),
            ),
            ("muda o nome do a.txt para um.txt e o do b.txt para dois.txt", None),
            ("apaga o a.txt e o do quarto", None),
            ("abre a porta e fecha a do carro", None),
            ("a cor da casa", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0));
            assert_eq!(restored(&heard).as_deref(), meant, "{said}");
        }
    }
}
