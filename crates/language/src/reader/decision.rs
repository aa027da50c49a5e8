//! Whether to act on a sentence, to ask, or to say that it is not known.

use std::ops::Range;

use lemmascope_intent::document::{ErrorCode, LEAST_CONFIDENCE};
use lemmascope_intent::{Format, NameShape, Type};

use super::coverage::Coverage;
use super::figures::figures;
use super::poles::sides;
use super::question::{question, which};
use super::reader::{Evidence, Reader};
use super::reading::{Alternative, Decision, Reading};
use super::refrain::{refrain, wanted};
use super::rival::{likelihood, rival};
use super::slots::{Filled, Surroundings, fill, is_contradicted};
use super::speakable::Speakable;
use super::template::Match;
use super::why::{Thresholds, Why};
use crate::stance::{Standing, is_verb_form};
use crate::words::{Tongue, Word};

/// Below this a sentence means nothing that is known here.
const LEAST_SCOPE: f64 = 0.5;
/// The same for a sentence that is an example but for its values.
const LEAST_FITTING: f64 = 0.2;
/// Two that are nearer than this to each other are distinguished by asking.
const MARGIN: f64 = 0.15;
/// The likeliest is so far ahead of the next where names bear it out.
const FAR: f64 = 0.4;
/// How sure a sentence is that is nothing but a template with values that are certainly some.
const CERTAIN: f64 = 0.97;
/// How sure it is at least when it is a template with any words for values, and the statistics agree.
const AGREED: f64 = 0.85;
/// So many words of an example that no value has are trusted where the statistics only find it likeliest, at least by this.
const LONG_TEMPLATE: usize = 3;
const LEAST_LONG: f64 = 0.3;
/// What is less likely than this is no rival, and no more than so many are.
const LEAST_RIVAL: f64 = 0.01;
/// An opposite that is as likely as this may be meant, where no word says which of the two is.
const LEAST_OPPOSITE: f64 = 0.05;
const MOST_RIVALS: usize = 5;
/// No more alternatives than this are told.
const MOST_ALTERNATIVES: usize = 4;

