use std::collections::{HashMap, HashSet};

use lemmascope_intent::Failure;

use super::query::{Findings, Query};
use super::roles::{RoleMatch, play};
use super::target::{How, Target, Way, compile};
use super::wording::{Fit, excess, fit};
use crate::page::{Element, ElementId, Snapshot};
use crate::text::comparable;

/// The grade of a name that begins with the text.
const LEAD: u32 = 4;
/// The grade of a name that contains the text only as part of a word.
const PART: u32 = 10;
/// The grade of an element that matches only by an identifier in the source or by its role.
const CALLED: u32 = 6;

/// A possible match for a target, with its grade: lower is better.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub(super) element: &'a Element,
    pub(super) grade: u32,
    /// The length of its name beyond the text. It only determines the order of equal grades.
    pub(super) excess: usize,
    /// The attribute that matched, if the match is not visible: `id`, `name`, `role`.
    pub(super) attribute: Option<&'static str>,
    /// Whether it is part of an interactive element, so that it can be acted on itself.
    pub(super) is_part: bool,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(element: &'a Element, grade: u32) -> Self {
        Self { element, grade, excess: 0, attribute: None, is_part: false }
    }
}

/// The elements that can match: those of the snapshot, and those that page queries returned.
pub(super) struct Pool<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) findings: &'a Findings,
    listed: HashMap<ElementId, usize>,
    all: Vec<&'a Element>,
}

/// Either a result, or a query that the page has to answer first.
pub(super) enum Answer<T> {
    Known(T),
    Ask(Query),
}

