use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Tag};

use super::{Content, Document, Entry, MAX_DEPTH, MAX_FAULTS, MAX_NODES, MAX_SIZE, Node, Scalar};
use crate::definition::{Span, Spanned};
use crate::diagnostic::Diagnostic;

const BOM: &str = "\u{feff}";

/// Builds the tree from parser events.
pub(super) fn build(source: &str) -> Document {
    if source.len() > MAX_SIZE {
        return Document { root: None, diagnostics: vec![super::too_large(source.len())] };
    }
    // The parser treats NUL as the end of the file and would silently drop the rest.
    let is_suspect = |byte: &u8| *byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || *byte >= 0x7f;
    let suspects = source.as_bytes().iter().position(is_suspect).map(|at| floor(source, at));
    let found = suspects.and_then(|from| {
        let (at, control) = source[from..].char_indices().find(|(_, c)| is_forbidden(*c))?;
        Some((from + at, control))
    });
    if let Some((at, control)) = found {
        let fault = Diagnostic::error(
            at..at + control.len_utf8(),
            format!("the file has a control character ({})", control.escape_unicode()),
            "Delete the character, or write it as an escape in double quotes.",
        );
        return Document { root: None, diagnostics: vec![fault] };
    }
    let skipped = if source.starts_with(BOM) { BOM.len() } else { 0 };
    let text = with_spaces(&source[skipped..]);
    let mut builder = Builder {
        places: Places::new(&text, skipped),
        stack: Vec::new(),
        anchors: HashMap::new(),
        root: None,
        nodes: 0,
        copied: 0,
        documents: 0,
        diagnostics: Vec::new(),
    };
    let finished = builder.run(&text);
    if let Err(fault) = finished {
        builder.diagnostics.push(*fault);
        builder.root = None;
    } else if builder.root.is_none() && builder.diagnostics.is_empty() {
        builder.diagnostics.push(Diagnostic::error(
            0..0,
            "the file is empty",
            "Write at least `intent`, `version` and `steps`.",
        ));
    }
    Document { root: builder.root, diagnostics: builder.diagnostics }
}

/// Returns the start of the character that contains a byte.
fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn is_forbidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{85}')
}

/// Replaces tabs at the start of lines by spaces if the file is a single pair of braces or brackets: JSON may
/// be indented with tabs, which YAML forbids even where indentation has no meaning. This does not affect
/// multi-line quoted texts, which YAML folds anyway.
fn with_spaces(text: &str) -> Cow<'_, str> {
    let is_flow = text.trim_start().starts_with(['{', '[']);
    if !is_flow || !text.contains('\t') {
        return Cow::Borrowed(text);
    }
    let mut at_beginning = true;
    let replaced = text
        .chars()
        .map(|c| match c {
            '\n' | '\r' => {
                at_beginning = true;
                c
            }
            '\t' if at_beginning => ' ',
            ' ' => c,
            _ => {
                at_beginning = false;
                c
            }
        })
        .collect();
    Cow::Owned(replaced)
}

/// Maps the character offsets of the parser to the byte offsets of spans.
struct Places {
    /// The byte offset of each character, unless the text is ASCII.
    bytes: Option<Vec<u32>>,
    length: usize,
    skipped: usize,
}

impl Places {
    fn new(text: &str, skipped: usize) -> Self {
        let bytes = (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at as u32).collect());
        Self { bytes, length: text.len(), skipped }
    }

    fn byte(&self, marker: Marker) -> usize {
        let at = match &self.bytes {
            None => marker.index().min(self.length),
            Some(bytes) => bytes.get(marker.index()).map_or(self.length, |at| *at as usize),
        };
        at + self.skipped
    }

    fn span(&self, span: saphyr_parser::Span) -> Span {
        let start = self.byte(span.start);
        start..self.byte(span.end).max(start)
    }
}

/// An unfinished list or mapping.
struct Open {
    items: Vec<Node>,
    /// For a mapping: its entries, its keys so far, and the key that awaits its value.
    mapping: Option<(Vec<Entry>, HashSet<String>, Option<Key>)>,
    anchor: usize,
    start: usize,
}

/// A key, or a rejected key whose value is dropped.
struct Key {
    name: Option<Spanned<String>>,
}

struct Builder {
    places: Places,
    stack: Vec<Open>,
    /// Finished nodes by anchor, with their sizes.
    anchors: HashMap<usize, (Node, Size)>,
    root: Option<Node>,
    nodes: usize,
    copied: usize,
    documents: usize,
    diagnostics: Vec<Diagnostic>,
}

/// Whether the key is new in a mapping. Linear search is faster than hashing for small mappings; large ones
/// use a hash set to avoid quadratic time.
fn is_new(name: &str, entries: &[Entry], names: &mut HashSet<String>) -> bool {
    const SMALL: usize = 16;
    if entries.len() < SMALL {
        return entries.iter().all(|entry| entry.key.value != name);
    }
    if names.is_empty() {
        names.extend(entries.iter().map(|entry| entry.key.value.clone()));
    }
    names.insert(name.to_string())
}

