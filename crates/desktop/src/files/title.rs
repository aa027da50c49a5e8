//! The rules of the intent `CreateFile` for titles and folders, which are stricter than those of the file
//! verbs.
//!
//! Such requests may come from any source, and the file may be transferred to any system: hence only portable
//! names are allowed, and no `..`.

use lemmascope_intent::Failure;

use super::fault::invalid;

/// The maximum number of bytes of a title, the limit of common file systems.
pub(super) const LONGEST_TITLE: usize = 255;
/// The maximum number of characters of folder and title together.
const LONGEST_PATH: usize = 260;

/// The characters that are forbidden in names on some system.
const FORBIDDEN: &[char] = &['<', '>', ':', '"', '|', '?', '*'];

/// A refused parameter, with the reason and the remedy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The parameter.
    pub(crate) field: &'static str,
    /// The reason, as a sentence without a subject.
    pub(crate) reason: &'static str,
    /// The remedy.
    pub(crate) hint: &'static str,
}

impl Refusal {
    /// Converts it to the failure of a verb.
    pub(crate) fn failure(self) -> Failure {
        let Self { field, reason, hint } = self;
        let mut reason = reason.chars();
        let first = reason.next().map(|first| first.to_ascii_lowercase());
        let reason: String = first.into_iter().chain(reason).collect();
        invalid(format!("parameter \"{field}\" {reason}"), hint).about(field)
    }
}

/// Checks a title and its folder.
pub(crate) fn check(title: &str, folder: Option<&str>) -> Result<(), Refusal> {
    check_title(title)?;
    let Some(folder) = folder else { return Ok(()) };
    check_folder(folder)?;
    if folder.chars().count() + 1 + title.chars().count() > LONGEST_PATH {
        return Err(Refusal {
            field: "path",
            reason: "Is longer than 260 characters together with the title",
            hint: "Choose a shorter path or title.",
        });
    }
    Ok(())
}

fn check_title(title: &str) -> Result<(), Refusal> {
    let refuse = |reason, hint| Err(Refusal { field: "title", reason, hint });
    if title.trim().is_empty() {
        return refuse("Is empty", "Give the file a name.");
    }
    if title.chars().any(|c| is_forbidden(c) || matches!(c, '/' | '\\')) {
        return refuse(
            "Contains invalid characters for filename",
            "File names cannot contain < > : \" | ? * or slashes. Use underscores or hyphens instead.",
        );
    }
    if title.chars().all(|c| c == '.') {
        return refuse("Is not the name of a file", "Give the file a name.");
    }
    if title.len() > LONGEST_TITLE {
        return refuse(
            "Is longer than 255 bytes",
            "Choose a shorter title: accented letters count as two, and many others as three.",
        );
    }
    Ok(())
}

fn check_folder(folder: &str) -> Result<(), Refusal> {
    let refuse = |reason, hint| Err(Refusal { field: "path", reason, hint });
    if folder.chars().any(is_forbidden) {
        return refuse(
            "Contains invalid characters for a path",
            "Paths cannot contain < > : \" | ? * here. Use underscores or hyphens instead.",
        );
    }
    if folder.split(['/', '\\']).any(|name| name.trim() == "..") {
        return refuse(
            "Leads upwards with \"..\"",
            "Give the folder itself, from the top or from the present one.",
        );
    }
    if folder.chars().count() > LONGEST_PATH {
        return refuse("Is longer than 260 characters", "Choose a shorter path.");
    }
    Ok(())
}

/// Whether a character is forbidden in names, including control characters and those that change the text
/// direction.
fn is_forbidden(c: char) -> bool {
    let turns_around =
        matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    FORBIDDEN.contains(&c) || c.is_control() || turns_around
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(title: &str, folder: Option<&str>) -> Option<(&'static str, &'static str)> {
        check(title, folder).err().map(|refusal| (refusal.field, refusal.reason))
    }

    #[test]
    fn rejects_example_title_with_specified_message() {
        assert_eq!(reason("<>invalid", None), Some(("title", "Contains invalid characters for filename")));
        let failure = check("<>invalid", None).unwrap_err().failure();
        assert_eq!(failure.message, "parameter \"title\" contains invalid characters for filename");
    }

    #[test]
    fn rejects_non_portable_titles() {
        for title in
            ["a<b", "a>b", "a:b", "a\"b", "a|b", "a?b", "a*b", "a/b", "a\\b", "a\nb", "a\0b", "a\u{7F}"]
        {
            assert_eq!(reason(title, None).map(|it| it.0), Some("title"), "{title:?}");
        }
        assert!(reason("photo\u{202E}gpj.txt", None).is_some(), "shown as phototxt.jpg");
        for title in ["", "  ", ".", "..", "..."] {
            assert!(reason(title, None).is_some(), "{title:?}");
        }
        assert_eq!(reason("meeting notes – ação (2).txt", Some("./documents")), None);
        assert_eq!(reason("a..b", Some("~/a..b/c")), None);
    }

    #[test]
    fn enforces_specified_length_limits() {
        assert_eq!(reason(&"x".repeat(255), None), None);
        assert_eq!(reason(&"x".repeat(256), None), Some(("title", "Is longer than 255 bytes")));
        assert_eq!(reason(&"é".repeat(127), None), None);
        assert_eq!(reason(&"é".repeat(128), None), Some(("title", "Is longer than 255 bytes")));
        assert_eq!(reason("t", Some(&"p".repeat(258))), None);
        assert_eq!(reason("t", Some(&"p".repeat(259))).map(|it| it.0), Some("path"));
        assert_eq!(reason("t", Some(&"p/".repeat(200))).map(|it| it.0), Some("path"));
    }

    #[test]
    fn rejects_parent_components_and_invalid_folders() {
        for folder in ["..", "../a", "a/../b", "a/..", "..\\a", "a\\..\\b", "/a/../../etc", "a/ .. /b"] {
            assert_eq!(reason("t", Some(folder)).map(|it| it.0), Some("path"), "{folder}");
        }
        for folder in ["a:b", "a*", "a\u{1}b"] {
            assert_eq!(reason("t", Some(folder)).map(|it| it.0), Some("path"), "{folder:?}");
        }
    }
}
