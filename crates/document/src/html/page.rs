//! Collects the text of a page from its tags.

use super::element::{Attributes, is_excluded_element, is_inline, is_main, is_never_rendered, is_void};
use crate::flow::{BREAK, Flow, tidy};
use crate::{Fault, Kind};

/// The maximum number of open elements; deeper ones are ignored.
const DEEPEST: usize = 512;

#[derive(Default)]
pub(super) struct Page {
    open: Vec<Open>,
    /// Whether everything but scripts and styles is read.
    lenient: bool,
    /// The numbers of open elements that hide their content, contain the main text, or are links.
    hidden: usize,
    main: usize,
    links: usize,
    text: String,
    /// The amount of text inside links.
    linked: usize,
    tables: Vec<Table>,
    title: String,
    found: Vec<Found>,
}

struct Open {
    name: String,
    hides: bool,
    main: bool,
}

#[derive(Default)]
struct Table {
    cells: Vec<String>,
}

struct Found {
    main: bool,
    said: Said,
}

enum Said {
    Block(Kind, String),
    Row(Vec<String>),
}

impl Page {
    pub(super) fn new(lenient: bool) -> Self {
        Self { lenient, ..Self::default() }
    }

    /// Whether no text was found.
    pub(super) fn is_empty(&mut self) -> bool {
        self.finish();
        self.found.is_empty()
    }

    pub(super) fn begin(&mut self, name: &str, attributes: &Attributes<'_>) {
        if !is_inline(name) {
            self.flush();
        }
        match name {
            "br" => self.text.push(BREAK),
            // The body ends any elements that the head left open.
            "body" => self.close_head(),
            _ => {}
        }
        if is_void(name) {
            return;
        }
        if matches!(name, "p" | "li" | "dt" | "dd" | "td" | "th" | "tr" | "option") {
            self.close_implied_end_tags(name);
        }
        if name == "table" {
            self.tables.push(Table::default());
        }
        if self.open.len() >= DEEPEST {
            return;
        }
        let hides =
            if self.lenient { is_never_rendered(name) } else { is_excluded_element(name, attributes) };
        let main = is_main(name, attributes);
        self.hidden += usize::from(hides);
        self.main += usize::from(main);
        self.links += usize::from(name == "a");
        self.open.push(Open { name: name.into(), hides, main });
    }

    pub(super) fn end(&mut self, name: &str) {
        if !is_inline(name) {
            self.flush();
        }
        // A stray `</p>` or `</br>` is a break; other stray end tags are ignored.
        let Some(at) = self.open.iter().rposition(|open| open.name == name) else { return };
        // The end of an inline element does not end the block that it spans.
        if is_inline(name) && self.open[at..].iter().any(|open| !is_inline(&open.name)) {
            let open = self.open.remove(at);
            self.closed(&open);
            return;
        }
        self.close_to_depth(at);
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.hidden == 0 && self.open.last().is_some_and(|open| open.name == "title") {
            if self.title.len() < 1000 {
                self.title.push_str(text);
            }
            return;
        }
        if self.hidden > 0 || self.open.iter().any(|open| open.name == "head") {
            return;
        }
        self.text.push_str(text);
        if self.links > 0 {
            self.linked += text.trim().len();
        }
    }

    /// Appends the collected text to the flow, only the main text if the page marks it, and returns the
    /// title.
    pub(super) fn put(mut self, flow: &mut Flow) -> Result<Option<String>, Fault> {
        self.finish();
        let length = |found: &Found| match &found.said {
            Said::Block(_, text) => text.len(),
            Said::Row(cells) => cells.iter().map(String::len).sum(),
        };
        let all: usize = self.found.iter().map(length).sum();
        let proper: usize = self.found.iter().filter(|found| found.main).map(length).sum();
        // A page whose main element is empty fills it by script; its static text is elsewhere.
        let marked = proper >= 200 || proper * 3 > all;
        for found in self.found.iter().filter(|found| found.main || !marked) {
            match &found.said {
                Said::Block(kind, text) => flow.put(*kind, text)?,
                Said::Row(cells) => flow.append_row(cells)?,
            }
        }
        let mut headings = self.found.iter().filter_map(|found| match &found.said {
            Said::Block(Kind::Heading(1), text) if found.main || !marked => Some(text),
            _ => None,
        });
        // A single top heading is the title; the `<title>` element includes the name of the site.
        Ok(match (headings.next(), headings.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => Some(self.title),
        })
    }

