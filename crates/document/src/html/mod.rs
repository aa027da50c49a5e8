//! Web pages.

mod element;
mod page;

use html5gum::{DefaultEmitter, Token, Tokenizer};

use self::page::Page;
use crate::flow::Flow;
use crate::{Document, Fault, Limits};

/// Reads an HTML page. It builds no tree, only a bounded stack of open elements.
pub(crate) fn read(text: &str, limits: &Limits) -> Result<Document, Fault> {
    read_as(text, limits, false)
}

/// Reads an XHTML page, in which `<title/>` is a complete element.
pub(crate) fn read_xhtml(text: &str, limits: &Limits) -> Result<Document, Fault> {
    read_as(text, limits, true)
}

fn read_as(text: &str, limits: &Limits, strict: bool) -> Result<Document, Fault> {
    let mut page = met(text, strict, false);
    if page.is_empty() {
        // An unclosed menu hides the whole page.
        page = met(text, strict, true);
    }
    let mut flow = Flow::new(limits);
    let title = page.put(&mut flow)?;
    Ok(flow.into_document(title))
}

fn met(text: &str, strict: bool, lenient: bool) -> Page {
    let mut emitter = DefaultEmitter::default();
    // Scripts and titles contain raw text in HTML, but not in XML.
    emitter.naively_switch_states(!strict);
    let mut page = Page::new(lenient);
    for token in Tokenizer::new_with_emitter(text, emitter) {
        match token {
            Ok(Token::StartTag(tag)) => {
                let name = String::from_utf8_lossy(&tag.name);
                let attributes = tag.attributes.iter();
                let attributes = attributes
                    .map(|(name, value)| (String::from_utf8_lossy(name), String::from_utf8_lossy(value)));
                page.begin(&name, &attributes.collect());
                if strict && tag.self_closing {
                    page.end(&name);
                }
            }
            Ok(Token::EndTag(tag)) => page.end(&String::from_utf8_lossy(&tag.name)),
            Ok(Token::String(text)) => page.text(&String::from_utf8_lossy(&text)),
            Ok(_) => {}
            Err(never) => match never {},
        }
    }
    page
}
