//! Reorders clauses by execution order: "lock the screen after muting the sound" becomes "mute the sound,
//! then lock the screen".

use super::rephrase::PHRASES;
use super::tokenized::Tokenized;
use crate::stance::{is_infinitive, is_request_form, lemma};
use crate::words::{Tongue, hanging};

/// Pronouns, which would precede their antecedents after reordering.
const PRONOUNS: [&str; 13] =
    ["it", "them", "that", "this", "its", "isso", "isto", "ele", "ela", "eles", "elas", "dele", "dela"];

/// Returns the sentence in execution order; nothing if it already is.
pub(super) fn in_order(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    let first =
        words.first().filter(|first| is_request_form(&first.folded) && heard.literal(first).is_none())?;
    let (at, verb) = (1..words.len()).find_map(|at| {
        let length = PHRASES.begins("after_doing", &words[at..]).filter(|_| words[at].pause.is_none())?;
        Some((at, at + length))
    })?;
    let doing = words.get(verb).filter(|_| verb + 1 < words.len())?;
    let done = match heard.tongue {
        Tongue::English => doing.folded.strip_suffix("ing").and_then(|_| lemma(&doing.folded))?,
        Tongue::Portuguese => is_infinitive(&doing.folded).then(|| doing.form.clone())?,
    };
    // The clause that is executed first has to name its own object.
    let hangs =
        (verb..words.len() - 1).any(|at| hanging(&words[at], &words[at + 1], heard.sentence).is_some());
    let is_open = hangs
        || words[verb + 1..]
            .iter()
            .any(|word| word.pause.is_some() || PRONOUNS.contains(&word.folded.as_str()));
    if is_open {
        return None;
    }
    let last = &heard.sentence[first.span.start..words[at - 1].span.end];
    let then = if heard.tongue == Tongue::English { "then" } else { "depois" };
    Some(format!("{done} {}, {then} {last}", heard.text(verb + 1..words.len())))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn reorders_steps_joined_by_after() {
        for (said, meant) in [
            ("lock the screen after muting the sound", Some("mute the sound, then lock the screen")),
            ("delete a.txt after copying b.txt to backup", Some("copy b.txt to backup, then delete a.txt")),
            ("apaga o a.txt depois de copiar o b.txt", Some("copiar o b.txt, depois apaga o a.txt")),
            ("delete a.txt after copying it to backup", None),
            ("apaga o a.txt depois de copiá-lo para backup", None),
            ("call me after lunch", None),
            ("I lock the screen after muting the sound", None),
        ] {
            let heard = Tokenized::new(said, date(2026, 5, 4).at(9, 0, 0, 0));
            assert_eq!(in_order(&heard).as_deref(), meant, "{said}");
        }
    }
}