/// Boxed because diagnostics are large and rare.
type Fault = Box<Diagnostic>;

impl Builder {
    fn run(&mut self, text: &str) -> Result<(), Fault> {
        let mut parser = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, place) = event.map_err(|error| self.scan_fault(&error, text))?;
            let span = trim(self.places.span(place), text, self.places.skipped);
            match event {
                Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => {}
                Event::DocumentStart(_) => {
                    self.documents += 1;
                    if self.documents > 1 {
                        return fault(
                            span,
                            "the file has more than one document",
                            "Keep one definition to a file, and remove the line `---`.",
                        );
                    }
                }
                Event::Alias(anchor) => self.alias(anchor, span)?,
                Event::Scalar(value, style, anchor, tag) => {
                    let quoted = style != ScalarStyle::Plain || self.is_string(tag.as_deref(), &span)?;
                    let scalar = Scalar { text: value.into_owned(), quoted };
                    let span = end_at_quote(span, style, text, self.places.skipped);
                    let node = Node { content: Content::Scalar(scalar), span };
                    self.place(node, anchor)?;
                }
                Event::SequenceStart(anchor, tag) => self.open(None, anchor, tag.as_deref(), span)?,
                Event::MappingStart(anchor, tag) => {
                    let mapping = (Vec::new(), HashSet::new(), None);
                    self.open(Some(mapping), anchor, tag.as_deref(), span)?;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let at_end = text.as_bytes().get(span.start - self.places.skipped);
                    let is_bracket = !span.is_empty() && matches!(at_end, Some(b']' | b'}'));
                    self.close(span.start, is_bracket)?;
                }
            }
            if self.diagnostics.len() >= MAX_FAULTS {
                return fault(0..0, "the file has too many errors to list them all", "Begin with these.");
            }
        }
        Ok(())
    }

    fn open(
        &mut self,
        mapping: Option<(Vec<Entry>, HashSet<String>, Option<Key>)>,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), Fault> {
        self.is_string(tag, &span)?;
        if self.stack.len() >= MAX_DEPTH {
            return fault(
                span,
                format!("lists and mappings are nested more than {MAX_DEPTH} deep"),
                "Nest less deeply, for instance by calling another intent.",
            );
        }
        self.stack.push(Open { items: Vec::new(), mapping, anchor, start: span.start });
        Ok(())
    }

    fn close(&mut self, at: usize, is_bracket: bool) -> Result<(), Fault> {
        let Some(open) = self.stack.pop() else { return Ok(()) };
        let (content, last) = match open.mapping {
            None => {
                let last = open.items.last().map(|item| item.span.end);
                (Content::List(open.items), last)
            }
            Some((entries, _, _)) => {
                let last = entries.last().map(|entry| entry.value.span.end.max(entry.key.span.end));
                (Content::Mapping(entries), last)
            }
        };
        // The parser reports the end of a block only at the following token; brackets have their own end.
        let end = if is_bracket { at + 1 } else { last.unwrap_or(at) };
        let node = Node { content, span: open.start..end.max(open.start) };
        self.place(node, open.anchor)
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<(), Fault> {
        let Some((node, size)) = self.anchors.get(&anchor) else {
            return fault(
                span,
                "the alias is inside its own anchor",
                "Write the value out instead of the alias.",
            );
        };
        // Checked before the copy, to stop alias bombs.
        self.nodes += size.nodes;
        self.copied += size.bytes;
        if self.nodes > MAX_NODES || self.copied > MAX_SIZE || self.stack.len() + size.depth > MAX_DEPTH {
            return too_many(span);
        }
        let node = node.clone();
        self.put(node)
    }

    /// Counts a written node and adds it to the innermost open collection.
    fn place(&mut self, node: Node, anchor: usize) -> Result<(), Fault> {
        self.nodes += 1;
        if anchor > 0 {
            let size = Size::of(&node);
            self.nodes += size.nodes;
            self.copied += size.bytes;
            if self.nodes <= MAX_NODES && self.copied <= MAX_SIZE {
                self.anchors.insert(anchor, (node.clone(), size));
            }
        }
        if self.nodes > MAX_NODES || self.copied > MAX_SIZE {
            return too_many(node.span);
        }
        self.put(node)
    }

    fn put(&mut self, node: Node) -> Result<(), Fault> {
        let Some(open) = self.stack.last_mut() else {
            self.root = Some(node);
            return Ok(());
        };
        let Some((entries, names, awaiting)) = &mut open.mapping else {
            open.items.push(node);
            return Ok(());
        };
        match awaiting.take() {
            Some(Key { name: Some(key) }) => entries.push(Entry { key, value: node }),
            Some(Key { name: None }) => {}
            None => {
                let Content::Scalar(scalar) = node.content else {
                    return fault(node.span, "a key is not a text", "Give the entry a plain name.");
                };
                let name = if is_new(&scalar.text, entries, names) {
                    Some(Spanned::new(scalar.text, node.span))
                } else {
                    self.diagnostics.push(
                        Diagnostic::error(
                            node.span,
                            format!("the key \"{}\" is duplicated", shorten(&scalar.text)),
                            "Remove one of the two, or rename it.",
                        )
                        .label("already given above"),
                    );
                    None
                };
                *awaiting = Some(Key { name });
            }
        }
        Ok(())
    }

    /// Whether the tag marks a scalar as a text. Any other tag is rejected, because it would change the
    /// meaning of the text, and no part of the format uses tags.
    fn is_string(&self, tag: Option<&Tag>, span: &Span) -> Result<bool, Fault> {
        match tag {
            None => Ok(false),
            Some(tag) if tag.is_yaml_core_schema() && tag.suffix == "str" => Ok(true),
            Some(tag) if tag.is_yaml_core_schema() && ["map", "seq"].contains(&tag.suffix.as_str()) => {
                Ok(false)
            }
            Some(tag) => fault(
                span.clone(),
                format!("the tag `{}` has no meaning here", shorten(&tag.to_string())),
                "Remove the tag.",
            ),
        }
    }

    fn scan_fault(&self, error: &saphyr_parser::ScanError, text: &str) -> Fault {
        let start = self.places.byte(*error.marker());
        let rest = text.get(start - self.places.skipped..).unwrap_or_default();
        let end = start + rest.chars().next().filter(|c| !c.is_whitespace()).map_or(0, char::len_utf8);
        let remedy = if rest.starts_with('\t') || error.info().contains("tab") {
            "Indent with spaces; YAML does not allow tabs."
        } else if error.info().contains("Unicode") {
            // JSON writers escape characters beyond U+FFFF as surrogate pairs, which YAML does not combine.
            "Write the character itself instead of its `\\u` escapes."
        } else {
            "Check the indentation, the colons and the quotes here and in the line above."
        };
        let message = format!("this is not valid YAML: {}", shorten(error.info()));
        Box::new(Diagnostic::error(start..end, message, remedy))
    }
}

