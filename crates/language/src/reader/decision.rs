//! Decides whether to act on a sentence, to ask, or to report that it is unknown.

use std::ops::Range;

use lemmascope_intent::document::{ErrorCode, LEAST_CONFIDENCE};
use lemmascope_intent::{Format, NameShape, Notation, Type, Value};

use super::coverage::{Coverage, has_meaning};
use super::figures::figures;
use super::poles::sides;
use super::question::{question, which};
use super::reader::{Evidence, Reader};
use super::reading::{Alternative, Decision, Reading};
use super::refrain::refrain;
use super::rival::{likelihood, rival};
use super::second_request::partly_understood;
use super::slots::{Filled, Surroundings, fill, is_contradicted};
use super::speakable::Speakable;
use super::template::Match;
use super::tokenized::is_article;
use super::why::{Thresholds, Why};
use crate::literal::{Kind, has_extension};
use crate::stance::{Standing, is_infinitive, is_verb, is_verb_form};
use crate::words::{Tongue, Word};

/// The threshold of the scope probability, below which a sentence is unknown.
const LEAST_SCOPE: f64 = 0.5;
/// The threshold for a sentence that matches an example except for its values.
const LEAST_FITTING: f64 = 0.2;
/// The minimum margin between the two best interpretations; below it, a question decides.
const MARGIN: f64 = 0.15;
/// The margin that is sufficient if existing names confirm the interpretation.
const FAR: f64 = 0.4;
/// The confidence of a template match whose values are certain.
const CERTAIN: f64 = 0.97;
/// The minimum confidence of a template match with free values, if the statistics agree.
const AGREED: f64 = 0.85;
/// The minimum number of template words outside values for a trusted match, and the minimum probability that
/// it needs.
const LONG_TEMPLATE: usize = 3;
const LEAST_LONG: f64 = 0.3;
/// The minimum probability of a rival interpretation, of which there are at most [`MOST_RIVALS`].
const LEAST_RIVAL: f64 = 0.01;
/// The minimum probability of the opposite interpretation, if no word determines which one is meant.
const LEAST_OPPOSITE: f64 = 0.05;
const MOST_RIVALS: usize = 5;
/// The maximum number of alternatives in a reading.
const MOST_ALTERNATIVES: usize = 4;

