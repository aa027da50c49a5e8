//! Verb forms: which of them are imperatives, and which refer to the past, present or possible actions.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::words::{Tongue, Word, fold};

/// The meaning of a verb form that requests do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The past: `deleted`, `apaguei`.
    Past,
    /// The present: `deletes`, `apago`.
    Present,
    /// The future: `apagarei`.
    Future,
    /// The conditional or subjunctive: `apagaria`, `apagasse`.
    Conditional,
    /// The gerund: `deleting`, `apagando`.
    Gerund,
}

struct Verbs {
    /// English base forms.
    english: FxHashSet<&'static str>,
    /// Irregular English past forms, with their base forms.
    irregular: FxHashMap<&'static str, &'static str>,
    /// Portuguese stems without accents, with the vowel of their conjugation.
    stems: FxHashMap<String, char>,
    /// The length of the longest stem, in bytes.
    longest_stem: usize,
    /// Irregular Portuguese past forms without accents, with their infinitives.
    irregular_portuguese: FxHashMap<String, String>,
    /// Irregular Portuguese request forms without accents, with their infinitives.
    bidding_portuguese: FxHashMap<String, String>,
    /// Irregular Portuguese forms of wishes without accents, with their infinitives.
    wished_portuguese: FxHashMap<String, String>,
    /// Portuguese infinitives, without accents.
    infinitives: FxHashSet<String>,
}

static VERBS: LazyLock<Verbs> = LazyLock::new(|| {
    let of = |name: &str| {
        let line = include_str!("verbs.txt").lines().find_map(|line| line.strip_prefix(name));
        line.into_iter().flat_map(|line| line.split(',')).map(str::trim)
    };
    let infinitives: FxHashSet<String> = of("portuguese:").map(fold).collect();
    let stems = infinitives.iter().filter_map(|verb| {
        let stem = verb.strip_suffix('r')?;
        let vowel = stem.chars().next_back()?;
        Some((stem[..stem.len() - vowel.len_utf8()].to_string(), vowel))
    });
    let stems: FxHashMap<String, char> = stems.filter(|(stem, _)| stem.len() > 1).collect();
    Verbs {
        english: of("english:").collect(),
        irregular: of("irregular:").filter_map(|pair| pair.split_once(' ')).collect(),
        longest_stem: stems.keys().map(String::len).max().unwrap_or_default(),
        stems,
        irregular_portuguese: of("irregular_portuguese:").filter_map(folded_pair).collect(),
        bidding_portuguese: of("bidding_portuguese:").filter_map(folded_pair).collect(),
        wished_portuguese: of("wished_portuguese:").filter_map(folded_pair).collect(),
        infinitives,
    }
});

fn folded_pair(pair: &str) -> Option<(String, String)> {
    pair.split_once(' ').map(|(form, verb)| (fold(form), fold(verb)))
}

/// Whether a word is any form of a listed verb.
pub(crate) fn is_verb(word: &Word) -> bool {
    is_verb_form(&word.folded)
}

/// Whether a word without accents is any form of a listed verb.
pub(crate) fn is_verb_form(folded: &str) -> bool {
    let verbs = &*VERBS;
    verbs.english.contains(folded)
        || verbs.infinitives.contains(folded)
        || english(folded).is_some()
        || portuguese(folded).is_some()
}

/// Returns the common base of all forms of a verb, so that `deleting` matches `delete` and `apagues` matches
/// `apaga`.
pub(crate) fn lemma(folded: &str) -> Option<String> {
    let verbs = &*VERBS;
    if verbs.english.contains(folded) {
        return Some(folded.to_string());
    }
    let endings = ["ing", "ed", "es", "s"].into_iter();
    if let Some(verb) = endings.filter_map(|ending| english_stem(folded.strip_suffix(ending)?)).next() {
        return Some(verb);
    }
    if let Some(verb) = verbs.irregular.get(folded) {
        return Some((*verb).to_string());
    }
    let irregular = [&verbs.irregular_portuguese, &verbs.bidding_portuguese, &verbs.wished_portuguese];
    if let Some(verb) = irregular.into_iter().find_map(|forms| forms.get(folded)) {
        return Some(verb.clone());
    }
    if verbs.infinitives.contains(folded) {
        return Some(folded.to_string());
    }
    portuguese(folded)?;
    let known = (2..=folded.len()).rev().filter_map(|length| folded.get(..length)).find_map(stem);
    known.map(|(stem, vowel)| format!("{stem}{vowel}r"))
}

/// Returns the meaning of a verb form that requests do not have.
pub(super) fn form(word: &Word) -> Option<Form> {
    let is_first_past = word.form.ends_with('í') && is_request_form(&word.folded);
    if is_first_past { Some(Form::Past) } else { form_of_folded(&word.folded) }
}

