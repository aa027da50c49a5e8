//! Repeats the preposition before each name of a list of containers: "o que está nas pastas obras e contas" becomes "o que está
//! na pasta obras e na pasta contas".

use super::tokenized::Tokenized;
use crate::words::{Tongue, Word};

/// Contractions with a plural article, and with a singular one.
const CONTRACTIONS: [(&str, &str); 4] = [("nas", "na"), ("nos", "no"), ("das", "da"), ("dos", "do")];

/// Words of requests that only look at the containers.
const LOOKING: [&str; 9] =
    ["que", "lista", "listar", "liste", "mostra", "mostrar", "mostre", "ver", "conteudo"];

/// Returns the sentence with repeated prepositions; nothing if it has no such list.
pub(super) fn distributed(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    if heard.tongue != Tongue::Portuguese {
        return None;
    }
    let (noun, singular) = (1..words.len()).find_map(|noun| {
        let (_, singular) = CONTRACTIONS
            .iter()
            .find(|(plural, _)| words[noun - 1].form == *plural)
            .filter(|_| words[noun].pause.is_none())?;
        let word = words[noun].folded.as_str();
        let kind = heard.things.kind_of_word(word).filter(|_| heard.things.singular(word).is_none())?;
        let own = heard
            .things
            .noun_of(kind, heard.tongue)
            .filter(|_| kind.is_container() && kind.names.is_path())?;
        Some((noun, format!("{singular} {}", own.split_once(' ')?.1)))
    })?;
    let looks = words[..noun].iter().any(|word| LOOKING.contains(&word.folded.as_str()));
    let names: Vec<&Word> = items(&words[noun + 1..])?;
    if !looks || names.len() < 2 {
        return None;
    }
    let (start, end) = (words[noun - 1].span.start, names.last()?.span.end);
    let named: Vec<String> =
        names.iter().map(|name| format!("{singular} {}", &heard.sentence[name.span.clone()])).collect();
    let (last, others) = named.split_last()?;
    Some(format!("{}{} e {last}{}", &heard.sentence[..start], others.join(", "), &heard.sentence[end..]))
}

/// Returns the names of a list that ends its clause; nothing if a name has several words.
fn items(words: &[Word]) -> Option<Vec<&Word>> {
    let mut names = vec![words.first().filter(|first| first.pause.is_none())?];
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let is_joint = word.form == "e" && word.pause.is_none();
        match (is_joint, word.pause) {
            (true, _) => {
                names.push(words.get(at + 1)?);
                return words.get(at + 2).is_none_or(|next| next.pause.is_some()).then_some(names);
            }
            (false, Some(',')) => names.push(word),
            (false, _) => return None,
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::goal::sample;

    #[test]
    fn repeats_preposition_before_each_container() {
        for (said, meant) in [
            ("o que está nas pastas obras e contas?", Some("o que está na pasta obras e na pasta contas?")),
            (
                "mostra-me o que há nas pastas obras, contas e fotos",
                Some("mostra-me o que há na pasta obras, na pasta contas e na pasta fotos"),
            ),
            ("lista o conteúdo das pastas a1 e b1", Some("lista o conteúdo da pasta a1 e da pasta b1")),
            ("cria a.txt nas pastas obras e contas", None),
            ("o que está nas pastas obras velhas e contas", None),
            ("o que está nas pastas e nos ficheiros", None),
            ("what is in the folders a1 and b1", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0)).about(&sample());
            assert_eq!(distributed(&heard).as_deref(), meant, "{said}");
        }
    }
}
