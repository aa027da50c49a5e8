/// Quotes a text of the page on one line, cut to at most `longest` characters.
pub fn quote(text: &str, longest: usize) -> String {
    let mut quoted = String::with_capacity(text.len().min(longest * 4) + 2);
    quoted.push('"');
    write(text, longest, true, &mut quoted);
    quoted.push('"');
    quoted
}

/// Quotes a name, cutting it in the middle, since a price or a size is at the end.
pub(crate) fn quote_name(text: &str, longest: usize) -> String {
    let text = text.trim();
    let count = text.chars().count();
    let tail = longest / 3;
    if count <= longest || tail < 8 {
        return quote(text, longest);
    }
    let (head, skipped) = (longest - tail, count - tail);
    // The cut falls on a word boundary when that costs few characters.
    let head: String = text.chars().take(head).collect();
    let head = match head.rfind(' ') {
        Some(at) if at + 12 > head.len() => &head[..at],
        _ => &head,
    };
    let tail: String = text.chars().skip(skipped).collect();
    let tail = match tail.find(' ') {
        Some(at) if at < 12 => &tail[at + 1..],
        _ => &tail,
    };
    quote(&format!("{}… {}", head.trim_end(), tail.trim_start()), longest + 2)
}

/// Escapes and cuts a text like [`quote`], without the quotes, for formats that delimit texts themselves,
/// such as JSON.
pub fn tame(text: &str, longest: usize) -> String {
    let mut tamed = String::with_capacity(text.len().min(longest * 4));
    write(text, longest, false, &mut tamed);
    tamed
}

fn write(text: &str, longest: usize, quotes: bool, out: &mut String) {
    let text = text.trim();
    let mut written = 0;
    let mut gap = false;
    for c in text.chars() {
        if is_space(c) {
            gap = true;
            continue;
        }
        if written >= longest {
            out.push('…');
            return;
        }
        if gap {
            out.push(' ');
            written += 1;
            gap = false;
        }
        match c {
            '"' | '\\' if quotes => {
                out.push('\\');
                out.push(c);
            }
            c if is_deceptive(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
        written += 1;
    }
}

/// Whether a character is white space equivalent to a space. Line breaks inside a name count too.
fn is_space(c: char) -> bool {
    c == '\n'
        || c == '\r'
        || c == '\t'
        || (c.is_whitespace() && !matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}'))
}

/// Whether a character can make a text look like another: it ends a line, is invisible, or changes the text
/// direction.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_quotes_and_line_breaks() {
        assert_eq!(quote("  Sign\n  in ", 80), r#""Sign in""#);
        assert_eq!(quote("say \"x\" \\", 80), r#""say \"x\" \\""#);
        assert_eq!(quote("a\u{202e}b\u{2028}c\0", 80), r#""a\u{202e}b\u{2028}c\u{0}""#);
        assert_eq!(quote("abcdef", 3), r#""abc…""#);
        assert_eq!(quote("abc", 3), r#""abc""#);
        assert_eq!(quote("", 3), r#""""#);
        let long = "Wireless mouse with five buttons and a receiver that fits into any port, 29.99 €";
        assert_eq!(quote_name(long, 40), r#""Wireless mouse with five… 29.99 €""#);
        assert_eq!(quote_name("abc", 40), r#""abc""#);
        assert_eq!(tame("say \"x\"\u{7}", 80), "say \"x\"\\u{7}");
    }
}
