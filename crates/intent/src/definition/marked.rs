use super::Span;

/// A sentence with `[value](parameter)` markup, with the markup removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked {
    /// The sentence without markup.
    pub(crate) text: String,
    /// The marked values, in order.
    pub(crate) marks: Vec<Mark>,
}

/// One marked value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The parameter that the value belongs to.
    pub(crate) parameter: String,
    /// The range of the value in the sentence without markup.
    pub(crate) range: Span,
    /// The range of the value in the source text.
    pub(crate) valued: Span,
    /// The range of the parameter name in the source text.
    pub(crate) named: Span,
}

/// A syntax error in the markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MarkFault {
    /// The offset of the error.
    pub(crate) at: usize,
    /// The reason, as a sentence without a full stop.
    pub(crate) reason: &'static str,
}

impl Marked {
    /// Parses the markup of a sentence.
    pub(crate) fn read(written: &str) -> Result<Self, MarkFault> {
        let mut text = String::new();
        let mut marks = Vec::new();
        let mut at = 0;
        while let Some(found) = written[at..].find(['[', ']']) {
            let open = at + found;
            text.push_str(&written[at..open]);
            let (value, name) = scan(&written[open..]).map_err(|reason| MarkFault { at: open, reason })?;
            let (valued, named) = (open + value.start..open + value.end, open + name.start..open + name.end);
            let start = text.len();
            text.push_str(&written[valued.clone()]);
            at = named.end + 1;
            let parameter = written[named.clone()].to_string();
            marks.push(Mark { parameter, range: start..text.len(), valued, named });
        }
        text.push_str(&written[at..]);
        Ok(Self { text, marks })
    }
}

/// Returns the ranges of the value and the parameter name of the mark at the start of the text.
fn scan(text: &str) -> Result<(Span, Span), &'static str> {
    let Some(inside) = text.strip_prefix('[') else { return Err("this bracket was never opened") };
    let Some(value) = inside.find(['[', ']']) else { return Err("this bracket is not closed") };
    if inside[value..].starts_with('[') {
        return Err("a marked value cannot have brackets inside");
    }
    if inside[..value].trim().is_empty() {
        return Err("the marked value is empty");
    }
    let Some(name) = inside[value + 1..].strip_prefix('(') else {
        return Err("a marked value is followed by the parameter in parentheses");
    };
    let Some(length) = name.find(')') else { return Err("the parameter in parentheses is not closed") };
    // The mark has one bracket before the value, and one bracket and one parenthesis after it.
    let start = 1 + value + 2;
    Ok((1..1 + value, start..start + length))
}