    /// Closes all open elements.
    fn finish(&mut self) {
        self.flush();
        self.close_to_depth(0);
        while !self.tables.is_empty() {
            self.end_row();
            self.tables.pop();
        }
    }

    /// Ends the current block.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let linked = std::mem::take(&mut self.linked);
        if text.trim().is_empty() {
            return;
        }
        if let Some(table) = self.tables.last_mut()
            && self
                .open
                .iter()
                .rev()
                .take_while(|open| open.name != "table")
                .any(|open| open.name == "td" || open.name == "th")
        {
            match table.cells.last_mut() {
                Some(cell) => {
                    cell.push(BREAK);
                    cell.push_str(&text);
                }
                None => table.cells.push(text),
            }
            return;
        }
        let main = self.main > 0;
        let kind = self.kind();
        if kind == Kind::Paragraph {
            // A block that consists of links is a menu, not prose.
            let links = linked * 10 > tidy(&text).len() * 7;
            for part in parted(&text) {
                let kind = if links && part.split_whitespace().count() < 25 { Kind::Row } else { kind };
                self.found.push(Found { main, said: Said::Block(kind, part) });
            }
        }
        if kind != Kind::Paragraph {
            let menu = kind == Kind::Item
                && linked * 10 > tidy(&text).len() * 7
                && text.split_whitespace().count() < 25;
            self.found.push(Found { main, said: Said::Block(if menu { Kind::Row } else { kind }, text) });
        }
    }

    fn kind(&self) -> Kind {
        for open in self.open.iter().rev() {
            return match open.name.as_str() {
                "h1" => Kind::Heading(1),
                "h2" => Kind::Heading(2),
                "h3" => Kind::Heading(3),
                "h4" => Kind::Heading(4),
                "h5" => Kind::Heading(5),
                "h6" => Kind::Heading(6),
                "li" => Kind::Item,
                "pre" | "listing" | "xmp" => Kind::Verbatim,
                "figcaption" | "caption" => Kind::Caption,
                "address" => Kind::Author,
                _ => continue,
            };
        }
        Kind::Paragraph
    }

    /// Closes elements whose end tag may be omitted before another element of their kind.
    fn close_implied_end_tags(&mut self, name: &str) {
        let (ends, within): (&[&str], &[&str]) = match name {
            "p" => (&["p"], &["div", "td", "th", "li", "section", "article", "blockquote", "body", "dd"]),
            "li" => (&["li"], &["ul", "ol", "menu"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            _ => (&["tr"], &["table"]),
        };
        let bound =
            self.open.iter().rposition(|open| within.contains(&open.name.as_str())).map_or(0, |at| at + 1);
        if let Some(at) = self.open[bound..].iter().position(|open| ends.contains(&open.name.as_str())) {
            self.close_to_depth(bound + at);
        }
        if matches!(name, "td" | "th")
            && let Some(table) = self.tables.last_mut()
        {
            table.cells.push(String::new());
        }
    }

    fn close_head(&mut self) {
        if let Some(at) = self.open.iter().position(|open| open.name == "head") {
            self.close_to_depth(at);
        }
    }

    fn close_to_depth(&mut self, at: usize) {
        while self.open.len() > at {
            if let Some(open) = self.open.pop() {
                self.closed(&open);
            }
        }
    }

    fn closed(&mut self, open: &Open) {
        self.hidden -= usize::from(open.hides);
        self.main -= usize::from(open.main);
        self.links -= usize::from(open.name == "a");
        match open.name.as_str() {
            "tr" => self.end_row(),
            "table" => {
                self.end_row();
                self.tables.pop();
            }
            _ => {}
        }
    }

    fn end_row(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            let cells = std::mem::take(&mut table.cells);
            if !cells.is_empty() {
                self.found.push(Found { main: self.main > 0, said: Said::Row(cells) });
            }
        }
    }
}

/// Splits text at double line breaks, which separate paragraphs in pages without paragraph elements.
fn parted(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.split(BREAK) {
        match parts.last_mut() {
            Some(part) if !line.trim().is_empty() => {
                part.push(' ');
                part.push_str(line);
            }
            _ => parts.push(String::new()),
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}
