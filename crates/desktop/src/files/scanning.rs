//! Detects dangerous content: programs, disguised scripts, and the test string for virus scanners.
//!
//! Only the file format counts, not the topic: signatures are searched where a system would look for them,
//! which is nearly always the very beginning. A text about viruses is harmless.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// The reason why content is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Danger {
    /// It is a program, whatever its name.
    Program(&'static str),
    /// It is executable, and its extension suggests otherwise.
    Disguised {
        /// The actual type.
        what: &'static str,
        /// The misleading extension.
        extension: String,
    },
    /// It is a document with executable content.
    Loaded(&'static str),
    /// It contains the test string for virus scanners.
    TestString,
    /// The virus scanner detected it under this name.
    Known(String),
}

impl fmt::Display for Danger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(what) => write!(f, "it is {what}"),
            Self::Disguised { what, extension } => write!(f, "it is {what} under the extension .{extension}"),
            Self::Loaded(what) => write!(f, "it carries {what}"),
            Self::TestString => f.write_str("it holds the EICAR test string"),
            Self::Known(name) => write!(f, "the virus scanner knows it as {name}"),
        }
    }
}

/// The number of bytes at the beginning of a file that are inspected.
pub(crate) const BEGINNING: usize = 4096;

const HARMLESS: &str = include_str!("harmless_extensions.txt");

/// The signatures of executable formats on common systems.
const PROGRAMS: &[(&[u8], &str)] = &[
    (b"\x7FELF", "a program for Linux (ELF)"),
    (b"\xFE\xED\xFA\xCE", "a program for macOS (Mach-O)"),
    (b"\xFE\xED\xFA\xCF", "a program for macOS (Mach-O)"),
    (b"\xCE\xFA\xED\xFE", "a program for macOS (Mach-O)"),
    (b"\xCF\xFA\xED\xFE", "a program for macOS (Mach-O)"),
    (b"\xCA\xFE\xBA\xBE", "a program for Java or macOS"),
    (b"\0asm", "a WebAssembly module"),
    (b"dex\n03", "a program for Android"),
    (b"L\0\0\0\x01\x14\x02\0", "a Windows shortcut"),
    // Programs for several systems at once, whose beginning is a valid shell command.
    (b"MZqFpD='", "a program for several systems (APE)"),
    (b"jartsr='", "a program for several systems (APE)"),
];

/// The OLE container of old office documents, installers and messages.
const OLE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// The extensions that are or may be OLE.
const OLE_EXTENSIONS: &[&str] = &["doc", "xls", "ppt"];

/// The EICAR test string. It is split in two, so that virus scanners on developers' machines do not detect
/// this file.
const TEST_STRING: [&[u8]; 2] =
    [br"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-", b"ANTIVIRUS-TEST-FILE!$H+H*"];

/// Returns the danger of content under this name.
pub(crate) fn scan(name: &OsStr, content: &[u8]) -> Option<Danger> {
    if holds_test_string(content) {
        return Some(Danger::TestString);
    }
    look_at_beginning(name, content)
}

/// Returns the danger of a file of which only the beginning is available.
pub(crate) fn look_at_beginning(name: &OsStr, content: &[u8]) -> Option<Danger> {
    if let Some(what) = program(content) {
        return Some(Danger::Program(what));
    }
    let extension = harmless_extension(name)?;
    if let Some(what) = script(content, &extension) {
        return Some(Danger::Disguised { what, extension });
    }
    loaded(content).map(Danger::Loaded)
}

