//! Decodes bytes into text in any encoding.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The size of the sample for encoding detection, in bytes.
const SAMPLE: usize = 1 << 20;

/// Decodes text. A byte order mark takes precedence, then valid UTF-8, then the encoding that the file
/// declares (`declared`), then the detected one.
pub(crate) fn decode(bytes: &[u8], declared: Option<&'static Encoding>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return text.into_owned();
    }
    if let Some(wide) = wide(bytes) {
        return wide.decode_without_bom_handling(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_string();
    }
    let encoding = declared.filter(|encoding| *encoding != UTF_8).unwrap_or_else(|| guess(bytes));
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// Returns the encoding that an HTML or XML file declares.
pub(crate) fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&head[..head.len().min(2048)]).to_ascii_lowercase();
    if !head.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return None;
    }
    let named = |key: &str| {
        let (_, rest) = head.split_once(key)?;
        let name = rest.trim_start_matches(['"', '\'', ' ']);
        let end = name.find(['"', '\'', ' ', ';', '>', '/', '?']).unwrap_or(name.len());
        Encoding::for_label(&name.as_bytes()[..end])
    };
    named("charset=").or_else(|| named("encoding="))
}

/// Whether this is not text: text contains no NUL and hardly any other control characters.
pub(crate) fn is_binary(text: &str) -> bool {
    let (mut controls, mut letters) = (0_usize, 0_usize);
    for letter in text.chars().take(SAMPLE) {
        letters += 1;
        let allowed =
            matches!(letter, '\n' | '\r' | '\t' | '\u{c}' | '\u{b}' | '\u{8}' | '\u{1b}' | '\u{85}');
        controls += usize::from((letter.is_control() && !allowed) || letter == '\u{fffd}');
    }
    controls * 50 > letters
}

/// Detects UTF-16 without a byte order mark: in Western text, every second byte is zero.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(4096)];
    if sample.len() < 4 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let zeros = |from: usize| sample.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), sample.len() / 2);
    if odd * 10 > pairs * 7 && even * 20 < pairs {
        Some(UTF_16LE)
    } else if even * 10 > pairs * 7 && odd * 20 < pairs {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(SAMPLE)], true);
    detector.guess(None, Utf8Detection::Allow)
}

#[cfg(test)]
mod tests {
    use super::{decode, is_binary};

    #[test]
    fn decodes_text_in_each_encoding() {
        let said = "A informação não está cá: três ações, à tarde.";
        let wide = |big: bool| -> Vec<u8> {
            said.encode_utf16()
                .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
                .collect()
        };
        let marked = [vec![0xff, 0xfe], wide(false)].concat();
        let latin: Vec<u8> = said.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
        for bytes in [said.as_bytes().to_vec(), wide(false), wide(true), marked, latin] {
            assert_eq!(decode(&bytes, None), said);
        }
    }

    #[test]
    fn detects_binary_content() {
        let bytes: Vec<u8> = (0..4096_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        assert!(is_binary(&decode(&bytes, None)));
        assert!(!is_binary("Plain\twords,\r\nand more."));
    }
}
