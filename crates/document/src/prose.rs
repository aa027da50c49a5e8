//! Extracts the sentences of a document: its prose, without tables, captions, references etc.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::citations;
use crate::noise::is_noise;
use crate::section::Role;
use crate::sentences::{ends_sentence, split};
use crate::tweet::shortened;
use crate::words::{count, is_unspaced, terms};
use crate::{Block, Document, Kind};

/// The sentences of a document.
pub(crate) struct Prose {
    pub(crate) units: Vec<Unit>,
    /// The number of omitted sentences that are noise.
    pub(crate) noise: usize,
    /// The terms of its title.
    pub(crate) title: Vec<u32>,
    /// The number of distinct terms.
    pub(crate) terms: usize,
    /// The language code.
    pub(crate) language: String,
}

/// A sentence with its position.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) text: String,
    /// Its 1-based pages.
    pub(crate) pages: Vec<usize>,
    /// The 0-based index of its section.
    pub(crate) section: usize,
    pub(crate) role: Role,
    /// The terms of the heading above it.
    pub(crate) heading: Rc<[u32]>,
    /// Whether it starts its paragraph.
    pub(crate) first: bool,
    /// Whether it is its whole paragraph.
    alone: bool,
    /// Whether it ends with a sentence terminator.
    ends: bool,
    /// Whether it is a list item.
    pub(crate) item: bool,
    /// The IDs of its terms, which may repeat.
    pub(crate) terms: Vec<u32>,
    pub(crate) words: usize,
    /// The number of words in its section.
    pub(crate) section_words: usize,
}

impl Unit {
    /// Returns the sentence for a summary; a very long one is truncated with an ellipsis.
    pub(crate) fn told(&self) -> String {
        if self.words > LONGEST { shortened(&self.text) } else { self.text.clone() }
    }

    /// Whether it is an isolated line that may be a heading.
    fn is_line(&self) -> bool {
        self.alone
            && !self.item
            && self.words < 9
            && self.text.chars().any(|letter| letter.is_lowercase() || letter.is_uppercase())
    }

    /// Returns the number of words that it takes in a summary.
    pub(crate) fn cost(&self) -> usize {
        if self.words > LONGEST { 45 } else { self.words }
    }
}

/// The maximum number of words of a sentence that is not truncated.
const LONGEST: usize = 100;

/// The maximum number of sentences, ten times that of the longest books.
const MOST: usize = 200_000;

/// Returns the sentences of a document, in order.
pub(crate) fn prose(document: &Document) -> Prose {
    let found = gathered(document, |kind, _| matches!(kind, Kind::Paragraph | Kind::Item));
    if !found.units.is_empty() {
        return found;
    }
    // A short note contains no paragraphs, but still has content.
    gathered(document, |kind, text| match kind {
        Kind::Paragraph | Kind::Item | Kind::Title | Kind::Heading(_) => true,
        Kind::Verbatim => is_plain(text),
        Kind::Row | Kind::Caption | Kind::Note | Kind::Reference | Kind::Author => false,
    })
}

/// Whether a text consists of words, whatever its layout.
fn is_plain(text: &str) -> bool {
    let inked = text.chars().filter(|letter| !letter.is_whitespace()).count();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let signs = text.chars().filter(|letter| "{}[]<>=;|\\$#@_^~*+&∑∫≤≥∈→".contains(*letter)).count();
    letters >= 3 && letters * 2 >= inked && signs * 12 <= inked
}

fn gathered(document: &Document, says: impl Fn(Kind, &str) -> bool) -> Prose {
    let mut gathering = ProseCollector::new(document);
    for (number, page) in (1..).zip(&document.pages) {
        for block in &page.blocks {
            match says(block.kind, &block.text) {
                true => gathering.take(block, number),
                false => gathering.pass(block),
            }
        }
    }
    gathering.flush_run();
    let mut units = gathering.units;
    // A document that consists of references only is better summarized by them than not at all.
    if units.iter().any(|unit| unit.role != Role::Apparatus) {
        units.retain(|unit| unit.role != Role::Apparatus);
    }
    // An isolated line without terminator is an undetected heading; but a note may contain nothing else.
    if units.iter().any(|unit| unit.ends) {
        units.retain(|unit| unit.ends || !unit.is_line());
    }
    // Repeated sentences add nothing: a notice on every page, a phrase in every list item.
    let mut said = HashSet::new();
    units.retain(|unit| said.insert(unit.text.clone()));
    for section in units.chunk_by_mut(|one, other| one.section == other.section) {
        let words = section.iter().map(|unit| unit.words).sum();
        section.iter_mut().for_each(|unit| unit.section_words = words);
    }
    Prose {
        units,
        noise: gathering.noise,
        title: gathering.title,
        terms: gathering.numbers.len(),
        language: document.language.clone(),
    }
}

/// A paragraph that is being joined, possibly from several pages.
#[derive(Default)]
struct Run {
    text: String,
    /// The offsets at which pages start.
    pages: Vec<(usize, usize)>,
    item: bool,
}

