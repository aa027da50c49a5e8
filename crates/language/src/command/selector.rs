//! Recognizes selectors by their form: `.btn`, `#id`, `button[type=submit]`.

/// The names of HTML elements, one per line. A word before a dot or a bracket is an element name only if it
/// is one of these.
const ELEMENTS: &str = include_str!("elements.txt");
/// The pseudo-classes that every browser supports, one per line. A selector with any other is not recognized.
const PSEUDO_CLASSES: &str = include_str!("pseudo_classes.txt");

/// Returns the CSS selector if a text is clearly one: element names with at least one class, ID, attribute or
/// pseudo-class, and combinators. Attribute values are quoted.
pub fn plain_css(text: &str) -> Option<String> {
    let mut reader = Reader { rest: text, css: String::new(), is_marked: false };
    loop {
        reader.compound()?;
        if reader.rest.is_empty() {
            return reader.is_marked.then_some(reader.css);
        }
        reader.combinator()?;
    }
}

/// Whether a text is clearly an XPath expression: `//button`, `(//a)[2]`.
pub(crate) fn is_plain_xpath(text: &str) -> bool {
    let path = text.trim_start_matches('(');
    let step = path.strip_prefix("//").or_else(|| path.strip_prefix(".//"));
    step.is_some_and(|step| step.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '*' | '@')))
}

/// Whether a word is the name of an HTML element.
pub fn is_element(word: &str) -> bool {
    ELEMENTS.lines().any(|known| known.eq_ignore_ascii_case(word))
}

struct Reader<'a> {
    rest: &'a str,
    css: String,
    /// Whether it has a class, an id or an attribute.
    is_marked: bool,
}

impl<'a> Reader<'a> {
    /// Parses a compound selector: an element name and its conditions.
    fn compound(&mut self) -> Option<()> {
        let name = identifier(self.rest);
        let is_custom = name.contains('-') && self.rest[name.len()..].starts_with('[');
        if !name.is_empty() && !is_element(name) && !is_custom {
            return None;
        }
        self.take(name.len());
        let mut is_empty = name.is_empty();
        while let Some(first) = self.rest.chars().next() {
            match first {
                '.' | '#' => {
                    let name = identifier(&self.rest[1..]);
                    if name.is_empty() {
                        return None;
                    }
                    self.take(1 + name.len());
                    self.is_marked = true;
                }
                '[' => self.attribute()?,
                ':' => self.pseudo_class()?,
                _ => break,
            }
            is_empty = false;
        }
        (!is_empty).then_some(())
    }

    /// Parses `[name]`, `[name=value]`, `[name^="value"]`.
    fn attribute(&mut self) -> Option<()> {
        let end = closing(self.rest, '[', ']')?;
        let inside = &self.rest[1..end];
        let name = identifier(inside);
        if name.is_empty() {
            return None;
        }
        let rest = &inside[name.len()..];
        let written = if rest.is_empty() {
            format!("[{name}]")
        } else {
            let operator = rest.strip_prefix(['*', '^', '$', '|', '~']).unwrap_or(rest);
            let value = operator.strip_prefix('=')?;
            let operator = &rest[..rest.len() - value.len()];
            let unquoted =
                ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
            let value = unquoted.unwrap_or(value);
            if value.is_empty() || value.contains(['"', '\'', '\\', ']']) {
                return None;
            }
            format!("[{name}{operator}\"{value}\"]")
        };
        self.css.push_str(&written);
        self.rest = &self.rest[end + 1..];
        self.is_marked = true;
        Some(())
    }

    fn pseudo_class(&mut self) -> Option<()> {
        let name = identifier(&self.rest[1..]);
        if !PSEUDO_CLASSES.lines().any(|known| known == name) {
            return None;
        }
        let length = 1 + name.len();
        let arguments = match self.rest[length..].starts_with('(') {
            true => closing(&self.rest[length..], '(', ')')? + 1,
            false => 0,
        };
        self.take(length + arguments);
        self.is_marked = true;
        Some(())
    }

    fn combinator(&mut self) -> Option<()> {
        let trimmed = self.rest.trim_start();
        let is_descendant = trimmed.len() < self.rest.len();
        match trimmed.chars().next()? {
            sign @ ('>' | '+' | '~') => {
                self.css.push_str(&format!(" {sign} "));
                self.rest = trimmed[1..].trim_start();
            }
            _ if is_descendant => {
                self.css.push(' ');
                self.rest = trimmed;
            }
            _ => return None,
        }
        Some(())
    }

    fn take(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.css.push_str(taken);
        self.rest = rest;
    }
}

/// Returns the identifier at the start of a text; empty if there is none.
fn identifier(text: &str) -> &str {
    let length = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(text.len());
    let name = &text[..length];
    let is_name = name.trim_start_matches('-').starts_with(|c: char| c.is_alphabetic() || c == '_');
    if is_name { name } else { "" }
}

/// Returns the position of the bracket that closes the one at the start of the text.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == open => depth += 1,
            None if c == close && depth == 1 => return Some(at),
            None if c == close => depth -= 1,
            None => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_bare_css_selectors() {
        for (text, css) in [
            (".btn", ".btn"),
            ("#submit", "#submit"),
            ("button[type=submit]", "button[type=\"submit\"]"),
            ("[data-id=5]", "[data-id=\"5\"]"),
            ("input[name^='user']", "input[name^=\"user\"]"),
            ("my-field[open]", "my-field[open]"),
            ("form#login .row>a:first-child", "form#login .row > a:first-child"),
            ("li:nth-child(2)", "li:nth-child(2)"),
            (".a.b + .c", ".a.b + .c"),
            ("a[title=\"Sign in\"]", "a[title=\"Sign in\"]"),
        ] {
            assert_eq!(plain_css(text).as_deref(), Some(css), "{text}");
        }
    }

    #[test]
    fn plain_text_is_not_a_selector() {
        for text in [
            "",
            "Sign in",
            "form button",
            "15",
            "#1234",
            ".5",
            "...",
            "[5]",
            "[draft] notes",
            "Node.js",
            "e.g.",
            "p.m.",
            "Section[1]",
            "array[index]",
            "C#",
            "time: now",
            "a:b",
            "Home > Products",
            "#",
            ".",
            "button[",
            "a[b=]",
            "li:nth-child(2",
            "Yes!",
            "$12.50",
            "#general chat",
        ] {
            assert_eq!(plain_css(text), None, "{text}");
        }
    }

    #[test]
    fn recognizes_bare_xpath_expressions() {
        for path in ["//button", "(//a)[2]", ".//*", "//@href"] {
            assert!(is_plain_xpath(path), "{path}");
        }
        for text in ["// TODO", "/home", "a//b", "", "//"] {
            assert!(!is_plain_xpath(text), "{text}");
        }
    }
}
