use std::io::Read as _;

use lemmascope_intent::{Args, Failure, Format, Outcome, Parameter, Signature, Type};
use rustix::fs::OFlags;

use super::call_scope::CallScope;
use super::fault::invalid;
use super::format::{bytes, integer, object};
use super::handle;
use super::resolved_path::Reach;

/// The maximum size that is read into memory.
const LIMIT: u64 = 10 * 1024 * 1024;

pub(super) fn signature() -> Signature {
    Signature::observe("files.read_file", "Read a text file.")
        .aliases(&["cat"])
        .known_as(&["less", "head", "tail", "more"])
        .everyday("files")
        .parameter(Parameter::required("path", Type::String, "The file.").format(Format::File))
        .parameter(Parameter::optional(
            "encoding",
            Type::String,
            "utf-8, utf-16 or latin-1; found out if it is left out.",
        ))
        .returns(Type::Object)
        .examples(&["files.read_file notes/todo.txt"])
}

pub(super) fn act(site: &CallScope, args: &Args) -> Result<Outcome, Failure> {
    let place = site.place(args, "path", Reach::READ)?;
    let encoding = args.optional_text("encoding").map(Encoding::named).transpose()?;
    place.find()?;
    let shown = place.shown.as_str();
    let (file, stat) =
        handle::open_file(place.dir(), place.name(), OFlags::RDONLY).map_err(|error| place.fault(error))?;
    let too_large = || {
        invalid(
            format!("\"{shown}\" is larger than 10 MB"),
            "Only files of up to 10 MB are read. Split it, or open it in a program.",
        )
    };
    if handle::length(&stat) > LIMIT {
        return Err(too_large());
    }
    let mut content = Vec::new();
    // The file may grow while it is read.
    file.take(LIMIT + 1).read_to_end(&mut content).map_err(|error| place.fault(error))?;
    if content.len() as u64 > LIMIT {
        return Err(too_large());
    }
    let (text, encoding) = decode(&content, encoding).map_err(|problem| {
        let (message, hint) = match problem {
            Problem::Binary => ("is not a text file", "Files of other kinds are not read as text."),
            Problem::NotUtf8 => ("is not UTF-8 text", "Try the encoding latin-1 or utf-16."),
            Problem::NotUtf16 => ("is not UTF-16 text", "Leave the encoding out, or try latin-1."),
        };
        invalid(format!("\"{shown}\" {message}"), hint)
    })?;
    let length = content.len() as u64;
    Ok(Outcome::found(object([
        ("path", shown.into()),
        ("content", text.into()),
        ("bytes", integer(length)),
        ("encoding", encoding.name().into()),
    ]))
    .line(format!("read_file \"{shown}\" ({})", bytes(length))))
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Encoding {
    Utf8,
    Utf16,
    Latin1,
}

impl Encoding {
    fn named(name: &str) -> Result<Self, Failure> {
        match name.to_lowercase().replace('_', "-").as_str() {
            "utf-8" | "utf8" => Ok(Self::Utf8),
            "utf-16" | "utf16" => Ok(Self::Utf16),
            "latin-1" | "latin1" | "iso-8859-1" => Ok(Self::Latin1),
            _ => Err(invalid(
                "parameter \"encoding\" is not an encoding that is known".into(),
                "Use utf-8, utf-16 or latin-1.",
            )),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Latin1 => "latin-1",
        }
    }
}

#[derive(Debug, PartialEq)]
enum Problem {
    Binary,
    NotUtf8,
    NotUtf16,
}

/// Decodes the text, and returns its encoding. A byte order mark takes precedence over the requested
/// encoding, except for latin-1, in which those bytes are letters.
fn decode(content: &[u8], encoding: Option<Encoding>) -> Result<(String, Encoding), Problem> {
    if encoding == Some(Encoding::Latin1) {
        let text: String = content.iter().map(|byte| char::from(*byte)).collect();
        return if text.contains('\0') { Err(Problem::Binary) } else { Ok((text, Encoding::Latin1)) };
    }
    let (text, encoding) = if let Some(rest) = content.strip_prefix(b"\xEF\xBB\xBF") {
        (utf8(rest)?, Encoding::Utf8)
    } else if let Some(rest) = content.strip_prefix(b"\xFF\xFE") {
        (utf16(rest, u16::from_le_bytes)?, Encoding::Utf16)
    } else if let Some(rest) = content.strip_prefix(b"\xFE\xFF") {
        (utf16(rest, u16::from_be_bytes)?, Encoding::Utf16)
    } else if encoding == Some(Encoding::Utf16) {
        // Without a mark, the standard requires big-endian, but actual files are mostly little-endian.
        (utf16(content, u16::from_le_bytes)?, Encoding::Utf16)
    } else {
        (utf8(content)?, Encoding::Utf8)
    };
    if text.contains('\0') { Err(Problem::Binary) } else { Ok((text, encoding)) }
}

fn utf8(content: &[u8]) -> Result<String, Problem> {
    let text = std::str::from_utf8(content).map(str::to_string);
    text.map_err(|_| if content.contains(&0) { Problem::Binary } else { Problem::NotUtf8 })
}

fn utf16(content: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, Problem> {
    let (pairs, []) = content.as_chunks::<2>() else { return Err(Problem::NotUtf16) };
    char::decode_utf16(pairs.iter().copied().map(unit))
        .collect::<Result<_, _>>()
        .map_err(|_| Problem::NotUtf16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_byte_order_marks_and_encodings() {
        use Encoding::*;
        let check = |content: &[u8], encoding, text: &str, found| {
            assert_eq!(decode(content, encoding), Ok((text.to_string(), found)), "{content:?}");
        };
        check("olá".as_bytes(), None, "olá", Utf8);
        check(b"\xEF\xBB\xBFa", None, "a", Utf8);
        check(b"\xFF\xFEa\0\xE1\0", None, "aá", Utf16);
        check(b"\xFE\xFF\0a", None, "a", Utf16);
        check(b"a\0", Some(Utf16), "a", Utf16);
        check(b"ol\xE1", Some(Latin1), "olá", Latin1);
    }

    #[test]
    fn rejects_binary_and_invalid_text() {
        assert_eq!(decode(b"\x7FELF\0\xFF", None), Err(Problem::Binary));
        assert_eq!(decode(b"a\0b", None), Err(Problem::Binary));
        assert_eq!(decode(b"a\0b", Some(Encoding::Latin1)), Err(Problem::Binary));
        assert_eq!(decode(b"ol\xE1", None), Err(Problem::NotUtf8));
        assert_eq!(decode(b"\xFF\xFEa", None), Err(Problem::NotUtf16));
        assert_eq!(decode(b"\xFF\xFE\x00\xD8", None), Err(Problem::NotUtf16));
    }
}