/// Decides.
pub(super) fn decide(reader: &Reader, evidence: &Evidence<'_>, around: &Surroundings<'_>) -> Reading {
    let mut ranking = told_apart(reader, evidence, ranking(evidence));
    prefer_own_word(reader, evidence, &mut ranking);
    let is_figure = raise_figure(reader, evidence, &mut ranking, around);
    let mut reading = opened(reader, evidence, &ranking);
    if evidence.heard.words.is_empty() {
        return reading;
    }
    let draft = reader.draft(evidence.heard);
    let unread = draft.settle(evidence.heard, |_, _| evidence.is_confirmed);
    reading.stance = unread.clone();
    // What is denied is not done, whatever it is; what is usually said so is looked at first.
    if unread.standing() == Standing::Negated {
        reading.decision = Decision::None;
        reading.code = None;
    }
    let Some(&(mut class, mut confidence)) = ranking.first() else { return reading };
    let match_of = |class: usize| evidence.matches.iter().find(|matched| matched.class == class);
    // What is an example but for its values is known here, whatever the values are.
    let scope = f64::from(evidence.verdict.scope);
    let is_fitting = is_figure
        || match_of(class)
            .is_some_and(|matched| matched.is_certain || (confidence >= AGREED && scope >= LEAST_FITTING));
    if scope < LEAST_SCOPE && !is_fitting {
        return reading;
    }
    if !reader.speakables()[class].is_supported
        && let Some(other) = fitting(reader, evidence)
    {
        raise(&mut ranking, other, AGREED);
        (class, confidence) = (other, AGREED);
        reading = opened(reader, evidence, &ranking);
        reading.stance = unread;
    }
    if !reader.speakables()[class].is_supported {
        if reading.decision != Decision::None {
            reading.code = Some(ErrorCode::UnsupportedOperation);
        }
        return reading;
    }
    let mut filled = values(reader, evidence, class, match_of(class), around);
    let fill = |class: usize| values(reader, evidence, class, match_of(class), around);
    if let Some((rival, better)) = rival(reader, &ranking, &filled, fill) {
        let together = confidence + likelihood(&ranking, rival);
        raise(&mut ranking, rival, together.min(CERTAIN));
        (class, confidence, filled) = (rival, together.min(CERTAIN), better);
        reading = opened(reader, evidence, &ranking);
    }
    let (speakable, matched) = (&reader.speakables()[class], match_of(class));
    let said = sides(&evidence.heard.words, |at| filled.spans.iter().any(|(range, _)| range.contains(&at)));
    // "Bluetooth off, night light on" speaks of two things.
    let is_torn = said.iter().any(|(pair, is_first)| said.contains(&(*pair, !is_first)));
    let mut likely = ranking.iter().skip(1).take(MOST_RIVALS).filter(|it| it.1 >= LEAST_OPPOSITE);
    let has_opposite = likely.any(|(other, _)| reader.learnt.poles.is_untold(class, *other, &said));
    let is_untold = matched.is_none() && !evidence.is_confirmed && (is_torn || has_opposite);
    let is_contradicted = !evidence.is_confirmed && is_contradicted(speakable, &filled, evidence.heard);
    let rivals = rivals(&ranking, class);
    let coverage = Coverage::new(reader, class, evidence.heard, &filled, matched, &rivals);
    reading.stance =
        draft.settle(evidence.heard, |words, kind| evidence.is_confirmed || coverage.is_part(words, kind));
    reading.unexplained = match speakable.changes && !evidence.is_confirmed {
        true => coverage.unexplained(&draft, speakable.is_grave),
        false if evidence.is_confirmed || is_figure => Vec::new(),
        false => coverage.other_requests(&draft),
    };
    if !evidence.is_confirmed {
        reading.unexplained.extend(coverage.swallowed_requests());
    }
    reading.parameters.clone_from(&filled.values);
    reading.missing.clone_from(&filled.missing);
    reading.invalid.clone_from(&filled.invalid);
    reading.unbound.clone_from(&filled.unbound);
    reading.several.clone_from(&filled.several);
    let second = ranking.get(1).map_or(0.0, |(_, confidence)| *confidence);
    let confidence = match confidence - second >= FAR && is_borne_out(speakable, &filled, around) {
        true => confidence.max(LEAST_CONFIDENCE),
        false => confidence,
    };
    reading.confidence = rounded(confidence);
    let refusal = match () {
        () if confidence - second < MARGIN || is_untold || is_contradicted => {
            Some(ErrorCode::AmbiguousIntent)
        }
        () if confidence < LEAST_CONFIDENCE => Some(ErrorCode::LowConfidence),
        () if matched.is_none() && is_bare(reader, evidence) => Some(ErrorCode::AmbiguousIntent),
        () if matched.is_none() && is_idle(&filled, evidence) => Some(ErrorCode::LowConfidence),
        // A name that was said would be passed over.
        () if !evidence.is_confirmed && coverage.leaves_names(&draft) => Some(ErrorCode::LowConfidence),
        () if !evidence.is_confirmed && coverage.leaves_listed(around.lexicon) => {
            Some(ErrorCode::LowConfidence)
        }
        () if !reading.unexplained.is_empty() => Some(ErrorCode::LowConfidence),
        () if speakable.is_grave && !evidence.is_confirmed && !coverage.has_own_word() => {
            Some(ErrorCode::LowConfidence)
        }
        () => wanting(reader, speakable, &filled, evidence, around),
    };
    reading.code = refusal;
    reading.decision = if refusal.is_some() { Decision::Ask } else { Decision::Act };
    reading.question = refusal.map(|code| ask(reader, &reading, speakable, &filled, code));
    if !evidence.is_confirmed {
        refrain(&mut reading, speakable);
    }
    reading
}