/// Decides about a sentence.
pub(super) fn decide(reader: &Reader, evidence: &Evidence<'_>, around: &Surroundings<'_>) -> Reading {
    let mut ranking = told_apart(reader, evidence, ranking(evidence));
    prefer_own_word(reader, evidence, &mut ranking);
    let is_figure = raise_figure(reader, evidence, &mut ranking, around);
    let draft = reader.draft(evidence.heard);
    let listing = if is_figure { None } else { reader.restricted_listing(evidence, &draft, around) };
    if let Some(class) = listing {
        raise(&mut ranking, class, CERTAIN);
    }
    let mut reading = opened(reader, evidence, &ranking);
    if evidence.heard.words.is_empty() {
        return reading;
    }
    let unread = draft.settle(evidence.heard, |_, _| evidence.is_confirmed);
    reading.stance = unread.clone();
    // A negated request is never executed; polite negations were checked before.
    if unread.standing() == Standing::Negated {
        reading.decision = Decision::None;
        reading.code = None;
    }
    let Some(&(mut class, mut confidence)) = ranking.first() else { return reading };
    let match_of = |class: usize| evidence.matches.iter().find(|matched| matched.class == class);
    // A match of an example except for its values is in scope, whatever the values are.
    let scope = f64::from(evidence.verdict.scope);
    let is_fitting = is_figure
        || listing.is_some()
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
    let is_certain = match_of(class).is_some_and(|matched| matched.is_certain) || evidence.is_confirmed;
    if !is_certain && takes_file_for_choice(&reader.speakables()[class], &filled) {
        let others = ranking.iter().skip(1).take(MOST_RIVALS).copied();
        let mut others = others
            .filter(|(other, likely)| *likely >= LEAST_RIVAL && reader.speakables()[*other].is_supported);
        let better = others.find_map(|(other, likely)| {
            let values = fill(other);
            let takes = !takes_file_for_choice(&reader.speakables()[other], &values);
            takes.then_some((other, likely, values))
        });
        if let Some((other, likely, values)) = better {
            ranking.retain(|(it, _)| *it != class);
            raise(&mut ranking, other, likely);
            (class, confidence, filled) = (other, likely, values);
            reading = opened(reader, evidence, &ranking);
        }
    }
    if let Some((rival, better)) = rival(reader, &ranking, &filled, fill) {
        let together = confidence + likelihood(&ranking, rival);
        raise(&mut ranking, rival, together.min(CERTAIN));
        (class, confidence, filled) = (rival, together.min(CERTAIN), better);
        reading = opened(reader, evidence, &ranking);
    }
    let (speakable, matched) = (&reader.speakables()[class], match_of(class));
    let said = sides(&evidence.heard.words, |at| filled.spans.iter().any(|(range, _)| range.contains(&at)));
    // "Bluetooth off, night light on" is about two things.
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
    if speakable.lists && reading.unexplained.is_empty() && !evidence.is_confirmed {
        reading.unexplained = coverage.dropped_restrictions(&draft);
    }
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
        () if matched.is_none() && !is_figure && is_only_place(&filled, evidence) => {
            Some(ErrorCode::LowConfidence)
        }
        () if !evidence.is_confirmed && coverage.has_foreign_verb() => Some(ErrorCode::LowConfidence),
        () if matched.is_none() && is_idle(&filled, evidence) => Some(ErrorCode::LowConfidence),
        // A name would be ignored.
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

/// Whether a parameter with a few values got the name of a file, which shows that another intent is meant.
fn takes_file_for_choice(speakable: &Speakable, filled: &Filled) -> bool {
    let is_choice = |name: &String| {
        let parameter = speakable.parameters.iter().find(|it| it.name == *name);
        parameter.is_some_and(|it| matches!(it.written, Some(Notation::Choice(_))))
    };
    let is_file = |name: &String| filled.values.get(name).and_then(Value::as_text).is_some_and(has_extension);
    filled.invalid.iter().any(|(name, _)| is_choice(name) && is_file(name))
}

/// Returns the supported class with an example that matches the sentence except for its values. It takes
/// precedence over an unsupported class: a user who has defined how to switch on a lamp has such a lamp.
fn fitting(reader: &Reader, evidence: &Evidence<'_>) -> Option<usize> {
    let is_meant =
        |matched: &&Match| matched.words >= LONG_TEMPLATE && reader.speakables()[matched.class].is_supported;
    let mut fitting = evidence.matches.iter().filter(is_meant).map(|matched| matched.class);
    let first = fitting.next()?;
    fitting.all(|other| other == first).then_some(first)
}

/// Creates a reading with the most likely interpretation, without values and decision.
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

/// Ranks the interpretations by the statistics, with a matching template above them.
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

/// Removes the top interpretation if it is the opposite of the sentence, and transfers its probability to its
/// opposite if that is plausible. A certain template match is never replaced.
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

/// Replaces a major action that the sentence does not name explicitly by a rival that it names: "move
/// report.pdf" is incomplete, but does not mean deletion.
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

/// Returns the other interpretations above the minimum probability.
fn rivals(ranking: &[(usize, f64)], class: usize) -> Vec<usize> {
    let others = ranking.iter().filter(|(other, likely)| *other != class && *likely >= LEAST_RIVAL);
    others.take(MOST_RIVALS).map(|(other, _)| *other).collect()
}

/// Whether the top interpretation also matches a template, as the only match or with a large margin.
fn is_agreed(ranking: &[(usize, f64)], free: &[&Match]) -> bool {
    let (Some((class, likelihood)), second) = (ranking.first(), ranking.get(1).map_or(0.0, |it| it.1)) else {
        return false;
    };
    let fits = free.iter().any(|matched| matched.class == *class);
    // A single match with many words is trusted although the words of its value are new.
    let is_long = matches!(free, [only] if only.class == *class && only.words >= LONG_TEMPLATE);
    if is_long && *likelihood >= LEAST_LONG {
        return true;
    }
    fits && (*likelihood >= 0.5 && free.len() == 1 || *likelihood >= 0.6 && likelihood - second >= 0.4)
}

/// Raises a request for figures: a sentence with a spreadsheet, an operation and one of its columns is one,
/// whatever its other words resemble. Returns whether it is now at the top.
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

/// Moves an interpretation to the top, and scales the others to the remaining probability.
fn raise(ranking: &mut Vec<(usize, f64)>, class: usize, least: f64) {
    let known = ranking.iter().position(|(other, _)| *other == class);
    let (_, before) = known.map_or((class, 0.0), |at| ranking.remove(at));
    let confidence = before.max(least);
    let others: f64 = ranking.iter().map(|(_, likelihood)| likelihood).sum();
    let shrunk = if others > 0.0 { (1.0 - confidence) / others } else { 0.0 };
    ranking.iter_mut().for_each(|(_, likelihood)| *likelihood *= shrunk.min(1.0));
    ranking.insert(0, (class, confidence));
}

/// Finds the values of a sentence that means this class.
pub(super) fn values(
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
    // For free values, the tagger determines the boundaries better than the template.
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

/// Returns the slots of a template without a tagged value that consist of otherwise unexplained words: "close
/// whatsapp" names an application, known or not.
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

/// Extends a tagged name to the range in the template, unless the additional words are typical of requests.
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
        // Without a description, the parameter only takes values that resemble those in the examples.
        let declared = &speakable.parameters[*parameter];
        let is_text = declared.kind == Type::String && !declared.description.is_empty();
        let wider = fitted
            .iter()
            .find(|(wider, same)| same == parameter && wider.start <= range.start && wider.end >= range.end);
        let Some((wider, _)) = wider.filter(|_| is_text) else { continue };
        // Free text at the end of the template extends to the end of the sentence.
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

/// Returns the reason why an intent cannot be executed as requested.
fn wanting(
    reader: &Reader,
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> Option<ErrorCode> {
    if !filled.unbound.is_empty() || is_only_here(speakable, filled, evidence) {
        return Some(ErrorCode::ContextRequired);
    }
    let is_vague = is_vague(speakable, filled, evidence, around)
        || is_either(reader, speakable, filled, evidence, around)
        || is_clause(speakable, filled, evidence, around)
        || is_manner(speakable, filled, evidence, around);
    if !filled.several.is_empty() || is_vague {
        return Some(ErrorCode::AmbiguousIntent);
    }
    if !filled.invalid.is_empty() {
        return Some(ErrorCode::InvalidParameters);
    }
    (!filled.missing.is_empty()).then_some(ErrorCode::MissingParameters)
}

/// Whether the request is an observation whose objects exist: the file, and the column in it. A sentence with
/// two related names certainly means them.
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

/// Whether the sentence is a bare verb that several requests start with: "close", or such a verb with a number:
/// "muda para o 2".
fn is_bare(reader: &Reader, evidence: &Evidence<'_>) -> bool {
    let heard = evidence.heard;
    let is_figure = |word: &Word| heard.literal(word).is_some_and(|it| it.value.kind() == Kind::Number);
    let is_more =
        |word: &&Word| !is_figure(word) && (has_meaning(word) || SPECIFIC.contains(&word.folded.as_str()));
    let mut more = heard.words.iter().filter(is_more);
    let is_verb_alone = match (more.next(), more.next()) {
        (Some(only), None) => is_verb(only) && heard.words.iter().any(is_figure),
        _ => false,
    };
    let is_alone = heard.matters.len() == 1;
    (is_alone || is_verb_alone) && heard.meant().iter().any(|(_, only)| reader.begun(only) > 1)
}

/// Function words that say more about an action: pronouns and particles.
const SPECIFIC: [&str; 14] =
    ["it", "that", "this", "them", "off", "on", "up", "down", "out", "over", "isso", "isto", "ele", "ela"];

/// Whether the sentence only names a place, as an answer does: "in the archive folder".
fn is_only_place(filled: &Filled, evidence: &Evidence<'_>) -> bool {
    let words = &evidence.heard.words;
    let is_led = words.first().is_some_and(|first| LOCATING.contains(&first.form.as_str()));
    let is_of_place = |at: usize| {
        let is_value = filled.spans.iter().any(|(range, _)| range.contains(&at));
        is_value
            || is_article(&words[at])
            || LOCATING.contains(&words[at].form.as_str())
            || evidence.heard.things.kind_of_word(&words[at].folded).is_some()
    };
    is_led && filled.values.len() < 2 && (0..words.len()).all(is_of_place)
}

/// Whether the object is only a vague noun that names nothing: "the battery thing".
fn is_idle(filled: &Filled, evidence: &Evidence<'_>) -> bool {
    let is_vague = |word: &str| VAGUE.lines().any(|vague| vague == word);
    let is_name = |word: &str| {
        let mut texts = filled.values.values().filter_map(|value| value.as_text());
        texts.any(|text| crate::words::words(text).iter().any(|own| own.folded == word))
    };
    let words = evidence.heard.meant();
    words.len() <= FEW_WORDS && words.iter().any(|(_, word)| is_vague(word) && !is_name(word))
}

/// The number of words beyond which the other words are sufficient.
const FEW_WORDS: usize = 4;

/// Vague nouns.
const VAGUE: &str = include_str!("vague.txt");

/// Nouns for kinds of objects, which are not names by themselves.
const KINDS: &str = include_str!("kinds.txt");

/// Whether the object is only a noun for its kind, which is ambiguous: "open report".
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

/// Whether a major action would be about the current folder although the sentence only says that its object is there:
/// "apaga a que está aqui".
fn is_only_here(speakable: &Speakable, filled: &Filled, evidence: &Evidence<'_>) -> bool {
    let is_here = |text: &str| matches!(text, "." | "./");
    let words = &evidence.heard.words;
    // "Na pasta ./"
    let is_located =
        |at: usize| words[..at].iter().rev().take(3).any(|word| LOCATING.contains(&word.form.as_str()));
    let said = |at: &usize| evidence.heard.literal(&words[*at]).is_some_and(|it| is_here(&it.value.text()));
    speakable.is_grave
        && filled.values.values().filter_map(|value| value.as_text()).any(is_here)
        && (0..words.len()).find(said).is_some_and(is_located)
}

/// Prepositions of place.
const LOCATING: [&str; 7] = ["in", "inside", "em", "na", "no", "nesta", "neste"];

/// Pronouns of a clause, which no name contains.
const PRONOUNS: [&str; 12] = ["i", "me", "you", "he", "she", "we", "us", "they", "him", "eu", "lhe", "ele"];

/// Whether a name of several words is a clause: "delete the files that Bob sent me" names no file "Bob sent me".
/// Existing objects and quoted names may be called anything.
fn is_clause(
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> bool {
    let is_object = |format: Format| {
        matches!(format, Format::File | Format::Folder | Format::Path | Format::Item | Format::Document)
    };
    let names = speakable.parameters.iter().filter_map(|parameter| {
        let format = parameter.format.filter(|format| is_object(*format))?;
        Some((format, filled.values.get(&parameter.name)?.as_text()?))
    });
    names.into_iter().any(|(format, name)| {
        let said = crate::words::words(name);
        let is_literal = evidence.heard.literals.iter().any(|found| {
            found.value.kind().is_name() && evidence.heard.sentence[found.span.clone()].contains(name)
        });
        said.len() > 1
            && !is_literal
            && !has_extension(name)
            && (said.iter().any(|word| PRONOUNS.contains(&word.folded.as_str()))
                || said.iter().all(|word| is_infinitive(&word.folded)))
            && around.lexicon.meant(name, format).is_empty()
    })
}

/// Whether the name of an object is an adverb of manner, and nothing has it: "move it to pictures very slowly".
fn is_manner(
    speakable: &Speakable,
    filled: &Filled,
    evidence: &Evidence<'_>,
    around: &Surroundings<'_>,
) -> bool {
    let ending = if evidence.heard.tongue == Tongue::English { "ly" } else { "mente" };
    speakable.parameters.iter().any(|parameter| {
        let is_path = matches!(parameter.format, Some(Format::File | Format::Folder | Format::Path));
        let name = filled.values.get(&parameter.name).and_then(|value| value.as_text());
        is_path
            && name.is_some_and(|name| {
                let is_word = name.chars().all(char::is_lowercase) && name.len() > ending.len() + 2;
                is_word && name.ends_with(ending) && around.lexicon.meant(name, Format::Path).is_empty()
            })
    })
}

/// Whether a name without an extension, of no existing object and without a noun, may be a file or a folder,
/// while another intent applies to the other kind: "delete budget".
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

/// Returns the clarifying question.
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
        // An irreversible action is not suggested for words that are not understood.
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
        _ if !reading.unexplained.is_empty() => partly_understood(reading),
        _ => suggestion(reader, &speakable.name, tongue),
    }
}

/// Returns the question whether an example of an intent is meant.
pub(super) fn suggestion(reader: &Reader, intent: &str, tongue: Tongue) -> String {
    let start = say(tongue, "Do you mean something like", "Queres dizer algo como");
    format!("{start} {}?", example(reader, intent, tongue))
}

/// Returns an example sentence for an intent, in the user's language.
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
