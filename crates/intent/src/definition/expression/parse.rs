use super::{
    Access, COMPARISON, ExpressionError, MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH, NEGATE, NOT, Operator,
    Reference, Span, Tree,
};
use crate::number::Number;
use crate::value::Value;

/// A syntax tree with its depth. The depth is limited while parsing, so that evaluating, formatting and
/// dropping a tree never overflow the stack.
type Grown = (Tree, usize);

pub(super) fn parse(text: &str, span: &Span) -> Result<Tree, ExpressionError> {
    if text.len() > MAX_EXPRESSION_LENGTH {
        let message = format!("an expression is at most {MAX_EXPRESSION_LENGTH} bytes long");
        return Err(ExpressionError { message, offset: 0 });
    }
    let mut parser = Parser { text, at: 0, span, open: 0 };
    let (tree, _) = parser.expression(0)?;
    parser.skip_space();
    if parser.at < text.len() {
        return parser.fail(format!("{} was not expected here", parser.found()));
    }
    Ok(tree)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    span: &'a Span,
    /// The recursion depth of the parser.
    open: usize,
}

impl Parser<'_> {
    fn expression(&mut self, least: u8) -> Result<Grown, ExpressionError> {
        self.open += 1;
        if self.open > MAX_EXPRESSION_DEPTH {
            return self.too_deep();
        }
        let mut left = self.operand(least)?;
        let mut compared = false;
        while let Some((operator, length)) = self.operator() {
            let strength = operator.strength();
            if strength < least {
                break;
            }
            if strength == COMPARISON {
                if compared {
                    return self.fail("comparisons do not chain; join two of them with `and`");
                }
                compared = true;
            }
            self.at += length;
            let right = self.expression(strength + 1)?;
            let depth = left.1.max(right.1) + 1;
            left = self.bounded(Tree::Binary(operator, Box::new(left.0), Box::new(right.0)), depth)?;
        }
        self.open -= 1;
        Ok(left)
    }

    fn operand(&mut self, least: u8) -> Result<Grown, ExpressionError> {
        self.skip_space();
        if self.take_word("not") || (self.rest().starts_with('!') && self.take("!")) {
            // Inside a comparison, `not` would have another precedence than it appears to have.
            if least > NOT {
                return self.fail("put `not …` in parentheses here");
            }
            let (inner, depth) = self.expression(NOT)?;
            return self.bounded(Tree::Not(Box::new(inner)), depth + 1);
        }
        if self.take("-") {
            let (inner, depth) = self.expression(NEGATE)?;
            return self.bounded(Tree::Negate(Box::new(inner)), depth + 1);
        }
        let mut grown = self.primary()?;
        loop {
            if self.take(".") {
                let Some(field) = self.name() else { return self.fail("a field name belongs after the dot") };
                grown = match grown {
                    (Tree::Reference(mut reference), depth) => {
                        reference.path.push(Access::Field(field));
                        self.stretch(&mut reference);
                        (Tree::Reference(reference), depth)
                    }
                    (tree, depth) => self.bounded(Tree::Field(Box::new(tree), field), depth + 1)?,
                };
            } else if self.take("[") {
                let (index, index_depth) = self.expression(0)?;
                self.expect("]")?;
                let position = match &index {
                    Tree::Literal(Value::Number(Number::Integer(n))) => usize::try_from(*n).ok(),
                    _ => None,
                };
                grown = match (grown, position) {
                    ((Tree::Reference(mut reference), depth), Some(position)) => {
                        reference.path.push(Access::Index(position));
                        self.stretch(&mut reference);
                        (Tree::Reference(reference), depth)
                    }
                    ((tree, depth), _) => {
                        let depth = depth.max(index_depth) + 1;
                        self.bounded(Tree::Index(Box::new(tree), Box::new(index)), depth)?
                    }
                };
            } else {
                return Ok(grown);
            }
        }
    }

    fn primary(&mut self) -> Result<Grown, ExpressionError> {
        self.skip_space();
        let Some(first) = self.rest().chars().next() else {
            return self.fail("the expression ends where a value was expected");
        };
        let tree = match first {
            '(' => {
                self.at += 1;
                let grown = self.expression(0)?;
                self.expect(")")?;
                return Ok(grown);
            }
            '$' => Tree::Reference(self.reference()?),
            '"' | '\'' => Tree::Literal(Value::Text(self.quoted(first)?)),
            '0'..='9' => Tree::Literal(self.number()?),
            _ => {
                let start = self.at;
                match self.name().as_deref() {
                    Some("true") => Tree::Literal(true.into()),
                    Some("false") => Tree::Literal(false.into()),
                    Some("null") => Tree::Literal(Value::Null),
                    Some(word) => {
                        self.at = start;
                        let message = format!("\"{word}\" is no value; write ${word} or quote it");
                        return self.fail(message);
                    }
                    None => return self.fail(format!("{} was not expected here", self.found())),
                }
            }
        };
        Ok((tree, 1))
    }

    /// Parses `$name` or `${name.field[0]}`.
    fn reference(&mut self) -> Result<Reference, ExpressionError> {
        let start = self.at;
        self.at += 1;
        let braced = self.rest().starts_with('{');
        if braced {
            self.at += 1;
        }
        let Some(name) = self.name() else { return self.fail("a name belongs after the `$`") };
        let mut path = Vec::new();
        while braced && !self.rest().starts_with('}') {
            let access = if self.take(".") {
                self.name().map(Access::Field)
            } else if self.take("[") {
                let index = self.digits().parse().ok();
                index.filter(|_| self.take("]")).map(Access::Index)
            } else {
                None
            };
            let Some(access) = access else { return self.fail("the `${` is not closed by a `}`") };
            path.push(access);
        }
        if braced {
            self.at += 1;
        }
        let span = self.place(start..self.at);
        Ok(Reference { name, path, span })
    }

    fn stretch(&self, reference: &mut Reference) {
        if self.span.len() == self.text.len() {
            reference.span.end = self.span.start + self.at;
        }
    }

    fn place(&self, range: Span) -> Span {
        if self.span.len() == self.text.len() {
            self.span.start + range.start..self.span.start + range.end
        } else {
            self.span.clone()
        }
    }

    fn number(&mut self) -> Result<Value, ExpressionError> {
        let start = self.at;
        self.digits();
        if self.rest().starts_with('.') && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.at += 1;
            self.digits();
        }
        let exponent = self.rest().strip_prefix(['e', 'E']).map(|rest| {
            let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
            (rest.len() - unsigned.len() + 1, unsigned.starts_with(|c: char| c.is_ascii_digit()))
        });
        if let Some((length, true)) = exponent {
            self.at += length;
            self.digits();
        }
        let digits = &self.text[start..self.at];
        if self.rest().starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return self.fail("a number and a word run into each other");
        }
        match Number::parse(digits) {
            Some(number) => Ok(Value::Number(number)),
            None => {
                self.at = start;
                self.fail("the number is too large")
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, ExpressionError> {
        let start = self.at;
        let mut text = String::new();
        let mut rest = self.text[start + 1..].char_indices();
        while let Some((at, c)) = rest.next() {
            let at = start + 1 + at;
            match c {
                _ if c == quote => {
                    self.at = at + 1;
                    return Ok(text);
                }
                '\\' => {
                    let escaped = rest.next().map(|(_, c)| c);
                    let unescaped = match escaped {
                        Some('n') => Some('\n'),
                        Some('t') => Some('\t'),
                        Some('r') => Some('\r'),
                        Some('b') => Some('\u{8}'),
                        Some('f') => Some('\u{c}'),
                        Some('u') => {
                            let digits: String = rest.by_ref().take(4).map(|(_, c)| c).collect();
                            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
                        }
                        Some(c @ ('"' | '\'' | '\\' | '/' | '$')) => Some(c),
                        _ => None,
                    };
                    let Some(unescaped) = unescaped else {
                        self.at = at;
                        return self.fail("this escape is not known; a backslash is written `\\\\`");
                    };
                    text.push(unescaped);
                }
                c => text.push(c),
            }
        }
        self.fail("the quote is not closed")
    }

    fn operator(&mut self) -> Option<(Operator, usize)> {
        self.skip_space();
        const SIGNS: [(&str, Operator); 13] = [
            ("||", Operator::Or),
            ("&&", Operator::And),
            ("==", Operator::Equal),
            ("!=", Operator::Unequal),
            ("<=", Operator::LessOrEqual),
            (">=", Operator::GreaterOrEqual),
            ("<", Operator::Less),
            (">", Operator::Greater),
            ("+", Operator::Add),
            ("-", Operator::Subtract),
            ("*", Operator::Multiply),
            ("/", Operator::Divide),
            ("%", Operator::Remainder),
        ];
        let rest = self.rest();
        for (word, operator) in [("or", Operator::Or), ("and", Operator::And)] {
            if starts_with_word(rest, word) {
                return Some((operator, word.len()));
            }
        }
        SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)).map(|(sign, operator)| (*operator, sign.len()))
    }

    fn bounded(&self, tree: Tree, depth: usize) -> Result<Grown, ExpressionError> {
        if depth > MAX_EXPRESSION_DEPTH { self.too_deep() } else { Ok((tree, depth)) }
    }

    fn too_deep(&self) -> Result<Grown, ExpressionError> {
        self.fail(format!("the expression is nested more than {MAX_EXPRESSION_DEPTH} deep"))
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, ExpressionError> {
        Err(ExpressionError { message: message.into(), offset: self.at })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn found(&self) -> String {
        match self.rest().chars().next() {
            Some(c) => format!("`{c}`"),
            None => "the end".into(),
        }
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        starts_with_word(self.rest(), word) && self.take(word)
    }

    fn expect(&mut self, sign: &str) -> Result<(), ExpressionError> {
        self.skip_space();
        if self.take(sign) { Ok(()) } else { self.fail(format!("a `{sign}` is missing here")) }
    }

    fn digits(&mut self) -> &str {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn name(&mut self) -> Option<String> {
        let length = name_length(self.rest());
        let name = self.rest()[..length].to_string();
        self.at += length;
        (length > 0).then_some(name)
    }
}

/// Returns the length of the name at the start of a text, in bytes: a letter or `_`, then letters, digits or
/// `_`.
pub(in crate::definition) fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return 0;
    }
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len())
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}
