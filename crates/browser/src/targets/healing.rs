use super::candidates::{Pool, texts};
use super::roles::{RoleMatch, alike, play};
use super::rules::Rules;
use super::target::{Target, Way};
use super::wording::similarity;
use crate::observation::line;
use crate::page::Element;

/// The minimum score of a healed element. The test `heal_rate` measures the effect of the thresholds and
/// weights.
const THRESHOLD: f64 = 0.68;
/// The minimum lead over the second-best element.
const LEAD: f64 = 0.06;
/// The lower threshold for an element with nearly the same name and role and a larger lead.
const CLEAR_THRESHOLD: f64 = 0.5;
const CLEAR_LEAD: f64 = 0.15;
const SAME_NAME: f64 = 0.75;
/// The name similarity below which the name counts as different, so that only other identifying signals
/// count.
const OTHER_NAME: f64 = 0.45;
/// The name similarity from which the name counts as the same. In between, "Save changes" may be the former
/// "Save", but "Save draft" may not: then position and source identifiers have to support the match by at
/// least `SUPPORT`.
const OWN_NAME: f64 = 0.9;
const SUPPORT: f64 = 0.4;

/// The weights of the signals.
mod weight {
    pub(super) const NAME: f64 = 3.0;
    pub(super) const ROLE: f64 = 2.0;
    pub(super) const PATTERN: f64 = 1.5;
    pub(super) const SELECTOR: f64 = 1.0;
    pub(super) const KIND: f64 = 1.0;
    pub(super) const LABEL: f64 = 1.0;
    pub(super) const PLACEHOLDER: f64 = 0.7;
    pub(super) const REGION: f64 = 0.7;
    pub(super) const NEIGHBOURS: f64 = 1.5;
    pub(super) const FRAME: f64 = 0.7;
    pub(super) const ATTRIBUTE: f64 = 0.5;
}

/// The element that most likely is the intended one, although the target's ways no longer match.
pub(super) struct Healing<'a> {
    pub(super) element: &'a Element,
    /// The note for the user: `healed: css("#old") → [7] button "Save" (0.86)`.
    pub(super) note: String,
}

/// Returns the element with the highest combined score of all signals, if it has a clear lead. A target with
/// a single signal cannot be healed.
pub(super) fn heal<'a>(target: &Target, pool: &Pool<'a>, rules: &Rules<'_>) -> Option<Healing<'a>> {
    let expected = Expected::of(target);
    if expected.count() < 2 {
        return None;
    }
    let mut best: Option<(f64, &Element)> = None;
    let mut second = 0.0_f64;
    for element in pool.all().iter().copied() {
        let possible = (rules.hidden || element.visibility.is_visible()) && rules.suits(element);
        if !possible || expected.kind.is_some_and(|kind| !alike(kind, element.kind)) {
            continue;
        }
        let score = expected.score(element, pool);
        match best {
            Some((before, _)) if score <= before => second = second.max(score),
            before => {
                second = second.max(before.map_or(0.0, |(score, _)| score));
                best = Some((score, element));
            }
        }
    }
    let (score, element) = best?;
    let lead = score - second;
    let is_sure = score >= THRESHOLD && lead >= LEAD;
    let is_clear = score >= CLEAR_THRESHOLD && lead >= CLEAR_LEAD && expected.is_same_by_name(element);
    if !is_sure && !is_clear {
        return None;
    }
    let note = format!("healed: {target} → {} ({score:.2})", line(element, pool.snapshot));
    Some(Healing { element, note })
}

/// The expected properties of an element.
struct Expected<'a> {
    names: Vec<&'a str>,
    role: Option<&'a str>,
    pattern: Option<(&'a str, Option<&'a str>)>,
    /// The id, class names, tag and attributes in the last part of a selector.
    selector: Vec<Token>,
    kind: Option<&'a str>,
    label: Option<&'a str>,
    frame: Option<&'a str>,
    target: &'a Target,
}

impl<'a> Expected<'a> {
    fn of(target: &'a Target) -> Self {
        let mut expected = Self {
            names: Vec::new(),
            role: None,
            pattern: None,
            selector: Vec::new(),
            kind: target.signals.kind.as_deref(),
            label: None,
            frame: None,
            target,
        };
        for way in &target.ways {
            match way {
                Way::Text { text, .. } | Way::Name(text) => expected.names.push(text),
                Way::Label(label) => expected.label = Some(label),
                Way::Frame(frame) => expected.frame = Some(frame),
                Way::TextContains(texts) => expected.names.extend(texts.iter().map(String::as_str).take(20)),
                Way::Role(role) => expected.role = Some(role),
                Way::Pattern { name, part } => expected.pattern = Some((name, part.as_deref())),
                Way::Css(selector) => expected.selector = tokens(selector),
                Way::Id(_) | Way::Number(_) | Way::Xpath(_) => {}
            }
        }
        expected
    }

