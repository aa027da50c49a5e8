//! The actions that every definition can use by their short names. This one table drives how they
//! are read, what is said about a wrong key, and the reference page.

use super::vocabulary::ArgumentKind::{
    Amount, Any, Array, Boolean, Duration, Number, Object, OneOf, Script, Text,
};

/// An action with a short name.
#[derive(Debug, Clone, Copy)]
pub struct StandardAction {
    /// Its name.
    pub name: &'static str,
    /// What it does, in the imperative.
    pub summary: &'static str,
    /// Whether it operates on something.
    pub target: TargetUse,
    /// What else it takes.
    pub arguments: &'static [Argument],
}

/// Whether and how an action has a `target`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetUse {
    /// It has none.
    None,
    /// It may have one.
    Optional,
    /// It must have one.
    Required,
    /// It may have a form; a bare name is a pattern, any other bare text a selector.
    Form,
    /// It may have one, or the word `viewport`.
    Viewport,
}

/// Something that an action takes.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its key.
    pub name: &'static str,
    /// What may stand there.
    pub kind: ArgumentKind,
    /// Whether it must be there.
    pub required: bool,
    /// Whether it stands under `options`.
    pub option: bool,
}

/// What may stand for an argument, besides a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A text.
    Text,
    /// A text in which `$` means nothing.
    Script,
    /// A whole number from the first up to the second.
    Number(i64, i64),
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A duration such as `5s`.
    Duration,
    /// A number of pixels, or `page`.
    Amount,
    /// A mapping.
    Object,
    /// A list.
    Array,
    /// Anything.
    Any,
}

const fn must(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: true, option: false }
}

const fn may(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: false, option: false }
}

const fn option(name: &'static str, kind: ArgumentKind) -> Argument {
    Argument { name, kind, required: false, option: true }
}

const fn action(
    name: &'static str,
    summary: &'static str,
    target: TargetUse,
    arguments: &'static [Argument],
) -> StandardAction {
    StandardAction { name, summary, target, arguments }
}

/// All of them. `wait` and `intent` are listed for their names and keys; they have a form of their own
/// in a definition.
pub const STANDARD_ACTIONS: &[StandardAction] = &[
    action(
        "click",
        "Click an element",
        TargetUse::Required,
        &[
            option("button", OneOf(&["left", "right", "middle"])),
            option("count", Number(1, 10)),
            option("force", Boolean),
        ],
    ),
    action(
        "type",
        "Type into an element",
        TargetUse::Required,
        &[
            must("text", Text),
            option("clear", Boolean),
            option("delay", Number(0, 60_000)),
            option("enter", Boolean),
        ],
    ),
    action(
        "select",
        "Choose from a dropdown, by value, text or index",
        TargetUse::Required,
        &[must("value", Any)],
    ),
    action("check", "Tick a checkbox", TargetUse::Required, &[]),
    action("uncheck", "Untick a checkbox", TargetUse::Required, &[]),
    action("clear", "Empty a field", TargetUse::Required, &[]),
    action(
        "scroll",
        "Scroll the page or an element",
        TargetUse::Viewport,
        &[may("direction", OneOf(&["up", "down", "left", "right"])), may("amount", Amount)],
    ),
    action("scroll_to", "Scroll an element into view", TargetUse::Required, &[]),
    action("wait", "Wait until a condition holds", TargetUse::None, &[]),
    action(
        "fill_form",
        "Fill several fields",
        TargetUse::Form,
        &[must("data", Object), option("partial", Boolean)],
    ),
    action("submit_form", "Submit a form", TargetUse::Form, &[option("wait", Duration)]),
    action("intent", "Run another intent", TargetUse::None, &[must("name", Text), may("params", Object)]),
    action(
        "execute",
        "Run a script; only where the file is trusted to",
        TargetUse::None,
        &[must("script", Script), may("args", Array)],
    ),
    action("press", "Press a key", TargetUse::Optional, &[must("key", Text)]),
    action("hover", "Move the pointer over an element", TargetUse::Required, &[]),
    action("focus", "Put the focus on an element", TargetUse::Required, &[]),
    action("submit", "Submit the form that an element is in", TargetUse::Form, &[]),
    action("upload", "Choose files in a file field", TargetUse::Required, &[must("files", Any)]),
    action(
        "download",
        "Download what a link leads to",
        TargetUse::Optional,
        &[may("url", Text), may("output", Text)],
    ),
    action("goto", "Open a page", TargetUse::None, &[must("url", Text)]),
    action("refresh", "Load the page again", TargetUse::None, &[]),
    action("back", "Go back in the history", TargetUse::None, &[]),
    action("forward", "Go forward in the history", TargetUse::None, &[]),
    action("observe", "Look at the page afresh", TargetUse::None, &[]),
    action(
        "screenshot",
        "Take a picture of the page or an element",
        TargetUse::Viewport,
        &[may("output", Text)],
    ),
    action(
        "login",
        "Log in with a name and a password",
        TargetUse::None,
        &[
            must("username", Text),
            must("password", Text),
            option("no_submit", Boolean),
            option("wait", Duration),
        ],
    ),
    action("logout", "Log out", TargetUse::None, &[]),
    action(
        "search",
        "Search on the page",
        TargetUse::None,
        &[
            must("query", Text),
            option("submit", OneOf(&["enter", "click", "auto"])),
            option("wait", Duration),
        ],
    ),
    action(
        "accept_cookies",
        "Answer a cookie banner",
        TargetUse::None,
        &[option("reject", Boolean), option("wait", Duration)],
    ),
    action(
        "dismiss_popups",
        "Close dialogs and overlays",
        TargetUse::None,
        &[option("all", Boolean), option("type", OneOf(&["modal", "overlay", "toast", "banner"]))],
    ),
];

/// The action of that short name.
pub fn standard_action(name: &str) -> Option<&'static StandardAction> {
    STANDARD_ACTIONS.iter().find(|action| action.name == name)
}