impl<'a> Pool<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, findings: &'a Findings) -> Self {
        let listed: HashMap<ElementId, usize> =
            snapshot.elements.iter().enumerate().map(|(at, element)| (element.id, at)).collect();
        let mut extra: HashMap<ElementId, &Element> = HashMap::new();
        for element in findings.elements().filter(|element| !listed.contains_key(&element.id)) {
            extra.entry(element.id).or_insert(element);
        }
        // Ids are assigned in order of discovery, which approximates document order.
        let mut extra: Vec<&Element> = extra.into_values().collect();
        extra.sort_by_key(|element| element.id);
        let all = snapshot.elements.iter().chain(extra).collect();
        Self { snapshot, findings, listed, all }
    }

    pub(super) fn all(&self) -> &[&'a Element] {
        &self.all
    }

    pub(super) fn get(&self, id: ElementId) -> Option<&'a Element> {
        match self.listed.get(&id) {
            Some(at) => self.snapshot.elements.get(*at),
            None => self.all.iter().find(|element| element.id == id).copied(),
        }
    }

    /// Returns its index in the snapshot.
    pub(super) fn index(&self, element: &Element) -> Option<usize> {
        self.listed.get(&element.id).copied()
    }

    /// Iterates over the listed ancestors of an element, the innermost first.
    pub(super) fn ancestors(&self, element: &Element) -> impl Iterator<Item = usize> {
        let elements = &self.snapshot.elements;
        let mut next = element.parent;
        let mut left = elements.len();
        std::iter::from_fn(move || {
            let here = next.filter(|_| left > 0)?;
            left -= 1;
            next = elements.get(here)?.parent;
            Some(here)
        })
    }

    /// Returns the elements that match all ways of the target.
    pub(super) fn candidates(&self, target: &Target) -> Result<Answer<Vec<Candidate<'a>>>, Failure> {
        // The results of page queries may not be listed, and the other ways have to consider them too.
        for way in &target.ways {
            if let Some(query) = self.question(way) {
                return Ok(Answer::Ask(query));
            }
        }
        let mut agreed: Option<HashMap<ElementId, Candidate<'a>>> = None;
        for way in &target.ways {
            let mut found = self.matches(way)?;
            if let Way::Text { text, how: how @ (How::Contains | How::Exact) } = way
                && found.iter().map(|candidate| candidate.grade).min().is_none_or(|best| best >= LEAD)
            {
                let query = Query::Says(text.clone());
                if self.findings.get(&query).is_none() {
                    return Ok(Answer::Ask(query));
                }
                self.add_text_matches(&mut found, text, *how);
                if *how == How::Contains {
                    self.add_identifier_matches(&mut found, text);
                }
            }
            agreed = Some(match agreed {
                None => found.into_iter().map(|candidate| (candidate.element.id, candidate)).collect(),
                Some(mut before) => {
                    let grades: HashMap<ElementId, u32> =
                        found.iter().map(|candidate| (candidate.element.id, candidate.grade)).collect();
                    before.retain(|id, candidate| match grades.get(id) {
                        Some(grade) => {
                            candidate.grade += grade;
                            true
                        }
                        None => false,
                    });
                    before
                }
            });
        }
        let agreed = agreed.unwrap_or_default();
        Ok(Answer::Known(self.all.iter().filter_map(|element| agreed.get(&element.id).copied()).collect()))
    }

    /// Adds unlisted elements with the text, or elements that are listed for another reason. If listed
    /// elements contain the text only among other words, an element with exactly this text matches: "Reply"
    /// in a box with the text "Reply Forward".
    fn add_text_matches(&self, found: &mut Vec<Candidate<'a>>, text: &str, how: How) {
        let folded = comparable(text);
        let worst = if how == How::Exact { Fit::Exact } else { Fit::Part };
        let known: HashSet<ElementId> = found.iter().map(|candidate| candidate.element.id).collect();
        let said = self.answered(&Query::Says(text.to_string()));
        let said = said.into_iter().filter(|candidate| !known.contains(&candidate.element.id));
        let graded: Vec<Candidate<'a>> = said
            .filter_map(|candidate| {
                let grade = match grade_text(candidate.element, text, &folded, worst) {
                    Some(grade) => grade,
                    // Words that are spread over several places match as a part.
                    None if how == How::Contains && found.is_empty() => PART,
                    None => return None,
                };
                let is_part = grade < LEAD
                    && found.iter().any(|whole| {
                        let (whole, part) = (whole.element, candidate.element);
                        whole.interactive && whole.frame == part.frame && whole.bounds.holds(&part.bounds)
                    });
                Some(Candidate { grade, is_part, ..candidate })
            })
            .collect();
        // If a listed element contains the words, an unlisted text that merely contains them is not meant.
        let is_none = found.is_empty();
        found.extend(graded.into_iter().filter(|candidate| is_none || candidate.grade < LEAD));
    }

    /// Adds elements whose source identifier or role equals the text. This is the last resort, and the result
    /// says so.
    fn add_identifier_matches(&self, found: &mut Vec<Candidate<'a>>, text: &str) {
        let known: HashSet<ElementId> = found.iter().map(|candidate| candidate.element.id).collect();
        let wanted = as_identifier(text);
        let elements = self.all.iter().filter(|element| element.interactive && !known.contains(&element.id));
        let called: Vec<Candidate<'a>> = elements
            .filter_map(|element| {
                let is = |name: &&str| {
                    element.attributes.get(*name).is_some_and(|its| as_identifier(its) == wanted)
                };
                let attribute = ["id", "name", "data-testid"].into_iter().find(is);
                let role = element.role.filter(|role| as_identifier(role) == wanted).map(|_| "role");
                // An icon without a name is identified by its class alone: `fa fa-trash`.
                let of_class = || {
                    let is_nameless = texts(element).next().is_none();
                    let classes = element.attributes.get("class").filter(|_| is_nameless)?;
                    let is = |class: &str| {
                        let class = as_identifier(class);
                        class == wanted || class.split('_').any(|part| part == wanted)
                    };
                    classes.split_whitespace().any(is).then_some("class")
                };
                let attribute = role.or(attribute).or_else(of_class)?;
                Some(Candidate { attribute: Some(attribute), ..Candidate::new(element, CALLED) })
            })
            .collect();
        found.extend(called);
    }

    fn question(&self, way: &Way) -> Option<Query> {
        let query = match way {
            Way::Css(selector) => Query::Css(selector.clone()),
            Way::Xpath(path) => Query::Xpath(path.clone()),
            Way::Id(id) | Way::Number(id) if !self.listed.contains_key(&ElementId(*id)) => Query::Id(*id),
            _ => return None,
        };
        self.findings.get(&query).is_none().then_some(query)
    }

    fn answered(&self, query: &Query) -> Vec<Candidate<'a>> {
        let found = self.findings.get(query).unwrap_or_default();
        let mut seen = HashSet::new();
        found
            .iter()
            .filter(|element| seen.insert(element.id))
            .filter_map(|element| self.get(element.id))
            .map(|element| Candidate::new(element, 0))
            .collect()
    }

    fn matches(&self, way: &Way) -> Result<Vec<Candidate<'a>>, Failure> {
        let graded = |grade: &dyn Fn(&Element) -> Option<u32>| {
            let candidates = self
                .all
                .iter()
                .filter_map(|element| grade(element).map(|grade| Candidate::new(element, grade)));
            candidates.collect()
        };
        Ok(match way {
            Way::Id(id) | Way::Number(id) => match self.listed.get(&ElementId(*id)) {
                Some(_) => graded(&|element| (element.id.0 == *id).then_some(0)),
                None => self.answered(&Query::Id(*id)),
            },
            Way::Pattern { name, part } => self.of_pattern(name, part.as_deref()),
            Way::Role(role) => graded(&|element| play(element, role).map(grade_role)),
            Way::Text { text, how: How::Contains } => {
                let folded = comparable(text);
                let found: Vec<Candidate<'a>> =
                    graded(&|element| grade_text(element, text, &folded, Fit::Part));
                let nearest = |one: Candidate<'a>| Candidate {
                    excess: texts(one.element).map(|(text, _)| excess(text, &folded)).min().unwrap_or(0),
                    ..one
                };
                found.into_iter().map(nearest).collect()
            }
            Way::Text { text, how: How::Exact } => {
                let folded = comparable(text);
                graded(&|element| grade_text(element, text, &folded, Fit::Exact))
            }
            Way::Text { text, how: How::Regex } => {
                let regex = compile(text)?;
                graded(&|element| texts(element).any(|(text, _)| regex.is_match(text)).then_some(0))
            }
            Way::TextContains(wanted) => {
                let wanted: Vec<(&String, String)> =
                    wanted.iter().map(|text| (text, comparable(text))).collect();
                graded(&|element| {
                    let grades = wanted
                        .iter()
                        .filter_map(|(text, folded)| grade_text(element, text, folded, Fit::Part));
                    grades.min()
                })
            }
            Way::Name(name) => {
                let folded = comparable(name);
                graded(&|element| grade_whole_text(&element.name, name, &folded))
            }
            Way::Label(label) => {
                let folded = comparable(label);
                graded(&|element| {
                    let own = grade_whole_text(&element.label, label, &folded);
                    own.or_else(|| grade_whole_text(&element.name, label, &folded).map(|grade| grade + 1))
                })
            }
            Way::Frame(wanted) => {
                let frames = &self.snapshot.frames;
                graded(&|element| {
                    let frame = frames.get(element.frame)?;
                    (frame.name == *wanted || frame.url.contains(wanted.as_str())).then_some(0)
                })
            }
            Way::Css(selector) => self.answered(&Query::Css(selector.clone())),
            Way::Xpath(path) => self.answered(&Query::Xpath(path.clone())),
        })
    }

    fn of_pattern(&self, name: &str, part: Option<&str>) -> Vec<Candidate<'a>> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        // Patterns and the elements of their parts are sorted, the best first.
        for pattern in self.snapshot.patterns.iter().filter(|pattern| pattern.name == name) {
            let wanted = pattern.parts.iter().filter(|(its, _)| part.is_none_or(|part| part == its));
            let ids: Vec<ElementId> = match part {
                Some(_) => wanted.flat_map(|(_, ids)| ids.iter().copied()).collect(),
                // A pattern without a part refers to the elements of its first part.
                None => wanted.filter_map(|(_, ids)| ids.first().copied()).collect(),
            };
            for id in ids {
                if let Some(element) = self.get(id).filter(|element| seen.insert(element.id)) {
                    let grade = u32::try_from(found.len()).unwrap_or(u32::MAX).min(64);
                    found.push(Candidate::new(element, grade));
                }
            }
        }
        found
    }
}