/// Returns the meaning of such a form for an unlisted verb that requests start with: `labelled`,
/// `arquivámos`, `atribuí`.
pub(super) fn form_among(word: &Word, tongue: Tongue, begins: &dyn Fn(&str) -> bool) -> Option<Form> {
    let folded = word.folded.as_str();
    match tongue {
        _ if is_verb_form(folded) || folded.len() < SHORTEST_FORM => None,
        Tongue::English => {
            let endings =
                [("ing", Form::Gerund), ("ed", Form::Past), ("es", Form::Present), ("s", Form::Present)];
            let is_of = |ending: &str| {
                let stem = folded.strip_suffix(ending).filter(|stem| stem.len() > 2)?;
                candidates(stem).find(|verb| begins(verb))
            };
            endings.into_iter().find(|(ending, _)| is_of(ending).is_some()).map(|(_, form)| form)
        }
        Tongue::Portuguese if begins(folded) => word.form.ends_with('í').then_some(Form::Past),
        Tongue::Portuguese => ENDINGS.iter().find_map(|(vowel, form, endings)| {
            let is_of = |ending: &&str| {
                let written = folded.strip_suffix(*ending).filter(|stem| stem.len() > 2);
                written.is_some_and(|written| {
                    let soft = written.strip_suffix("qu").map(|stem| format!("{stem}c"));
                    let hard = written.strip_suffix('u').filter(|it| it.ends_with('g')).map(str::to_string);
                    let stems = [Some(written.to_string()), soft, hard];
                    let bids = |stem: String| {
                        let own = format!("{stem}{vowel}r");
                        ["a", "e"].iter().any(|ending| begins(&format!("{stem}{ending}")))
                            || *vowel == 'i' && begins(&format!("{stem}i"))
                            || begins(&own)
                    };
                    stems.into_iter().flatten().any(bids)
                })
            };
            (*form != Form::Present && endings.iter().any(is_of)).then_some(*form)
        }),
    }
}

/// Whether a word is a request form of a verb that requests start with in another request form: `atribua`
/// next to `atribui`.
pub(crate) fn is_verb_of_requests(folded: &str, begins: &dyn Fn(&str) -> bool) -> bool {
    let endings = ["a", "e", "i", "am", "em", "as", "es", "ar", "er", "ir"];
    let mut stems = endings.iter().filter_map(|ending| folded.strip_suffix(ending));
    let of_stem = |stem: &str| endings.iter().any(|ending| begins(&format!("{stem}{ending}")));
    begins(folded) || stems.any(|stem| stem.len() >= SHORTEST_FORM - 1 && of_stem(stem))
}

/// The minimum length of a form that is recognized by its ending only.
const SHORTEST_FORM: usize = 5;

/// Whether a form without accents is a request form: `apaga`, but not `apago`.
pub(crate) fn is_request_form(folded: &str) -> bool {
    is_verb_form(folded) && form_of_folded(folded).is_none()
}

/// Returns the infinitive of a Portuguese request form.
pub(crate) fn request_infinitive(folded: &str) -> Option<String> {
    let is_request = !folded.starts_with('⟨') && is_request_form(folded);
    lemma(folded).filter(|verb| is_request && verb != folded && is_infinitive(verb))
}

/// Whether a word without accents is a Portuguese infinitive.
pub(crate) fn is_infinitive(folded: &str) -> bool {
    VERBS.infinitives.contains(folded)
}

fn form_of_folded(folded: &str) -> Option<Form> {
    if VERBS.english.contains(folded) || VERBS.infinitives.contains(folded) {
        return None;
    }
    english(folded).or_else(|| portuguese(folded).flatten())
}

/// The meaning of a verb form that is not a request by itself, but may be part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Voice {
    /// A participle: `deleted`, `apagado`.
    Done,
    /// A gerund: `deleting`, `apagando`.
    Gerund,
    /// A wish: `apagasses`.
    Wished,
}

/// Returns the voice of a form without accents.
pub(crate) fn voice(folded: &str) -> Option<Voice> {
    let is_participle = || {
        let irregular = VERBS.irregular_portuguese.contains_key(folded);
        let endings = ["ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas", "to", "ta", "tos", "tas"];
        english(folded).is_some()
            || irregular && folded.len() > 4
            || endings.iter().any(|it| folded.ends_with(it))
    };
    match form_of_folded(folded) {
        Some(Form::Past) if is_participle() => Some(Voice::Done),
        // `Put`, `read`, `set` and `cut` are identical to their participles.
        None if matches!(folded, "put" | "read" | "set" | "cut" | "shut") => Some(Voice::Done),
        Some(Form::Gerund) => Some(Voice::Gerund),
        Some(Form::Conditional) if folded.contains("ss") => Some(Voice::Wished),
        _ => None,
    }
}

