//! The choice of an option by a sentence.

use lemmascope_language::literal::{Value as Literal, literals};
use lemmascope_language::reader::has_meaning;
use lemmascope_language::words::{Word, fold, tongue, words};

use super::understand::now;

/// Returns the option that a sentence selects: by its position ("the second one"), by its name, or by a word
/// that only this option has. A sentence with further content selects none.
pub(super) fn chosen(sentence: &str, options: &[String]) -> Option<String> {
    chosen_beside(sentence, options, BESIDES)
}

/// Returns the intent that a sentence selects. All content words of the sentence must be part of its name:
/// "delete the photos" is an independent request, and does not select the intent for deleting.
pub(super) fn chosen_intent(sentence: &str, intents: &[String]) -> Option<String> {
    chosen_beside(sentence, intents, 0)
}

fn chosen_beside(sentence: &str, options: &[String], besides: usize) -> Option<String> {
    let words = words(sentence);
    // "Not the first one" excludes an option.
    if words.iter().any(|word| DENIALS.contains(&word.folded.as_str())) {
        return None;
    }
    if let Some(place) = place(sentence, words.len() <= FEW) {
        return at_place(place, options);
    }
    by_name(sentence, &words, options).filter(|option| others(&words, &parts(option)) <= besides)
}

/// Returns the option whose name the sentence contains, or which has a unique word in common with it.
fn by_name(sentence: &str, words: &[Word], options: &[String]) -> Option<String> {
    let said = fold(&sentence.to_lowercase());
    let named = options.iter().filter(|option| said.contains(&fold(&option.to_lowercase())));
    // "Sales report.pdf" selects that option, and not "report.pdf", which is a part of it.
    if let Some(longest) = named.max_by_key(|option| option.len()) {
        return Some(longest.clone());
    }
    // A file name that is not an option does not select one by its extension.
    if words.iter().any(|word| word.form.contains('.')) {
        return None;
    }
    let shared = |option: &String, by_extension: bool| {
        let own: Vec<String> = parts(option);
        let extension = own.last().filter(|_| option.contains('.'));
        let is_own = |word: &&Word| {
            let is_extension = extension == Some(&word.folded);
            word.folded.len() > 2 && own.contains(&word.folded) && (by_extension || !is_extension)
        };
        words.iter().filter(is_own).count()
    };
    // "Ana Costa" shares a word with "Ana Silva" too, but more with "Ana Costa".
    let only = |by_extension: bool| {
        let most =
            options.iter().map(|option| shared(option, by_extension)).max().filter(|most| *most > 0)?;
        let mut like = options.iter().filter(|option| shared(option, by_extension) == most);
        like.next().filter(|_| like.next().is_none()).cloned()
    };
    only(false).or_else(|| only(true))
}

/// Returns the options that a sentence selects if it selects several: all, the first or last few, some by
/// position, or some by name. "Both" selects two options only if there are exactly two.
pub(super) fn chosen_several(sentence: &str, options: &[String]) -> Vec<String> {
    let words = words(sentence);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.folded.as_str()));
    if has(&DENIALS) || has(&["but", "menos", "exceto", "or", "ou"]) {
        return Vec::new();
    }
    let found = literals(sentence, tongue(sentence), now());
    let number = |value: &Literal| value.plain().as_number().and_then(|it| it.as_i64());
    let places: Vec<i64> = found
        .iter()
        .filter(|it| matches!(it.value, Literal::Ordinal(_)))
        .filter_map(|it| number(&it.value))
        .collect();
    let counts: Vec<i64> = found
        .iter()
        .filter(|it| matches!(it.value, Literal::Number(_)))
        .filter_map(|it| number(&it.value))
        .collect();
    let is_first = places == [1] || has(&["primeiros", "primeiras"]);
    let is_last = places == [-1] || has(&["ultimos", "ultimas"]);
    if let ([count], true) = (counts.as_slice(), is_first || is_last) {
        let count = usize::try_from(*count).unwrap_or_default();
        return match options.len() {
            all if count < 2 || count > all => Vec::new(),
            all if is_last => options[all - count..].to_vec(),
            _ => options[..count].to_vec(),
        };
    }
    let is_pair = has(&["both", "ambos", "ambas"]) || has(&["os", "as", "the"]) && counts == [2];
    let is_counted = has(&["os", "as", "the", "all", "todos", "todas"])
        && counts.first().and_then(|it| usize::try_from(*it).ok()) == Some(options.len());
    let is_all = has(&["all", "every", "todos", "todas", "tudo", "everything"]) && counts.is_empty();
    if words.len() <= FEW && (is_all || is_counted || is_pair && options.len() == 2) {
        return options.to_vec();
    }
    let mut chosen: Vec<String> = places.iter().filter_map(|place| at_place(*place, options)).collect();
    if chosen.len() < places.len() || chosen.len() < 2 {
        chosen = named(sentence, options);
    }
    if chosen.len() > 1 { chosen } else { Vec::new() }
}

/// Returns the options that a sentence names, in order. A name that occurs only inside a longer named option
/// does not count.
fn named(sentence: &str, options: &[String]) -> Vec<String> {
    let mut said = fold(&sentence.to_lowercase());
    let mut longest: Vec<&String> = options.iter().collect();
    longest.sort_by_key(|option| std::cmp::Reverse(option.len()));
    let mut found: Vec<&String> = Vec::new();
    for option in longest {
        let name = fold(&option.to_lowercase());
        if said.contains(&name) {
            said = said.replace(&name, " ");
            found.push(option);
        }
    }
    options.iter().filter(|option| found.contains(option)).cloned().collect()
}

/// Returns the number of content words other than these: "the card about login" selects an option, and "the
/// login page needs a new picture" does not.
fn others(words: &[Word], explained: &[String]) -> usize {
    words.iter().filter(|word| has_meaning(word) && !explained.contains(&word.folded)).count()
}

