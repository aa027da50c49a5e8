use lemmascope_intent::ThingKind;
use serde::{Deserialize, Serialize};

use super::anchor::Anchor;

/// What one part of a sentence wants. Its target is a name and no path until the places are known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// What kind of thing is wanted.
    pub goal_type: GoalType,
    /// The site that it is wanted of.
    pub platform: Option<String>,
    /// What is looked for.
    pub query: Option<String>,
    /// The name of what it is about: a thing, an address, an application.
    pub target: Option<String>,
    /// What is to be done with it.
    pub action: Option<String>,
    /// What is to be written.
    pub content: Option<String>,
    /// The name of the kind of thing that it is about.
    pub object_type: Option<String>,
    /// By which others refer to it: `g0`.
    pub goal_id: String,
    /// Where names start that are in no container of another goal.
    pub base_anchor: Option<Anchor>,
    /// Where the target is, once that has been found out.
    pub resolved_path: Option<String>,
    /// Whether the words leave no doubt that it is about a thing: a word for its kind, a name of a file, a place.
    #[serde(skip)]
    pub is_plain: bool,
    /// Where the goal is in the sentence, in bytes.
    #[serde(skip)]
    pub said: std::ops::Range<usize>,
    /// The whole request, where the sentence leaves out words that it has said before.
    #[serde(skip)]
    pub request: Option<String>,
    /// Where what it is about is.
    #[serde(skip)]
    pub at: Location,
    /// Whether where it goes to may be a person as well as a container.
    #[serde(skip)]
    pub is_sent: bool,
    /// Where that is afterwards, where it is elsewhere or called otherwise.
    #[serde(skip)]
    pub to: Option<Location>,
    /// Whether it follows a press that showed no effect.
    #[serde(skip)]
    pub follows_quiet_press: bool,
}

impl Goal {
    /// The goal of that number, of which nothing is known but where it stands.
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

    /// Where what it is about is once it is done.
    pub fn product(&self) -> &Location {
        self.to.as_ref().unwrap_or(&self.at)
    }
}

/// Where something is, in the parts that a person says it in.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Location {
    /// Where names start.
    pub anchor: Option<Anchor>,
    /// The goal whose container it is in.
    pub parent: Option<usize>,
    /// A container that is there already, inside those.
    pub container: Option<String>,
    /// The kind of the container, where that is known.
    pub kind: Option<&'static ThingKind>,
    /// Its name; without one it is the container itself.
    pub name: Option<String>,
    /// Whether nothing but its place in the sentence says that the container is one.
    pub is_doubtful: bool,
}

/// The kinds of goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalType {
    /// Look for something on a site.
    BrowserSearch,
    /// Go to a page.
    BrowserNavigate,
    /// Start an application, or open something with one.
    AppLaunch,
    /// Have something done that is neither of the others.
    AppAction,
    /// Do something with a thing that has a name.
    ThingOperation,
    /// Do something with files.
    FileOperation,
    /// Find out how the machine is.
    SystemQuery,
}

/// Everything that a sentence wants, and what has to be done before what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetaGoal {
    /// How the goals hang together.
    pub meta_type: MetaType,
    /// The goals, in the order in which they were said.
    pub goals: Vec<Goal>,
    /// For each goal that needs others: which one it is, and which ones it needs.
    pub dependencies: Vec<(usize, Vec<usize>)>,
}

/// How goals hang together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetaType {
    /// There is just one.
    Single,
    /// None needs another.
    IndependentMulti,
    /// Some need others.
    DependentMulti,
}

impl MetaGoal {
    /// Has a goal wait for another.
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

    /// The goals that a goal needs.
    pub fn needs(&self, goal: usize) -> &[usize] {
        let found = self.dependencies.iter().find(|(at, _)| *at == goal);
        found.map(|(_, needs)| needs.as_slice()).unwrap_or_default()
    }
}
