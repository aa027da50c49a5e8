//! A lenient parser for ToUnicode maps.
//!
//! The PDF library rejects a whole map if one entry is malformed, and some programs write empty entries.

use std::collections::HashMap;

use hayro_syntax::object::Stream;

use super::stream::unfold;
use crate::Limits;
use crate::limits::Budget;

/// The maximum decompressed size of a map, and the maximum number of codes.
const LARGEST: u64 = 8 << 20;
const MOST: usize = 200_000;

/// Returns the text of each code.
pub(super) fn read(stream: &Stream<'_>) -> HashMap<u32, String> {
    let mut budget = Budget::new(&Limits { part: LARGEST, unfolded: LARGEST, ..Limits::default() });
    match unfold(stream, &mut budget) {
        Ok(Some(bytes)) => parse(&bytes),
        _ => HashMap::new(),
    }
}

/// A token of the map.
#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    Hex(Vec<u8>),
    Open,
    Close,
    Word(&'a [u8]),
}

fn parse(bytes: &[u8]) -> HashMap<u32, String> {
    let mut map = HashMap::new();
    let mut tokens = tokens(bytes);
    while let Some(token) = tokens.next() {
        match token {
            Token::Word(b"beginbfchar") => {
                while let Some(Token::Hex(code)) = tokens.next() {
                    let Some(Token::Hex(letters)) = tokens.next() else { break };
                    put(&mut map, number(&code), text(&letters));
                }
            }
            Token::Word(b"beginbfrange") => {
                while let Some(Token::Hex(first)) = tokens.next() {
                    let Some(Token::Hex(last)) = tokens.next() else { break };
                    let Some(to) = tokens.next() else { break };
                    range(&mut map, number(&first)..=number(&last), to, &mut tokens);
                }
            }
            _ => {}
        }
    }
    map
}

/// Parses a range of codes, which maps to a range of characters, or each code to its own text.
fn range<'a>(
    map: &mut HashMap<u32, String>,
    codes: std::ops::RangeInclusive<u32>,
    to: Token<'a>,
    tokens: &mut impl Iterator<Item = Token<'a>>,
) {
    let codes = codes.take(MOST);
    match to {
        Token::Hex(mut letters) => {
            for code in codes {
                put(map, code, text(&letters));
                match letters.last_mut() {
                    Some(last) if *last < 255 => *last += 1,
                    _ => break,
                }
            }
        }
        Token::Open => {
            let mut codes = codes;
            for token in tokens.by_ref() {
                match token {
                    Token::Hex(letters) => {
                        if let Some(code) = codes.next() {
                            put(map, code, text(&letters));
                        }
                    }
                    _ => break,
                }
            }
        }
        Token::Close | Token::Word(_) => {}
    }
}

fn put(map: &mut HashMap<u32, String>, code: u32, text: String) {
    if !text.is_empty() && map.len() < MOST {
        map.entry(code).or_insert(text);
    }
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

fn text(bytes: &[u8]) -> String {
    let units = bytes.chunks(2).map(|pair| match pair {
        [high, low] => u16::from_be_bytes([*high, *low]),
        [low] => u16::from(*low),
        _ => 0,
    });
    char::decode_utf16(units.take(32)).filter_map(Result::ok).collect()
}

fn tokens(bytes: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (first, after) = rest.split_first()?;
        let is_word = |byte: &u8| !byte.is_ascii_whitespace() && !b"<>[]".contains(byte);
        match first {
            b'<' => {
                let end = after.iter().position(|byte| *byte == b'>').unwrap_or(after.len());
                let (digits, behind) = after.split_at(end);
                rest = behind.get(1..).unwrap_or_default();
                Some(Token::Hex(hex(digits)))
            }
            b'[' => {
                rest = after;
                Some(Token::Open)
            }
            b']' | b'>' => {
                rest = after;
                Some(Token::Close)
            }
            _ => {
                let length = rest.iter().position(|byte| !is_word(byte)).unwrap_or(rest.len());
                let (word, behind) = rest.split_at(length);
                rest = behind;
                Some(Token::Word(word))
            }
        }
    })
}

fn hex(digits: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> =
        digits.iter().filter_map(|digit| char::from(*digit).to_digit(16)?.try_into().ok()).collect();
    digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn ignores_empty_entries() {
        let map = parse(
            b"1 begincodespacerange <0000> <ffff> endcodespacerange\n\
              3 beginbfchar <0030> <092c> <0261> <> <0036> <0932093f> endbfchar\n\
              2 beginbfrange <0041> <0043> <0061> <0050> <0051> [<0031> <0032>] endbfrange",
        );
        let read = |code| map.get(&code).map(String::as_str);
        assert_eq!([read(0x30), read(0x261), read(0x36)], [Some("ब"), None, Some("लि")]);
        assert_eq!([read(0x41), read(0x43), read(0x44)], [Some("a"), Some("c"), None]);
        assert_eq!([read(0x50), read(0x51)], [Some("1"), Some("2")]);
    }

    #[test]
    fn tolerates_malformed_maps() {
        for bytes in [
            &b"beginbfchar"[..],
            b"beginbfchar <",
            b"beginbfrange <00> <ffffffff> <0041>",
            b"<<>>[[",
            b"\xff",
        ] {
            assert!(parse(bytes).len() <= 256, "{bytes:?}");
        }
    }
}
