//! Which of several options a sentence means.

use lemmascope_language::literal::{Value as Literal, literals};
use lemmascope_language::words::{fold, tongue, words};

use super::understand::now;

/// The option that a sentence means: by its place ("the second one"), by its name, or by a word that only one of them has.
pub(super) fn chosen(sentence: &str, options: &[String]) -> Option<String> {
    let words = words(sentence);
    // "Not the first one" says which it is not.
    if words.iter().any(|word| DENIALS.contains(&word.folded.as_str())) {
        return None;
    }
    if let Some(place) = place(sentence, words.len() <= FEW) {
        return at_place(place, options);
    }
    let said = fold(&sentence.to_lowercase());
    let named = options.iter().filter(|option| said.contains(&fold(&option.to_lowercase())));
    // "Sales report.pdf" names that one, and not "report.pdf", which is a part of it.
    if let Some(longest) = named.max_by_key(|option| option.len()) {
        return Some(longest.clone());
    }
    // A file that is named and is none of the options is not one of them for its extension.
    if words.iter().any(|word| word.form.contains('.')) {
        return None;
    }
    let has = |option: &&String, by_extension: bool| {
        let own: Vec<String> = parts(option);
        let extension = own.last().filter(|_| option.contains('.'));
        words.iter().any(|word| {
            let is_extension = extension == Some(&word.folded);
            word.folded.len() > 2 && own.contains(&word.folded) && (by_extension || !is_extension)
        })
    };
    let only = |by_extension: bool| {
        let mut like = options.iter().filter(|option| has(option, by_extension));
        like.next().filter(|_| like.next().is_none()).cloned()
    };
    only(false).or_else(|| only(true))
}

/// A number among more words than this is no place in a list.
const FEW: usize = 4;

const DENIALS: [&str; 8] = ["not", "neither", "none", "except", "nao", "nem", "nenhum", "nenhuma"];

/// The words of an option, without accents.
fn parts(option: &str) -> Vec<String> {
    let folded = fold(&option.to_lowercase());
    folded.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty()).map(Into::into).collect()
}

/// The option at the place that a sentence names in words: "the second one", "o último".
pub(super) fn by_place(sentence: &str, options: &[String]) -> Option<String> {
    at_place(place(sentence, false)?, options)
}

fn place(sentence: &str, or_number: bool) -> Option<i64> {
    literals(sentence, tongue(sentence), now()).iter().find_map(|found| match &found.value {
        Literal::Ordinal(_) => found.value.plain().as_number()?.as_i64(),
        Literal::Number(_) if or_number => found.value.plain().as_number()?.as_i64(),
        _ => None,
    })
}

fn at_place(place: i64, options: &[String]) -> Option<String> {
    let at = match place < 0 {
        true => options.len().checked_sub(1)?,
        false => usize::try_from(place).ok()?.checked_sub(1)?,
    };
    options.get(at).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_choice_is_made_by_place_or_by_name() {
        let files = options(&["report.pdf", "sales report.pdf", "notes.txt"]);
        let chosen = |said: &str| chosen(said, &files);
        assert_eq!(chosen("the second one").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("no, the second one").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("o último").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("3").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("the one with sales").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("notes").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("the ninth"), None);
        assert_eq!(chosen("something else"), None);
        assert_eq!(chosen("the txt").as_deref(), Some("notes.txt"));
        assert_eq!(chosen("sales report.pdf").as_deref(), Some("sales report.pdf"));
        assert_eq!(chosen("not the first one"), None);
        assert_eq!(chosen("the thing that I said at 3 yesterday"), None);
    }

    #[test]
    fn an_extension_chooses_nothing() {
        let files = options(&["a.txt", "b.pdf"]);
        assert_eq!(chosen("c.pdf", &files), None);
        assert_eq!(by_place("to 2", &files), None);
        assert_eq!(by_place("era o segundo", &files).as_deref(), Some("b.pdf"));
    }
}
