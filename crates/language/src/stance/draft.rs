//! What the words of a sentence say of its stance, before it is known which of them are values.

use std::ops::Range;
use std::sync::LazyLock;

use super::cues::{Cue, CueKind};
use super::scan::Scan;
use super::stance::{Mood, Person, Polarity, Stance, Tense};
use super::verb::{Form, form, form_among, is_verb};
use crate::reader::Tokenized;
use crate::words::{Phrases, Tongue, Word};

/// A stance by the words alone.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(super) mood: Mood,
    pub(super) polarity: Polarity,
    pub(super) person: Person,
    pub(super) tense: Tense,
    /// Whether it tells the words or wishes of someone else.
    pub(super) is_reported: bool,
    /// Whether it states what a person does, and not what is.
    pub(super) is_deed: bool,
    /// Whether only the form of a verb says that it is a statement.
    pub(super) is_by_form: bool,
    /// The words that decided how the sentence begins.
    pub(super) opening: Range<usize>,
    /// Words that put off or take back what is wanted.
    pub(super) cues: Vec<Cue>,
    /// A statement before the request, which only says why.
    pub(super) background: Option<Range<usize>>,
    /// Words that go with a request and say nothing of what it is: before it, and "don't ask" behind it.
    pub(super) leads: Vec<Range<usize>>,
    /// Where a statement begins behind the request, which only says why.
    pub(super) reason: Option<usize>,
}

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("english.txt")]));
static PORTUGUESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("portuguese.txt")]));

/// Every word that says something of a stance, so that none of them is taken for another that is misspelt.
pub(crate) fn all_words() -> impl Iterator<Item = &'static str> {
    ENGLISH.words().chain(PORTUGUESE.words())
}

/// Whether what has to be is something that the subject does to something else, as in "Maria has to create a folder". It is
/// Maria's to do then; "the folder has to go" is for whoever is spoken to.
fn is_done_by_subject(deed: &[Word], phrases: &Phrases, heard: &Tokenized<'_>) -> bool {
    let [verb, object, ..] = deed else { return false };
    let is_active = is_verb(verb) && !phrases.has("undergone", &verb.folded);
    is_active && (heard.literal(object).is_some() || phrases.has("object", &object.folded))
}

impl Draft {
    /// Reads how a sentence begins, and what else there is in it. `begins` tells the words that requests begin with, `knows` those
    /// that requests have.
    pub(crate) fn of(
        heard: &Tokenized<'_>,
        begins: &dyn Fn(&str) -> bool,
        knows: &dyn Fn(&str) -> bool,
    ) -> Self {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let mut words = heard.meant_words();
        // "Marta moved card #4" is no slip for "marca", nor "consta que" for "conta", and an accent may say that it is past.
        if words.len() == heard.words.len() {
            let is_name = |at: usize| {
                let is_capital = heard.sentence[heard.words[at].span.clone()].starts_with(char::is_uppercase);
                let next = (at + 1..words.len()).find(|at| !phrases.has("adverb", &words[*at].folded));
                let is_agreeing = next.map(|at| &words[at]).is_some_and(|next| {
                    let form = form(next).or_else(|| form_among(next, heard.tongue, begins));
                    form == Some(Form::Past) || phrases.has("finite", &next.folded) || next.folded == "and"
                });
                is_capital && (at > 0 || is_agreeing)
            };
            let is_said = |at: usize| {
                let said = &heard.words[at];
                let is_led_on = heard.words.get(at + 1).is_some_and(|next| next.folded == "que");
                said.form != words[at].form && (is_name(at) || is_led_on || said.form.ends_with('í'))
            };
            let said: Vec<usize> = (0..words.len()).filter(|at| is_said(*at)).collect();
            for at in said {
                words.to_mut()[at] = heard.words[at].clone();
            }
        }
        Scan { heard, words: &words, phrases, begins, knows, at: 0, cues: Vec::new(), leads: Vec::new() }
            .draft()
    }

    /// Whether a clause states something by its form, so that it may only say why something else is wanted.
    pub(crate) fn is_background(
        heard: &Tokenized<'_>,
        begins: &dyn Fn(&str) -> bool,
        knows: &dyn Fn(&str) -> bool,
    ) -> bool {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let words = heard.words.as_slice();
        Scan { heard, words, phrases, begins, knows, at: 0, cues: Vec::new(), leads: Vec::new() }.tells()
    }

    /// The stance, without what turned out to be part of something else.
    pub(crate) fn settle(
        &self,
        heard: &Tokenized<'_>,
        is_covered: impl Fn(&Range<usize>, CueKind) -> bool,
    ) -> Stance {
        let text = |words: &Range<usize>| heard.text(words.clone()).to_string();
        let mut stance = Stance::default();
        if self.mood != Mood::Request || self.polarity == Polarity::Negative {
            let kind = if self.denies() { CueKind::Negation } else { CueKind::Mood };
            if !is_covered(&self.opening, kind) {
                let Self { mood, polarity, person, tense, .. } = *self;
                let cue = Some(text(&self.opening)).filter(|cue| !cue.is_empty());
                let (reported, deed) = (self.is_reported, self.is_deed);
                stance = Stance { mood, polarity, person, tense, reported, deed, cue, ..stance };
            }
        }
        for cue in self.cues.iter().filter(|cue| !is_covered(&cue.words, cue.kind)) {
            match cue.kind {
                CueKind::Negation => stance.polarity = Polarity::Negative,
                CueKind::Condition => stance.condition = stance.condition.or(Some(text(&cue.whole))),
                CueKind::Time => stance.time = stance.time.or(Some(text(&cue.whole))),
                CueKind::Mood => {}
            }
            if stance.cue.is_none() {
                stance.cue = Some(text(&cue.words));
            }
        }
        stance
    }

