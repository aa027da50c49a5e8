//! Detects the format of a file, primarily by content, secondarily by name.

/// The format of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    Pdf,
    /// A ZIP archive, which may be an office document.
    Zip,
    /// The container of old office formats, and of encrypted new ones.
    Compound,
    /// Rich text, which mixes several encodings.
    Rich,
    /// Text, whose format must be detected after decoding.
    Text,
    /// Not a document.
    Other(&'static str),
}

/// The format of a text file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Writing {
    Html,
    /// A web page in XML.
    Xhtml,
    Markdown,
    Plain,
    /// An OpenDocument text in a single XML file.
    FlatOdt,
    Other(&'static str),
}

/// The number of bytes for format detection.
pub(crate) const HEAD: usize = 4096;

/// The signatures of other file types.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF87a", "a picture (GIF)"),
    (b"GIF89a", "a picture (GIF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"BM", "a picture (BMP)"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program (Windows)"),
    (b"\xcf\xfa\xed\xfe", "a program (macOS)"),
    (b"\xca\xfe\xba\xbe", "a program (Java or macOS)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ\0", "a compressed file (xz)"),
    (b"\x28\xb5\x2f\xfd", "a compressed file (zstd)"),
    (b"7z\xbc\xaf\x27\x1c", "an archive (7z)"),
    (b"Rar!\x1a\x07", "an archive (RAR)"),
    (b"SQLite format 3\0", "a database (SQLite)"),
    (b"%!PS", "a PostScript file"),
    (b"OggS", "a sound or film (Ogg)"),
    (b"fLaC", "a sound (FLAC)"),
    (b"ID3", "a sound (MP3)"),
    (b"RIFF", "a sound, film or picture (RIFF)"),
    (b"\x1a\x45\xdf\xa3", "a film (Matroska)"),
    (b"\0asm", "a program (WebAssembly)"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO", "a font"),
    (b"\0\x01\0\0\0", "a font"),
];

/// Detects the format of a file by its first bytes.
pub(crate) fn of_bytes(head: &[u8]) -> Format {
    let begins = |with: &[u8]| head.starts_with(with);
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        return Format::Zip;
    }
    if begins(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Format::Compound;
    }
    // Some mailers insert lines before a PDF, and all PDF readers skip them.
    if head.windows(5).take(1024).any(|window| window == b"%PDF-") {
        return Format::Pdf;
    }
    if head.trim_ascii_start().starts_with(b"{\\rtf") {
        return Format::Rich;
    }
    // Two letters are too short a signature, because a text may start with them.
    let binary = head.iter().take(64).any(|byte| *byte < 9);
    for (signature, what) in SIGNATURES {
        if begins(signature) && (signature.len() > 3 || binary) {
            return Format::Other(what);
        }
    }
    if head.get(4..8) == Some(b"ftyp") {
        return Format::Other("a film or picture (MP4 family)");
    }
    if head.get(257..262) == Some(b"ustar") {
        return Format::Other("an archive (tar)");
    }
    Format::Text
}

/// Detects the format of a text by its first characters and its file name.
pub(crate) fn of_text(text: &str, name: &str) -> Writing {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    let extension = extension.as_deref().unwrap_or("");
    let opening = opening(text);
    let begins = |with: &str| opening.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    if matches!(extension, "xhtml" | "xht") && begins("<") {
        return Writing::Xhtml;
    }
    if ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| begins(tag)) {
        return Writing::Html;
    }
    if begins("<svg") || begins("<!doctype svg") {
        return Writing::Other("a drawing (SVG)");
    }
    if begins("<office:document") {
        return Writing::FlatOdt;
    }
    match extension {
        "html" | "htm" => return Writing::Html,
        "md" | "markdown" | "mdown" | "mkd" => return Writing::Markdown,
        "csv" | "tsv" => return Writing::Other("a table (CSV)"),
        _ => {}
    }
    if text.trim_start_matches('\u{feff}').trim_start().starts_with("<?xml") {
        return Writing::Other("an XML file");
    }
    if extension == "json" && (begins("{") || begins("[")) {
        return Writing::Other("data (JSON)");
    }
    let marked = ["<p", "<div", "<h1", "<table", "<title", "<meta", "<article", "<main"];
    if extension != "txt" && marked.iter().any(|tag| begins(tag)) {
        return Writing::Html;
    }
    match extension.is_empty() && count_markdown_headings(text) >= 2 {
        true => Writing::Markdown,
        false => Writing::Plain,
    }
}

/// Returns the text after whitespace, an XML declaration and comments.
fn opening(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    for _ in 0..20 {
        let end = if rest.starts_with("<?") {
            rest.find("?>").map(|at| at + 2)
        } else if rest.starts_with("<!--") {
            rest.find("-->").map(|at| at + 3)
        } else {
            None
        };
        match end {
            Some(end) => rest = rest[end..].trim_start(),
            None => break,
        }
    }
    rest
}

fn count_markdown_headings(text: &str) -> usize {
    let mut blank = true;
    let mut count = 0;
    for line in text.lines().take(400) {
        count += usize::from(blank && (line.starts_with("## ") || line.starts_with("### ")));
        blank = line.trim().is_empty();
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{Format, Writing, of_bytes, of_text};

    #[test]
    fn content_takes_precedence_over_file_name() {
        assert_eq!(of_bytes(b"%PDF-1.4\n"), Format::Pdf);
        assert_eq!(of_bytes(b"\x89PNG\r\n\x1a\n0000"), Format::Other("a picture (PNG)"));
        assert_eq!(of_bytes(b"BMW makes cars."), Format::Text);
        assert_eq!(of_bytes(b"ID3 is a tag."), Format::Text);
        assert_eq!(of_text("<!-- x --><!DOCTYPE HTML><p>a", "page.txt"), Writing::Html);
        assert_eq!(of_text("<?xml version='1.0'?><svg/>", "a.html"), Writing::Other("a drawing (SVG)"));
        assert_eq!(of_text("# A\n\n## B\n\ntext\n\n## C\n", "README"), Writing::Markdown);
        assert_eq!(of_text("# a comment\nrm x\n", "script"), Writing::Plain);
        assert_eq!(of_text("a,b\n1,2\n", "x.csv"), Writing::Other("a table (CSV)"));
    }
}
