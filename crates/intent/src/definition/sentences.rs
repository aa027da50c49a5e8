use super::marked::Marked;
use super::{Example, Slot};
use crate::diagnostic::Diagnostic;

/// Example sentences for a verb or command that has no definition file.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentences {
    /// The verb or command that the sentences mean.
    pub name: String,
    /// The sentences.
    pub examples: Vec<Example>,
}

impl Sentences {
    /// Parses a file of sentences: each unindented line is a name, and the indented lines below it are its
    /// sentences. `#` starts a comment.
    pub fn read(source: &str) -> Result<Vec<Self>, Diagnostic> {
        let mut all: Vec<Self> = Vec::new();
        let mut start = 0;
        for whole in source.split_inclusive('\n') {
            let line = whole.trim();
            let at = start + (whole.len() - whole.trim_start().len());
            let fault = |place: usize, reason| {
                let remedy = "Write a name at the margin, and sentences as in `  move [a](source)` under it.";
                Diagnostic::error(at + place..at + place + 1, reason, remedy)
            };
            start += whole.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !whole.starts_with([' ', '\t']) {
                all.push(Self { name: line.into(), examples: Vec::new() });
                continue;
            }
            let sentences = all.last_mut().ok_or_else(|| fault(0, "a sentence stands under a name"))?;
            let marked = Marked::read(line).map_err(|it| fault(it.at, it.reason))?;
            let slots = marked.marks.into_iter();
            let slots = slots.map(|mark| Slot { parameter: mark.parameter, range: mark.range }).collect();
            sentences.examples.push(Example { text: marked.text, slots, span: at..at + line.len() });
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_example_sentences_by_intent() {
        let read =
            Sentences::read("# Files.\nfiles.move\n  move [a](source) to [b](destination)\n\n  mv\nundo\n")
                .unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].examples[0].text, "move a to b");
        assert_eq!(read[0].examples[0].slots[1], Slot { parameter: "destination".into(), range: 10..11 });
        assert_eq!((read[0].examples.len(), read[1].examples.len()), (2, 0));
    }

    #[test]
    fn errors_have_source_spans() {
        assert_eq!(Sentences::read("  move it").unwrap_err().span, 2..3);
        assert_eq!(Sentences::read("a\n  move [it").unwrap_err().span, 9..10);
    }
}
