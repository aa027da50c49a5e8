//! Recognizes whether a page confirms or rejects a submission, from words and, for completed actions, from
//! grammar: "Your table is booked" confirms whatever is booked; "could not be booked" rejects.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use crate::text::{fold, is_unspaced, words_of};

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("lexicon/tone.txt")));

/// The maximum number of words between a negation or a future marker and the action.
const NEAR: usize = 4;
/// The maximum number of words of a headline, which may omit the auxiliary verb: "Reservation confirmed".
const HEADLINE: usize = 7;
/// The minimum length of a word with a participle ending.
const SHORTEST: usize = 5;

/// The strength of a confirmation and of a rejection in a text: none, by an ambiguous word, plainly, or by an
/// explicit statement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tone {
    /// The strength of the confirmation.
    pub yes: u8,
    /// The strength of the rejection.
    pub no: u8,
}

impl Tone {
    /// An ambiguous word.
    pub const FAINT: u8 = 1;
    /// A completed action, an error, or thanks.
    pub const PLAIN: u8 = 2;
    /// An explicit statement that the action succeeded or was not done.
    pub const EXPRESS: u8 = 3;

    /// Returns the tone of a text: the strongest of its sentences.
    pub fn of(text: &str) -> Self {
        let sentences = sentences(text);
        sentences
            .iter()
            .map(|sentence| sentence.tone())
            .fold(Self::default(), |all, one| Self { yes: all.yes.max(one.yes), no: all.no.max(one.no) })
    }

    /// Whether the confirmation is stronger than the rejection.
    pub fn is_yes(self) -> bool {
        self.yes > self.no
    }

    /// Whether the rejection is stronger than the confirmation.
    pub fn is_no(self) -> bool {
        self.no > self.yes
    }
}

/// Whether a text reports an error, given that it is about the user's input.
pub fn is_error(text: &str) -> bool {
    let words = words_of(text);
    TABLE.has("refusal", &words)
        || TABLE.has("objection", &words)
        || TABLE.runs("refusal", text)
        || negated(&words, "success", true)
}

/// Whether a text reports a success, given that it is about the user's input.
pub fn is_success(text: &str) -> bool {
    let words = words_of(text);
    TABLE.has("thanks", &words)
        || negated(&words, "success", false)
        || TABLE.runs("thanks", text)
        || TABLE.runs("success", text)
}

/// Whether a phrase of this role occurs with (`is_negated`) or without a negation before it.
fn negated(words: &[String], role: &str, is_negated: bool) -> bool {
    TABLE.places(role, words).any(|at| is_behind(words, at, "negation") == is_negated)
}

/// Whether a word of this role occurs shortly before a position.
fn is_behind(words: &[String], at: usize, role: &str) -> bool {
    let from = at.saturating_sub(NEAR);
    words[from..at].iter().any(|word| TABLE.is(role, word))
}

/// The words of a sentence.
struct Sentence {
    words: Vec<String>,
    is_question: bool,
}

fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_end = |(at, mark): &(usize, char)| {
            let next = rest[at + mark.len_utf8()..].chars().next();
            matches!(mark, '!' | '?' | ';' | '。' | '！' | '\n')
                || (matches!(mark, '.' | ':') && next.is_none_or(char::is_whitespace))
        };
        let end = rest.char_indices().find(is_end);
        let (sentence, mark) = match end {
            Some((at, mark)) => (&rest[..at], Some(mark)),
            None => (rest, None),
        };
        rest = end.map_or("", |(at, mark)| &rest[at + mark.len_utf8()..]);
        let words = words_of(sentence);
        if !words.is_empty() {
            sentences.push(Sentence { words, is_question: mark == Some('?') });
        }
    }
    sentences
}

impl Sentence {
    fn tone(&self) -> Tone {
        // A question is an offer: "Forgot your password?"
        if self.is_question {
            return Tone::default();
        }
        Tone { yes: self.yes(), no: self.no() }
    }