/// The number of words besides the option's name that may describe the kind of thing.
const BESIDES: usize = 1;

/// The maximum number of words in a sentence whose number is a position in a list.
const FEW: usize = 4;

const DENIALS: [&str; 8] = ["not", "neither", "none", "except", "nao", "nem", "nenhum", "nenhuma"];

/// Returns the words of an option, without accents.
fn parts(option: &str) -> Vec<String> {
    let folded = fold(&option.to_lowercase());
    folded.split(|sign: char| !sign.is_alphanumeric()).filter(|it| !it.is_empty()).map(Into::into).collect()
}

/// Returns the option at the position that a sentence names in words: "the second one", "o último".
pub(super) fn by_place(sentence: &str, options: &[String]) -> Option<String> {
    at_place(place(sentence, false)?, options)
}

/// Returns the position in a list that a sentence names, if it has few other words: "the first quarter of the
/// report" is not a position.
fn place(sentence: &str, or_number: bool) -> Option<i64> {
    let found = literals(sentence, tongue(sentence), now());
    let found = found.iter().find(|found| match found.value {
        Literal::Ordinal(_) => true,
        Literal::Number(_) => or_number,
        _ => false,
    })?;
    let mut rest = words(sentence);
    rest.retain(|word| word.span.end <= found.span.start || found.span.end <= word.span.start);
    let place = found.value.plain().as_number()?.as_i64()?;
    (others(&rest, &[]) <= BESIDES).then_some(place)
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
    fn distinguishing_words_select_among_similar_options() {
        let people =
            options(&["Ana Silva (agent://ana.silva)", "Ana Costa (agent://ana.costa)", "Rui (agent://rui)"]);
        let chosen = |said: &str| chosen(said, &people);
        assert_eq!(chosen("Ana Costa").as_deref(), Some("Ana Costa (agent://ana.costa)"));
        assert_eq!(chosen("the one called Silva").as_deref(), Some("Ana Silva (agent://ana.silva)"));
        assert_eq!(chosen("agent://rui").as_deref(), Some("Rui (agent://rui)"));
        assert_eq!(chosen("Ana"), None);
    }

    #[test]
    fn selects_option_by_ordinal_or_name() {
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
    fn sentence_with_additional_words_selects_no_option() {
        let intents = options(&["lists.set_due_date", "notes.remember", "clock.state.date"]);
        let files = options(&["budget.xlsx", "offsite plan.md"]);
        let people = options(&["Ana Silva", "Ana Costa"]);
        for (options, said) in [
            (&intents, "the certificate is due on 30 November"),
            (&intents, "add a due line to the invoice of March"),
            (&files, "write a plan for the garden"),
            (&files, "o plan da horta precisa de sementes"),
            (&files, "create a card for the second quarter review"),
            (&people, "Costa Rica is a country in America"),
            (&people, "the first rehearsal of the choir is at nine"),
        ] {
            assert_eq!(chosen(said, options), None, "{said}");
            assert_eq!(by_place(said, options), None, "{said}");
        }
        for said in ["remember the milk", "delete the date", "the state of the union"] {
            assert_eq!(chosen_intent(said, &intents), None, "{said}");
        }
        assert_eq!(chosen_intent("the due date, please", &intents).as_deref(), Some("lists.set_due_date"));
        assert_eq!(chosen("set the due date", &intents).as_deref(), Some("lists.set_due_date"));
        assert_eq!(chosen("the one about the budget", &files).as_deref(), Some("budget.xlsx"));
        assert_eq!(chosen("a Costa, por favor", &people).as_deref(), Some("Ana Costa"));
    }

    #[test]
    fn selects_several_options_by_count_ordinal_or_name() {
        let files = options(&["report.pdf", "sales report.pdf", "notes.txt"]);
        let pair = options(&["a.txt", "b.txt"]);
        for (said, wanted) in [
            ("all of them", &["report.pdf", "sales report.pdf", "notes.txt"][..]),
            ("todos", &["report.pdf", "sales report.pdf", "notes.txt"]),
            ("all three", &["report.pdf", "sales report.pdf", "notes.txt"]),
            ("os três", &["report.pdf", "sales report.pdf", "notes.txt"]),
            ("the first two", &["report.pdf", "sales report.pdf"]),
            ("os dois primeiros", &["report.pdf", "sales report.pdf"]),
            ("the last two", &["sales report.pdf", "notes.txt"]),
            ("the first and the third", &["report.pdf", "notes.txt"]),
            ("a primeira e a terceira", &["report.pdf", "notes.txt"]),
            ("sales report.pdf and notes.txt", &["sales report.pdf", "notes.txt"]),
            ("notes.txt e report.pdf", &["report.pdf", "notes.txt"]),
        ] {
            assert_eq!(chosen_several(said, &files), wanted, "{said}");
        }
        for said in ["both", "os dois", "ambos", "both of them", "the two"] {
            assert_eq!(chosen_several(said, &pair), ["a.txt", "b.txt"], "{said}");
            assert_eq!(chosen_several(said, &files), [] as [&str; 0], "{said}");
        }
        for said in [
            "the second one",
            "notes.txt",
            "all but the first",
            "none of them",
            "the first nine",
            "a.txt or b.txt",
        ] {
            assert_eq!(chosen_several(said, &files), [] as [&str; 0], "{said}");
        }
    }

    #[test]
    fn file_extension_alone_selects_no_option() {
        let files = options(&["a.txt", "b.pdf"]);
        assert_eq!(chosen("c.pdf", &files), None);
        assert_eq!(by_place("to 2", &files), None);
        assert_eq!(by_place("era o segundo", &files).as_deref(), Some("b.pdf"));
    }
}