/// Whether an unlisted Portuguese word has an ending that is almost exclusive to past forms.
pub(super) fn looks_past(folded: &str) -> bool {
    let endings = ["ei", "aste", "ou", "aram", "eram", "iram", "ava", "avam"];
    folded.len() > 4 && portuguese(folded).is_none() && endings.iter().any(|ending| folded.ends_with(ending))
}

/// Whether a word is an English gerund.
pub(super) fn is_gerund(folded: &str) -> bool {
    english(folded) == Some(Form::Gerund)
}

fn english(word: &str) -> Option<Form> {
    if VERBS.irregular.contains_key(word) {
        return Some(Form::Past);
    }
    let endings = [("ing", Form::Gerund), ("ed", Form::Past), ("es", Form::Present), ("s", Form::Present)];
    endings.into_iter().find_map(|(ending, form)| {
        let stem = word.strip_suffix(ending)?;
        english_stem(stem).map(|_| form)
    })
}

/// Returns the English verb with this stem before an ending: unchanged, without its `e`, with its last letter
/// doubled, or with `i` for `y`.
fn english_stem(stem: &str) -> Option<String> {
    candidates(stem).find(|verb| VERBS.english.contains(verb.as_str()))
}

/// Returns the base forms that may have this stem before an ending.
fn candidates(stem: &str) -> impl Iterator<Item = String> {
    let bytes = stem.as_bytes();
    let is_doubled = stem.is_ascii() && bytes.len() > 2 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    let undoubled = is_doubled.then(|| stem[..stem.len() - 1].to_string());
    let with_y = stem.strip_suffix('i').map(|stem| format!("{stem}y"));
    [Some(stem.to_string()), Some(format!("{stem}e")), undoubled, with_y].into_iter().flatten()
}

/// The endings of each conjugation that requests do not have. All others are imperative, infinitive, or
/// ambiguous.
const ENDINGS: [(char, Form, &[&str]); 13] = [
    (
        'a',
        Form::Past,
        &["ei", "aste", "ou", "amos", "aram", "ava", "avas", "avamos", "avam", "ado", "ada", "ados", "adas"],
    ),
    ('a', Form::Present, &["o", "as"]),
    ('a', Form::Future, &["arei", "aras", "ara", "aremos", "arao"]),
    ('a', Form::Conditional, &["aria", "arias", "ariamos", "ariam", "asse", "asses", "assemos", "assem"]),
    ('a', Form::Gerund, &["ando"]),
    (
        'e',
        Form::Past,
        &["i", "este", "eu", "emos", "eram", "ia", "ias", "iamos", "iam", "ido", "ida", "idos", "idas"],
    ),
    ('e', Form::Present, &["o", "es"]),
    ('e', Form::Future, &["erei", "eras", "era", "eremos", "erao"]),
    ('e', Form::Conditional, &["eria", "erias", "eriamos", "eriam", "esse", "esses", "essemos", "essem"]),
    (
        'i',
        Form::Past,
        &["i", "iste", "iu", "imos", "iram", "ia", "ias", "iamos", "iam", "ido", "ida", "idos", "idas"],
    ),
    ('i', Form::Present, &["o", "es"]),
    ('i', Form::Future, &["irei", "iras", "ira", "iremos", "irao"]),
    ('i', Form::Conditional, &["iria", "irias", "iriamos", "iriam", "isse", "isses", "issemos", "issem"]),
];

/// Returns the meaning of a Portuguese form: nothing if it is not a verb form, and no [`Form`] if it is a
/// request form.
fn portuguese(word: &str) -> Option<Option<Form>> {
    let verbs = &*VERBS;
    if verbs.bidding_portuguese.contains_key(word) {
        return Some(None);
    }
    if verbs.wished_portuguese.contains_key(word) {
        return Some(Some(Form::Conditional));
    }
    if verbs.irregular_portuguese.contains_key(word) {
        return Some(Some(Form::Past));
    }
    // `Faz`, `desfaz` and `traduz` are imperatives without an ending.
    if word.ends_with('z') && verbs.stems.contains_key(word) {
        return Some(None);
    }
    // A stem gains at most one letter, so the cost for a long word is limited by the longest stem.
    for length in (2..word.len().min(verbs.longest_stem + 2)).rev() {
        let Some(written) = word.get(..length) else { continue };
        let Some((stem, vowel)) = stem(written) else { continue };
        let ending = &word[length..];
        // `Exclui`, `extrai`: after a vowel this ending is an imperative as well.
        if ending == "i" && stem.ends_with(['a', 'e', 'o', 'u']) {
            return Some(None);
        }
        let found = ENDINGS.iter().find(|(of, _, endings)| *of == vowel && endings.contains(&ending));
        if let Some((_, form, _)) = found {
            return Some(Some(*form));
        }
        let is_bidding =
            ["a", "e", "am", "em", "amos", "emos", "es", "as", "ar", "er", "ir", "armos", "ares", "arem"];
        if is_bidding.contains(&ending) && !stem.is_empty() {
            return Some(None);
        }
    }
    // Verbs in `-ear`, `-air` etc., whose stems change, have a regular gerund in `-ndo`.
    let gerund = word.strip_suffix("ndo").is_some_and(|rest| verbs.infinitives.contains(&format!("{rest}r")));
    gerund.then_some(Some(Form::Gerund))
}