/// What can be done, and has an example that the sentence is but for its values. It goes before what nothing here does: whoever has
/// defined how to switch on a lamp has a lamp that can be switched on.
fn fitting(reader: &Reader, evidence: &Evidence<'_>) -> Option<usize> {
    let is_meant =
        |matched: &&Match| matched.words >= LONG_TEMPLATE && reader.speakables()[matched.class].is_supported;
    let mut fitting = evidence.matches.iter().filter(is_meant).map(|matched| matched.class);
    let first = fitting.next()?;
    fitting.all(|other| other == first).then_some(first)
}

/// A reading that knows what is likeliest, and nothing of what comes of it.
fn opened(reader: &Reader, evidence: &Evidence<'_>, ranking: &[(usize, f64)]) -> Reading {
    let thresholds = Thresholds { scope: LEAST_SCOPE, confidence: LEAST_CONFIDENCE, margin: MARGIN };
    let name = |class: usize| reader.speakables()[class].name.clone();
    let mut reading = Reading::of_nothing(evidence.heard.tongue);
    let scope = rounded(f64::from(evidence.verdict.scope));
    reading.why = Why { template: None, features: Vec::new(), scope, thresholds };
    let Some((&(class, confidence), others)) =
        ranking.split_first().filter(|_| !evidence.heard.words.is_empty())
    else {
        return reading;
    };
    let matched = evidence.matches.iter().find(|matched| matched.class == class);
    reading.why.template = matched.map(|matched| matched.sentence.clone());
    reading.intent = Some(name(class));
    reading.confidence = rounded(confidence);
    reading.alternatives = others
        .iter()
        .filter(|(_, confidence)| *confidence >= 0.005)
        .take(MOST_ALTERNATIVES)
        .map(|(class, confidence)| Alternative { intent: name(*class), confidence: rounded(*confidence) })
        .collect();
    reading
}

/// What is likely, the likeliest first: what the statistics say, and templates above them where one fits.
fn ranking(evidence: &Evidence<'_>) -> Vec<(usize, f64)> {
    let mut ranking: Vec<(usize, f64)> =
        evidence.verdict.ranking.iter().map(|(class, likelihood)| (*class, f64::from(*likelihood))).collect();
    let (certain, free): (Vec<&Match>, Vec<&Match>) =
        evidence.matches.iter().partition(|matched| matched.is_certain);
    match (certain.as_slice(), free.as_slice()) {
        ([only], _) => raise(&mut ranking, only.class, CERTAIN),
        ([], free) if is_agreed(&ranking, free) => {
            let class = ranking[0].0;
            raise(&mut ranking, class, AGREED);
        }
        _ => {}
    }
    ranking
}

/// The same without what is the opposite of what was said: its likelihood goes to its own opposite, where that may be meant.
/// What is an example but for its values is never taken for its opposite.
fn told_apart(reader: &Reader, evidence: &Evidence<'_>, mut ranking: Vec<(usize, f64)>) -> Vec<(usize, f64)> {
    let is_certain = evidence.matches.iter().any(|matched| matched.is_certain);
    let Some(&(class, likelihood)) = ranking.first().filter(|_| !is_certain && !evidence.is_confirmed) else {
        return ranking;
    };
    let values = reader.spans(evidence.heard, class);
    let is_value = |at: usize| values.iter().any(|(range, _)| range.contains(&at));
    let said = sides(&evidence.heard.words, is_value);
    let poles = &reader.learnt.poles;
    if !poles.is_contradicted(class, &said) {
        return ranking;
    }
    ranking.remove(0);
    let opposite = ranking.iter().take(MOST_RIVALS).position(|(other, _)| {
        !poles.is_contradicted(*other, &said) && poles.is_untold(class, *other, &said)
    });
    if let Some(at) = opposite {
        let (other, own) = ranking.remove(at);
        ranking.insert(0, (other, (own + likelihood).min(CERTAIN)));
    }
    ranking
}

