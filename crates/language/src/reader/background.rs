//! Clauses next to a request that only give its background, and the things that they mention.
//!
//! A clause with a condition, another request, reported speech or a quotation is kept, because it may change the request.

use std::ops::Range;

use lemmascope_intent::{Format, NameShape, ThingKind};

use super::clause::{Clause, is_phrase, is_purpose};
use super::coverage::is_function;
use super::lexicon::Lexicon;
use super::reader::Reader;
use super::reading::Decision;
use super::reference::Referent;
use super::slots::Surroundings;
use super::tokenized::{Tokenized, is_article};
use crate::literal::{Kind, has_extension};
use crate::stance::{Draft, Mood, Voice, all_words, is_infinitive, is_verb, is_verb_form, lemma, voice};
use crate::words::{Tongue, Word};

/// Verbs whose negation is an idiom and not a negated request: "it makes no difference", "não faz falta".
const IDIOMS: [&str; 16] = [
    "faz", "fazem", "da", "serve", "make", "makes", "need", "precisa", "uso", "usamos", "usei", "ouco",
    "vejo", "encontro", "acho", "leio",
];
/// Nouns and determiners after a negation, behind which no verb is negated.
const LACKING: [&str; 16] = [
    "para",
    "pra",
    "any",
    "no",
    "much",
    "enough",
    "time",
    "use",
    "good",
    "tempo",
    "espaco",
    "paciencia",
    "vontade",
    "vagar",
    "nenhum",
    "nenhuma",
];
/// Words of a clause that ends a topic, and may precede a colon: "that's all for today: …", "por hoje é só: …".
const ENDING: [&str; 10] =
    ["all", "everything", "done", "enough", "so", "tudo", "chega", "deu", "basta", "pronto"];
/// Prepositions before the name of a container.
const INTO: [&str; 12] =
    ["in", "into", "to", "inside", "under", "em", "no", "na", "para", "pra", "dentro", "from"];
/// The maximum number of words of a topic: "the calculator, open it".
const MOST_OF_TOPIC: usize = 2;

/// A clause that only gives background.
#[derive(Debug, Clone, Default)]
pub(super) struct Background {
    /// The files that it mentions.
    pub(super) files: Vec<String>,
    /// The things that it mentions.
    pub(super) mentioned: Vec<Referent>,
    /// Whether it does not only tell what another person does.
    pub(super) is_linked: bool,
    /// Whether it has a time, or a wish or plan, so that a request that changes something may not be meant now.
    pub(super) is_tentative: bool,
    /// Whether it is background only for a request that refers to what it mentions.
    pub(super) needs_reference: bool,
}

