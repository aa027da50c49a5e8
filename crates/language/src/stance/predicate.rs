//! Clauses that report an action or event: a subject, and a verb form that agrees with it.
//!
//! Verbs are recognized by inflection, and not only by a list: every first word of requests is conjugated, so
//! that "Rui labelled …" and "arquivámos …" are statements if "label …" and "arquiva …" are requests.

use super::scan::Scan;
use super::verb::{Form, form, form_among, is_gerund, is_infinitive, is_request_form, is_verb_form};
use crate::words::{Tongue, Word};

/// The maximum number of words of a subject before its verb.
const LONGEST_SUBJECT: usize = 7;

/// Words that start a subject, before its noun.
pub(super) const DETERMINERS: [&str; 34] = [
    "the", "my", "our", "his", "her", "their", "some", "every", "each", "another", "o", "a", "os", "as",
    "meu", "minha", "meus", "minhas", "nosso", "nossa", "nossos", "nossas", "seu", "sua", "teu", "tua",
    "este", "esta", "esse", "essa", "aquele", "aquela", "um", "uma",
];
/// The possessive determiners.
const POSSESSIVES: [&str; 16] = [
    "my", "our", "his", "her", "their", "meu", "minha", "meus", "minhas", "nosso", "nossa", "seu", "sua",
    "teu", "tua", "nossos",
];
/// Words after which a word is not the verb of the clause.
const BEFORE_NOUN: [&str; 40] = [
    "the", "an", "of", "in", "on", "at", "to", "for", "with", "from", "by", "my", "our", "his", "her",
    "their", "and", "or", "o", "a", "os", "as", "um", "uma", "de", "do", "da", "dos", "das", "em", "no",
    "na", "nos", "nas", "para", "com", "por", "e", "ou", "meu",
];
/// Relative pronouns.
const RELATIVE: [&str; 6] = ["that", "which", "who", "whom", "que", "quem"];
/// Prepositions that look like verb forms.
const NO_VERB: [&str; 9] = ["para", "por", "como", "entre", "sobre", "pela", "pelo", "ate", "like"];
/// Verbs of judgments about an action: "closing it is a bad idea", "fechar o Slack dá muito trabalho".
const JUDGING: [&str; 22] = [
    "is", "was", "takes", "took", "makes", "made", "seems", "needs", "costs", "feels", "sounds", "wastes",
    "e", "era", "da", "custa", "demora", "leva", "parece", "cansa", "irrita", "foi",
];

/// The subject of a clause.
#[derive(Clone, Copy, PartialEq)]
enum Subject {
    /// A person's name that no request contains.
    Name,
    /// A noun for an object or a person.
    Noun,
    /// `they`, `alguém`.
    Pronoun,
}

