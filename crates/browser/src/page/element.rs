use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::geometry::Rect;

/// The number by which people and agents name an element: `[5]`. It belongs to the element, not to its
/// place in a list, and is never given to another while the page lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct ElementId(pub u32);

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0)
    }
}

/// Something on a page that can be named: what one can act on, and what tells where one is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Element {
    /// Its number.
    pub id: ElementId,
    /// The frame that it is in, as an index into the snapshot's frames.
    pub frame: usize,
    /// The scanner's own number for it in that frame's document.
    pub key: u32,
    /// What it is: `input`, `textarea`, `select`, `checkbox`, `radio`, `switch`, `slider`, `button`, `link`, `tab`,
    /// `menuitem`, `option`, `combobox`, `listbox`, `treeitem`, `file`, `frame`, `heading`, `image`, `text`, `alert`,
    /// `dialog`, `nav`, `canvas`, `video`, `editor`, `table`, `list`, `region`. The first half of `input/email`.
    pub kind: &'static str,
    /// What it is for: `email`, `password`, `search`, `submit`, … The second half of `input/email`. One of
    /// `reading::ROLES`.
    pub role: Option<&'static str>,
    /// The role that assistive technology is told, for those who ask by it.
    pub aria: String,
    /// The tag, in lower case.
    pub tag: String,
    /// The accessible name, one line.
    pub name: String,
    /// The text that can be read in it, one line, where that is not the name.
    pub text: String,
    /// The text of its label, where it has one, and its placeholder: both name it, beside `name`.
    pub label: String,
    /// The placeholder of an empty field.
    pub placeholder: String,
    /// What was typed or chosen. The mask when it holds a secret.
    pub value: Option<String>,
    /// Whether what it holds must not be shown.
    pub secret: bool,
    /// Whether it is disabled, checked, focused and the like.
    pub state: State,
    /// Whether it is the main action of its group.
    pub primary: bool,
    /// Whether one can act on it.
    pub interactive: bool,
    /// Whether and how it can be seen.
    pub visibility: Visibility,
    /// Where it is, relative to the visible part of the main frame.
    pub bounds: Rect,
    /// What can be chosen in it, up to some number of them.
    pub choices: Vec<Choice>,
    /// The innermost region that it is in, as an index into the snapshot's regions.
    pub region: usize,
    /// The listed element that it is inside of, as an index into the snapshot's elements.
    pub parent: Option<usize>,
    /// The scanner's number of what is in for it: the label that is shown in place of a hidden checkbox. What is
    /// done to the element is done there.
    pub proxy: Option<u32>,
    /// The few attributes that tell what it is for: `id`, `name`, `type`, `autocomplete`, `href`, `class`, `data-testid`, …
    pub attributes: BTreeMap<String, String>,
    /// The part of the page that tells it from others of the same name.
    pub context: Option<Box<Context>>,
    /// What a table holds, as far as it is worth showing.
    pub table: Option<Box<Table>>,
    /// Told when everything is asked for.
    pub detail: Option<Box<Detail>>,
}

/// The part of a page that an element is in: `row "Bob 5 · 1005"`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Context {
    pub(crate) kind: &'static str,
    /// The words that tell the part from others of its kind.
    pub text: String,
}

/// The first rows of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    pub(crate) rows: Vec<Row>,
    /// How many rows there are in all.
    pub(crate) count: usize,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    /// Whether its cells name the columns.
    pub(crate) head: bool,
    pub(crate) cells: Vec<Cell>,
}

/// A cell: what it says, and what can be acted on in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) controls: Vec<ElementId>,
}

/// What is told of an element when everything is asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Detail {
    /// A selector that means it alone within its root. An element that is absurdly deep has none.
    pub(crate) selector: Option<String>,
    /// All of its attributes.
    pub(crate) attributes: BTreeMap<String, String>,
}

impl Default for ElementId {
    /// No element: numbers begin with one.
    fn default() -> Self {
        Self(0)
    }
}

/// What state an element is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// It must be filled in before the form can be sent.
    pub required: bool,
    /// It cannot be used.
    pub disabled: bool,
    /// It can be read but not changed.
    pub readonly: bool,
    /// It has the keyboard focus.
    pub focused: bool,
    /// The page marks its value as wrong.
    pub invalid: bool,
    /// It takes several values.
    pub multiple: bool,
    pub(crate) busy: bool,
    /// For what can be on or off; `None` when it cannot.
    pub checked: Option<bool>,
    /// Neither on nor off.
    pub mixed: bool,
    pub(crate) selected: Option<bool>,
    /// Whether a toggle button is pressed; `None` for other elements.
    pub pressed: Option<bool>,
    /// Whether its part of the page is unfolded; `None` when it has none.
    pub expanded: Option<bool>,
    /// The one of its group that is the present one: page, step, tab.
    pub(crate) current: bool,
}

/// Why an element can or cannot be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Visibility {
    /// `display: none`, on it or around it, or not in the flat tree at all.
    pub(crate) undisplayed: bool,
    /// `visibility: hidden` or `collapse`.
    pub(crate) hidden: bool,
    /// Opacity of (nearly) nothing.
    pub(crate) transparent: bool,
    /// No size.
    pub(crate) sizeless: bool,
    /// Cut off by what is around it, or moved off the page where nobody can scroll to.
    pub(crate) clipped: bool,
    /// Something else is drawn over its middle. Only known for what is in the visible part.
    pub covered: bool,
    /// In the part of the page that shows now.
    pub in_viewport: bool,
}

impl Visibility {
    /// Whether a person could see it, if need be after scrolling or closing what is over it.
    pub fn is_visible(&self) -> bool {
        !(self.undisplayed || self.hidden || self.transparent || self.sizeless || self.clipped)
    }
}

/// One thing that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The text of the option.
    pub text: String,
    /// The value that is sent.
    pub value: String,
    /// Whether it is chosen.
    pub selected: bool,
}
