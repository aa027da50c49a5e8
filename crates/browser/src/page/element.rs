use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::geometry::Rect;

/// The id by which users and agents refer to an element: `[5]`. It identifies the element, not its position
/// in a list, and is never reused while the page lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ElementId(pub u32);

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// An element that can be referred to: an interactive element, or one that provides orientation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Element {
    /// The id.
    pub id: ElementId,
    /// The frame of the element, as an index into the snapshot's frames.
    pub frame: usize,
    /// The scanner's key of the element in the document of that frame.
    pub key: u32,
    /// The kind, which is the first half of `input/email`: `input`, `textarea`, `select`, `checkbox`,
    /// `radio`, `switch`, `slider`, `button`, `link`, `tab`, `menuitem`, `option`, `combobox`, `listbox`,
    /// `treeitem`, `file`, `frame`, `heading`, `image`, `text`, `alert`, `dialog`, `nav`, `canvas`, `video`,
    /// `editor`, `table`, `list`, `region`.
    pub kind: &'static str,
    /// The purpose, which is the second half of `input/email`: `email`, `password`, `search`, `submit`, … One
    /// of `reading::ROLES`.
    pub role: Option<&'static str>,
    /// The ARIA role, for queries by role.
    pub aria: String,
    /// The tag name in lower case.
    pub tag: String,
    /// The accessible name on one line.
    pub name: String,
    /// The text content on one line, if it differs from the name.
    pub text: String,
    /// The text of its label. Like the placeholder, it can identify the element in addition to `name`.
    pub label: String,
    /// The placeholder of an empty field.
    pub placeholder: String,
    /// The entered or chosen value, or the mask for a secret.
    pub value: Option<String>,
    /// Whether the value must not be displayed.
    pub secret: bool,
    /// The state: disabled, checked, focused and the like.
    pub state: State,
    /// Whether it is the primary action of its group.
    pub primary: bool,
    /// Whether it is interactive.
    pub interactive: bool,
    /// The visibility, with the reasons if it is not visible.
    pub visibility: Visibility,
    /// The bounding box, relative to the viewport of the main frame.
    pub bounds: Rect,
    /// The options that can be chosen, up to a limit.
    pub choices: Vec<Choice>,
    /// The innermost region of the element, as an index into the snapshot's regions.
    pub region: usize,
    /// The closest listed ancestor, as an index into the snapshot's elements.
    pub parent: Option<usize>,
    /// The scanner's key of an element that is visible in place of this one, such as the label of a hidden
    /// checkbox. Actions target it instead.
    pub proxy: Option<u32>,
    /// The attributes that indicate the purpose: `id`, `name`, `type`, `autocomplete`, `href`, `class`,
    /// `data-testid`, …
    pub attributes: BTreeMap<String, String>,
    /// The context that distinguishes it from others of the same name.
    pub context: Option<Box<Context>>,
    /// The content of a table, up to a limit.
    pub table: Option<Box<Table>>,
    /// Details for full observations.
    pub detail: Option<Box<Detail>>,
}

/// The part of a page that contains an element: `row "Bob 5 · 1005"`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Context {
    pub(crate) kind: &'static str,
    /// The words that distinguish the part from others of its kind.
    pub text: String,
}

/// The first rows of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    pub(crate) rows: Vec<Row>,
    /// The total number of rows.
    pub(crate) count: usize,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    /// Whether it is a header row.
    pub(crate) head: bool,
    pub(crate) cells: Vec<Cell>,
}

/// A cell: its text and the interactive elements in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) controls: Vec<ElementId>,
}

/// The details of an element in a full observation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Detail {
    /// A selector that is unique within its root; `None` for an excessively deep element.
    pub(crate) selector: Option<String>,
    /// All of its attributes.
    pub(crate) attributes: BTreeMap<String, String>,
}

impl Default for ElementId {
    /// Returns 0, which is no valid id: ids begin with 1.
    fn default() -> Self {
        Self(0)
    }
}

/// The state of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// Whether it must be filled in before the form can be submitted.
    pub required: bool,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Whether it is read-only.
    pub readonly: bool,
    /// Whether it has the keyboard focus.
    pub focused: bool,
    /// Whether the page marks its value as invalid.
    pub invalid: bool,
    /// Whether it accepts several values.
    pub multiple: bool,
    pub(crate) busy: bool,
    /// Whether a checkable element is checked; `None` for other elements.
    pub checked: Option<bool>,
    /// Whether a checkable element is in the indeterminate state.
    pub mixed: bool,
    pub(crate) selected: Option<bool>,
    /// Whether a toggle button is pressed; `None` for other elements.
    pub pressed: Option<bool>,
    /// Whether the content that it controls is expanded; `None` if it controls none.
    pub expanded: Option<bool>,
    /// Whether it is the current item of its group: page, step, tab.
    pub(crate) current: bool,
}

/// The reasons why an element is visible or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Visibility {
    /// Whether it or an ancestor has `display: none`, or it is not in the flat tree.
    pub(crate) undisplayed: bool,
    /// Whether it has `visibility: hidden` or `collapse`.
    pub(crate) hidden: bool,
    /// Whether its opacity is (nearly) zero.
    pub(crate) transparent: bool,
    /// Whether it has no size.
    pub(crate) sizeless: bool,
    /// Whether an ancestor clips it, or it is placed where the page cannot scroll.
    pub(crate) clipped: bool,
    /// Whether another element covers its center. Only known for elements in the viewport.
    pub covered: bool,
    /// Whether it is in the viewport.
    pub in_viewport: bool,
}

impl Visibility {
    /// Whether a user can see it, possibly after scrolling or closing an overlay.
    pub fn is_visible(&self) -> bool {
        !(self.undisplayed || self.hidden || self.transparent || self.sizeless || self.clipped)
    }
}

/// An option of a choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The text of the option.
    pub text: String,
    /// The value that is submitted.
    pub value: String,
    /// Whether it is selected.
    pub selected: bool,
}
