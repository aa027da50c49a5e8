//! From a name that somebody or something uses for a tool to the tool that there is.

use lemmascope_intent::nearest;

use super::category::Category;

/// A tool that was found for a name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Resolved {
    /// The intent or verb.
    pub(crate) tool: String,
    /// How sure that is.
    pub(crate) confidence: f64,
}

/// Other names for tools, as flows of other systems call them.
const OTHER_NAMES: [(&str, &str); 4] = [
    ("browsers.chrome.navigate", "web.goto"),
    ("browsers.chrome.search", "search"),
    ("knowledge.query", "memory.recall"),
    ("tools.memory.recall", "memory.recall"),
];

/// Finds a tool: the one of that name, or else one with a similar name in the same category. Similarity never crosses over
/// into another category: who asks for a window gets no file.
pub(crate) fn resolve<'n>(
    name: &str,
    category: Category,
    is_registered: impl Fn(&str) -> bool,
    names: impl Iterator<Item = &'n str>,
) -> Option<Resolved> {
    let known = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(name, |(_, own)| own);
    if is_registered(known) {
        return Some(Resolved { tool: known.into(), confidence: 1.0 });
    }
    let similar = nearest(known, names.filter(|name| category.admits(name)))?;
    Some(Resolved { tool: similar.into(), confidence: strsim::normalized_levenshtein(known, similar) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["files.create_folder", "files.move", "web.goto", "system.window.move"];

    fn found(name: &str, category: Category) -> Option<String> {
        resolve(name, category, |name| NAMES.contains(&name), NAMES.into_iter()).map(|it| it.tool)
    }

    #[test]
    fn a_tool_is_found_by_its_name_or_by_one_like_it() {
        assert_eq!(found("files.move", Category::FileOperation).as_deref(), Some("files.move"));
        assert_eq!(
            found("files.create_foldr", Category::FileOperation).as_deref(),
            Some("files.create_folder")
        );
        assert_eq!(found("browsers.chrome.navigate", Category::BrowserControl).as_deref(), Some("web.goto"));
    }

    #[test]
    fn similarity_stays_in_its_category() {
        assert_eq!(found("files.movee", Category::BrowserControl), None);
        assert_eq!(found("nothing.like_it", Category::FileOperation), None);
    }
}