/// Converts a text to the form of source identifiers: `Coupon code` matches `coupon-code` and `coupon_code`.
fn as_identifier(text: &str) -> String {
    comparable(text).replace([' ', '-'], "_")
}

/// Returns the texts that identify an element, each with a flag whether it is its name.
pub(super) fn texts(element: &Element) -> impl Iterator<Item = (&str, bool)> {
    let attribute = |name: &str| element.attributes.get(name).map(String::as_str).unwrap_or_default();
    [
        (element.name.as_str(), true),
        (element.label.as_str(), true),
        (element.placeholder.as_str(), false),
        (element.text.as_str(), false),
        (attribute("title"), false),
        (attribute("alt"), false),
        (attribute("aria-label"), false),
    ]
    .into_iter()
    .filter(|(text, _)| !text.is_empty())
}

fn grade_text(element: &Element, wanted: &str, folded: &str, worst: Fit) -> Option<u32> {
    texts(element)
        .filter_map(|(text, is_name)| {
            let fit = fit(text, wanted, folded).filter(|fit| *fit <= worst)?;
            let grade = match fit {
                Fit::Exact => 0,
                Fit::Folded => 2,
                Fit::Counted => 3,
                Fit::Lead => LEAD,
                Fit::Words => 6,
                Fit::Part => PART,
            };
            Some(grade + u32::from(!is_name))
        })
        .min()
}

/// Grades a text that has to match as a whole.
fn grade_whole_text(text: &str, wanted: &str, folded: &str) -> Option<u32> {
    match fit(text, wanted, folded)? {
        Fit::Exact => Some(0),
        Fit::Folded => Some(2),
        Fit::Counted | Fit::Lead | Fit::Words | Fit::Part => None,
    }
}

fn grade_role(play: RoleMatch) -> u32 {
    match play {
        RoleMatch::Itself => 0,
        RoleMatch::Family => 2,
        RoleMatch::Kind => 6,
        RoleMatch::Told => 10,
    }
}