    /// The number of different known signals.
    fn count(&self) -> usize {
        let signals = &self.target.signals;
        [
            !self.names.is_empty(),
            self.role.is_some(),
            self.pattern.is_some(),
            !self.selector.is_empty(),
            self.label.is_some() || signals.placeholder.is_some(),
            signals.region.is_some() || !signals.before.is_empty() || !signals.after.is_empty(),
            !signals.attributes.is_empty(),
        ]
        .into_iter()
        .filter(|known| *known)
        .count()
    }

    /// Whether the element has nearly the same name and the same role.
    fn is_same_by_name(&self, element: &Element) -> bool {
        let name = self.names.iter().map(|wanted| likeness(element, wanted)).fold(0.0, f64::max);
        let role = self.role.is_some_and(|role| play(element, role).is_some());
        name >= SAME_NAME && role && self.kind.is_none_or(|kind| kind == element.kind)
    }

    /// Returns the share of the expected properties that the element has, from 0 to 1.
    fn score(&self, element: &Element, pool: &Pool<'_>) -> f64 {
        let signals = &self.target.signals;
        let mut tally = Tally::default();
        let mut around = Tally::default();
        let mut name = 1.0;
        if !self.names.is_empty() {
            name = self.names.iter().map(|wanted| likeness(element, wanted)).fold(0.0, f64::max);
            tally.add(weight::NAME, name);
        }
        if let Some(role) = self.role {
            let fit = match play(element, role) {
                Some(RoleMatch::Itself) => 1.0,
                Some(RoleMatch::Family) => 0.9,
                Some(RoleMatch::Kind) => 0.8,
                Some(RoleMatch::Told) => 0.6,
                None => 0.0,
            };
            tally.add(weight::ROLE, fit);
        }
        if let Some(kind) = self.kind {
            tally.add(weight::KIND, if element.kind == kind { 1.0 } else { 0.5 });
        }
        if let Some((pattern, part)) = self.pattern {
            around.add(weight::PATTERN, score_pattern_part(element, pattern, part, pool));
        }
        if !self.selector.is_empty() {
            let met = self.selector.iter().filter(|token| token.matches_element(element)).count();
            around.add(weight::SELECTOR, met as f64 / self.selector.len() as f64);
        }
        if let Some(label) = self.label {
            around
                .add(weight::LABEL, similarity(&element.label, label).max(similarity(&element.name, label)));
        }
        if let Some(placeholder) = &signals.placeholder {
            around.add(weight::PLACEHOLDER, similarity(&element.placeholder, placeholder));
        }
        if let Some(region) = &signals.region {
            let regions = pool.snapshot.around(element.region).filter(|region| !region.name.is_empty());
            around.add(weight::REGION, regions.map(|it| similarity(&it.name, region)).fold(0.0, f64::max));
        }
        if !signals.before.is_empty() || !signals.after.is_empty() {
            let (before, after) = neighbours(element, pool);
            let (some, met) = beside(&signals.before, &before);
            let (more, also) = beside(&signals.after, &after);
            around.add(weight::NEIGHBOURS, (met + also) / (some + more));
        }
        let frame = pool.snapshot.frames.get(element.frame).filter(|_| element.frame > 0);
        match (self.frame, frame) {
            (Some(wanted), Some(frame)) => {
                let same = frame.name == wanted || frame.url.contains(wanted);
                around.add(weight::FRAME, if same { 1.0 } else { similarity(&frame.url, wanted) });
            }
            (None, None) => {}
            (Some(_), None) | (None, Some(_)) => around.add(weight::FRAME, 0.0),
        }
        let mut identified = false;
        for (attribute, wanted) in &signals.attributes {
            let its = element.attributes.get(attribute).map(String::as_str).unwrap_or_default();
            let same = match attribute.as_str() {
                "class" => shared_classes(its, wanted),
                _ if its == wanted => 1.0,
                _ if its.is_empty() => 0.0,
                // A similar generated identifier means little; a similar real name means something.
                _ => similarity(its, wanted) / 2.0,
            };
            identified |= same == 1.0 && matches!(attribute.as_str(), "id" | "name" | "data-testid" | "href");
            around.add(weight::ATTRIBUTE, same);
        }
        let is_another = name < OTHER_NAME && !identified;
        let is_unsupported = name < OWN_NAME && around.of > 0.0 && around.mean() < SUPPORT;
        let score = tally.with(&around).mean();
        if is_another || is_unsupported { score.min(CLEAR_THRESHOLD - 0.01) } else { score }
    }
}

#[derive(Default)]
struct Tally {
    of: f64,
    sum: f64,
}

impl Tally {
    fn add(&mut self, weight: f64, fit: f64) {
        self.of += weight;
        self.sum += weight * fit;
    }

    fn with(&self, other: &Self) -> Self {
        Self { of: self.of + other.of, sum: self.sum + other.sum }
    }

    fn mean(&self) -> f64 {
        if self.of > 0.0 { self.sum / self.of } else { 0.0 }
    }
}

fn likeness(element: &Element, wanted: &str) -> f64 {
    texts(element).map(|(text, _)| similarity(text, wanted)).fold(0.0, f64::max)
}