impl Reader {
    /// Classifies a clause before the request as background.
    pub(super) fn background_before(
        &self,
        heard: &Tokenized<'_>,
        clauses: &[Clause],
        at: usize,
        lexicon: &Lexicon,
    ) -> Option<Background> {
        let clause = &clauses[at];
        let next = clauses.get(at + 1)?;
        let leads_on = next.joint > 0 && !next.is_reason && next.is_so;
        let words = heard.words.get(clause.words.clone()).filter(|words| !words.is_empty())?;
        let said = self.tokenize(heard.text(clause.words.clone()), heard.now);
        let draft = self.draft(&said);
        if next.mark == Some(':') && !self.may_precede_colon(words, &draft, &said) {
            return None;
        }
        let mut background = self.mentioned(heard, clause.words.clone(), lexicon);
        let plain = self.background(heard, clause, &draft, &said);
        let is_wanted = self.is_wanted(&draft, &said);
        // "I have no time to read all of a.txt": the purpose belongs to the clause before it.
        if at > 0 && clause.is_reason && is_purpose(words, heard.tongue) && !self.is_quoting(heard, clause) {
            return Some(Background { is_linked: true, ..background });
        }
        // "Time for bed, so …": a fragment before "so" is a reason.
        let is_fragment = || leads_on && !draft.has_cues() && !self.bids(&said) && !draft.wishes(&said);
        if !self.is_quoting(heard, clause) && !self.denies_request(&said) {
            if !is_wanted && plain.is_none() && is_fragment() {
                return Some(Background { is_linked: self.is_linked(&draft, &background), ..background });
            }
            // "I have to check something in a.txt, so open it": before "so", a wish is the reason.
            let is_wish = plain.is_none() && leads_on && draft.wishes(&said) && !draft.has_condition();
            if is_wish {
                let around = Surroundings { lexicon, mentioned: &[] };
                background.is_linked = true;
                return (self.read_whole(&said, &around).decision != Decision::Act).then_some(background);
            }
            // "A.txt should be in backup, so put it there."
            let is_obligation = is_wanted && !background.mentioned.is_empty() && !draft.has_cues();
            if plain.is_none() && is_obligation && draft.mood() != Mood::Question {
                return Some(Background { is_linked: true, needs_reference: true, ..background });
            }
            let is_plan = plain.is_none() && draft.mood() == Mood::Supposition && !draft.has_condition();
            if is_plan {
                return Some(Background { is_linked: true, is_tentative: true, ..background });
            }
            // "The calculator, open it."
            let is_topic = matches!(next.mark, Some(',' | ':' | '—' | '–' | '-')) && clause.joint == 0;
            let is_named = words.iter().any(|word| heard.literal(word).is_some());
            let most = if is_named || !background.mentioned.is_empty() { 4 } else { MOST_OF_TOPIC };
            if plain.is_none() && is_topic && is_phrase(words, most) {
                if background.mentioned.is_empty() {
                    let name = words.iter().position(|word| !is_article(word) && word.form != "a")?;
                    let name = heard.text(clause.words.start + name..clause.words.end).to_string();
                    background.mentioned = vec![Referent { name, kind: None }];
                    background.is_linked = false;
                } else {
                    background.is_linked = true;
                }
                return Some(Background { needs_reference: true, ..background });
            }
        }
        let plain = plain?;
        // "This window is in the way, close it": the subject is what "it" means.
        let subject = if background.mentioned.is_empty() { self.subject(&said) } else { None };
        background.mentioned.extend(subject.map(|name| Referent { name, kind: None }));
        Some(Background {
            is_linked: plain.is_linked || background.mentioned.iter().any(|it| it.kind.is_some()),
            mentioned: background.mentioned,
            needs_reference: is_wanted,
            ..plain
        })
    }

    /// Classifies a clause behind the request as background.
    pub(super) fn background_behind(
        &self,
        heard: &Tokenized<'_>,
        clause: &Clause,
        is_parenthetic: bool,
        lexicon: &Lexicon,
    ) -> Option<Background> {
        let words = heard.words.get(clause.words.clone()).filter(|words| !words.is_empty())?;
        let goes_on = matches!(words[0].folded.as_str(), "then" | "plus" | "afterwards" | "depois")
            && words.get(1).is_some_and(|next| next.pause.is_none() && !is_subject(next));
        // ", renaming it to b.md" is a further action, or says how the first one is done.
        let is_courtesy = words.last().is_some_and(|last| last.folded == "favor");
        let is_manner = voice(&words[0].folded) == Some(Voice::Gerund) && !is_courtesy;
        // "That film, Turn It Up, was on last night": the verb of a subject before the middle clause.
        let continues = is_parenthetic
            && clause.mark == Some(',')
            && clause.joint == 0
            && !words.get(1).is_some_and(|next| is_article(next) || next.form == "a")
            && Draft::is_verb_first(&self.tokenize(heard.text(clause.words.clone()), heard.now));
        // "…, then knock on Bob's door": what goes on with the request is one more.
        if clause.mark == Some(':') || goes_on || continues || is_manner {
            return None;
        }
        let said = self.tokenize(heard.text(clause.words.clone()), heard.now);
        let draft = self.draft(&said);
        // "…, but only the charts" restricts the request.
        let is_contrast =
            |word: &Word| matches!(word.folded.as_str(), "but" | "mas" | "only" | "except" | "so");
        if words.iter().take(2).any(is_contrast) && clause.joint == 0 {
            return None;
        }
        let is_wanted = self.is_wanted(&draft, &said);
        if let Some(plain) = self.background(heard, clause, &draft, &said) {
            return (!is_wanted).then_some(plain);
        }
        // "How big is it? I want to send it."
        let around = Surroundings { lexicon, mentioned: &[] };
        let is_plan = clause.mark.is_some_and(|mark| ".?!".contains(mark))
            && draft.wishes(&said)
            && !draft.has_cues()
            && !is_wanted
            && !self.is_quoting(heard, clause)
            && self.read_whole(&said, &around).decision != Decision::Act;
        is_plan.then(|| Background { is_tentative: true, is_linked: true, ..Background::default() })
    }

