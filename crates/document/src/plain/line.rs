//! A line of plain text.

/// A line without its indentation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line<'a> {
    /// Its indentation.
    pub(super) indent: usize,
    /// Its text, trimmed.
    pub(super) text: &'a str,
    /// Its quotation depth.
    pub(super) quoted: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        let mut rest = line.trim_end();
        let mut quoted = 0;
        // `>` marks a quotation only at the very start.
        while let Some(inner) = rest.strip_prefix('>') {
            quoted += 1;
            rest = inner.strip_prefix(' ').unwrap_or(inner);
        }
        let text = rest.trim_start();
        let blanks = &rest[..rest.len() - text.len()];
        let indent = blanks.chars().map(|blank| if blank == '\t' { 8 } else { 1 }).sum();
        Self { indent, text, quoted }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    /// Normalizes all numbers, for comparing page headers and footers.
    pub(super) fn shape(&self) -> String {
        let mut shape = String::new();
        for letter in self.text.chars().take(200) {
            match letter {
                '0'..='9' if shape.ends_with('0') => {}
                '0'..='9' => shape.push('0'),
                letter => shape.push(letter),
            }
        }
        shape
    }

    /// Returns the length in characters, up to the largest relevant value.
    pub(super) fn length(&self) -> usize {
        self.text.chars().take(1000).count()
    }

    /// Returns the text after the marker of a list item, if there is one.
    pub(super) fn item(&self) -> Option<&'a str> {
        let mut letters = self.text.chars();
        if let Some('-' | '*' | '•' | '‣' | '◦' | '·' | '–' | '—' | '+' | '▪' | '●') = letters.next()
        {
            let rest = letters.as_str();
            return rest.starts_with([' ', '\t']).then(|| rest.trim_start()).filter(|rest| !rest.is_empty());
        }
        let bare = self.text.strip_prefix('(').unwrap_or(self.text);
        let (mark, rest) = bare.split_once([' ', '\t'])?;
        let number = mark.strip_suffix(['.', ')'])?;
        let counts =
            !number.is_empty() && number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
        let letter =
            number.len() == 1 && mark.ends_with(')') && number.bytes().all(|byte| byte.is_ascii_alphabetic());
        (counts || letter).then(|| rest.trim_start()).filter(|rest| !rest.is_empty())
    }

    /// Whether the line is a rule drawn with symbols.
    pub(super) fn is_horizontal_rule(&self) -> bool {
        let mut letters = self.text.chars();
        let Some(first) = letters.next() else { return false };
        "=-~*_^#+\"'`".contains(first) && self.text.len() >= 3 && letters.all(|letter| letter == first)
    }

    /// Returns the number of gaps wider than a space, which rows of tables have.
    pub(super) fn gaps(&self) -> usize {
        let (mut gaps, mut blanks) = (0, 0);
        for letter in self.text.chars().take(1000) {
            match letter {
                '\t' => blanks += 3,
                ' ' => blanks += 1,
                _ => {
                    gaps += usize::from(blanks >= 3);
                    blanks = 0;
                }
            }
        }
        gaps
    }
}