    /// Which kinds of cues there are behind the request that are no part of a value.
    pub(crate) fn cues_behind(&self, is_value: impl Fn(usize) -> bool) -> impl Iterator<Item = CueKind> {
        let is_behind = move |cue: &&Cue| cue.words.start > 0 && !cue.words.clone().any(&is_value);
        self.cues.iter().filter(is_behind).map(|cue| cue.kind)
    }

    /// Where the request begins, if a statement that only says why comes before it.
    pub(crate) fn request_behind(&self) -> Option<usize> {
        self.background.as_ref().map(|range| range.end)
    }

    /// Where the request ends, if a statement that only says why comes behind it.
    pub(crate) fn request_before(&self) -> Option<usize> {
        self.reason
    }

    /// Whether it states what is, was or will be, in nobody else's words, and bids nobody.
    pub(crate) fn only_states(&self) -> bool {
        let is_told = self.is_reported || self.is_by_form;
        self.mood == Mood::Statement && !is_told && self.person != Person::Second
    }

    /// Whether it depends on something, is for another time, asks, or tells someone else's words.
    pub(crate) fn is_put_off(&self) -> bool {
        let puts_off = |cue: &Cue| matches!(cue.kind, CueKind::Condition | CueKind::Time);
        self.mood == Mood::Question || self.is_reported || self.cues.iter().any(puts_off)
    }

    /// Whether words are in it that say what has to be.
    pub(crate) fn requires(&self, heard: &Tokenized<'_>) -> bool {
        let words = heard.meant_words();
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        (0..words.len()).any(|at| {
            let length = phrases.begins("obliging", &words[at..]);
            length.is_some_and(|length| !is_done_by_subject(&words[at + length..], phrases, heard))
        })
    }

    /// Whether something in it puts off, takes back or depends.
    pub(crate) fn has_cues(&self) -> bool {
        !self.cues.is_empty() || self.polarity == Polarity::Negative || self.mood == Mood::Supposition
    }

    /// Whether it is about the one who speaks.
    pub(crate) fn is_of_speaker(&self) -> bool {
        self.person == Person::First
    }

    /// Whether it tells what a person other than the speaker does.
    pub(crate) fn tells_deed(&self) -> bool {
        self.is_deed && self.person == Person::Third
    }

    /// Whether it states a wish of the speaker: "I need to check something", "quero ver o mapa".
    pub(crate) fn wishes(&self, heard: &Tokenized<'_>) -> bool {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let words = heard.words.as_slice();
        let start = words.iter().take_while(|word| phrases.has("filler", &word.folded)).count();
        let speaker = phrases.begins("speaker", words.get(start..).unwrap_or_default()).unwrap_or_default();
        let is_led = speaker > 0 || heard.tongue == Tongue::Portuguese;
        let behind = words.get(start + speaker..).unwrap_or_default();
        self.polarity == Polarity::Positive && is_led && phrases.begins("desire", behind).is_some()
    }

    /// Whether it contains a time.
    pub(crate) fn has_time(&self) -> bool {
        self.cues.iter().any(|cue| cue.kind == CueKind::Time)
    }

    /// Whether only a verb form marks it as a statement.
    pub(crate) fn is_by_form(&self) -> bool {
        self.is_by_form && !self.is_reported
    }

    /// Whether it begins with a verb in the third person, without a subject: "passou na televisão".
    pub(crate) fn is_verb_first(heard: &Tokenized<'_>) -> bool {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let Some(first) = heard.words.first() else { return false };
        let is_past = heard.tongue == Tongue::Portuguese
            && ["ou", "eu", "iu", "aram", "eram", "iram"].iter().any(|ending| first.folded.ends_with(ending))
            && !matches!(first.folded.as_str(), "eu" | "meu" | "teu" | "seu");
        is_past || phrases.begins("finite", &heard.words).is_some()
    }

    /// Whether it begins with a request in the words of a denial or a permission: "don't forget that …".
    pub(crate) fn affirms(heard: &Tokenized<'_>) -> bool {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let words = heard.words.as_slice();
        let start = words.iter().take_while(|word| phrases.has("filler", &word.folded)).count();
        [0, start].iter().any(|at| phrases.begins("affirmed", words.get(*at..).unwrap_or_default()).is_some())
    }

    /// Whether it contains a condition.
    pub(crate) fn has_condition(&self) -> bool {
        self.cues.iter().any(|cue| cue.kind == CueKind::Condition)
    }

    /// What the sentence does by its words alone.
    pub(crate) fn mood(&self) -> Mood {
        self.mood
    }

    /// Whether it begins by denying what it speaks of.
    pub(crate) fn denies(&self) -> bool {
        self.mood == Mood::Request && self.polarity == Polarity::Negative
    }

    /// The words that belong to what only says why, when or on which condition.
    pub(crate) fn asides(&self) -> impl Iterator<Item = &Range<usize>> {
        self.background.iter().chain(&self.leads).chain(self.cues.iter().map(|cue| &cue.whole))
    }
}