    /// Classifies a clause as background: it requests nothing and does not restrict the request.
    fn background(
        &self,
        heard: &Tokenized<'_>,
        clause: &Clause,
        draft: &Draft,
        said: &Tokenized<'_>,
    ) -> Option<Background> {
        let words = heard.words.get(clause.words.clone())?;
        let is_relative = clause.is_reason && clause.mark.is_none() && clause.joint == 1;
        if clause.words.clone().all(|at| heard.is_polite(at)) {
            return Some(Background { is_linked: true, ..Background::default() });
        }
        // "Don't forget that the code is 2580" is a request.
        if self.is_quoting(heard, clause) || Draft::affirms(said) {
            return None;
        }
        let literals: Vec<_> = words.iter().filter_map(|word| heard.literal(word)).collect();
        let is_file = |kind: Kind| matches!(kind, Kind::File | Kind::Path);
        let files: Vec<String> = literals
            .iter()
            .filter(|found| is_file(found.value.kind()))
            .map(|found| found.value.text())
            .collect();
        let is_put_off = words.iter().any(|word| matches!(word.folded.as_str(), "depois" | "then"));
        if clause.is_reason && is_purpose(words, heard.tongue) && literals.is_empty() {
            return Some(Background { is_linked: true, ..Background::default() }).filter(|_| !is_put_off);
        }
        // After a conjunction of reason, a negation states why and does not take the request back.
        let is_own =
            words.iter().any(|word| matches!(word.folded.as_str(), "eu" | "i" | "we" | "nao" | "not"));
        let is_stated = is_own && literals.is_empty() && !draft.is_put_off();
        let is_reason = clause.is_reason && (draft.denies() || is_stated);
        // "…, can't hear a thing" has the speaker as its subject.
        let is_inability = draft.has_cues()
            && said.words.first().is_some_and(|first| matches!(first.folded.as_str(), "can" | "cant" | "ca"));
        // Only the form of an unknown verb tells that "os olhos ardem" is no request; "o volume põe a 30" is one.
        let is_by_form = draft.is_by_form() && literals.is_empty() && self.subject(said).is_none();
        let is_plain_request = draft.mood() == Mood::Request || is_by_form;
        let states = draft.only_states()
            || is_reason
            || is_inability
            || is_plain_request
                && !draft.has_condition()
                && !(is_relative && starts_with_verb(words))
                && self.tells(said);
        let states = states && !self.denies_request(said);
        states.then(|| Background {
            is_linked: self.is_linked(draft, &Background::default()) || !files.is_empty(),
            is_tentative: draft.has_time() && !is_stated_time(words),
            files,
            ..Background::default()
        })
    }

    /// Whether a clause can be ignored next to a major action: it does not only tell what another person does.
    fn is_linked(&self, draft: &Draft, background: &Background) -> bool {
        draft.is_of_speaker() || !background.mentioned.is_empty() || !draft.tells_deed()
    }

    /// Whether a clause says what has to be done: "a.txt should go to backup".
    fn is_wanted(&self, draft: &Draft, said: &Tokenized<'_>) -> bool {
        !draft.is_of_speaker() && draft.requires(said) || self.rephrased(said).is_some()
    }