struct ProseCollector<'a> {
    language: &'a str,
    numbers: HashMap<String, u32>,
    title: Vec<u32>,
    units: Vec<Unit>,
    run: Run,
    /// Whether the run continues in the next block of prose.
    open: bool,
    section: usize,
    role: Role,
    /// The level of the heading that determined the role, which also applies to its subsections.
    level: u8,
    heading: Rc<[u32]>,
    /// The number of sentences that are noise.
    noise: usize,
    /// Every n-th sentence is kept; `stride` is n, and `seen` counts all sentences.
    stride: usize,
    seen: usize,
}

impl<'a> ProseCollector<'a> {
    fn new(document: &'a Document) -> Self {
        let mut new = Self {
            language: &document.language,
            numbers: HashMap::new(),
            title: Vec::new(),
            units: Vec::new(),
            run: Run::default(),
            open: false,
            section: 0,
            role: Role::Opening,
            level: u8::MAX,
            heading: Rc::from([]),
            noise: 0,
            stride: 1,
            seen: 0,
        };
        if let Some(title) = &document.title {
            new.title = new.named(title);
        }
        new
    }

    /// Adds a block of prose.
    fn take(&mut self, block: &Block, page: usize) {
        if !self.open {
            self.flush_run();
            self.run.item = block.kind == Kind::Item;
        }
        if !self.run.text.is_empty() && !is_joined(&self.run.text, &block.text) {
            self.run.text.push(' ');
        }
        self.run.pages.push((self.run.text.len(), page));
        self.run.text.push_str(&block.text);
        self.open = block.continues;
    }

    /// Processes any other block: a heading, or an insertion that does not end the paragraph.
    fn pass(&mut self, block: &Block) {
        match block.kind {
            Kind::Heading(level) => {
                self.flush_run();
                self.enter(level, &block.text);
            }
            Kind::Title => {
                self.flush_run();
                if self.title.is_empty() {
                    self.title = self.named(&block.text);
                }
            }
            _ => {}
        }
    }

    fn enter(&mut self, level: u8, heading: &str) {
        self.section += 1;
        self.heading = Rc::from(self.named(heading));
        match Role::named(heading) {
            Some(role) => (self.role, self.level) = (role, level),
            None if level > self.level => {}
            None => (self.role, self.level) = (Role::Body, u8::MAX),
        }
    }

    fn flush_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        self.open = false;
        if run.text.is_empty() {
            return;
        }
        let (role, text) = match Role::prefixed(&run.text) {
            Some((role, rest)) => (role, rest),
            None => (self.role, run.text.as_str()),
        };
        // The marker of a list item means nothing outside its list.
        let text = text.trim_start_matches(|it: char| it.is_whitespace() || "•‣▪■●○◦∙·".contains(it));
        let shift = run.text.len() - text.len();
        let mut first = true;
        let mut role = role;
        let ranges = split(text);
        let alone = ranges.len() == 1;
        for range in ranges {
            let (begin, sentence) = (range.start, &text[range.clone()]);
            // A heading that is joined to its text is not part of the sentence.
            let (range, sentence) = match Role::glued(sentence) {
                Some((named, rest)) => {
                    role = named;
                    (begin + (sentence.len() - rest.len())..range.end, rest)
                }
                None => (range, sentence),
            };
            if is_noise(sentence) {
                self.noise += 1;
                continue;
            }
            self.seen += 1;
            if !self.seen.is_multiple_of(self.stride) {
                continue;
            }
            if self.units.len() >= MOST {
                self.thin();
            }
            let begin = range.start + shift;
            let pages = pages(&run.pages, begin, range.end + shift);
            let said = citations::dropped(&text[range]);
            let numbers = self.numbered(&said);
            let ends = ends_sentence(&said);
            self.units.push(Unit {
                words: count(&said),
                section_words: 0,
                text: said,
                pages,
                section: self.section,
                role,
                heading: self.heading.clone(),
                alone,
                ends,
                first,
                item: run.item,
                terms: numbers,
            });
            first = false;
        }
    }

    /// Drops every second sentence, so that the remaining ones still cover the whole document.
    fn thin(&mut self) {
        let mut at = 0_usize;
        self.units.retain(|_| {
            at += 1;
            at.is_multiple_of(2)
        });
        self.stride *= 2;
    }

    /// Returns the terms of a title or heading; a long one is truncated.
    fn named(&mut self, text: &str) -> Vec<u32> {
        let mut terms = self.numbered(text);
        terms.truncate(40);
        terms
    }

    fn numbered(&mut self, text: &str) -> Vec<u32> {
        let found = terms(text, self.language);
        let mut numbers = Vec::with_capacity(found.len());
        for term in found {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            numbers.push(*self.numbers.entry(term).or_insert(next));
        }
        numbers
    }
}

/// Whether two parts of a paragraph are joined without a space, because the script has none.
fn is_joined(before: &str, after: &str) -> bool {
    before.chars().next_back().is_some_and(is_unspaced) && after.chars().next().is_some_and(is_unspaced)
}

/// Returns the pages of the text from `begin` to `end`.
fn pages(starts: &[(usize, usize)], begin: usize, end: usize) -> Vec<usize> {
    let first = starts.partition_point(|(start, _)| *start <= begin).saturating_sub(1);
    let mut pages: Vec<usize> =
        starts.iter().skip(first).take_while(|(start, _)| *start < end).map(|(_, page)| *page).collect();
    pages.dedup();
    pages
}
