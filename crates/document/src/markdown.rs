//! Markdown.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::flow::Flow;
use crate::{Document, Fault, Kind, Limits, html};

/// Reads Markdown text.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Document, Fault> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut flow = Flow::new(limits);
    let mut writing = Writing {
        flow: &mut flow,
        limits,
        text: String::new(),
        kinds: Vec::new(),
        cells: Vec::new(),
        silent: 0,
    };
    for event in Parser::new_ext(text, options) {
        writing.take(event)?;
    }
    writing.flush()?;
    Ok(flow.into_document(None))
}

struct Writing<'a> {
    flow: &'a mut Flow,
    limits: &'a Limits,
    text: String,
    /// The kinds of the open blocks, the innermost last.
    kinds: Vec<Kind>,
    cells: Vec<String>,
    /// The number of open blocks to skip: front matter, struck-out text.
    silent: usize,
}

impl Writing<'_> {
    fn take(&mut self, event: Event<'_>) -> Result<(), Fault> {
        match event {
            Event::Start(tag) => self.begin(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.say(&text);
                Ok(())
            }
            Event::Html(text) => {
                self.text.push_str(&text);
                Ok(())
            }
            Event::InlineHtml(tag) => {
                if tag.to_ascii_lowercase().starts_with("<br") {
                    self.say(" ");
                }
                Ok(())
            }
            Event::SoftBreak | Event::HardBreak => {
                self.say(" ");
                Ok(())
            }
            Event::FootnoteReference(_) | Event::Rule | Event::TaskListMarker(_) => Ok(()),
        }
    }

    fn begin(&mut self, tag: &Tag<'_>) -> Result<(), Fault> {
        let kind = match tag {
            Tag::Heading { level, .. } => Kind::Heading(*level as u8),
            Tag::CodeBlock(_) => Kind::Verbatim,
            Tag::Item => Kind::Item,
            Tag::FootnoteDefinition(_) => Kind::Note,
            Tag::HtmlBlock => Kind::Verbatim,
            Tag::MetadataBlock(_) | Tag::Strikethrough | Tag::Image { .. } => {
                self.silent += 1;
                return Ok(());
            }
            Tag::TableCell => {
                self.text.clear();
                return Ok(());
            }
            Tag::Paragraph | Tag::BlockQuote(_) | Tag::Table(_) | Tag::List(_) => return self.flush(),
            _ => return Ok(()),
        };
        self.flush()?;
        self.kinds.push(kind);
        Ok(())
    }

    fn end(&mut self, tag: TagEnd) -> Result<(), Fault> {
        match tag {
            TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.flush()?;
                self.kinds.pop();
            }
            TagEnd::HtmlBlock => {
                self.kinds.pop();
                let text = std::mem::take(&mut self.text);
                let inner = html::read(&text, self.limits)?;
                for block in inner.pages.iter().flat_map(|page| &page.blocks) {
                    self.flow.put(block.kind, &block.text)?;
                }
            }
            TagEnd::MetadataBlock(_) | TagEnd::Strikethrough | TagEnd::Image => {
                self.silent = self.silent.saturating_sub(1);
            }
            TagEnd::TableCell => self.cells.push(std::mem::take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => {
                let cells = std::mem::take(&mut self.cells);
                self.flow.append_row(&cells)?;
            }
            TagEnd::Paragraph | TagEnd::BlockQuote(_) | TagEnd::List(_) => self.flush()?,
            _ => {}
        }
        Ok(())
    }

    fn say(&mut self, text: &str) {
        if self.silent == 0 {
            self.text.push_str(text);
        }
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let text = std::mem::take(&mut self.text);
        self.flow.put(self.kinds.last().copied().unwrap_or(Kind::Paragraph), &text)
    }
}