    fn is_quoting(&self, heard: &Tokenized<'_>, clause: &Clause) -> bool {
        let words = &heard.words[clause.words.clone()];
        words.iter().filter_map(|word| heard.literal(word)).any(|found| found.quoted)
    }

    /// Whether a request may follow a clause and a colon, and not the words of somebody, or a rule.
    fn may_precede_colon(&self, words: &[Word], draft: &Draft, said: &Tokenized<'_>) -> bool {
        let is_gerund = |word: &Word| voice(&word.folded) == Some(Voice::Gerund);
        let is_going_on = words.iter().any(|word| is_gerund(word) || word.folded.ends_with("ing"))
            || words.windows(2).any(|pair| pair[0].form == "a" && is_infinitive(&pair[1].folded))
            || words.iter().any(|word| word.folded.ends_with("ndo") && word.folded.len() > 5);
        let is_own = draft.is_of_speaker() || draft.mood() == Mood::Request;
        let ends = words.iter().any(|word| ENDING.contains(&word.folded.as_str()));
        let is_topic = is_phrase(words, 4);
        (is_own && is_going_on || ends || is_topic) && (is_topic || self.tells(said))
    }

    fn tells(&self, said: &Tokenized<'_>) -> bool {
        Draft::is_background(said, &|word| self.begins(word), &|word| self.learnt.spelling.is_common(word))
    }

    /// Whether a clause begins with a verb that requests begin with.
    fn bids(&self, heard: &Tokenized<'_>) -> bool {
        heard.meant().first().is_some_and(|(_, word)| is_verb_form(word) && self.begins(word))
    }

    /// Whether a clause negates a verb that requests begin with: "I would not delete it".
    fn denies_request(&self, heard: &Tokenized<'_>) -> bool {
        let is_denial = |word: &Word| {
            matches!(
                word.folded.as_str(),
                "not" | "never" | "nao" | "nunca" | "nem" | "jamais" | "without" | "sem"
            )
        };
        // "Sem tempo de ler", "isn't any use to anyone".
        let is_noun = |word: &Word| LACKING.contains(&word.folded.as_str());
        // "I can't find my glasses" denies no request.
        let is_inability = |at: usize| {
            let said = |at: usize| heard.words.get(at).map_or("", |word| word.folded.as_str());
            matches!(said(at.wrapping_sub(1)), "can" | "ca" | "could")
                && at > 0
                && matches!(said(0), "i" | "we")
                || matches!(said(at + 1), "consigo" | "conseguimos" | "consegui")
        };
        let denials =
            heard.words.iter().enumerate().filter(|(at, word)| is_denial(word) && !is_inability(*at));
        denials.into_iter().any(|(at, _)| {
            heard.words[at + 1..].iter().take(3).take_while(|word| !is_noun(word)).any(|word| {
                let verb = lemma(&word.folded);
                let is_idiom = IDIOMS.contains(&word.folded.as_str());
                let begins = self.begins(&word.folded) || verb.is_some_and(|verb| self.begins(&verb));
                is_verb(word) && begins && !is_idiom
            })
        })
    }

    /// Returns the subject of a clause, if requests are about such things: "this window", "o brilho".
    fn subject(&self, said: &Tokenized<'_>) -> Option<String> {
        let words = &said.words;
        let is_determiner = |word: &Word| {
            is_article(word)
                || matches!(
                    word.form.as_str(),
                    "a" | "this" | "that" | "esta" | "este" | "essa" | "esse" | "aquela" | "aquele"
                )
        };
        let start = words.iter().position(is_determiner).filter(|start| *start < 2)?;
        let noun =
            words.get(start + 1).filter(|word| said.literal(word).is_none() && word.pause.is_none())?;
        let is_known = self.learnt.spelling.is_common(&noun.folded) && !is_function(noun);
        let is_person = matches!(words[start].form.as_str(), "some" | "any" | "both" | "um" | "uma" | "an");
        (is_known && !is_person).then(|| said.text(start..start + 2).to_string())
    }