    fn yes(&self) -> u8 {
        let words = &self.words;
        let refused = self.refusals();
        let is_said = |at: usize| {
            !["negation", "open", "already"].iter().any(|role| is_behind(words, at, role))
                && !refused.iter().any(|span| span.contains(&at))
        };
        if TABLE.places("success", words).any(is_said) || TABLE.any_word_contains("success", words) {
            return Tone::EXPRESS;
        }
        let is_polite = TABLE.places("thanks", words).any(|at| !is_behind(words, at, "negation"));
        if is_polite || TABLE.any_word_contains("thanks", words) {
            return Tone::PLAIN;
        }
        // A participle in an error message is not a success: "Some errors were found".
        if !refused.is_empty() {
            return 0;
        }
        if (0..words.len()).any(|at| self.is_done(at) && is_said(at)) {
            return Tone::PLAIN;
        }
        // "Account created" is the whole statement; "created by Ann" describes another object.
        let is_last = |at: usize| at > 0 && at + 1 == words.len();
        let is_own = |at: &usize| is_said(*at) && !self.is_adverse(*at);
        let completions: Vec<usize> = TABLE.places("completion", words).filter(is_own).collect();
        match (completions.is_empty(), self.is_headline()) {
            (false, _) if words.len() <= HEADLINE && completions.iter().any(|at| is_last(*at)) => Tone::PLAIN,
            (true, false) => 0,
            _ => Tone::FAINT,
        }
    }

    /// Whether the word is the participle of a completed action: with its auxiliary before it.
    fn is_done(&self, at: usize) -> bool {
        let before = &self.words[at.saturating_sub(NEAR)..at];
        TABLE.languages("auxiliary").any(|language| {
            TABLE.is_ending(language, &self.words[at])
                && before.iter().any(|word| TABLE.is_in("auxiliary", language, word))
                && !self.is_adverse(at)
                // A German participle ends its clause; many other words have the same ending.
                && (language != "de" || at + 1 == self.words.len())
        })
    }

    /// Whether the sentence is a short text in which a participle comes first, last, or before a preposition.
    fn is_headline(&self) -> bool {
        let words = &self.words;
        let is_participle = |at: usize| {
            ["en", "pt", "es"].iter().any(|language| TABLE.is_ending(language, &words[at]))
                && !TABLE.is("irregular", &words[at])
                && !at.checked_sub(1).is_some_and(|before| TABLE.is("determiner", &words[before]))
                // "Unsaved" or "unpublished" means that the action is still to be done.
                && !words[at].starts_with("un")
                && !self.is_adverse(at)
                && !["negation", "already"].iter().any(|role| is_behind(words, at, role))
        };
        let is_followed =
            |at: usize| at > 0 && words.get(at + 1).is_some_and(|it| TABLE.is("preposition", it));
        let is_placed = |at: usize| at == 0 || at + 1 == words.len() || is_followed(at);
        let is_open = words.iter().any(|word| TABLE.is("open", word) && !TABLE.is("preposition", word));
        words.len() <= HEADLINE && !is_open && (0..words.len()).any(|at| is_placed(at) && is_participle(at))
    }

    /// Whether the word is not one of the participles that report a success.
    fn is_adverse(&self, at: usize) -> bool {
        let word = &self.words[at];
        let is = |phrase: &str| ["adverse", "lookalike", "refusal"].iter().any(|role| TABLE.is(role, phrase));
        is(word)
            || (at > 0 && is(&format!("{} {word}", self.words[at - 1])))
            || self.words.get(at + 1).is_some_and(|next| is(&format!("{word} {next}")))
    }

    /// Returns the positions of phrases that report an error.
    fn refusals(&self) -> Vec<Range<usize>> {
        TABLE.spans("refusal", &self.words).filter(|span| self.is_meant(span.start)).collect()
    }

    /// Whether the phrase describes an actual event: "If this is an error, call us" and "No errors" do not
    /// report one.
    fn is_meant(&self, at: usize) -> bool {
        let before = &self.words[at.saturating_sub(2)..at];
        let is_condition = |place: usize| match self.words[place].as_str() {
            "if" | "si" | "falls" | "wenn" => true,
            // In Spanish, the same word begins "se ha producido".
            "se" => !self.words.get(place + 1).is_some_and(|next| TABLE.is_in("auxiliary", "es", next)),
            _ => false,
        };
        !before.iter().any(|word| TABLE.is("negation", word) || word == "0")
            && !(at.saturating_sub(NEAR)..at).any(is_condition)
    }

