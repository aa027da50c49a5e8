//! Actions on named objects in sentences: "create a folder plans", "move it to archive".

/// An action on an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThingAction {
    /// Creates it.
    Create,
    /// Deletes it.
    Delete,
    /// Moves it to another container.
    Move,
    /// Copies it to another container.
    Copy,
    /// Renames it.
    Rename,
    /// Replaces its content.
    Write,
    /// Adds to its content.
    Append,
    /// Shows its content.
    Read,
    /// Lists the objects in a container.
    List,
}

impl ThingAction {
    /// All actions.
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

    /// Returns the name of the action in goals.
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

    /// Returns the action with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.as_str() == name)
    }
}

/// The role of a parameter in an action on an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThingPart {
    /// The object, with its container.
    Target,
    /// The name of the object, without its container.
    Name,
    /// The container of the object; omitted if it is the current one.
    Container,
    /// The destination container.
    Destination,
    /// The new name.
    NewName,
    /// The content.
    Content,
}

/// A tool for an action on objects of a kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThingTool {
    /// The action.
    pub action: ThingAction,
    /// The kind of the object; none if the tool accepts all kinds.
    pub kind: Option<&'static str>,
    /// The verb or intent that implements it.
    pub tool: &'static str,
    /// The parameters of the tool by role, in order.
    pub parts: &'static [(ThingPart, &'static str)],
    /// Whether the tool is used when the action is the whole request.
    pub alone: bool,
}

impl ThingTool {
    /// Returns the parameter for a role.
    pub fn parameter(&self, part: ThingPart) -> Option<&'static str> {
        self.parts.iter().find(|(known, _)| *known == part).map(|(_, parameter)| *parameter)
    }
}
