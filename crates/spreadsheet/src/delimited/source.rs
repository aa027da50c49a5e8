//! The bytes of a text file, in an ASCII-compatible encoding.

use std::fs::File;
use std::io::{self, Read as _};

use encoding_rs::{CoderResult, Decoder, UTF_16BE, UTF_16LE};

/// Reads a file from its start, after the byte order mark. UTF-16 is converted to UTF-8; other encodings are
/// unchanged, because delimiters and digits are the same in all of them.
pub(super) struct Source<'f> {
    file: &'f File,
    wide: Option<Utf16Input>,
    /// The number of bytes read.
    pub(super) taken: u64,
    ended: bool,
}

struct Utf16Input {
    decoder: Decoder,
    raw: Vec<u8>,
    from: usize,
}

impl<'f> Source<'f> {
    /// Creates a source. The file must be at its start; `head` contains its first bytes.
    pub(super) fn new(file: &'f File, head: &[u8]) -> Source<'f> {
        let encoding = match wide(head) {
            Some(Endian::Little) => Some(UTF_16LE),
            Some(Endian::Big) => Some(UTF_16BE),
            None => None,
        };
        let wide = encoding.map(|it| Utf16Input {
            decoder: it.new_decoder_with_bom_removal(),
            raw: Vec::new(),
            from: 0,
        });
        Source { file, wide, taken: 0, ended: false }
    }

    /// Appends up to `most` bytes. Returns whether there may be more.
    pub(super) fn fill(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        match self.wide {
            Some(_) => self.fill_decoded(buffer, most),
            None => {
                let got = (&mut self.file).take(most as u64).read_to_end(buffer)?;
                self.taken += got as u64;
                Ok(got == most)
            }
        }
    }

    fn fill_decoded(&mut self, buffer: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        let Some(wide) = &mut self.wide else { return Ok(false) };
        let start = buffer.len();
        buffer.resize(start + most.max(16), 0);
        let mut at = start;
        loop {
            if wide.from == wide.raw.len() && !self.ended {
                wide.raw.clear();
                wide.from = 0;
                let got = (&mut self.file).take(1 << 16).read_to_end(&mut wide.raw)?;
                self.taken += got as u64;
                self.ended = got == 0;
            }
            let (result, read, written, _) =
                wide.decoder.decode_to_utf8(&wide.raw[wide.from..], &mut buffer[at..], self.ended);
            wide.from += read;
            at += written;
            let full = matches!(result, CoderResult::OutputFull);
            if full || self.ended {
                buffer.truncate(at);
                return Ok(full);
            }
        }
    }
}

enum Endian {
    Little,
    Big,
}

/// Whether a file is in UTF-16, according to its byte order mark or to zero bytes next to letters.
pub(crate) fn is_wide(head: &[u8]) -> bool {
    wide(head).is_some()
}

fn wide(head: &[u8]) -> Option<Endian> {
    match head {
        [0xff, 0xfe, ..] => return Some(Endian::Little),
        [0xfe, 0xff, ..] => return Some(Endian::Big),
        _ => {}
    }
    let head = &head[..head.len().min(4096)];
    if head.len() < 4 {
        return None;
    }
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|it| **it == 0).count() * 2;
    let (even, odd) = (zeros(0), zeros(1));
    // In Western text nearly every pair has a zero byte, on one side only.
    match (even * 10 > head.len() * 7, odd * 10 > head.len() * 7) {
        (false, true) if even * 20 < head.len() => Some(Endian::Little),
        (true, false) if odd * 20 < head.len() => Some(Endian::Big),
        _ => None,
    }
}