    fn no(&self) -> u8 {
        let words = &self.words;
        let completed = ["success", "completion"].iter().any(|role| negated(words, role, true));
        let undone = (0..words.len()).any(|at| self.is_done(at) && is_behind(words, at, "negation"));
        // The phrase itself contains a negation: "Could not", "não foi possível".
        let refused = self.refusals();
        let denies = |span: &Range<usize>| words[span.clone()].iter().any(|word| TABLE.is("negation", word));
        if completed || undone || refused.iter().any(denies) {
            return Tone::EXPRESS;
        }
        if !refused.is_empty() || TABLE.any_word_contains("refusal", words) {
            return Tone::PLAIN;
        }
        let is_taken = (0..words.len()).any(|at| self.is_done(at) && is_behind(words, at, "already"));
        let is_faint = is_taken
            || TABLE.has("demand", words)
            || ["objection", "adverse"]
                .iter()
                .any(|role| TABLE.places(role, words).any(|at| self.is_meant(at)));
        if is_faint { Tone::FAINT } else { 0 }
    }
}

/// The phrases by role and language.
struct Table {
    phrases: HashMap<&'static str, HashMap<&'static str, HashSet<String>>>,
    /// The number of words of the longest phrase of each role.
    longest: HashMap<&'static str, usize>,
    /// The phrases in scripts without spaces, which match anywhere in a text.
    runs: HashMap<&'static str, Vec<String>>,
}

