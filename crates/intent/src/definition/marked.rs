use super::Span;

/// A sentence in which `[value](parameter)` marks values, with the marks taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Marked {
    /// The sentence as a person says it.
    pub(crate) text: String,
    /// What was marked, in order.
    pub(crate) marks: Vec<Mark>,
}

/// One marked value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The parameter that it is a value of.
    pub(crate) parameter: String,
    /// Where the value is in the sentence without its marks.
    pub(crate) range: Span,
    /// Where the value is in what was written.
    pub(crate) valued: Span,
    /// Where the parameter is in what was written.
    pub(crate) named: Span,
}

/// What is wrong with a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MarkFault {
    /// Where.
    pub(crate) at: usize,
    /// What, in a sentence without a full stop.
    pub(crate) reason: &'static str,
}

impl Marked {
    /// Takes the marks out of a sentence.
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

/// Where the value and the parameter of the mark stand that the text begins with.
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
    // One bracket before the value; one bracket and one parenthesis after it.
    let start = 1 + value + 2;
    Ok((1..1 + value, start..start + length))
}
