use std::sync::LazyLock;

use super::scripts::{Script, has_own_token, script};
use super::{Class, Cost, TOKEN, class};

/// Letters are of 27 classes: a to z, and all others.
const SIDE: usize = 27;

/// What a pair of neighbouring Latin letters costs: a line for each first letter, a digit to the base of 36 for each
/// second.
static PAIRS: LazyLock<Vec<Cost>> = LazyLock::new(|| {
    include_str!("pairs.txt").chars().filter_map(|c| c.to_digit(36)).map(Cost::from).collect()
});

/// What is added to a word with nothing before it, to one with a sign before it, to one with a capital first, and for
/// each capital after that.
const BARE: Cost = 3;
const SIGN: Cost = 13;
const CAPITAL: Cost = 2;
const CAPITALS: Cost = 2;

/// The cost and the length of the word that the text begins with; `before` is the one character that goes with it.
pub(super) fn word(text: &str, before: Option<char>) -> (Cost, usize) {
    let mut cost = TOKEN
        + match before {
            Some(' ') => 0,
            Some(c) if c.is_ascii() => SIGN,
            Some(_) => SIGN + 30,
            None => BARE,
        };
    let mut length = 0;
    let mut last = None;
    let mut of: Option<&'static Script> = None;
    let mut after_small = false;
    for c in text.chars().take_while(|c| class(*c) == Class::Letter) {
        let capital = c.is_uppercase();
        // The encoding cuts where a capital follows a small letter.
        if capital && after_small {
            break;
        }
        after_small = c.is_lowercase();
        match script(c) {
            // The table knows the letters of ordinary words.
            None if !c.is_ascii() && !has_own_token(c) => {
                cost += TOKEN * c.len_utf8() as Cost;
                last = None;
                of = None;
            }
            None => {
                let here = letter(c);
                match last {
                    Some(last) => cost += pair(last, here) + Cost::from(capital) * CAPITALS,
                    None => cost += Cost::from(capital && length == 0) * CAPITAL,
                }
                last = Some(here);
                of = None;
            }
            Some(script) => {
                if !of.is_some_and(|of| of == script) {
                    // The first token of the word is counted already.
                    cost = (cost + script.word).saturating_sub(if length == 0 { TOKEN } else { 0 });
                }
                cost += script.letter(c);
                last = None;
                of = Some(script);
            }
        }
        length += c.len_utf8();
    }
    // There are never more tokens than bytes.
    let bytes = length + before.map_or(0, char::len_utf8);
    (cost.clamp(TOKEN, TOKEN * (bytes as Cost).max(1)), length)
}

fn letter(c: char) -> usize {
    match c.to_ascii_lowercase() {
        c @ 'a'..='z' => c as usize - 'a' as usize,
        _ => SIDE - 1,
    }
}

fn pair(first: usize, second: usize) -> Cost {
    PAIRS.get(first * SIDE + second).copied().unwrap_or(TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(PAIRS.len(), SIDE * SIDE);
    }
}
