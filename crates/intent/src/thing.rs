//! Things that sentences speak of by name, and what can be done with them: "create a folder plans", "move it to archive".

/// An action on a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThingAction {
    /// Makes one.
    Create,
    /// Removes one.
    Delete,
    /// Puts one into another container.
    Move,
    /// Makes a second one in another container.
    Copy,
    /// Gives one another name.
    Rename,
    /// Replaces its content.
    Write,
    /// Adds to its content.
    Append,
    /// Shows its content.
    Read,
    /// Lists the things in a container.
    List,
}

impl ThingAction {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Create,
        Self::Delete,
        Self::Move,
        Self::Copy,
        Self::Rename,
        Self::Write,
        Self::Append,
        Self::Read,
        Self::List,
    ];

    /// The name that goals have for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Delete => "delete",
            Self::Move => "move",
            Self::Copy => "copy",
            Self::Rename => "rename",
            Self::Write => "write",
            Self::Append => "append",
            Self::Read => "read",
            Self::List => "list",
        }
    }

    /// The action of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == name)
    }
}

/// The part that a parameter has in an action on a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingPart {
    /// The thing, with its container.
    Target,
    /// The name of the thing, without its container.
    Name,
    /// The container of the thing; left out where that is the current one.
    Container,
    /// The container that the thing goes to.
    Destination,
    /// The name that the thing gets.
    NewName,
    /// The content of the thing.
    Content,
}

/// A tool for an action on things of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThingTool {
    /// The action.
    pub action: ThingAction,
    /// The kind of the thing; nothing where the tool takes all kinds.
    pub kind: Option<&'static str>,
    /// The verb or intent that carries it out.
    pub tool: &'static str,
    /// The parameters that the tool takes, in order.
    pub parts: &'static [(ThingPart, &'static str)],
    /// Whether it is the tool for a request that asks for nothing else.
    pub alone: bool,
}

impl ThingTool {
    /// The parameter for a part.
    pub fn parameter(&self, part: ThingPart) -> Option<&'static str> {
        self.parts.iter().find(|(known, _)| *known == part).map(|(_, parameter)| *parameter)
    }
}