impl Scan<'_> {
    /// Returns the meaning of a verb form that requests do not have, for any verb that requests start with.
    pub(super) fn form_at(&self, at: usize) -> Option<Form> {
        let word = &self.words[at];
        form(word).or_else(|| form_among(word, self.heard.tongue, self.begins))
    }

    /// Returns the verb of a clause with an explicit subject that starts here.
    pub(super) fn predicate(&self, at: usize) -> Option<usize> {
        let at = self.behind_adverb(at);
        let end = self.clause_end(at).min(at + LONGEST_SUBJECT + 1);
        let (subject, least) = self.subject(at)?;
        // Clauses about the speaker and the addressee are handled elsewhere.
        (least..end)
            .take_while(|at| self.goes_on(*at, subject, least))
            .find(|verb| {
                self.is_predicate(at, *verb, subject) || self.is_finite(*verb) && subject == Subject::Noun
            })
            .filter(|verb| subject != Subject::Noun || !self.is_finite(*verb))
    }

    /// Skips an adverb of certainty or time: "apparently Rui …", "antes eu …".
    fn behind_adverb(&self, at: usize) -> usize {
        let word = self.words[at].folded.as_str();
        let is_adverb = (word.ends_with("ly") || word.ends_with("mente")) && word.len() > 4;
        let is_before = matches!(word, "antes" | "dantes" | "antigamente" | "entretanto");
        let goes_on = at + 2 < self.words.len() && !(self.begins)(word);
        if (is_adverb || is_before) && goes_on { at + 1 } else { at }
    }

    /// Returns the kind of subject that starts here, and the earliest position of its verb.
    fn subject(&self, at: usize) -> Option<(Subject, usize)> {
        let first = self.words.get(at)?;
        if self.is_thing(at) {
            return None;
        }
        if self.phrases.has("others", &first.folded) || matches!(first.folded.as_str(), "eu" | "i" | "we") {
            return Some((Subject::Pronoun, at + 1));
        }
        if self.is_somebody(at) {
            return Some((Subject::Name, at + 1));
        }
        let is_led = DETERMINERS.contains(&first.folded.as_str()) && first.form != "à";
        if !is_led || at + 2 > self.words.len() {
            return None;
        }
        // An article may precede a name: "o Rui", "a Joana".
        if self.words.get(at + 1).is_some_and(|next| next.pause.is_none()) && self.is_somebody(at + 1) {
            return Some((Subject::Name, at + 2));
        }
        (at + 2 < self.words.len() && !self.is_thing(at + 1)).then_some((Subject::Noun, at + 2))
    }

    /// Whether a word is capitalized like a name, and does not occur in requests.
    fn is_somebody(&self, at: usize) -> bool {
        let word = &self.words[at];
        let written = &self.heard.sentence[word.span.clone()];
        let is_name = written.starts_with(char::is_uppercase) && written.chars().any(char::is_lowercase);
        is_name
            && self.heard.literal(word).is_none()
            && !(self.knows)(&word.folded)
            && !is_verb_form(&word.folded)
            && !self.is_polite(at)
    }

    /// Whether a word is an object or a noun for its kind.
    fn is_thing(&self, at: usize) -> bool {
        let word = &self.words[at];
        let written = &self.heard.sentence[word.span.clone()];
        self.heard.literal(word).is_some()
            || self.heard.things.kind_of_word(&word.folded).is_some()
            || written.contains(|sign: char| sign.is_ascii_digit())
    }

    /// Whether the subject may continue at a word.
    fn goes_on(&self, at: usize, subject: Subject, least: usize) -> bool {
        let word = &self.words[at];
        let is_listed = word.pause == Some(',') && subject == Subject::Name && self.is_somebody(at);
        let is_first = at == least;
        let is_relative = !is_first && RELATIVE.contains(&word.folded.as_str());
        (word.pause.is_none() || is_listed) && !is_relative && self.heard.literal(word).is_none()
    }

    /// Whether a word is a finite form of "to be" or similar verbs. Without its accent, "é" is a conjunction.
    pub(super) fn is_finite(&self, at: usize) -> bool {
        self.phrases.begins("finite", &self.words[at..]).is_some() && self.words[at].form != "e"
    }

    /// Whether a word is the verb of the subject that starts at another word.
    fn is_predicate(&self, start: usize, at: usize, subject: Subject) -> bool {
        let word = &self.words[at];
        let before = self.words[at - 1].folded.as_str();
        if self.is_finite(at) && !BEFORE_NOUN.contains(&before) {
            return subject == Subject::Name;
        }
        // "Set" is a verb after a name, and "Rui e …" continues with another name.
        if BEFORE_NOUN.contains(&before) && at > start + 1
            || NO_VERB.contains(&word.folded.as_str())
            || self.is_thing(at)
            || (at == start + 1 && DETERMINERS.contains(&self.words[start].folded.as_str()))
        {
            return false;
        }
        let next = self.words.get(at + 1).filter(|next| next.pause.is_none());
        if let Some(form) = self.form_at(at) {
            // "The newly deleted card" is a noun phrase, and so is "the downloads folder".
            return match form {
                Form::Gerund => false,
                Form::Present if self.heard.tongue == Tongue::English => {
                    subject != Subject::Noun || self.has_complement(at)
                }
                _ if subject == Subject::Noun => self.has_complement(at) || next.is_none(),
                _ => true,
            };
        }
        // "Tends to close …", "adora fechar …".
        let is_unknown = !(self.knows)(&word.folded) && !is_verb_form(&word.folded);
        let is_agreeing = match self.heard.tongue {
            Tongue::English => {
                word.folded.ends_with('s')
                    && next.is_some_and(|next| next.folded == "to")
                    && self.words.get(at + 2).is_some_and(|verb| is_request_form(&verb.folded))
            }
            Tongue::Portuguese => {
                word.folded.ends_with(['a', 'e', 'm', 'u'])
                    && next.is_some_and(|next| is_infinitive(&next.folded))
            }
        };
        if is_unknown && is_agreeing {
            return true;
        }
        // A form that requests have as well: "they put b.txt …", "minha mãe fecha o Slack".
        let is_verb = is_request_form(&word.folded) || (self.begins)(&word.folded);
        let is_infinitive = is_infinitive(&word.folded);
        let is_said_of = match subject {
            Subject::Pronoun | Subject::Name => true,
            // A possessive marks a person or an agent.
            Subject::Noun => {
                let is_owned = |at: usize| POSSESSIVES.contains(&self.words[at].folded.as_str());
                is_owned(start)
                    || is_owned(start + 1)
                    || !(start + 1..at).any(|at| (self.knows)(&self.words[at].folded))
            }
        };
        is_verb && !is_infinitive && is_said_of && self.has_complement(at)
    }

    /// Whether the object of a verb follows: a name, a determiner, a noun.
    fn has_complement(&self, at: usize) -> bool {
        let Some(next) = self.words.get(at + 1).filter(|next| next.pause.is_none()) else { return false };
        let led = [
            "the",
            "a",
            "an",
            "my",
            "our",
            "his",
            "her",
            "their",
            "this",
            "that",
            "these",
            "those",
            "all",
            "it",
            "them",
            "every",
            "everything",
            "up",
            "down",
            "on",
            "off",
            "o",
            "os",
            "as",
            "um",
            "uma",
            "meu",
            "minha",
            "esse",
            "essa",
            "este",
            "isso",
            "tudo",
            "no",
            "na",
            "nos",
            "nas",
            "ao",
            "ja",
            "sempre",
            "always",
            "me",
        ];
        let is_capital = self.heard.sentence[next.span.clone()].starts_with(char::is_uppercase);
        led.contains(&next.folded.as_str()) && !self.is_level(at + 2) || self.is_thing(at + 1) || is_capital
    }

    /// Whether a number follows: "o volume põe a 30" is a request.
    fn is_level(&self, at: usize) -> bool {
        let figure =
            |word: &Word| self.heard.sentence[word.span.clone()].contains(|c: char| c.is_ascii_digit());
        self.words.get(at).is_some_and(figure)
    }

    /// Returns the verb of a judgment about an action: "to close it takes too long", "mover cartões é fácil".
    pub(super) fn judged(&self, at: usize) -> Option<usize> {
        let first = self.words.get(at)?.folded.as_str();
        let end = self.clause_end(at);
        let next = self.words.get(at + 1).filter(|next| next.pause.is_none());
        let is_purpose = first == "to" && next.is_some_and(|next| is_verb_form(&next.folded));
        let is_deed = match self.heard.tongue {
            Tongue::English => is_purpose || is_gerund(first) || self.form_at(at) == Some(Form::Gerund),
            Tongue::Portuguese => is_infinitive(first) || first.ends_with('r') && (self.begins)(first),
        };
        if !is_deed {
            return None;
        }
        let opens = |word: &Word| {
            RELATIVE.contains(&word.folded.as_str())
                || matches!(word.folded.as_str(), "se" | "if" | "how" | "como" | "what" | "saying" | "dizer")
        };
        let is_of_clause = |at: &usize| !opens(&self.words[*at]);
        let verb = (at + 1..end).take_while(is_of_clause).find(|verb| {
            let word = &self.words[*verb];
            // Without its accent, "é" is a conjunction, and "dá" is a contraction.
            let is_bare = matches!(word.folded.as_str(), "e" | "da") && word.form == word.folded;
            let before = self.words[verb - 1].folded.as_str();
            let is_noun = BEFORE_NOUN.contains(&before);
            JUDGING.contains(&word.folded.as_str())
                && !is_bare
                && !is_noun
                && *verb > at + 1
                && self.heard.literal(word).is_none()
        });
        // A purpose clause is followed by the request.
        let is_request = |at: &usize| self.words[*at].pause.is_some() && self.bids(*at);
        let bids = (at + 1..self.words.len()).any(|at| is_request(&at));
        verb.or((is_purpose && !bids && end == self.words.len()).then_some(at + 1))
    }

    /// Returns the start of a relative clause that describes an object without any request: "the card that
    /// Rui moved", "os ficheiros que apaguei", "the window I closed".
    pub(super) fn described(&self, at: usize) -> Option<usize> {
        let first = self.words.get(at)?;
        let is_definite = matches!(
            first.folded.as_str(),
            "the" | "that" | "those" | "o" | "a" | "os" | "as" | "aquele" | "aquela" | "aqueles" | "aquelas"
        );
        let kind = self.heard.things.kind_of_word(&first.folded);
        let is_plural = kind.is_some() && self.heard.things.singular(&first.folded).is_none();
        if !is_definite && !is_plural {
            return None;
        }
        let end = self.clause_end(at);
        let start = (at + 1..end.min(at + 5)).find(|at| {
            let word = self.words[*at].folded.as_str();
            RELATIVE.contains(&word) || matches!(word, "i" | "we" | "he" | "she" | "they" | "you")
        })?;
        // "The file that is called plans" states a name.
        (start + 1..end).find(|at| matches!(self.form_at(*at), Some(Form::Past))).filter(|verb| {
            let is_named = self.phrases.begins("naming", &self.words[*verb..]).is_some();
            !is_named && !(*verb + 1..end).any(|at| self.form_at(at).is_none() && self.is_bidding(at))
        })
    }

    /// Whether a word after conjunctions is an imperative.
    fn is_bidding(&self, at: usize) -> bool {
        let before = self.words[at - 1].folded.as_str();
        matches!(before, "and" | "then" | "e" | "depois") && self.bids(at)
    }

    /// Whether a verb reports an action of a person, and not a state: "has booked", "is closing", but not "is
    /// online".
    pub(super) fn tells_deed(&self, verb: usize) -> bool {
        let said = self.words[verb].folded.as_str();
        if !self.phrases.has("finite", said) {
            return is_verb_form(said) || self.form_at(verb).is_some();
        }
        let is_idle = |at: &usize| {
            matches!(self.words[*at].folded.as_str(), "a" | "to")
                || self.phrases.has("adverb", &self.words[*at].folded)
        };
        let Some(next) = (verb + 1..self.words.len()).find(|at| !is_idle(at)) else { return false };
        let form = self.form_at(next);
        let is_of_state =
            ["is", "are", "was", "were", "'s", "'re", "esta", "estao", "estava", "ta", "e", "sao"];
        match is_of_state.contains(&said) {
            true => form == Some(Form::Gerund) || is_infinitive(&self.words[next].folded),
            false => form.is_some() || is_verb_form(&self.words[next].folded),
        }
    }

    /// Whether the sentence is a line of a transcript: "Ana: assign card #3".
    pub(super) fn is_transcript(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        at == 0 && next.is_some_and(|next| next.pause == Some(':')) && self.is_somebody(at)
    }

    /// Whether the sentence is hearsay, and starts with a word that no request starts with: "consta que …",
    /// "disseram que …".
    pub(super) fn is_hearsay(&self, at: usize) -> bool {
        let first = self.words[at].folded.as_str();
        let next = self.words.get(at + 1).filter(|next| next.pause.is_none());
        let is_joint = next.is_some_and(|next| next.folded == "que");
        let is_finite = first.ends_with(['a', 'e', 'm', 'u']) && first.len() > 3;
        let is_other =
            !(self.begins)(first) && self.role("desire").is_none() && self.role("affirmed").is_none();
        self.heard.tongue == Tongue::Portuguese
            && is_joint
            && is_finite
            && is_other
            && at + 3 < self.words.len()
    }
}
