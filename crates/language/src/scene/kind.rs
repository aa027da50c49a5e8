/// The kind of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A button.
    Button,
    /// A link.
    Link,
    /// A single-line text field.
    Field,
    /// A multi-line text area.
    Area,
    /// A list of options.
    List,
    /// A text field with suggestions.
    Combo,
    /// An option of a list.
    Option,
    /// A check box.
    Checkbox,
    /// A radio button.
    Radio,
    /// A tab of a tab list.
    Tab,
    /// A menu item.
    MenuItem,
    /// A slider.
    Slider,
    /// A number field with increment buttons.
    Spinner,
    /// The header of a collapsible section.
    Section,
    /// A dialog.
    Dialog,
    /// A clickable image.
    Icon,
    /// A tree item.
    TreeItem,
    /// A grid cell.
    Cell,
    /// A scrollable container.
    Scroller,
    /// A labelled value on the page.
    Fact,
    /// A heading or the title of the page.
    Heading,
    /// A text that a script makes clickable. It is considered only if no control matches.
    Text,
    /// A paragraph with quotable text.
    Passage,
    /// Any other kind.
    Other,
}

impl Kind {
    /// Each kind with its name, which is also the role of its nouns.
    pub(super) const ALL: [(&'static str, Self); 24] = [
        ("button", Self::Button),
        ("link", Self::Link),
        ("field", Self::Field),
        ("area", Self::Area),
        ("list", Self::List),
        ("combo", Self::Combo),
        ("option", Self::Option),
        ("checkbox", Self::Checkbox),
        ("radio", Self::Radio),
        ("tab", Self::Tab),
        ("menuitem", Self::MenuItem),
        ("slider", Self::Slider),
        ("spinner", Self::Spinner),
        ("section", Self::Section),
        ("dialog", Self::Dialog),
        ("icon", Self::Icon),
        ("treeitem", Self::TreeItem),
        ("cell", Self::Cell),
        ("scroller", Self::Scroller),
        ("fact", Self::Fact),
        ("heading", Self::Heading),
        ("text", Self::Text),
        ("passage", Self::Passage),
        ("thing", Self::Other),
    ];

    /// Returns the kind with that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(own, _)| *own == name).map(|(_, kind)| kind)
    }

    /// Returns the kind, and those that share its nouns.
    pub(super) fn with_like(self) -> Vec<Self> {
        match self {
            Self::Field => vec![Self::Field, Self::Spinner, Self::Combo],
            Self::List => vec![Self::List, Self::Combo],
            Self::Other => Vec::new(),
            kind => vec![kind],
        }
    }

    /// Whether it accepts text.
    pub(super) fn takes_text(self) -> bool {
        matches!(self, Self::Field | Self::Combo | Self::Area | Self::Slider | Self::Spinner)
    }

    /// Whether it can be ticked.
    pub(super) fn takes_tick(self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio)
    }
}
