use std::fmt;

/// The kinds of dialogs that a page can open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// A message to acknowledge.
    Alert,
    /// A yes-or-no question.
    Confirm,
    /// A question for a text.
    Prompt,
    /// The question whether to leave the page.
    BeforeUnload,
}

impl fmt::Display for DialogKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "beforeunload",
        })
    }
}

/// A dialog that stands open and keeps the page from going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenDialog {
    /// The kind of dialog.
    pub kind: DialogKind,
    /// The text that it shows.
    pub message: String,
    /// What a prompt suggests.
    pub(crate) default: String,
}

impl OpenDialog {
    /// How one gets on.
    pub(crate) fn hint(&self) -> &'static str {
        match self.kind {
            DialogKind::BeforeUnload => "`dialog accept` leaves the page, `dialog dismiss` stays on it.",
            _ => "Answer it with `dialog accept` or `dialog dismiss`.",
        }
    }
}

/// A dialog that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredDialog {
    /// The dialog as it was open.
    pub dialog: OpenDialog,
    pub(crate) accepted: bool,
}

/// What becomes of a dialog when it opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DialogPolicy {
    /// An alert asks nothing and is accepted at once; the others are left for a person to answer.
    #[default]
    Ask,
    /// It is accepted at once.
    Accept,
    /// It is dismissed at once.
    Dismiss,
}

impl DialogPolicy {
    /// The answer that is given without asking anybody.
    pub fn answer(self, kind: DialogKind) -> Option<bool> {
        match (self, kind) {
            (Self::Accept, _) | (Self::Ask, DialogKind::Alert) => Some(true),
            (Self::Dismiss, _) => Some(false),
            (Self::Ask, _) => None,
        }
    }
}