/// Whether the content contains the EICAR test string.
pub(crate) fn holds_test_string(content: &[u8]) -> bool {
    let [first, second] = TEST_STRING;
    let mut rest = content;
    while let Some(at) = rest.iter().position(|byte| *byte == first[0]) {
        rest = &rest[at..];
        if rest.strip_prefix(first).is_some_and(|rest| rest.starts_with(second)) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}

/// Returns the extension if it belongs to files that are never executed.
pub(crate) fn harmless_extension(name: &OsStr) -> Option<String> {
    let extension = Path::new(name).extension()?.to_str()?.to_lowercase();
    let known = HARMLESS.lines().filter(|line| !line.starts_with('#'));
    known.into_iter().any(|known| known == extension).then_some(extension)
}

fn program(content: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = PROGRAMS.iter().find(|(magic, _)| content.starts_with(magic)) {
        return Some(what);
    }
    is_windows_program(content).then_some("a program for Windows or DOS")
}

/// Whether the content is a Windows program. `MZ` may also begin a text, so the header has to contain binary
/// data too.
fn is_windows_program(content: &[u8]) -> bool {
    if !content.starts_with(b"MZ") && !content.starts_with(b"ZM") {
        return false;
    }
    let header = &content[..content.len().min(64)];
    // Lossy conversion, because the header may cut a character or may not be UTF-8 at all.
    let binary = String::from_utf8_lossy(header)
        .chars()
        .any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{C}'));
    let pointer = content.get(0x3C..0x40).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    let signature = pointer
        .and_then(|at| usize::try_from(at).ok())
        .and_then(|at| content.get(at..at.checked_add(4)?))
        .is_some_and(|signature| signature == b"PE\0\0");
    binary || signature
}

/// Detects a script under a name that hides that it is executable.
fn script(content: &[u8], extension: &str) -> Option<&'static str> {
    let beginning = &content[..content.len().min(BEGINNING)];
    let beginning = beginning.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(beginning);
    let beginning = String::from_utf8_lossy(beginning).trim_start().to_lowercase();
    if let Some(interpreter) = beginning.strip_prefix("#!")
        && interpreter.trim_start_matches([' ', '\t']).starts_with('/')
    {
        return Some("a script");
    }
    let begins = [
        ("@echo off", "a script for Windows"),
        ("<?php", "a script for a web server"),
        ("<%@", "a script for a web server"),
        ("<script", "a script for a browser"),
        ("<hta:application", "a program for Windows (HTA)"),
    ];
    if let Some((_, what)) = begins.iter().find(|(begin, _)| beginning.starts_with(begin)) {
        return Some(what);
    }
    if content.starts_with(OLE) && !OLE_EXTENSIONS.contains(&extension) {
        return Some("an OLE container, such as an installer or an old office document");
    }
    if is_text(extension) {
        return None;
    }
    // Images and documents have no reason to contain these near the beginning; a browser or server that
    // sniffs content would execute them.
    let holds = [
        ("<?php", "a script for a web server"),
        ("<script", "a script for a browser"),
        ("<hta:application", "a program for Windows (HTA)"),
    ];
    if let Some((_, what)) = holds.iter().find(|(part, _)| beginning.contains(part)) {
        return Some(what);
    }
    let picture = beginning.strip_prefix("gif89a").or_else(|| beginning.strip_prefix("gif87a"));
    picture
        .is_some_and(|rest| rest.starts_with("/*") || rest.starts_with('='))
        .then_some("a script that is also a picture")
}

/// Whether files with the extension may contain arbitrary text; the others have a fixed format. SVG is a
/// document that may contain scripts by design.
fn is_text(extension: &str) -> bool {
    const TEXTS: &[&str] = &[
        "txt", "text", "md", "markdown", "rst", "log", "csv", "tsv", "json", "xml", "yaml", "yml", "toml",
        "ini", "cfg", "conf", "ics", "vcf", "eml", "srt", "tex", "svg",
    ];
    TEXTS.contains(&extension)
}

