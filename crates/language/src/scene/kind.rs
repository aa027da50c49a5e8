/// The kind of a control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Pressed, and something happens.
    Button,
    /// Leads elsewhere.
    Link,
    /// Takes a line of text.
    Field,
    /// Takes several lines of text.
    Area,
    /// Has options to choose from.
    List,
    /// Takes a line of text, and offers options for it.
    Combo,
    /// One of several to choose from.
    Option,
    /// Ticked or not.
    Checkbox,
    /// Ticked, and others of its group are not.
    Radio,
    /// Shows its own panel in place of others.
    Tab,
    /// An item of a menu.
    MenuItem,
    /// Moved to a number.
    Slider,
    /// Takes a number, and counts up and down.
    Spinner,
    /// The head of a part that folds.
    Section,
    /// A window of the page.
    Dialog,
    /// A picture that can be pressed.
    Icon,
    /// An item of a tree.
    TreeItem,
    /// A cell of a grid.
    Cell,
    /// A box whose content scrolls.
    Scroller,
    /// A value that the page states, by its label.
    Fact,
    /// A heading of the page, or its title.
    Heading,
    /// A text that a script around it makes pressable. It counts only where no control fits.
    Text,
    /// A paragraph, whose words can be quoted.
    Passage,
    /// Anything else.
    Other,
}

impl Kind {
    /// Each of them with its name, which is also the role of the words that people have for it.
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

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(own, _)| *own == name).map(|(_, kind)| kind)
    }

    /// The kind, and those that a noun for it is used for as well.
    pub(super) fn with_like(self) -> Vec<Self> {
        match self {
            Self::Field => vec![Self::Field, Self::Spinner, Self::Combo],
            Self::List => vec![Self::List, Self::Combo],
            Self::Other => Vec::new(),
            kind => vec![kind],
        }
    }

    /// Whether it takes text.
    pub(super) fn takes_text(self) -> bool {
        matches!(self, Self::Field | Self::Combo | Self::Area | Self::Slider | Self::Spinner)
    }

    /// Whether it is ticked.
    pub(super) fn takes_tick(self) -> bool {
        matches!(self, Self::Checkbox | Self::Radio)
    }
}
