use std::path::PathBuf;

/// A download from a page into the session's folder.
#[derive(Debug, Clone, PartialEq)]
pub struct Download {
    pub(crate) id: String,
    /// The address of the file.
    pub url: String,
    /// The file name that the page suggests.
    pub suggested: String,
    /// The path of the file, once the download is complete.
    pub path: Option<PathBuf>,
    /// The state of the download.
    pub state: DownloadState,
    /// The number of bytes received.
    pub received: u64,
    pub(crate) total: u64,
}

/// The state of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadState {
    /// The download is in progress.
    Running,
    /// The file is complete.
    Complete,
    /// The download failed.
    Failed,
}

/// Turns the suggested name into one that is safe in any folder: one component, no leading dot, no control
/// characters, bounded length. The extension is kept, since it states the file type.
pub(crate) fn sanitize_file_name(suggested: &str) -> String {
    let last = suggested.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last
        .chars()
        .map(|c| if c.is_control() || "<>:\"|?*".contains(c) || is_bidi_control(c) { '_' } else { c })
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

/// Returns the name for the n-th attempt, when earlier names are taken.
pub(crate) fn numbered(name: &str, attempt: u32) -> String {
    if attempt == 0 {
        return name.into();
    }
    let (stem, ending) = split(name);
    format!("{stem} ({attempt}){ending}")
}

/// Whether a character changes the text direction. Such characters can display `exe.txt` as `txt.exe`.
fn is_bidi_control(c: char) -> bool {
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
    fn suggested_filename_cannot_leave_directory() {
        assert_eq!(sanitize_file_name("report.pdf"), "report.pdf");
        assert_eq!(sanitize_file_name("../../etc/passwd"), "passwd");
        assert_eq!(sanitize_file_name("C:\\Windows\\x.exe"), "x.exe");
        assert_eq!(sanitize_file_name(".bashrc"), "bashrc");
        assert_eq!(sanitize_file_name(".."), "download");
        assert_eq!(sanitize_file_name(""), "download");
        assert_eq!(sanitize_file_name("a\0b\n.txt"), "a_b_.txt");
        assert_eq!(sanitize_file_name("x\u{202e}txt.exe"), "x_txt.exe");
        assert!(sanitize_file_name(&"ü".repeat(500)).len() <= 200);
        assert!(sanitize_file_name(&format!("{}.tar", "x".repeat(500))).ends_with(".tar"));
    }

    #[test]
    fn numbers_duplicate_filenames_before_extension() {
        assert_eq!(numbered("a.txt", 0), "a.txt");
        assert_eq!(numbered("a.txt", 2), "a (2).txt");
        assert_eq!(numbered("noending", 1), "noending (1)");
    }
}