/// What removes, overwrites, sends or pays gives way to a rival for which there is a word in the sentence, where there is none
/// for itself: "move report.pdf" says too little, but it does not say to delete.
fn prefer_own_word(reader: &Reader, evidence: &Evidence<'_>, ranking: &mut Vec<(usize, f64)>) {
    let Some(&(class, likelihood)) = ranking.first() else { return };
    let is_matched = evidence.matches.iter().any(|matched| matched.class == class && matched.words > 0);
    if !reader.speakables()[class].is_grave || is_matched || evidence.is_confirmed {
        return;
    }
    let values = reader.spans(evidence.heard, class);
    let is_value = |at: usize| values.iter().any(|(range, _)| range.contains(&at));
    let words: Vec<&str> = (0..evidence.heard.words.len())
        .filter(|at| !is_value(*at))
        .map(|at| evidence.heard.meant_at(at))
        .filter(|word| is_verb_form(word) || reader.begins(word))
        .collect();
    let others: Vec<usize> = rivals(ranking, class);
    let has_word = |class: usize, rivals: &[usize]| {
        words.iter().any(|word| reader.learnt.vocabulary.is_own(class, word, rivals))
    };
    if has_word(class, &others) {
        return;
    }
    if let Some(other) = others.into_iter().find(|other| has_word(*other, &[class])) {
        let own = super::rival::likelihood(ranking, other);
        raise(ranking, other, (own + likelihood).min(CERTAIN));
    }
}

/// What else is likely enough to be meant.
fn rivals(ranking: &[(usize, f64)], class: usize) -> Vec<usize> {
    let others = ranking.iter().filter(|(other, likely)| *other != class && *likely >= LEAST_RIVAL);
    others.take(MOST_RIVALS).map(|(other, _)| *other).collect()
}

/// Whether the likeliest is also an example but for its values, and either the only such one or far ahead of the others.
fn is_agreed(ranking: &[(usize, f64)], free: &[&Match]) -> bool {
    let (Some((class, likelihood)), second) = (ranking.first(), ranking.get(1).map_or(0.0, |it| it.1)) else {
        return false;
    };
    let fits = free.iter().any(|matched| matched.class == *class);
    // The only example with many words of the sentence is trusted although the words of its value are new.
    let is_long = matches!(free, [only] if only.class == *class && only.words >= LONG_TEMPLATE);
    if is_long && *likelihood >= LEAST_LONG {
        return true;
    }
    fits && (*likelihood >= 0.5 && free.len() == 1 || *likelihood >= 0.6 && likelihood - second >= 0.4)
}

/// Who names a spreadsheet, an operation and a column of it asks for a figure, whatever else the words are like. Returns whether
/// that is so, and is then the likeliest.
fn raise_figure(
    reader: &Reader,
    evidence: &Evidence<'_>,
    ranking: &mut Vec<(usize, f64)>,
    around: &Surroundings<'_>,
) -> bool {
    if evidence.is_confirmed || evidence.matches.iter().any(|matched| matched.is_certain) {
        return false;
    }
    let asks = |class: &usize| {
        let speakable = &reader.speakables()[*class];
        let filled = (!speakable.changes && speakable.is_supported)
            .then(|| figures(speakable, evidence.heard, around))
            .flatten();
        filled.is_some_and(|filled| filled.missing.is_empty())
    };
    let Some(class) = ranking.iter().map(|(class, _)| *class).find(asks) else { return false };
    raise(ranking, class, CERTAIN);
    true
}

/// Lifts one to the top, and leaves the others what remains.
fn raise(ranking: &mut Vec<(usize, f64)>, class: usize, least: f64) {
    let known = ranking.iter().position(|(other, _)| *other == class);
    let (_, before) = known.map_or((class, 0.0), |at| ranking.remove(at));
    let confidence = before.max(least);
    let others: f64 = ranking.iter().map(|(_, likelihood)| likelihood).sum();
    let shrunk = if others > 0.0 { (1.0 - confidence) / others } else { 0.0 };
    ranking.iter_mut().for_each(|(_, likelihood)| *likelihood *= shrunk.min(1.0));
    ranking.insert(0, (class, confidence));
}

