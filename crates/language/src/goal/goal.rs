use lemmascope_intent::ThingKind;
use serde::{Deserialize, Serialize};

use super::anchor::Anchor;

/// A goal of a sentence. Its target is a name, and not a path until the places are resolved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// The type of the goal.
    pub goal_type: GoalType,
    /// The site to which it applies.
    pub platform: Option<String>,
    /// The search text.
    pub query: Option<String>,
    /// The name of its object: a file, a URL, an application.
    pub target: Option<String>,
    /// The action.
    pub action: Option<String>,
    /// The text to write.
    pub content: Option<String>,
    /// The name of the kind of its object.
    pub object_type: Option<String>,
    /// The ID that other goals refer to: `g0`.
    pub goal_id: String,
    /// The base of names that are in no container of another goal.
    pub base_anchor: Option<Anchor>,
    /// The path of the target, after resolution.
    pub resolved_path: Option<String>,
    /// Whether the goal is certainly about a named object: it contains a noun for its kind, a file name or a
    /// place.
    #[serde(skip)]
    pub is_plain: bool,
    /// The byte range of the goal in the sentence.
    #[serde(skip)]
    pub said: std::ops::Range<usize>,
    /// The complete request, if the sentence omits repeated words.
    #[serde(skip)]
    pub request: Option<String>,
    /// The location of its object.
    #[serde(skip)]
    pub at: Location,
    /// Whether the destination may be a person instead of a container.
    #[serde(skip)]
    pub is_sent: bool,
    /// The location of the object after the action, if it is moved or renamed.
    #[serde(skip)]
    pub to: Option<Location>,
    /// Whether it runs even if the press before it had no visible effect.
    #[serde(skip)]
    pub follows_quiet_press: bool,
}

impl Goal {
    /// Creates a goal with a number, and no content except its range.
    pub fn new(number: usize, said: std::ops::Range<usize>) -> Self {
        Self {
            goal_type: GoalType::AppAction,
            platform: None,
            query: None,
            target: None,
            action: None,
            content: None,
            object_type: None,
            goal_id: format!("g{number}"),
            base_anchor: None,
            resolved_path: None,
            is_plain: false,
            said,
            request: None,
            at: Location::default(),
            is_sent: false,
            to: None,
            follows_quiet_press: false,
        }
    }

    /// Returns the location of its object after the action.
    pub fn product(&self) -> &Location {
        self.to.as_ref().unwrap_or(&self.at)
    }
}

/// A location, in the parts that a sentence states.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Location {
    /// The base of the name.
    pub anchor: Option<Anchor>,
    /// The goal that creates its container.
    pub parent: Option<usize>,
    /// An existing container, inside the others.
    pub container: Option<String>,
    /// The kind of the container, if known.
    pub kind: Option<&'static ThingKind>,
    /// The name; without one, the location is the container itself.
    pub name: Option<String>,
    /// Whether only the position in the sentence indicates a container.
    pub is_doubtful: bool,
}

/// The types of goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalType {
    /// Searches on a site.
    BrowserSearch,
    /// Navigates to a page.
    BrowserNavigate,
    /// Starts an application, or opens something with it.
    AppLaunch,
    /// Any other action.
    AppAction,
    /// An action on a named object.
    ThingOperation,
    /// An action on files.
    FileOperation,
    /// Queries the state of the machine.
    SystemQuery,
}

/// The goals of a sentence with their dependencies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetaGoal {
    /// The structure of the goals.
    pub meta_type: MetaType,
    /// The goals, in the order of the sentence.
    pub goals: Vec<Goal>,
    /// The dependencies: a goal, and the goals that it depends on.
    pub dependencies: Vec<(usize, Vec<usize>)>,
}

/// The structure of goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetaType {
    /// A single goal.
    Single,
    /// Independent goals.
    IndependentMulti,
    /// Goals with dependencies.
    DependentMulti,
}

impl MetaGoal {
    /// Adds a dependency.
    pub fn depend(&mut self, goal: usize, needed: usize) {
        match self.dependencies.iter_mut().find(|(at, _)| *at == goal) {
            Some((_, needs)) if needs.contains(&needed) => {}
            Some((_, needs)) => {
                needs.push(needed);
                needs.sort_unstable();
            }
            None => {
                self.dependencies.push((goal, vec![needed]));
                self.dependencies.sort_unstable();
            }
        }
        self.meta_type = MetaType::DependentMulti;
    }

    /// Returns the goals that a goal depends on.
    pub fn needs(&self, goal: usize) -> &[usize] {
        let found = self.dependencies.iter().find(|(at, _)| *at == goal);
        found.map(|(_, needs)| needs.as_slice()).unwrap_or_default()
    }
}