/// Trims whitespace from a span, because spans of the parser extend to the next token.
fn trim(span: Span, text: &str, skipped: usize) -> Span {
    let written = text.get(span.start - skipped..span.end - skipped).unwrap_or_default();
    span.start..span.start + written.trim_end().len()
}

/// Ends the span of a quoted text at its quote, because the span of the parser includes a following comment.
fn end_at_quote(span: Span, style: ScalarStyle, text: &str, skipped: usize) -> Span {
    let quote = match style {
        ScalarStyle::SingleQuoted => b'\'',
        ScalarStyle::DoubleQuoted => b'"',
        _ => return span,
    };
    let written = text.as_bytes().get(span.start - skipped..span.end - skipped).unwrap_or_default();
    let Some(begin) = written.iter().position(|byte| *byte == quote) else { return span };
    let mut at = begin + 1;
    while let Some(byte) = written.get(at) {
        let is_doubled = quote == b'\'' && written.get(at + 1) == Some(&quote);
        match byte {
            b'\\' if quote == b'"' => at += 2,
            byte if *byte == quote && is_doubled => at += 2,
            byte if *byte == quote => return span.start..span.start + at + 1,
            _ => at += 1,
        }
    }
    span
}

fn fault<T>(span: Span, message: impl Into<String>, remedy: &str) -> Result<T, Fault> {
    Err(Box::new(Diagnostic::error(span, message, remedy)))
}

fn too_many<T>(span: Span) -> Result<T, Fault> {
    fault(
        span,
        format!("with its aliases the file has more than {MAX_NODES} values, or too much text"),
        "Split the file, and use fewer aliases.",
    )
}

/// The cost of copying a node.
struct Size {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

impl Size {
    fn of(node: &Node) -> Self {
        let around = |children: &mut dyn Iterator<Item = (&Node, usize)>| {
            let mut whole = Self { nodes: 1, bytes: 0, depth: 0 };
            for (child, key) in children {
                let size = Self::of(child);
                whole.nodes += size.nodes;
                whole.bytes += size.bytes + key;
                whole.depth = whole.depth.max(size.depth);
            }
            whole.depth += 1;
            whole
        };
        match &node.content {
            Content::Scalar(scalar) => Self { nodes: 1, bytes: scalar.text.len(), depth: 0 },
            Content::List(items) => around(&mut items.iter().map(|item| (item, 0))),
            Content::Mapping(entries) => {
                around(&mut entries.iter().map(|entry| (&entry.value, entry.key.value.len())))
            }
        }
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        None => text.to_string(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}
