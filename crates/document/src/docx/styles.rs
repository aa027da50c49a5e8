//! Paragraph styles: headings, titles, captions and lists.

use std::collections::HashMap;

use crate::style::named;
use crate::xml::{Node, XmlReader};
use crate::{Fault, Kind};

/// The kind of paragraph for each style ID.
#[derive(Default)]
pub(super) struct Styles {
    kinds: HashMap<String, Kind>,
}

/// A style definition.
#[derive(Default)]
struct Style {
    id: String,
    name: String,
    parent: Option<String>,
    level: Option<usize>,
    listed: bool,
}

impl Styles {
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let mut styles: Vec<Style> = Vec::new();
        let mut xml = XmlReader::new(text);
        while let Some(node) = xml.next()? {
            let Node::Open(element) = node else { continue };
            let value = || element.attribute("val");
            match (element.name(), styles.last_mut()) {
                ("style", _) => {
                    let id = element.attribute("styleId").unwrap_or_default();
                    styles.push(Style { id, ..Style::default() });
                }
                ("name", Some(style)) => style.name = value().unwrap_or_default(),
                ("basedOn", Some(style)) => style.parent = value(),
                ("outlineLvl", Some(style)) => style.level = element.number("val"),
                ("numPr", Some(style)) => style.listed = true,
                _ => {}
            }
        }
        let by_id: HashMap<&str, &Style> = styles.iter().map(|style| (style.id.as_str(), style)).collect();
        let mut kinds = HashMap::new();
        for style in &styles {
            if let Some(kind) = resolve_style_kind(style, &by_id) {
                kinds.insert(style.id.clone(), kind);
            }
        }
        Ok(Self { kinds })
    }

    /// Returns the kind of paragraphs with this style, if the style determines it.
    pub(super) fn kind(&self, id: &str) -> Option<Kind> {
        self.kinds.get(id).copied().or_else(|| named(id))
    }
}

/// Returns the kind of a style, from the style itself or its ancestors. The depth is limited, because styles
/// may be based on each other.
fn resolve_style_kind(style: &Style, by_id: &HashMap<&str, &Style>) -> Option<Kind> {
    let mut style = style;
    for _ in 0..12 {
        let level = style.level.filter(|level| *level < 9).and_then(|level| u8::try_from(level + 1).ok());
        let own = named(&style.name).or(level.map(Kind::Heading)).or(style.listed.then_some(Kind::Item));
        if own.is_some() {
            return own;
        }
        style = by_id.get(style.parent.as_deref()?)?;
    }
    None
}
