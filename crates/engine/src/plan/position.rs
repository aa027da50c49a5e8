use std::fmt;

use lemmascope_intent::Node;

/// A position in a plan: the index of the node, then the arm or iteration inside it, then the index in there,
/// and so on. Stored as numbers separated by dots.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position(Vec<usize>);

impl Position {
    /// Returns the position one level deeper.
    #[must_use]
    pub(crate) fn child(&self, index: usize) -> Self {
        let mut path = Vec::with_capacity(self.0.len() + 1);
        path.extend_from_slice(&self.0);
        path.push(index);
        Self(path)
    }

    /// Parses the stored form.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        text.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<usize>>>().map(Self)
    }

    /// Returns the node at this position.
    pub(crate) fn find<'p>(&self, nodes: &'p [Node]) -> Option<&'p Node> {
        let mut path = self.0.iter().copied();
        let mut node = nodes.get(path.next()?)?;
        while let Some(index) = path.next() {
            let inside: &[Node] = match (node, index) {
                (Node::Parallel { nodes, .. }, index) => {
                    node = nodes.get(index)?;
                    continue;
                }
                (
                    Node::Branch { then: nodes, .. } | Node::Try { nodes, .. } | Node::Intent { nodes, .. },
                    0,
                ) => nodes,
                (
                    Node::Branch { otherwise: nodes, .. }
                    | Node::Try { catch: nodes, .. }
                    | Node::Intent { recovery: nodes, .. },
                    1,
                ) => nodes,
                (Node::Block { nodes, .. }, 0) => nodes,
                (Node::Each { iterations, .. }, index) => &iterations.get(index)?.1,
                (Node::Goals(goals), index) => goals.get(index)?.nodes(),
                (Node::Loop { max, body, .. }, index) if index < *max as usize => body,
                _ => return None,
            };
            node = inside.get(path.next()?)?;
        }
        Some(node)
    }

    /// Whether this is the first position that is executed in the node at `place`.
    pub(crate) fn is_first_in(&self, place: &Self, node: &Node) -> bool {
        let Some(mut rest) = self.0.strip_prefix(place.0.as_slice()) else { return false };
        let mut node = node;
        while let [arm, index, more @ ..] = rest {
            let inside: Option<&[Node]> = match (node, arm) {
                (
                    Node::Branch { then: nodes, .. } | Node::Try { nodes, .. } | Node::Intent { nodes, .. },
                    0,
                ) => Some(nodes),
                (Node::Branch { otherwise: nodes, .. }, 1) => Some(nodes),
                (Node::Each { iterations, .. }, 0) => iterations.first().map(|(_, nodes)| nodes.as_slice()),
                (Node::Goals(goals), 0) => goals.first().map(lemmascope_intent::PlannedGoal::nodes),
                (Node::Loop { body, .. }, 0) => Some(body),
                _ => None,
            };
            match (index, inside.and_then(<[Node]>::first)) {
                (0, Some(first)) => (node, rest) = (first, more),
                _ => return false,
            }
        }
        rest.is_empty()
    }

    /// Whether this position is in the same list as `other`, or inside a node of that list.
    pub(crate) fn is_below_the_list_of(&self, other: &Self) -> bool {
        other.0.split_last().is_some_and(|(_, list)| self.0.starts_with(list))
    }

    /// Returns the handling of the node at `node` in a run that resumes from `self`.
    pub(crate) fn resume_action(&self, node: &Self) -> ResumeAction {
        if *self == *node {
            ResumeAction::Here
        } else if self.0.starts_with(&node.0) {
            ResumeAction::Enter
        } else if *node < *self {
            ResumeAction::Skip
        } else {
            ResumeAction::Run
        }
    }
}

/// The handling of a node while a run catches up with its checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResumeAction {
    /// Skipped, because it was executed before the checkpoint.
    Skip,
    /// Entered, because the checkpoint is inside it.
    Enter,
    /// The checkpoint itself.
    Here,
    /// Executed, because it follows the checkpoint.
    Run,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, index) in self.0.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            write!(f, "{dot}{index}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resume_skips_earlier_and_enters_enclosing_steps() {
        let checkpoint = Position::parse("2.1.0").unwrap();
        let resume_action = |text: &str| checkpoint.resume_action(&Position::parse(text).unwrap());
        assert_eq!(resume_action("1"), ResumeAction::Skip);
        assert_eq!(resume_action("2"), ResumeAction::Enter);
        assert_eq!(resume_action("2.0"), ResumeAction::Skip);
        assert_eq!(resume_action("2.1"), ResumeAction::Enter);
        assert_eq!(resume_action("2.1.0"), ResumeAction::Here);
        assert_eq!(resume_action("2.1.1"), ResumeAction::Run);
        assert_eq!(resume_action("3"), ResumeAction::Run);
        assert_eq!(Position::parse("2.x"), None);
    }
}
