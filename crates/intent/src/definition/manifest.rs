use indexmap::IndexMap;
use semver::{Version, VersionReq};

use super::{Span, Spanned, Step};
use crate::parameter::Parameter;
use crate::sandbox::PackDomain;

/// The name under which a pack requires this program, as in `requires: { lemmascope: ">=1.0.0" }`.
pub const PROGRAM: &str = "lemmascope";
/// The version of the intent language that this program executes. It is the version that `requires: { lemmascope: … }` is
/// compared with: a pack depends on the language that it is written in, and the number of a release says nothing of that.
pub const LANGUAGE_VERSION: Version = Version::new(1, 0, 0);

/// What a pack states of itself in its `pack.yaml`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PackManifest {
    /// Its name; without one it is the name of its folder.
    pub pack: Option<Spanned<String>>,
    /// Its version. A pack without one counts as older than every other.
    pub version: Option<Spanned<Version>>,
    /// A sentence about it.
    pub description: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// Under which terms it may be used.
    pub license: Option<String>,
    /// Where it may act. Without the key it is the domain that the pack is named after.
    pub domains: Option<Vec<Spanned<PackDomain>>>,
    /// The packs that it needs, and [`PROGRAM`], each with the versions that will do.
    pub requires: IndexMap<String, Spanned<VersionReq>>,
    /// The files with its patterns. Without the key they are found by their names.
    pub patterns: Option<Vec<Spanned<PackPath>>>,
    /// The files with its definitions. Without the key they are those in the folder and in `intents`.
    pub intents: Option<Vec<Spanned<PackPath>>>,
    /// The addresses at which it loads by itself. Without the key they are all pages of its domains.
    pub auto_load: Option<Vec<Spanned<String>>>,
    /// Actions that it brings, by name.
    pub custom_actions: IndexMap<String, CustomAction>,
    /// Conditions that it brings, by name.
    pub custom_conditions: IndexMap<String, CustomCondition>,
    /// Steps that are done around those of its intents.
    pub hooks: Hooks,
}

/// An action that is written in JavaScript and runs in the page.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomAction {
    /// What it does, for people.
    pub description: String,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// The function: it is called with the parameters and the context.
    pub code: Spanned<String>,
}

/// A condition that definitions call by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomCondition {
    /// When it holds, for people.
    pub description: String,
    /// How it is found out.
    pub implementation: ConditionCode,
    /// The place of the implementation.
    pub span: Span,
}

/// How a custom condition is found out.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionCode {
    /// All of these patterns are on the page. No code runs.
    Patterns(Vec<String>),
    /// A JavaScript function that is called with the context and answers true or false.
    JavaScript(Spanned<String>),
}

/// Steps that are done around those of intents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Hooks {
    /// Before an intent begins.
    pub before_intent: Vec<Step>,
    /// After the page has become another.
    pub after_navigate: Vec<Step>,
    /// After an intent has failed.
    pub on_error: Vec<Step>,
}

impl Hooks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.before_intent.is_empty() && self.after_navigate.is_empty() && self.on_error.is_empty()
    }
}

impl PackManifest {
    /// Whether the pack brings code: JavaScript actions and conditions. Scripts in its intents and hooks are steps, and not counted.
    pub fn brings_code(&self) -> bool {
        let is_code = |it: &CustomCondition| matches!(it.implementation, ConditionCode::JavaScript(_));
        !self.custom_actions.is_empty() || self.custom_conditions.values().any(is_code)
    }
}

/// Files of a pack: a path within its folder, whose last part may have `*` for anything.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PackPath {
    folders: Vec<String>,
    name: String,
}

impl PackPath {
    /// The most folders that a path goes through.
    const DEEPEST: usize = 8;

    /// Reads `patterns.yaml` or `intents/*.yaml`, or says why it cannot be the path of a file in a pack.
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

    /// The folders that lead to the files, from that of the pack on.
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// Whether it means the file of that name, in its folder.
    pub fn means(&self, name: &str) -> bool {
        crate::address::matches(&self.name, name)
    }

    /// The name of the file, where it means a single one.
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

/// Why a text is no path of a file in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// It names no file.
    #[error("it names no file")]
    Empty,
    /// It leads out of the folder of the pack.
    #[error("it leads out of the folder of the pack")]
    Elsewhere,
    /// A star is in another place than the name of the file.
    #[error("only the name of the file may have a `*`")]
    Star,
    /// It goes through too many folders.
    #[error("it goes through more than 8 folders")]
    Deep,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_in_the_folder_of_the_pack() {
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