/// Returns the stem for its spelling before an ending: `apagu` is the stem of `apagar` before `e`, `coloqu`
/// that of `colocar`.
fn stem(written: &str) -> Option<(&str, char)> {
    let stems = &VERBS.stems;
    if let Some(vowel) = stems.get(written) {
        return Some((written, *vowel));
    }
    if let Some(hard) = written.strip_suffix('u').filter(|it| it.ends_with('g')) {
        return stems.get(hard).map(|vowel| (hard, *vowel));
    }
    let known = |stem: String| stems.get_key_value(&stem).map(|(stem, vowel)| (stem.as_str(), *vowel));
    if let Some(soft) = written.strip_suffix("qu") {
        return known(format!("{soft}c"));
    }
    // `Corrija`, `proteja`: the spelling changes before `a` and `o`.
    if let Some(soft) = written.strip_suffix('j') {
        return known(format!("{soft}g"));
    }
    // `Renomeia`, `bloqueie`: verbs in `-ear` insert an `i`.
    if let Some(open) = written.strip_suffix('i').filter(|it| it.ends_with('e')) {
        return known(open.to_string()).filter(|(_, vowel)| *vowel == 'a');
    }
    // `Transfira`, `insira`, `cubra`: the last vowel of the stem changes.
    let at = written.rfind(['i', 'u'])?;
    let vowel = if written[at..].starts_with('i') { "e" } else { "o" };
    let is_last = !written[at + 1..].contains(['a', 'e', 'i', 'o', 'u']);
    let changed = format!("{}{vowel}{}", &written[..at], &written[at + 1..]);
    known(changed).filter(|(_, conjugation)| is_last && *conjugation == 'i')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn form_of(word: &str) -> Option<Form> {
        form(&words(word)[0])
    }

    #[test]
    fn distinguishes_imperative_from_other_verb_forms() {
        for word in [
            "delete", "put", "read", "apaga", "apague", "apagar", "mova", "move", "copia", "coloque",
            "criem", "abre",
        ] {
            assert_eq!(form_of(word), None, "{word}");
        }
        for word in [
            "deleted", "moved", "copied", "wrote", "apaguei", "movi", "criou", "apagava", "coloquei", "fiz",
            "copiei", "dropped",
        ] {
            assert_eq!(form_of(word), Some(Form::Past), "{word}");
        }
        for (word, expected) in [
            ("deleting", Form::Gerund),
            ("running", Form::Gerund),
            ("apagando", Form::Gerund),
            ("apagarei", Form::Future),
            ("moveria", Form::Conditional),
            ("apagasse", Form::Conditional),
            ("apago", Form::Present),
            ("deletes", Form::Present),
            ("copies", Form::Present),
        ] {
            assert_eq!(form_of(word), Some(expected), "{word}");
        }
    }

    #[test]
    fn verb_forms_share_one_lemma() {
        for (word, verb) in [
            ("apagues", "apagar"),
            ("transfira", "transferir"),
            ("renomeie", "renomear"),
            ("coloque", "colocar"),
            ("proteja", "proteger"),
            ("insiras", "inserir"),
            ("leia", "ler"),
            ("ponha", "por"),
            ("feito", "fazer"),
            ("movido", "mover"),
            ("thrown", "throw"),
            ("moving", "move"),
        ] {
            assert_eq!(lemma(word).as_deref(), Some(verb), "{word}");
        }
    }

    #[test]
    fn distinguishes_verbs_from_other_words() {
        for word in ["banana", "kitchen", "frankfurt", "relatorio", "ontem", "plans"] {
            assert!(!is_verb(&words(word)[0]) || word == "plans", "{word}");
        }
        for word in ["share", "partilha", "partilhou", "imprime", "avisa", "translate", "ordered"] {
            assert!(is_verb(&words(word)[0]), "{word}");
        }
    }
}