fn values(
    reader: &Reader,
    evidence: &Evidence<'_>,
    class: usize,
    matched: Option<&Match>,
    around: &Surroundings<'_>,
) -> Filled {
    let speakable = &reader.speakables()[class];
    if let Some(filled) = figures(speakable, evidence.heard, around) {
        return filled;
    }
    let filled = |spans: &[_]| fill(speakable, evidence.heard, spans, around, &reader.learnt.edges);
    if let Some(matched) = matched.filter(|matched| matched.is_certain) {
        return filled(&matched.slots);
    }
    // Where the words of a value are left open, what was learnt of values knows better where they begin and end.
    let mut spans = reader.spans(evidence.heard, class);
    if let Some(matched) = matched {
        widen(&mut spans, &matched.slots, class, evidence, reader);
        spans.extend(untagged(&spans, matched, class, evidence, reader));
    }
    let tagged = filled(&spans);
    match matched {
        Some(matched) if !tagged.missing.is_empty() => {
            let fitted = filled(&matched.slots);
            if fitted.missing.len() < tagged.missing.len() { fitted } else { tagged }
        }
        _ => tagged,
    }
}

/// The slots of a template, where the tagger found no value although a word fills them that nothing else explains: "close
/// whatsapp" names an application, whether or not it is known.
fn untagged(
    spans: &[(Range<usize>, usize)],
    matched: &Match,
    class: usize,
    evidence: &Evidence<'_>,
    reader: &Reader,
) -> Vec<(Range<usize>, usize)> {
    let is_known = |at: usize| reader.learnt.vocabulary.has(class, &evidence.heard.words[at].folded);
    let is_free = |(range, parameter): &&(Range<usize>, usize)| {
        let is_apart = |(other, of): &(Range<usize>, usize)| {
            of != parameter && (other.end <= range.start || range.end <= other.start)
        };
        spans.iter().all(is_apart) && !range.clone().any(is_known)
    };
    matched.slots.iter().filter(is_free).cloned().collect()
}

/// A name is taken as widely as a template has it, where the words that this adds are none that requests are made of.
fn widen(
    spans: &mut [(Range<usize>, usize)],
    fitted: &[(Range<usize>, usize)],
    class: usize,
    evidence: &Evidence<'_>,
    reader: &Reader,
) {
    let speakable = &reader.speakables()[class];
    let others: Vec<Range<usize>> = spans.iter().map(|(range, _)| range.clone()).collect();
    for (range, parameter) in spans {
        // Where nothing says what a parameter is for, its values are what was learnt of them and nothing else.
        let declared = &speakable.parameters[*parameter];
        let is_text = declared.kind == Type::String && !declared.description.is_empty();
        let wider = fitted
            .iter()
            .find(|(wider, same)| same == parameter && wider.start <= range.start && wider.end >= range.end);
        let Some((wider, _)) = wider.filter(|_| is_text) else { continue };
        // Free text that a template has at the end of the sentence extends to the end.
        let is_last = declared.format.is_none() && wider.end == evidence.heard.words.len();
        let is_new = |at: usize| {
            let word = &evidence.heard.words[at];
            evidence.heard.literal(word).is_none() && !reader.learnt.spelling.is_of_requests(&word.folded)
        };
        if (wider.start..range.start).any(is_new) {
            range.start = wider.start;
        }
        let is_taken = others.iter().any(|other| range.end <= other.start && other.start < wider.end);
        let is_other = |at: usize| !reader.learnt.vocabulary.has(class, &evidence.heard.words[at].folded);
        let goes_on = is_last && !is_taken && (range.end..wider.end).any(is_other);
        if (range.end..wider.end).any(is_new) || goes_on {
            range.end = wider.end;
        }
    }
}

