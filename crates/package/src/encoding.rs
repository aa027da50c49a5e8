//! Converts XML in any declared encoding into UTF-8.
//!
//! Spreadsheet programs write UTF-8. Business programs that generate XML also use UTF-16 and national
//! encodings, which the byte order mark or the XML declaration identifies.

use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

/// The number of bytes that contain the XML declaration, which may name the encoding.
const HEAD: usize = 256;

/// The number of bytes that are decoded at once.
const PIECE: usize = 16 << 10;

/// A reader that converts a document into UTF-8.
pub(crate) struct Utf8<R> {
    source: R,
    begun: bool,
    /// The decoder; none if the source is already UTF-8.
    decoder: Option<Decoder>,
    ended: bool,
    /// The decoded bytes, and the number of those that were returned.
    ready: Vec<u8>,
    given: usize,
}

impl<R: Read> Utf8<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, begun: false, decoder: None, ended: false, ready: Vec::new(), given: 0 }
    }

    /// Creates a reader for a document that is already UTF-8, whatever its declaration says.
    pub(crate) fn decoded(source: R) -> Self {
        Self { begun: true, ..Self::new(source) }
    }

    fn begin(&mut self) -> io::Result<()> {
        self.begun = true;
        (&mut self.source).take(HEAD as u64).read_to_end(&mut self.ready)?;
        let encoding = detect_encoding(&self.ready);
        if encoding != UTF_8 {
            self.decoder = Some(encoding.new_decoder_with_bom_removal());
            let head = std::mem::take(&mut self.ready);
            self.decode(&head);
        }
        Ok(())
    }

    fn decode(&mut self, raw: &[u8]) {
        let Some(decoder) = &mut self.decoder else { return };
        let most = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(PIECE * 4);
        self.ready.resize(most, 0);
        let (_, _, written, _) = decoder.decode_to_utf8(raw, &mut self.ready, raw.is_empty());
        self.ready.truncate(written);
        self.given = 0;
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.begun {
            self.begin()?;
        }
        while self.given == self.ready.len() {
            if self.decoder.is_none() {
                return self.source.read(buffer);
            }
            if self.ended {
                return Ok(0);
            }
            let mut raw = Vec::new();
            (&mut self.source).take(PIECE as u64).read_to_end(&mut raw)?;
            self.ended = raw.is_empty();
            self.decode(&raw);
        }
        let length = (self.ready.len() - self.given).min(buffer.len());
        buffer[..length].copy_from_slice(&self.ready[self.given..self.given + length]);
        self.given += length;
        Ok(length)
    }
}

/// Detects the encoding: by byte order mark, by zero bytes next to the first character, or by the XML
/// declaration.
fn detect_encoding(head: &[u8]) -> &'static Encoding {
    match head {
        [0xff, 0xfe, ..] | [b'<', 0, ..] => return UTF_16LE,
        [0xfe, 0xff, ..] | [0, b'<', ..] => return UTF_16BE,
        _ => {}
    }
    let line = head.strip_prefix(b"<?xml").and_then(|it| Some(&it[..memmem::find(it, b"?>")?]));
    let named = line.and_then(|it| Some(&it[memmem::find(it, b"encoding")? + b"encoding".len()..]));
    let named = named.and_then(|it| it.trim_ascii_start().strip_prefix(b"="));
    let named = named.and_then(|it| it.trim_ascii_start().split_first());
    let name = named.and_then(|(quote, rest)| rest.split(|it| it == quote).next());
    match name.and_then(Encoding::for_label_no_replacement) {
        // A declaration that is readable byte by byte is not in UTF-16.
        Some(encoding) if encoding != UTF_16LE && encoding != UTF_16BE => encoding,
        _ => UTF_8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> String {
        let mut text = String::new();
        Utf8::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn decodes_documents_to_utf8() {
        let text = format!("<?xml version=\"1.0\"?><a>{}</a>", "Região €".repeat(5000));
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(read(text.as_bytes()), text);
        assert_eq!(read(&little), text);
        assert_eq!(read(&big), text);
        assert_eq!(read(&[&[0xff, 0xfe], &*little].concat()), text);
        assert_eq!(read(&[&[0xfe, 0xff], &*big].concat()), text);
        assert_eq!(
            read(b"<?xml encoding = 'windows-1252' ?><a>\xe9\x80</a>"),
            "<?xml encoding = 'windows-1252' ?><a>é€</a>"
        );
    }

    #[test]
    fn document_without_declared_encoding_is_unchanged() {
        for text in [
            "",
            "<",
            "<a/>",
            "<?xml encoding='UTF-8'?>",
            "<?xml encoding='utf-16'?>",
            "<?xml encoding='no'?>",
            "<?xml encoding",
            "<?xml encoding=?>",
        ] {
            assert_eq!(read(text.as_bytes()), text);
        }
    }
}
