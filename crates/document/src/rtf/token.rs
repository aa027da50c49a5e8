//! The tokenizer for rich text: groups, control words and bytes of text.

/// A token of rich text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// A control word with its numeric parameter.
    Word(&'a str, Option<i32>),
    /// A control symbol, such as `\~`.
    Sign(u8),
    /// A byte of text, verbatim or as `\'e9`.
    Byte(u8),
}

pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Skips binary data, such as a picture.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.bytes.len());
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn control(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let letters = rest.iter().take(LONGEST).take_while(|byte| byte.is_ascii_alphabetic()).count();
        if letters == 0 {
            let sign = *rest.first()?;
            self.at += 1;
            return Some(if sign == b'\'' { self.hexadecimal() } else { Token::Sign(sign) });
        }
        let word = std::str::from_utf8(rest.get(..letters)?).ok()?;
        self.at += letters;
        let rest = self.rest();
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest.iter().skip(sign).take(LONGEST).take_while(|byte| byte.is_ascii_digit()).count();
        let mut number = None;
        if digits > 0 {
            number =
                rest.get(..sign + digits).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
            self.at += sign + digits;
        }
        // A single space after a control word belongs to it.
        if self.rest().first() == Some(&b' ') {
            self.at += 1;
        }
        Some(Token::Word(word, number))
    }

    fn hexadecimal(&mut self) -> Token<'a> {
        let pair = self.rest().get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(byte) => {
                self.at += 2;
                Token::Byte(byte)
            }
            None => Token::Sign(b'\''),
        }
    }
}

/// The maximum length of a control word, and of its parameter.
const LONGEST: usize = 32;

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            return Some(match byte {
                b'{' => Token::Open,
                b'}' => Token::Close,
                b'\\' => self.control()?,
                // Line breaks have no meaning.
                b'\r' | b'\n' | 0 => continue,
                byte => Token::Byte(byte),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, Tokens};

    #[test]
    fn tokenizes_control_words_symbols_and_bytes() {
        let found: Vec<Token<'_>> = Tokens::new(br"{\b0 a\'e9\~\u-10179?\par").collect();
        let wanted = [
            Token::Open,
            Token::Word("b", Some(0)),
            Token::Byte(b'a'),
            Token::Byte(0xe9),
            Token::Sign(b'~'),
            Token::Word("u", Some(-10179)),
            Token::Byte(b'?'),
            Token::Word("par", None),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn truncated_input_terminates() {
        for broken in [r"\", r"\'", r"\'z", r"\b99999999999999999999999999999999999999999"] {
            assert!(Tokens::new(broken.as_bytes()).count() < 16, "{broken}");
        }
    }
}
