//! Classifies groups of consecutive non-blank lines.

use std::collections::HashSet;

use super::heading;
use super::line::Line;
use crate::flow::Flow;
use crate::{Fault, Kind};

/// The number of lines that provide the vocabulary.
const SAMPLE: usize = 100_000;

/// The layout of the whole text.
pub(super) struct Setting {
    /// Whether each paragraph is a single long line.
    unwrapped: bool,
    /// Whether most lines are quoted, so that the quotation is the text.
    quoted: bool,
    /// Words inside lines, which show whether a hyphen at the end of a line belongs to the word.
    words: HashSet<String>,
}

impl Setting {
    pub(super) fn of(pages: &[Vec<Line<'_>>]) -> Self {
        let (mut lines, mut long, mut quoted, mut divided) = (0, 0, 0, false);
        for line in pages.iter().flatten().filter(|line| !line.is_blank()) {
            lines += 1;
            long += usize::from(line.length() > 120);
            quoted += usize::from(line.quoted > 0);
            divided |= line.text.ends_with('-');
        }
        let mut words = HashSet::new();
        if divided {
            for line in pages.iter().flatten().take(SAMPLE) {
                words.extend(line.text.split_whitespace().map(bare).filter(|word| word.len() > 3));
            }
        }
        Self { unwrapped: long * 4 > lines, quoted: quoted * 2 > lines, words }
    }
}

/// Appends non-blank lines to the flow. `opening` is true at the start of the document.
pub(super) fn put(
    flow: &mut Flow,
    mut lines: &[Line<'_>],
    setting: &Setting,
    mut opening: bool,
    indented_after: bool,
) -> Result<(), Fault> {
    // Underlined headings, directly above their text.
    while let [line, rule, rest @ ..] = lines
        && !rest.is_empty()
        && let Some(level) = heading::level(&[*line, *rule], false)
    {
        flow.put(if opening { Kind::Title } else { Kind::Heading(level) }, line.text)?;
        (lines, opening) = (rest, false);
    }
    if let Some(level) = heading::level(lines, indented_after && lines.iter().all(|line| line.indent == 0)) {
        let kind = if opening { Kind::Title } else { Kind::Heading(level) };
        return flow.put(kind, lines.first().map_or("", |line| line.text));
    }
    if is_table(lines) {
        for line in lines.iter().filter(|line| !line.is_horizontal_rule()) {
            flow.append_row(&cells(line.text))?;
        }
        return Ok(());
    }
    if is_code(lines) {
        let text: Vec<&str> = lines.iter().map(|line| line.text).collect();
        return flow.put(Kind::Verbatim, &text.join(" "));
    }
    let margin = lines.iter().map(|line| line.indent).min().unwrap_or(0);
    let mut gathered = Gathered { kind: Kind::Paragraph, text: String::new() };
    let mut before: Option<&Line<'_>> = None;
    for line in lines.iter().filter(|line| !line.is_horizontal_rule()) {
        let quoted = line.quoted > 0 && !setting.quoted;
        let item = line.item();
        let begins = before.is_none_or(|before| {
            let first_in =
                line.indent > margin && before.indent == margin && gathered.kind == Kind::Paragraph;
            item.is_some() || setting.unwrapped || first_in || (line.quoted > 0) != (before.quoted > 0)
        });
        if begins {
            gathered.end(flow)?;
            gathered.kind = match item {
                _ if quoted => Kind::Note,
                Some(_) => Kind::Item,
                None => Kind::Paragraph,
            };
        }
        gathered.add(item.unwrap_or(line.text), setting);
        before = Some(line);
    }
    gathered.end(flow)
}

/// A block that is being joined from lines.
struct Gathered {
    kind: Kind,
    text: String,
}

impl Gathered {
    fn add(&mut self, line: &str, setting: &Setting) {
        if let Some(stem) = self.text.strip_suffix('-')
            && stem.ends_with(char::is_alphabetic)
            && line.starts_with(char::is_lowercase)
        {
            let stem = stem.rsplit(char::is_whitespace).next().unwrap_or("");
            let rest = line.split(char::is_whitespace).next().unwrap_or("");
            if setting.words.contains(&bare(&format!("{stem}{rest}"))) {
                self.text.pop();
            }
        } else if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(line);
    }

    fn end(&mut self, flow: &mut Flow) -> Result<(), Fault> {
        let text = std::mem::take(&mut self.text);
        flow.put(self.kind, &text)
    }
}

fn bare(word: &str) -> String {
    word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_lowercase()
}

fn is_table(lines: &[Line<'_>]) -> bool {
    let said = lines.iter().filter(|line| !line.is_horizontal_rule());
    let rows = said.clone().filter(|line| line.gaps() > 0 || line.text.matches('|').count() > 1).count();
    rows >= 2 && rows * 3 >= said.count() * 2
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim_matches('|').replace("   ", "\t").replace('|', "\t");
    line.split('\t').map(|cell| cell.trim().to_string()).filter(|cell| !cell.is_empty()).collect()
}

/// Whether lines are code: symbols are more frequent than in prose.
fn is_code(lines: &[Line<'_>]) -> bool {
    let (mut signs, mut letters) = (0_usize, 0_usize);
    for letter in lines.iter().flat_map(|line| line.text.chars()).take(20_000) {
        letters += usize::from(!letter.is_whitespace());
        signs += usize::from(
            "{}[]<>=;|\\/$#@_^~*+&%".contains(letter) || (letter.is_numeric() && letter != '\u{2019}'),
        );
    }
    let indented = lines.iter().all(|line| line.indent >= 4);
    signs * 5 > letters || (indented && lines.len() > 1 && signs * 12 > letters)
}