fn score_pattern_part(element: &Element, pattern: &str, part: Option<&str>, pool: &Pool<'_>) -> f64 {
    let plays = pool.snapshot.patterns.iter().filter(|it| it.name == pattern).any(|it| {
        it.parts.iter().any(|(its, ids)| part.is_none_or(|part| part == its) && ids.contains(&element.id))
    });
    match part {
        _ if plays => 1.0,
        // The pattern was not recognized this time, but the element has the role of the part.
        Some(part) if element.role == Some(part) => 0.7,
        _ => 0.0,
    }
}

/// Returns the weight of the expected neighbors on one side, and the weight of those that are present; closer
/// ones weigh more.
fn beside(expected: &[String], names: &[&str]) -> (f64, f64) {
    let mut share = 2.0;
    let (mut of, mut met) = (0.0, 0.0);
    for (at, wanted) in expected.iter().enumerate() {
        of += share;
        met += share * names.get(at).map_or(0.0, |name| similarity(name, wanted));
        share /= 2.0;
    }
    (of, met)
}

/// Returns the names of the two listed elements before and the two after it, the nearest first.
pub(super) fn neighbours<'a>(element: &Element, pool: &Pool<'a>) -> (Vec<&'a str>, Vec<&'a str>) {
    let elements = &pool.snapshot.elements;
    let Some(at) = pool.index(element) else { return (Vec::new(), Vec::new()) };
    let named = |element: &'a Element| {
        let name = if element.name.is_empty() { &element.text } else { &element.name };
        (element.visibility.is_visible() && !name.trim().is_empty()).then_some(name.as_str())
    };
    let before = elements.iter().take(at).rev().filter_map(named).take(2).collect();
    let after = elements.iter().skip(at + 1).filter_map(named).take(2).collect();
    (before, after)
}

fn shared_classes(a: &str, b: &str) -> f64 {
    let classes = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (a, b) = (classes(a), classes(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let shared = a.iter().filter(|class| b.contains(class)).count();
    2.0 * shared as f64 / (a.len() + b.len()) as f64
}

/// A simple selector for the target element.
#[derive(Debug, PartialEq)]
enum Token {
    Tag(String),
    Id(String),
    Class(String),
    Attribute(String, String),
}

impl Token {
    fn matches_element(&self, element: &Element) -> bool {
        let attribute = |name: &str| element.attributes.get(name).map(String::as_str).unwrap_or_default();
        match self {
            Self::Tag(tag) => element.tag == *tag,
            Self::Id(id) => attribute("id") == id,
            Self::Class(class) => attribute("class").split_whitespace().any(|it| it == class),
            Self::Attribute(name, value) => attribute(name) == value,
        }
    }
}

/// Parses the last part of a selector, as far as possible without the page.
fn tokens(selector: &str) -> Vec<Token> {
    let mut last = String::new();
    let mut bracket = 0_usize;
    for c in selector.chars().take(500) {
        match c {
            '[' | '(' => bracket += 1,
            ']' | ')' => bracket = bracket.saturating_sub(1),
            ' ' | '>' | '+' | '~' | ',' if bracket == 0 => {
                last.clear();
                continue;
            }
            _ => {}
        }
        last.push(c);
    }
    let mut tokens = Vec::new();
    let mut rest = last.as_str();
    while let Some(first) = rest.chars().next() {
        let body = rest.get(first.len_utf8()..).unwrap_or_default();
        let word = |text: &str| -> String {
            text.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
        };
        match first {
            '#' | '.' | ':' => {
                let name = word(body);
                rest = body.get(name.len()..).unwrap_or_default();
                match first {
                    '#' => tokens.push(Token::Id(name)),
                    '.' => tokens.push(Token::Class(name)),
                    // The arguments of a pseudo-class do not describe the element itself.
                    _ if rest.starts_with('(') => rest = rest.split_once(')').map_or("", |(_, after)| after),
                    _ => {}
                }
            }
            '[' => {
                let (inside, after) = body.split_once(']').unwrap_or((body, ""));
                rest = after;
                if let Some((name, value)) = inside.split_once('=') {
                    let value = value.trim().trim_matches(|c| c == '"' || c == '\'');
                    tokens.push(Token::Attribute(
                        name.trim_end_matches(['^', '$', '*', '~', '|']).into(),
                        value.into(),
                    ));
                }
            }
            c if c.is_alphabetic() => {
                let name = word(rest);
                rest = rest.get(name.len()..).unwrap_or_default();
                tokens.push(Token::Tag(name.to_lowercase()));
            }
            _ => rest = body,
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_tokens_of_last_compound_selector() {
        assert_eq!(
            tokens(r#"form > div:nth-of-type(2) button#save.big[data-testid="go now"]:not(.x)"#),
            [
                Token::Tag("button".into()),
                Token::Id("save".into()),
                Token::Class("big".into()),
                Token::Attribute("data-testid".into(), "go now".into())
            ]
        );
        assert!(tokens("[[[:::...###").len() < 20);
    }
}
