use std::ops::Range;
use std::sync::Arc;

use jiff::civil::DateTime;
use lemmascope_intent::{Format, Object};
use lemmascope_statistics::{Piece, Verdict};

use super::amend::amend;
use super::decision::{decide, suggestion};
use super::figures::{figures, is_column, is_operation, paired};
use super::learnt::Learnt;
use super::reading::{Decision, Reading};
use super::slots::{Surroundings, answer, fault, first_of_its_kind, put_right};
use super::speakable::Speakable;
use super::template::Match;
use super::tokenized::Tokenized;
use crate::goal::Things;
use crate::literal::{Found, Kind};
use crate::stance::{CueKind, Draft, Standing, is_verb};
use crate::words::{Tongue, Word};

/// Reads sentences. It is made of what can be meant, and of nothing else: the same speakables make the same reader.
pub struct Reader {
    pub(super) speakables: Vec<Speakable>,
    pub(super) learnt: Learnt,
    pub(super) things: Arc<Things>,
}

/// What the readers say of a sentence, before it is decided.
pub(super) struct Evidence<'a> {
    pub(super) matches: Vec<Match>,
    pub(super) verdict: Verdict,
    pub(super) heard: &'a Tokenized<'a>,
    /// Whether a person has said that this is what is meant.
    pub(super) is_confirmed: bool,
}

impl Reader {
    /// Learns what the speakables say of themselves.
    pub fn train(speakables: Vec<Speakable>) -> Self {
        Self::about(speakables, Things::none())
    }

    /// The same, where sentences speak of these kinds of things.
    pub fn about(mut speakables: Vec<Speakable>, things: Arc<Things>) -> Self {
        speakables.retain(|speakable| !speakable.examples.is_empty());
        let learnt = Learnt::from(&speakables, &things);
        Self { speakables, learnt, things }
    }

    /// Whether all of a sentence asks for figures of one spreadsheet, so that "and" joins operations, columns and values in it.
    pub fn asks_figures(&self, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> bool {
        let words = &heard.words;
        let begins_other = |at: usize| {
            let is_joined =
                words[at].pause.is_some() || matches!(words[at - 1].folded.as_str(), "and" | "then" | "e");
            // "… e resuma o report.pdf" is about another file.
            let is_file = |word: &Word| heard.literal(word).is_some_and(|it| it.value.kind() == Kind::File);
            let is_other = || words[..at].iter().any(is_file) && words[at..].iter().any(is_file);
            is_joined && is_verb(&words[at]) && (self.begins(&words[at].folded) || is_other())
        };
        let asks = |it: &Speakable| {
            !it.changes && figures(it, heard, around).is_some_and(|filled| filled.missing.is_empty())
        };
        self.speakables.iter().any(asks)
            && !(1..words.len())
                .any(|at| begins_other(at) && !is_operation(&words[at..]) && !is_column(heard, around, at))
    }

    /// The requests of a sentence that asks for several figures, each of its own column, of one spreadsheet.
    pub fn paired_figures(&self, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Vec<String> {
        let observing = self.speakables.iter().filter(|it| !it.changes);
        observing.map(|it| paired(it, heard, around)).find(|it| !it.is_empty()).unwrap_or_default()
    }

    /// Whether requests begin with this word, which has no accents.
    pub fn begins(&self, word: &str) -> bool {
        self.learnt.heads.contains_key(word)
    }

    /// Whether a sentence begins by denying what it speaks of: "don't …", "actually, no need".
    pub fn denies(&self, heard: &Tokenized<'_>) -> bool {
        self.draft(heard).denies()
    }

    /// What the words of a sentence say of whether it is a request.
    pub(super) fn draft(&self, heard: &Tokenized<'_>) -> Draft {
        Draft::of(heard, &|word| self.begins(word), &|word| self.learnt.spelling.is_common(word))
    }

    /// Whether a sentence asks for something to be done now. What is a value, by its place in bytes, puts nothing off.
    pub fn is_request(&self, heard: &Tokenized<'_>, is_value: impl Fn(&Range<usize>) -> bool) -> bool {
        let stance = self.draft(heard).settle(heard, |words, kind| {
            let at = heard.words.get(words.start).zip(heard.words.get(words.end.saturating_sub(1)));
            let at = at.map(|(first, last)| first.span.start..last.span.end);
            kind != CueKind::Negation && at.is_some_and(|at| is_value(&at))
        });
        stance.standing() == Standing::Request
    }

    /// The part of a sentence with a negation that asks for something all the same: "don't delete it, move it to archive".
    pub fn request_beside<'s>(&self, heard: &Tokenized<'s>) -> Option<&'s str> {
        let sentence = heard.sentence;
        let joins = |word: &Word| matches!(word.folded.as_str(), "and" | "but" | "just" | "e" | "mas" | "so");
        let mut starts: Vec<usize> = vec![0];
        for word in &heard.words {
            if word.pause.is_some() {
                starts.push(word.span.start);
            }
            if joins(word) {
                starts.push(word.span.end);
            }
        }
        starts.push(sentence.len());
        let parts = starts.windows(2).filter_map(|at| sentence.get(at[0]..at[1]));
        let parts = parts.map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
        parts.filter(|part| part.len() < sentence.trim().len()).find(|part| {
            let alone = Tokenized::new(part, heard.now);
            let begins = alone.words.first().is_some_and(|word| self.begins(&word.folded));
            begins && alone.words.len() > 1 && self.is_request(&alone, |_| false)
        })
    }

