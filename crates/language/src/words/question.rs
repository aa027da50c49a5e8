//! First words of questions.

use std::sync::LazyLock;

/// Whether the first words of a sentence indicate a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// A question, with or without a question mark: `what`, `o que`.
    Question,
    /// A question only with a question mark: `is`, `há`.
    WithMark,
    /// No indication.
    Other,
}

/// Classifies the first two words of a sentence, without accents.
pub(crate) fn opening(first: &str, second: Option<&str>) -> Opening {
    let has = |words: &[&str]| {
        words.iter().any(|it| match it.split_once(' ') {
            Some((one, other)) => one == first && Some(other) == second,
            None => *it == first,
        })
    };
    match () {
        () if has(&OPENINGS.alone) => Opening::Question,
        () if has(&OPENINGS.marked) => Opening::WithMark,
        () => Opening::Other,
    }
}

struct Openings {
    alone: Vec<&'static str>,
    marked: Vec<&'static str>,
}

static OPENINGS: LazyLock<Openings> = LazyLock::new(|| {
    let of = |kind: &str| {
        let lines = include_str!("question.txt").lines().filter_map(|line| line.strip_prefix(kind));
        lines.flat_map(|line| line.split(',')).map(str::trim).collect()
    };
    Openings { alone: of("alone:"), marked: of("marked:") }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_questions_by_first_words() {
        assert_eq!(opening("which", Some("files")), Opening::Question);
        assert_eq!(opening("o", Some("que")), Opening::Question);
        assert_eq!(opening("o", Some("ficheiro")), Opening::Other);
        assert_eq!(opening("is", Some("there")), Opening::WithMark);
        assert_eq!(opening("open", None), Opening::Other);
    }
}