/// What keeps an intent from being executed as it was said.
fn wanting(
    reader: &Reader,
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> Option<ErrorCode> {
    if !filled.unbound.is_empty() {
        return Some(ErrorCode::ContextRequired);
    }
    let is_vague = is_vague(speakable, filled, evidence, around)
        || is_either(reader, speakable, filled, evidence, around);
    if !filled.several.is_empty() || is_vague {
        return Some(ErrorCode::AmbiguousIntent);
    }
    if !filled.invalid.is_empty() {
        return Some(ErrorCode::InvalidParameters);
    }
    (!filled.missing.is_empty()).then_some(ErrorCode::MissingParameters)
}

/// What is asked for is only looked at, and all that it needs is there: the file, and the column in it. Whoever says the names
/// of two such things that go together means them.
fn is_borne_out(speakable: &Speakable, filled: &Filled, around: &Surroundings<'_>) -> bool {
    let is_there = |name: &str, format: Format| {
        let said = filled.values.get(name).and_then(|value| value.as_text());
        said.is_some_and(|said| around.lexicon.meant(said, format).contains(&said))
    };
    let needed = || speakable.parameters.iter().filter(|it| it.required);
    let named = needed().filter_map(|it| Some((it.name.as_str(), it.format?)));
    let there = named.clone().filter(|(name, format)| is_there(name, *format)).count();
    !speakable.changes && filled.missing.is_empty() && there >= 2 && there == named.count()
}

/// "Close": a word that requests for several things begin with, and nothing that says which.
fn is_bare(reader: &Reader, evidence: &Evidence<'_>) -> bool {
    let is_alone = evidence.heard.matters.len() == 1;
    is_alone && evidence.heard.meant().iter().any(|(_, only)| reader.begun(only) > 1)
}

/// "The battery thing": it is said what it is about, in a word for anything at all, and that is no name of anything.
fn is_idle(filled: &Filled, evidence: &Evidence<'_>) -> bool {
    let is_vague = |word: &str| VAGUE.lines().any(|vague| vague == word);
    let is_name = |word: &str| {
        let mut texts = filled.values.values().filter_map(|value| value.as_text());
        texts.any(|text| crate::words::words(text).iter().any(|own| own.folded == word))
    };
    let words = evidence.heard.meant();
    words.len() <= FEW_WORDS && words.iter().any(|(_, word)| is_vague(word) && !is_name(word))
}

/// Who says more than this says enough beside it.
const FEW_WORDS: usize = 4;

/// Words for anything at all.
const VAGUE: &str = include_str!("vague.txt");

/// Words for kinds of things: one of these alone names nothing.
const KINDS: &str = include_str!("kinds.txt");

/// "Open report" names no report: what is asked for by nothing but a word for a kind of thing may be many things.
fn is_vague(
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> bool {
    let item = speakable.parameters.iter().find(|parameter| parameter.format == Some(Format::Item));
    let Some(said) = item.and_then(|item| filled.values.get(&item.name)).and_then(|value| value.as_text())
    else {
        return false;
    };
    let folded = crate::words::fold(&said.to_lowercase());
    let is_kind = KINDS.lines().any(|kind| kind == folded);
    let is_determined = evidence.heard.words.iter().any(super::tokenized::is_article);
    is_kind && !is_determined && around.lexicon.meant(said, Format::Item).is_empty()
}

/// "Delete budget" may be about a file or a folder: a name without an extension, of nothing that there is, and no word for
/// which of the two it is, while another intent does the same with the other.
fn is_either(
    reader: &Reader,
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> bool {
    let Some(file) = speakable.parameters.iter().find(|it| it.required && it.format == Some(Format::File))
    else {
        return false;
    };
    let Some(said) = filled.values.get(&file.name).and_then(|value| value.as_text()) else { return false };
    let stem = speakable.name.trim_end_matches("_file");
    let twin = format!("{stem}_folder");
    let has_twin = stem != speakable.name && reader.speakables().iter().any(|it| it.name == twin);
    let is_file = |word: &Word| {
        let kind = evidence.heard.things.kind_of_word(&word.folded);
        kind.is_some_and(|kind| kind.names == NameShape::File)
    };
    let says_which = evidence.heard.words.iter().any(is_file);
    has_twin
        && !says_which
        && !said.contains(['.', '/'])
        && around.lexicon.meant(said, Format::Path).is_empty()
}

/// The question that is left.
fn ask(
    reader: &Reader,
    reading: &Reading,
    speakable: &Speakable,
    filled: &Filled,
    code: ErrorCode,
) -> String {
    let tongue = reading.tongue;
    match code {
        ErrorCode::MissingParameters => {
            let asked: Vec<String> =
                filled.missing.iter().map(|it| question(&speakable.name, it, tongue)).collect();
            asked.join(" ")
        }
        ErrorCode::InvalidParameters => {
            let asked = filled.invalid.iter().map(|(name, _)| question(&speakable.name, name, tongue));
            asked.collect::<Vec<_>>().join(" ")
        }
        ErrorCode::ContextRequired => question("", "it", tongue),
        ErrorCode::AmbiguousIntent if !filled.several.is_empty() => {
            let named: Vec<String> = filled.several.iter().flat_map(|(_, names)| names.clone()).collect();
            if let [only] = named.as_slice() {
                return format!("{} {only}?", say(tongue, "Do you mean", "Queres dizer"));
            }
            which(&named, tongue)
        }
        ErrorCode::AmbiguousIntent if !reading.alternatives.is_empty() => {
            let own = example(reader, &speakable.name, tongue);
            let other = example(reader, &reading.alternatives[0].intent, tongue);
            let (start, or) = (
                say(tongue, "Do you mean something like", "Queres dizer algo como"),
                say(tongue, "or", "ou"),
            );
            format!("{start} {own} {or} {other}?")
        }
        // An irreversible action is not offered in place of words that are not understood.
        ErrorCode::LowConfidence
            if speakable.is_grave
                && reading.confidence < LEAST_CONFIDENCE
                && !reading.unexplained.is_empty() =>
        {
            let part = reading.unexplained.join("”, “");
            match tongue {
                Tongue::English => format!("I do not understand “{part}”. What do you mean?"),
                Tongue::Portuguese => format!("Não percebo “{part}”. O que queres dizer?"),
            }
        }
        _ if !reading.unexplained.is_empty() => {
            let (part, wanted) = (reading.unexplained.join("”, “"), wanted(reading));
            match tongue {
                Tongue::English => {
                    format!("I understand {wanted}, but not “{part}”. Do only what I understand?")
                }
                Tongue::Portuguese => format!("Percebo {wanted}, mas não “{part}”. Faço só o que percebo?"),
            }
        }
        _ => suggestion(reader, &speakable.name, tongue),
    }
}

/// The question whether something like an example of an intent is meant.
pub(super) fn suggestion(reader: &Reader, intent: &str, tongue: Tongue) -> String {
    let start = say(tongue, "Do you mean something like", "Queres dizer algo como");
    format!("{start} {}?", example(reader, intent, tongue))
}

/// A sentence that means an intent, in the language of the person.
fn example(reader: &Reader, intent: &str, tongue: Tongue) -> String {
    let speakable = reader.speakables().iter().find(|it| it.name == intent);
    let spoken = speakable.and_then(|it| {
        let own = it.examples.iter().find(|example| crate::words::tongue(&example.text) == tongue);
        own.or(it.examples.first())
    });
    spoken.map_or_else(|| intent.to_string(), |example| format!("“{}”", example.text))
}

fn say(tongue: Tongue, english: &'static str, portuguese: &'static str) -> &'static str {
    match tongue {
        Tongue::English => english,
        Tongue::Portuguese => portuguese,
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
