use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The maximum number of arguments of a line.
const MOST: usize = 1000;

/// The command line of a desktop entry: arguments, each of which may contain field codes. It is parsed here
/// and never passed to a shell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandLine(Vec<Vec<Part>>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A field code: the letter after a percent sign.
    Code(char),
}

/// An item to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A file or a folder, by its absolute path.
    File(PathBuf),
    /// A URL.
    Url(String),
}

/// The values of field codes other than the opened items.
pub(super) struct About<'a> {
    pub(super) name: &'a str,
    pub(super) icon: Option<&'a str>,
    pub(super) entry: &'a Path,
}

impl CommandLine {
    /// Parses a line; `None` if it is invalid.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut arguments: Vec<Vec<Part>> = Vec::new();
        let mut current: Option<Vec<Part>> = None;
        let mut quoted = false;
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '"' => {
                    quoted = !quoted;
                    current.get_or_insert_default();
                }
                // In quotes, a backslash escapes special characters.
                '\\' => push(current.get_or_insert_default(), letters.next()?),
                '%' => match letters.next()? {
                    '%' => push(current.get_or_insert_default(), '%'),
                    code => current.get_or_insert_default().push(Part::Code(code)),
                },
                ' ' | '\t' | '\n' if !quoted => arguments.extend(current.take()),
                letter => push(current.get_or_insert_default(), letter),
            }
            if arguments.len() > MOST {
                return None;
            }
        }
        arguments.extend(current);
        let line = Self(arguments);
        (!quoted && line.program().is_some()).then_some(line)
    }

    /// The program, as written.
    pub(super) fn program(&self) -> Option<&str> {
        match self.0.first()?.as_slice() {
            [Part::Text(program)] if !program.is_empty() && !program.contains('=') => Some(program),
            _ => None,
        }
    }

    /// Whether it accepts URLs.
    pub(super) fn takes_urls(&self) -> bool {
        self.codes().any(|code| matches!(code, 'u' | 'U'))
    }

    /// Returns the arguments after the program.
    pub(super) fn arguments(&self, about: &About<'_>, targets: &[Target]) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        for argument in self.0.iter().skip(1) {
            match argument.as_slice() {
                [Part::Code(code @ ('F' | 'U'))] => {
                    arguments.extend(targets.iter().map(|target| target.written(*code)));
                }
                [Part::Code(code @ ('f' | 'u'))] => {
                    arguments.extend(targets.first().map(|target| target.written(*code)));
                }
                [Part::Code('i')] => {
                    if let Some(icon) = about.icon {
                        arguments.extend(["--icon".into(), icon.into()]);
                    }
                }
                // A deprecated field code leaves no empty argument.
                [Part::Code(code)] if !matches!(code, 'c' | 'k') => {}
                parts => arguments.push(joined(parts, about, targets)),
            }
        }
        // Without a field code, the items are appended, as all launchers do.
        if !self.codes().any(|code| matches!(code, 'f' | 'F' | 'u' | 'U')) {
            arguments.extend(targets.iter().map(|target| target.written('F')));
        }
        arguments
    }

    fn codes(&self) -> impl Iterator<Item = char> {
        self.0.iter().flatten().filter_map(|part| match part {
            Part::Code(code) => Some(*code),
            Part::Text(_) => None,
        })
    }
}

impl Target {
    /// The path or URL as it is.
    pub(super) fn plain(&self) -> OsString {
        match self {
            Self::File(path) => path.into(),
            Self::Url(url) => url.into(),
        }
    }

    /// Formats the item for a field code, as a path or a URL.
    fn written(&self, code: char) -> OsString {
        match (self, code) {
            (Self::File(path), 'u' | 'U') => address(path).into(),
            _ => self.plain(),
        }
    }
}

/// Returns the URL of a file.
fn address(path: &Path) -> String {
    let mut url = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => url.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(*byte)),
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

fn push(parts: &mut Vec<Part>, letter: char) {
    match parts.last_mut() {
        Some(Part::Text(text)) => text.push(letter),
        _ => parts.push(Part::Text(letter.to_string())),
    }
}

fn joined(parts: &[Part], about: &About<'_>, targets: &[Target]) -> OsString {
    let mut argument = OsString::new();
    for part in parts {
        match part {
            Part::Text(text) => argument.push(text),
            Part::Code('c') => argument.push(about.name),
            Part::Code('k') => argument.push(about.entry),
            Part::Code(code @ ('f' | 'F' | 'u' | 'U')) => {
                if let Some(written) = targets.first().map(|target| target.written(*code)) {
                    argument.push(written);
                }
            }
            Part::Code(_) => {}
        }
    }
    argument
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(line: &str, targets: &[Target]) -> Vec<String> {
        let line = CommandLine::read(line).unwrap();
        let about = About { name: "My App", icon: Some("app"), entry: Path::new("/e/a.desktop") };
        let arguments = line.arguments(&about, targets);
        arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn expands_field_codes() {
        let files = [Target::File("/a b/c;d.txt".into()), Target::File("/e".into())];
        assert_eq!(expanded("app %f", &files), ["/a b/c;d.txt"]);
        assert_eq!(expanded("app %F -x", &files), ["/a b/c;d.txt", "/e", "-x"]);
        assert_eq!(expanded("app --open=%u", &files), ["--open=file:///a%20b/c%3Bd.txt"]);
        assert_eq!(
            expanded("app %i %c %k %m 100%%", &[]),
            ["--icon", "app", "My App", "/e/a.desktop", "100%"]
        );
        assert_eq!(
            expanded("app %U", &[Target::Url("https://x.org/?a=1&b=2".into())]),
            ["https://x.org/?a=1&b=2"]
        );
        assert_eq!(expanded("app -v", &files[..1]), ["-v", "/a b/c;d.txt"]);
    }

    #[test]
    fn parses_quoted_arguments_without_a_shell() {
        assert_eq!(
            expanded(r#"app "a b" "\"\$HOME\`\\" c\ d ; rm"#, &[]),
            ["a b", "\"$HOME`\\", "c d", ";", "rm"]
        );
        assert_eq!(expanded(r#"app """#, &[]), [""]);
        for broken in ["", "  ", "\"app", "app %", "app \\", "%f app", "A=b app"] {
            assert_eq!(CommandLine::read(broken), None, "{broken}");
        }
        assert!(CommandLine::read(&"a ".repeat(100_000)).is_none());
    }
}