/// Detects a document that makes its viewer start another program.
fn loaded(content: &[u8]) -> Option<&'static str> {
    let holds = |part: &[u8]| content.windows(part.len()).any(|window| window == part);
    if content.starts_with(b"{\\rt") && (holds(b"\\objdata") || holds(b"\\objupdate")) {
        return Some("an embedded object");
    }
    if content.starts_with(b"%PDF") && (holds(b"/S /Launch") || holds(b"/S/Launch")) {
        return Some("an action that starts a program");
    }
    if content.starts_with(b"<?xml") && holds(b"macrosPresent=\"yes\"") {
        return Some("macros");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, content: &[u8]) -> Option<Danger> {
        scan(OsStr::new(name), content)
    }

    fn test_string() -> Vec<u8> {
        TEST_STRING.concat()
    }

    #[test]
    fn detects_executables_under_any_name() {
        let mut windows = b"MZ".to_vec();
        windows.resize(0x3C, b' ');
        windows.extend([0x40, 0, 0, 0]);
        windows.extend(b"PE\0\0");
        for content in [
            b"\x7FELF\x02\x01\x01".as_slice(),
            b"MZ\x90\0\x03\0\0\0",
            "MZ\u{90}\0\u{3}".as_bytes(),
            &windows,
            b"\xCF\xFA\xED\xFE\x07",
            b"\xCA\xFE\xBA\xBE\0\0",
            b"\0asm\x01\0\0\0",
            b"L\0\0\0\x01\x14\x02\0\0\0",
            b"MZqFpD='\n",
        ] {
            for name in ["a.txt", "a", "run.sh", "photo.jpg"] {
                let found = found(name, content);
                assert!(matches!(found, Some(Danger::Program(_))), "{name} {content:?}: {found:?}");
            }
        }
    }

    #[test]
    fn detects_scripts_with_non_script_extensions() {
        for (name, content) in [
            ("notes.txt", "#!/bin/sh\nrm -rf ~"),
            ("notes.TXT", "\u{FEFF}#! /usr/bin/env python3\n"),
            ("notes.md", "\n\n  #!/bin/sh\n"),
            ("report.pdf", "#!/usr/bin/perl\n"),
            ("photo.jpg", "<?php system($_GET[0]); ?>"),
            ("photo.png", "\u{1}PNG <?php system($_GET[0]); ?>"),
            ("photo.gif", "GIF89a/*"),
            ("photo.gif", "GIF89a=1;alert(1)"),
            ("data.csv", "@ECHO OFF\r\ndel *.*"),
            ("letter.docx", "<html><script>alert(1)</script>"),
        ] {
            let found = found(name, content.as_bytes());
            assert!(matches!(found, Some(Danger::Disguised { .. })), "{name} {content:?}: {found:?}");
        }
    }

    #[test]
    fn detects_documents_that_launch_programs() {
        for (name, content) in [
            ("a.rtf", r"{\rtf1{\object\objemb{\*\objdata 0105}}}"),
            ("a.pdf", "%PDF-1.4\n1 0 obj << /OpenAction << /S /Launch /F (calc) >> >>"),
            ("a.doc", "<?xml version=\"1.0\"?><w:wordDocument w:macrosPresent=\"yes\">"),
        ] {
            assert!(matches!(found(name, content.as_bytes()), Some(Danger::Loaded(_))), "{name}");
        }
    }

    #[test]
    fn detects_eicar_string_at_any_position() {
        let test = test_string();
        assert_eq!(test.len(), 68);
        let cases = [test.clone(), [b"  \n", test.as_slice(), b"\r\n"].concat(), {
            let mut long = b"X5O!P% X".repeat(1000);
            long.extend(&test);
            long.extend(b"and more");
            long
        }];
        for content in cases {
            for name in ["eicar.com", "a.txt", "a"] {
                assert_eq!(found(name, &content), Some(Danger::TestString));
            }
        }
        assert_eq!(found("a.txt", &test[..67]), None);
    }

    #[test]
    fn accepts_ordinary_files() {
        for (name, content) in [
            ("deploy.sh", "#!/bin/sh\nset -e\n"),
            ("deploy", "#!/bin/sh\n"),
            ("tool.py", "#!/usr/bin/env python3\nimport os\n"),
            ("page.html", "<!doctype html><script>alert(1)</script>"),
            ("app.js", "alert(1)"),
            ("index.php", "<?php echo 1; ?>"),
            ("run.bat", "@echo off\r\n"),
            ("notes.txt", "MZ is what DOS programs begin with.\nSo is ZM."),
            ("notes.txt", "MZ"),
            ("notes.txt", "A script begins with #!/bin/sh, a page may hold <script>."),
            ("notes.md", "#!important: read this"),
            ("notes.md", "```php\n<?php echo 1;\n```\n<script>"),
            ("notes.txt", "The EICAR-STANDARD-ANTIVIRUS-TEST-FILE is harmless."),
            ("letter.rtf", r"{\rtf1 Dear all}"),
            ("drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
            ("notes.pdf", "not really a PDF"),
            ("empty.txt", ""),
            ("dados.csv", "nome;preço\nMaçã;1,20\n"),
        ] {
            assert_eq!(found(name, content.as_bytes()), None, "{name} {content:?}");
        }
    }

    #[test]
    fn accepts_ole_content_only_in_office_documents() {
        let content = [OLE, b"rest"].concat();
        assert_eq!(found("a.xls", &content), None);
        assert!(matches!(found("a.txt", &content), Some(Danger::Disguised { .. })));
    }
}
