//! A line of plain text.

/// A line, without its indentation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line<'a> {
    /// How far in it begins.
    pub(super) indent: usize,
    /// What it says, without blanks at either end.
    pub(super) text: &'a str,
    /// How deep it is quoted from another letter.
    pub(super) quoted: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        let mut rest = line.trim_end();
        let mut quoted = 0;
        // `>` is a quotation only at the very beginning.
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

    /// The line with every number alike, as headers and footers of pages are compared.
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

    /// The length in letters, no longer than anybody asks.
    pub(super) fn length(&self) -> usize {
        self.text.chars().take(1000).count()
    }

    /// What follows the mark of a list item, where there is one.
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

    /// Whether it is nothing but a line that is drawn with signs.
    pub(super) fn is_rule(&self) -> bool {
        let mut letters = self.text.chars();
        let Some(first) = letters.next() else { return false };
        "=-~*_^#+\"'`".contains(first) && self.text.len() >= 3 && letters.all(|letter| letter == first)
    }

    /// How many gaps wider than a blank it has inside, as rows of tables do.
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
