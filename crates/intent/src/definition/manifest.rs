use indexmap::IndexMap;
use semver::{Version, VersionReq};

use super::{Span, Spanned, Step};
use crate::parameter::Parameter;
use crate::sandbox::PackDomain;

/// The name under which a pack requires this program, as in `requires: { lemmascope: ">=1.0.0" }`.
pub const PROGRAM: &str = "lemmascope";
/// The version of the intent language that this program implements. It is compared with `requires: {
/// lemmascope: … }`: a pack depends on the language that it is written in, which is independent of the
/// release number.
pub const LANGUAGE_VERSION: Version = Version::new(1, 0, 0);

/// The manifest of a pack: the contents of its `pack.yaml`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackManifest {
    /// Its name; defaults to the name of its folder.
    pub pack: Option<Spanned<String>>,
    /// Its version. A pack without a version is older than all others.
    pub version: Option<Spanned<Version>>,
    /// A one-sentence description.
    pub description: String,
    /// Its author.
    pub author: Option<String>,
    /// Its license.
    pub license: Option<String>,
    /// The domains that it may act on; defaults to the domain that the pack is named after.
    pub domains: Option<Vec<Spanned<PackDomain>>>,
    /// Its dependencies, including [`PROGRAM`], with their version requirements.
    pub requires: IndexMap<String, Spanned<VersionReq>>,
    /// Its patterns files; by default they are found by file name.
    pub patterns: Option<Vec<Spanned<PackPath>>>,
    /// Its definition files; by default those in the folder and in `intents`.
    pub intents: Option<Vec<Spanned<PackPath>>>,
    /// The URLs at which it loads automatically; by default all pages of its domains.
    pub auto_load: Option<Vec<Spanned<String>>>,
    /// The custom actions of the pack, by name.
    pub custom_actions: IndexMap<String, CustomAction>,
    /// The custom conditions of the pack, by name.
    pub custom_conditions: IndexMap<String, CustomCondition>,
    /// The steps that run before and after those of its intents.
    pub hooks: Hooks,
}

/// An action that is implemented in JavaScript and runs in the page.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomAction {
    /// A description for people.
    pub description: String,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// The JavaScript function, which is called with the parameters and the context.
    pub code: Spanned<String>,
}

/// A condition that definitions call by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomCondition {
    /// A description for people.
    pub description: String,
    /// Its implementation.
    pub implementation: ConditionCode,
    /// The location of the implementation in the source.
    pub span: Span,
}

/// The implementation of a custom condition.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionCode {
    /// All of these patterns are present on the page. No code runs.
    Patterns(Vec<String>),
    /// A JavaScript function that is called with the context and returns a boolean.
    JavaScript(Spanned<String>),
}

/// Steps that run before and after those of intents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hooks {
    /// Run before an intent starts.
    pub before_intent: Vec<Step>,
    /// Run after a navigation to another page.
    pub after_navigate: Vec<Step>,
    /// Run after an intent has failed.
    pub on_error: Vec<Step>,
}

impl Hooks {
    /// Whether there are no hooks.
    pub fn is_empty(&self) -> bool {
        self.before_intent.is_empty() && self.after_navigate.is_empty() && self.on_error.is_empty()
    }
}

impl PackManifest {
    /// Whether the pack contains code: JavaScript actions or conditions. Scripts in its intents and hooks are
    /// steps, and do not count.
    pub fn brings_code(&self) -> bool {
        let is_code = |it: &CustomCondition| matches!(it.implementation, ConditionCode::JavaScript(_));
        !self.custom_actions.is_empty() || self.custom_conditions.values().any(is_code)
    }
}

/// A path of files within the folder of a pack, whose last component may contain `*` wildcards.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PackPath {
    folders: Vec<String>,
    name: String,
}

impl PackPath {
    /// The maximum number of folders in a path.
    const DEEPEST: usize = 8;

    /// Parses `patterns.yaml` or `intents/*.yaml`, or returns the reason why it is not a valid path in a
    /// pack.
    pub fn read(text: &str) -> Result<Self, PathFault> {
        if text.starts_with(['/', '~']) || text.contains(['\\', '\0']) || text.contains("://") {
            return Err(PathFault::Elsewhere);
        }
        let mut folders: Vec<String> =
            text.split('/').filter(|part| *part != ".").map(str::to_string).collect();
        if folders.iter().any(|part| part == "..") {
            return Err(PathFault::Elsewhere);
        }
        let Some(name) = folders.pop().filter(|name| !name.is_empty()) else { return Err(PathFault::Empty) };
        if folders.iter().any(String::is_empty) || name.starts_with('.') {
            return Err(PathFault::Empty);
        }
        if folders.iter().any(|folder| folder.contains('*')) || name.contains("**") {
            return Err(PathFault::Star);
        }
        match folders.len() > Self::DEEPEST {
            true => Err(PathFault::Deep),
            false => Ok(Self { folders, name }),
        }
    }

    /// Returns the folders that lead to the files, relative to that of the pack.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// Whether a file with that name, in its folder, matches.
    pub fn means(&self, name: &str) -> bool {
        crate::address::matches(&self.name, name)
    }

    /// Returns the file name if the path has no wildcards.
    pub fn file(&self) -> Option<&str> {
        (!self.name.contains('*')).then_some(&self.name)
    }
}

impl std::fmt::Display for PackPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.folders.iter().try_for_each(|folder| write!(f, "{folder}/"))?;
        f.write_str(&self.name)
    }
}

/// The reason why a text is not a valid path of a file in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// It names no file.
    #[error("it names no file")]
    Empty,
    /// It leads out of the folder of the pack.
    #[error("it leads out of the folder of the pack")]
    Elsewhere,
    /// A `*` is outside the file name.
    #[error("only the name of the file may have a `*`")]
    Star,
    /// It has too many folders.
    #[error("it goes through more than 8 folders")]
    Deep,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_paths_outside_the_pack_directory() {
        for (text, name, means) in [
            ("patterns.yaml", "patterns.yaml", true),
            ("intents/*.yaml", "star_repo.yaml", true),
            ("./intents/star_*.yaml", "star_repo.yaml", true),
            ("intents/*.yaml", "star_repo.json", false),
            ("a/b/c.json", "c.json", true),
        ] {
            assert_eq!(PackPath::read(text).unwrap().means(name), means, "{text}");
        }
        for (text, fault) in [
            ("", PathFault::Empty),
            ("intents/", PathFault::Empty),
            ("a//b.yaml", PathFault::Empty),
            (".hidden.yaml", PathFault::Empty),
            ("../other/pack.yaml", PathFault::Elsewhere),
            ("intents/../../x.yaml", PathFault::Elsewhere),
            ("/etc/passwd", PathFault::Elsewhere),
            ("~/x.yaml", PathFault::Elsewhere),
            ("..\\x.yaml", PathFault::Elsewhere),
            ("https://a.com/x.yaml", PathFault::Elsewhere),
            ("*/x.yaml", PathFault::Star),
            ("intents/**", PathFault::Star),
            ("a/a/a/a/a/a/a/a/a/x.yaml", PathFault::Deep),
        ] {
            assert_eq!(PackPath::read(text), Err(fault), "{text}");
        }
        assert_eq!(PackPath::read("./a/b*.yaml").unwrap().to_string(), "a/b*.yaml");
    }
}
