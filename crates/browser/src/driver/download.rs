use std::path::PathBuf;

/// A file on its way from a page into the session's folder.
#[derive(Debug, Clone, PartialEq)]
pub struct Download {
    pub(crate) id: String,
    /// The address of the file.
    pub url: String,
    /// The name that the page suggests.
    pub suggested: String,
    /// Where it is, once it is complete.
    pub path: Option<PathBuf>,
    /// How far it is.
    pub state: DownloadState,
    /// How many bytes have arrived.
    pub received: u64,
    pub(crate) total: u64,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadState {
    /// Bytes still arrive.
    Running,
    /// The file is whole.
    Complete,
    /// The browser gave up.
    Failed,
}

/// The suggested name as one that is safe in any folder: one component, no leading dot, no control characters, of
/// bounded length. The ending is kept, since it tells what the file is.
pub(crate) fn safe_name(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .map(|c| if c.is_control() || "<>:\"|?*".contains(c) || is_direction(c) { '_' } else { c })
        .collect();
    let clean = clean.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if clean.is_empty() {
        return "download".into();
    }
    let (stem, ending) = split(clean);
    let ending: String = ending.chars().take(20).collect();
    let mut short = String::new();
    for character in stem.chars() {
        if short.len() + character.len_utf8() + ending.len() > 200 {
            break;
        }
        short.push(character);
    }
    short + &ending
}

/// The name for the n-th try, when the ones before are taken.
pub(crate) fn numbered(name: &str, attempt: u32) -> String {
    if attempt == 0 {
        return name.into();
    }
    let (stem, ending) = split(name);
    format!("{stem} ({attempt}){ending}")
}

/// Characters that turn the direction of writing can make `exe.txt` of `txt.exe`.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn split(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(dot) if dot > 0 => name.split_at(dot),
        _ => (name, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suggested_name_cannot_leave_the_folder() {
        assert_eq!(safe_name("report.pdf"), "report.pdf");
        assert_eq!(safe_name("../../etc/passwd"), "passwd");
        assert_eq!(safe_name("C:\\Windows\\x.exe"), "x.exe");
        assert_eq!(safe_name(".bashrc"), "bashrc");
        assert_eq!(safe_name(".."), "download");
        assert_eq!(safe_name(""), "download");
        assert_eq!(safe_name("a\0b\n.txt"), "a_b_.txt");
        assert_eq!(safe_name("x\u{202e}txt.exe"), "x_txt.exe");
        assert!(safe_name(&"ü".repeat(500)).len() <= 200);
        assert!(safe_name(&format!("{}.tar", "x".repeat(500))).ends_with(".tar"));
    }

    #[test]
    fn taken_names_are_numbered_before_the_ending() {
        assert_eq!(numbered("a.txt", 0), "a.txt");
        assert_eq!(numbered("a.txt", 2), "a (2).txt");
        assert_eq!(numbered("noending", 1), "noending (1)");
    }
}