impl Table {
    fn read(text: &'static str) -> Self {
        let mut table = Self { phrases: HashMap::new(), longest: HashMap::new(), runs: HashMap::new() };
        let mut role = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let Some((language, phrases)) = line.split_once(' ') else {
                role = line;
                continue;
            };
            for phrase in phrases.split('|').map(str::trim) {
                if phrase.chars().any(is_unspaced) {
                    table.runs.entry(role).or_default().push(fold(phrase));
                    continue;
                }
                let words = words_of(phrase);
                let longest = table.longest.entry(role).or_default();
                *longest = words.len().max(*longest);
                let known = table.phrases.entry(role).or_default().entry(language).or_default();
                known.insert(words.join(" "));
            }
        }
        table
    }

    /// Returns the spans of phrases of a role: the longest that begins at each position.
    fn spans<'t>(&'t self, role: &'t str, words: &'t [String]) -> impl Iterator<Item = Range<usize>> + 't {
        let longest = self.longest.get(role).copied().unwrap_or(0);
        (0..words.len()).filter_map(move |at| {
            let length = (1..=longest.min(words.len() - at)).rev().find(|length| match length {
                1 => self.is(role, &words[at]),
                _ => self.is(role, &words[at..at + length].join(" ")),
            })?;
            Some(at..at + length)
        })
    }

    fn places<'t>(&'t self, role: &'t str, words: &'t [String]) -> impl Iterator<Item = usize> + 't {
        self.spans(role, words).map(|span| span.start)
    }

    fn has(&self, role: &str, words: &[String]) -> bool {
        self.places(role, words).next().is_some()
    }

    fn is(&self, role: &str, phrase: &str) -> bool {
        self.phrases.get(role).is_some_and(|all| all.values().any(|phrases| phrases.contains(phrase)))
    }

    fn is_in(&self, role: &str, language: &str, phrase: &str) -> bool {
        let phrases = self.phrases.get(role).and_then(|all| all.get(language));
        phrases.is_some_and(|phrases| phrases.contains(phrase))
    }

    fn languages(&self, role: &str) -> impl Iterator<Item = &'static str> {
        self.phrases.get(role).into_iter().flat_map(|all| all.keys().copied())
    }

    /// Whether a word has the form of a participle.
    fn is_ending(&self, language: &str, word: &str) -> bool {
        let endings = self.phrases.get("ending").and_then(|all| all.get(language));
        self.is_in("irregular", language, word)
            || (word.len() >= SHORTEST
                && endings
                    .is_some_and(|endings| endings.iter().any(|ending| word.ends_with(ending.as_str()))))
    }

    fn runs(&self, role: &str, text: &str) -> bool {
        let folded = fold(text);
        self.runs.get(role).is_some_and(|runs| runs.iter().any(|run| folded.contains(run.as_str())))
    }

    fn any_word_contains(&self, role: &str, words: &[String]) -> bool {
        let runs = self.runs.get(role);
        runs.is_some_and(|runs| runs.iter().any(|run| words.iter().any(|word| word.contains(run.as_str()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noun_ending_like_participle_is_no_confirmation() {
        for text in ["Dica: use as setas do teclado", "See the calendar of the embed"] {
            assert!(!Tone::of(text).is_yes(), "{text}");
        }
        for text in ["Pedido do cliente enviado", "Message to Ann delivered", "Alterações guardadas"] {
            assert!(Tone::of(text).is_yes(), "{text}");
        }
        assert!(Tone::of("Please accept the terms first").is_no());
    }

    #[test]
    fn classifies_messages_as_positive_negative_or_neutral() {
        for text in [
            "Your table is booked.",
            "Reservation confirmed",
            "Thank you! Do not reply to this mail.",
            "We have received your application.",
            "Saved ✓",
            "Account created. You must verify your address before you can sign in.",
            "The settings were applied.",
            "Your order has been placed.",
            "We emailed you a link.",
            "Imported 14 rows without errors",
            "A reserva foi registada.",
            "Alterações guardadas",
            "Item moved to archive",
            "Tarefa movida para o arquivo",
            "A sua encomenda foi feita.",
            "Os dados foram gravados com sucesso",
            "Ihre Nachricht wurde gesendet",
            "Der Termin wurde eingetragen",
            "Votre message a bien été envoyé",
            "La reserva ha sido registrada",
            "La prenotazione è stata confermata",
            "送信しました",
        ] {
            assert!(Tone::of(text).is_yes(), "{text}: {:?}", Tone::of(text));
        }
        for text in [
            "Your table could not be booked: we are full on that day.",
            "The title is required",
            "Your changes could not be saved",
            "The record was not saved.",
            "Something went wrong, nothing was saved.",
            "Title can't be blank",
            "Please fill in your phone number",
            "That day is already taken",
            "Choose another name, this one is taken.",
            "We could not process your request. Thank you for your patience.",
            "Your card was declined.",
            "Quota exceeded",
            "This seat is already booked",
            "Este e-mail já está registado.",
            "Não foi possível guardar as alterações.",
            "Campo obrigatório",
            "A mensagem não foi enviada",
            "O nome já existe",
            "Oops! Alguns erros foram encontrados - Por favor, veja os erros abaixo e tente novamente",
            "A senha antiga foi digitada incorretamente.",
            "An error was detected",
            "Se ha producido un error",
            "Saldo insuficiente",
            "Duplicate entry",
            "Die Nachricht konnte nicht gesendet werden",
            "Le message n'a pas été envoyé",
            "La fecha no fue aceptada",
            "Responding to form too quickly.",
        ] {
            assert!(Tone::of(text).is_no(), "{text}: {:?}", Tone::of(text));
        }
        for text in [
            "14 people are looking at this room.",
            "Are you sure?",
            "Changes will be saved when you leave the page.",
            "Opening hours",
            "Update",
            "Unsaved changes",
            "Last updated 3 minutes ago",
            "12:00:03",
            "Monday to Friday",
            "Posso ajudar?",
            "Preços e horários",
        ] {
            assert_eq!(Tone::of(text), Tone::default(), "{text}");
        }
    }

    #[test]
    fn distinguishes_success_from_error_messages() {
        for text in ["Settings saved.", "Votre message a bien été envoyé", "送信しました"] {
            assert!(is_success(text) && !is_error(text), "{text}");
        }
        for text in ["Your changes could not be saved", "A mensagem não foi enviada"] {
            assert!(is_error(text) && !is_success(text), "{text}");
        }
    }
}