    /// The things that a clause mentions: files, and containers with a noun or a preposition.
    fn mentioned(&self, heard: &Tokenized<'_>, range: Range<usize>, lexicon: &Lexicon) -> Background {
        let words = &heard.words;
        let mut kinds = heard.things.kinds().iter().copied();
        let file = kinds.clone().find(|kind| kind.names == NameShape::File);
        let folder = kinds.find(|kind| kind.is_container() && kind.names.is_path());
        let noun =
            |at: usize| heard.things.kind_of_word(&words[at].folded).filter(|kind| kind.is_container());
        let is_free = |at: usize| {
            heard.literal(&words[at]).is_none() && !is_article(&words[at]) && words[at].form != "a"
        };
        let is_there = |at: usize| {
            let written = &heard.sentence[words[at].span.clone()];
            !has_extension(written) && lexicon.meant(written, Format::Path).contains(&written)
        };
        let mut found: Vec<(String, Option<&'static ThingKind>)> = Vec::new();
        for at in range.clone() {
            if let Some(literal) = heard.literal(&words[at]) {
                let kind = match literal.value.kind() {
                    Kind::File => file,
                    Kind::Path => {
                        if has_extension(&literal.value.text()) {
                            file
                        } else {
                            folder
                        }
                    }
                    _ => continue,
                };
                found.push((literal.value.text(), kind));
                continue;
            }
            if !is_free(at) || noun(at).is_some() {
                continue;
            }
            let written = heard.sentence[words[at].span.clone()].to_string();
            let before = at.checked_sub(1).filter(|before| range.contains(before));
            let led = (range.start..at).rev().find(|at| is_free(*at));
            let is_led = led.is_some_and(|at| INTO.contains(&words[at].folded.as_str()));
            let is_behind_noun = before.and_then(noun).is_some();
            let is_before_noun = range.contains(&(at + 1)) && noun(at + 1).is_some();
            let is_listed = before.is_some_and(|at| matches!(words[at].form.as_str(), "and" | "e"));
            let named_before =
                found.last().is_some_and(|(_, kind)| kind.is_some_and(ThingKind::is_container));
            let is_named = match heard.tongue {
                Tongue::English => is_before_noun || is_behind_noun,
                Tongue::Portuguese => is_behind_noun,
            };
            let can_be = is_there(at)
                || is_named && !is_verb(&words[at]) && !all_words().any(|word| word == words[at].folded);
            if can_be && (is_named || is_led || is_listed && named_before) {
                found.push((written, folder));
            }
        }
        let mentioned = found.into_iter().map(|(name, kind)| Referent { name, kind }).collect();
        Background { mentioned, ..Background::default() }
    }
}

/// Whether a clause tells which time it is, or has its own time: "it's gone midnight", "I have a call at nine".
fn is_stated_time(words: &[Word]) -> bool {
    words.iter().take(4).any(|word| TIMED.contains(&word.folded.as_str()))
}

/// Words of clauses about the present time, and about appointments.
const TIMED: [&str; 18] = [
    "'s", "is", "gone", "past", "have", "'ve", "got", "that", "ja", "passa", "passou", "sao", "e", "tenho",
    "temos", "tem", "fill", "'ll",
];

/// Whether a clause after "que" lacks its subject, as a relative clause does: "que está pronto".
fn starts_with_verb(words: &[Word]) -> bool {
    let first = words.first().map_or("", |word| word.folded.as_str());
    let is_subject = matches!(first, "eu" | "nos" | "o" | "a" | "os" | "as" | "meu" | "minha" | "ja");
    let is_own = first.ends_with('o') && is_verb(&words[0]);
    !is_subject
        && !is_own
        && !matches!(first, "vou" | "tenho" | "estou" | "to" | "preciso" | "quero" | "vamos")
}

/// Whether a separate clause may begin with a word: "then I can sleep".
fn is_subject(word: &Word) -> bool {
    let subjects = [
        "i", "we", "you", "he", "she", "it", "they", "the", "my", "eu", "nos", "ele", "ela", "o", "a", "os",
        "as",
    ];
    subjects.contains(&word.folded.as_str())
}