    /// How many different things requests ask for that begin with this word.
    pub(super) fn begun(&self, word: &str) -> usize {
        self.learnt.heads.get(word).copied().unwrap_or_default()
    }

    /// The values of an intent that cannot be used, and why.
    pub fn faults(&self, intent: &str, parameters: &Object) -> Vec<(String, String)> {
        let taken = self.speakables.iter().find(|it| it.name == intent).map(|it| &it.parameters);
        let given = taken.into_iter().flatten().filter_map(|it| Some((it, parameters.get(&it.name)?)));
        given.filter_map(|(it, value)| Some((it.name.clone(), fault(it, value)?))).collect()
    }

    /// Everything that can be meant.
    pub fn speakables(&self) -> &[Speakable] {
        &self.speakables
    }

    /// Reads a sentence that is said at a moment.
    pub fn read(&self, sentence: &str, now: DateTime, around: &Surroundings<'_>) -> Reading {
        self.read_heard(&self.tokenize(sentence, now), around)
    }

    /// Hears a sentence, with the words of requests known even where they are misspelt.
    pub fn tokenize<'s>(&self, sentence: &'s str, now: DateTime) -> Tokenized<'s> {
        let heard = Tokenized::new(sentence, now).about(&self.things);
        heard.apart(&self.learnt.apart).spelt(&self.learnt.spelling)
    }

    /// Reads a sentence that was heard.
    pub fn read_heard(&self, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Reading {
        let draft = self.draft(heard);
        if let Some(reading) = draft.request_behind().and_then(|at| self.read_behind(heard, at, around)) {
            return reading;
        }
        let whole = self.read_whole(heard, around);
        if whole.decision == Decision::Act {
            return whole;
        }
        let before = draft.request_before().and_then(|at| self.read_before(heard, at, around));
        before.or_else(|| self.before_second_request(heard, &whole, around)).unwrap_or(whole)
    }

    /// Reads the request that ends before a word, where what comes behind it only says why: "mute it, the baby is asleep".
    fn read_before(&self, heard: &Tokenized<'_>, at: usize, around: &Surroundings<'_>) -> Option<Reading> {
        let request = heard.sentence[..heard.words[at].span.start].trim_end();
        let request = self.tokenize(request.trim_end_matches([',', ';', '.', '!', '—', '–', '-']), heard.now);
        let reading = self.read_whole(&request, around);
        (reading.decision == Decision::Act).then_some(reading)
    }

    /// Reads the request that begins at a word, where what comes before it only says why: "I have a copy of a.txt, so delete
    /// it". The words before it say what "it" is, and nothing of what is wanted. Nothing if the request needs more than that.
    fn read_behind(&self, heard: &Tokenized<'_>, at: usize, around: &Surroundings<'_>) -> Option<Reading> {
        let start = heard.words[at].span.start;
        let before: Vec<&Found> = heard.literals.iter().filter(|found| found.span.end <= start).collect();
        // A number may be how many are wanted, and of two files either may be "it".
        if before.len() > 1 || before.iter().any(|found| found.value.kind() != Kind::File) {
            return None;
        }
        let mut mentioned = around.mentioned.to_vec();
        mentioned.extend(before.iter().map(|found| (Format::File, found.value.text())));
        let request = self.tokenize(&heard.sentence[start..], heard.now);
        let reading = self.read_whole(&request, &Surroundings { mentioned: &mentioned, ..*around });
        (reading.decision == Decision::Act).then_some(reading)
    }

    pub(super) fn read_whole(&self, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Reading {
        let matches = self.learnt.templates.matches(heard, &self.speakables, around.lexicon);
        let verdict = self.learnt.classifier.classify(&heard.pieces());
        decide(self, &Evidence { matches, verdict, heard, is_confirmed: false }, around)
    }

    /// Reads a sentence as one that means this intent, because a person has said so.
    pub fn read_as(&self, intent: &str, heard: &Tokenized<'_>, around: &Surroundings<'_>) -> Option<Reading> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        let mut matches = self.learnt.templates.matches(heard, &self.speakables, around.lexicon);
        matches.retain(|matched| matched.class == class);
        let mut verdict = self.learnt.classifier.classify(&heard.pieces());
        verdict.ranking = vec![(class, 1.0)];
        verdict.scope = 1.0;
        Some(decide(self, &Evidence { matches, verdict, heard, is_confirmed: true }, around))
    }

    /// The values of parameters of an intent in a sentence that answers the question for them. A sentence of a few words is
    /// the value of the first.
    pub fn answer(
        &self,
        intent: &str,
        wanted: &[String],
        heard: &Tokenized<'_>,
        around: &Surroundings<'_>,
    ) -> Option<Object> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        answer(&self.speakables[class], wanted, heard, around, &self.learnt.edges)
    }

    /// The values that a sentence gives to parameters of a request of this intent, which had these values, and only those
    /// that are other than before.
    pub fn amend(
        &self,
        intent: &str,
        given: &Object,
        heard: &Tokenized<'_>,
        around: &Surroundings<'_>,
    ) -> Option<Object> {
        let class = self.speakables.iter().position(|it| it.name == intent)?;
        let tagged = self.spans(heard, class);
        amend(&self.speakables[class], given, heard, &tagged, around, &self.learnt.edges)
    }

    /// Whether a sentence begins with a word that precedes values of one of these parameters.
    pub fn leads(&self, parameters: &[String], heard: &Tokenized<'_>) -> bool {
        let first = heard.matters.first().map(|at| heard.words[*at].folded.as_str());
        first.is_some_and(|word| parameters.iter().any(|name| self.learnt.edges.leads(name, word)))
    }

    /// The words that are values, if the sentence means this speakable.
    pub(super) fn spans(&self, heard: &Tokenized<'_>, class: usize) -> Vec<(Range<usize>, usize)> {
        let tagged = self.learnt.tagger.tag(&heard.pieces(), class);
        let in_words = |range: Range<usize>| heard.matters[range.start]..heard.matters[range.end - 1] + 1;
        let parameter = |slot: usize| self.learnt.slots[class].get(&slot).copied();
        let spans: Vec<(Range<usize>, usize)> = tagged
            .into_iter()
            .filter_map(|(range, slot)| Some((in_words(range), parameter(slot)?)))
            .collect();
        let speakable = &self.speakables[class];
        put_right(first_of_its_kind(spans, speakable, heard), speakable, heard)
    }

    /// What a sentence may mean by the statistics, the likeliest first, so many at most.
    pub fn likely(&self, heard: &Tokenized<'_>, most: usize) -> Vec<&Speakable> {
        let verdict = self.learnt.classifier.classify(&heard.pieces());
        verdict.ranking.iter().take(most).map(|(class, _)| &self.speakables[*class]).collect()
    }

    /// What these words may mean by the statistics, the likeliest first.
    pub(super) fn ranking(&self, pieces: &[Piece]) -> Vec<(usize, f32)> {
        self.learnt.classifier.classify(pieces).ranking
    }

    /// The question whether something like an example of an intent is meant.
    pub fn suggest(&self, intent: &str, tongue: Tongue) -> String {
        suggestion(self, intent, tongue)
    }

    /// Tells what in a sentence spoke most for what it was taken to mean, and against it. Nobody needs that to act.
    pub fn explain(&self, heard: &Tokenized<'_>, reading: &mut Reading) {
        let class = self.speakables.iter().position(|it| Some(&it.name) == reading.intent.as_ref());
        let reasons =
            class.map(|class| self.learnt.classifier.explain(&heard.pieces(), class)).unwrap_or_default();
        reading.why.features = reasons.into_iter().map(|it| (it.evidence, f64::from(it.weight))).collect();
    }
}
