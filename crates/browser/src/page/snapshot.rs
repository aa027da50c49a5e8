use super::element::{Element, ElementId};
use super::geometry::{Point, Rect};
use super::pattern::Pattern;

/// A page at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// Which document of the main frame this is: another after each navigation.
    pub document: String,
    /// The address of the main frame.
    pub url: String,
    /// The title of the document.
    pub title: String,
    /// The language that the document states.
    pub language: String,
    /// The visible part: its width and height.
    pub viewport: Rect,
    /// How far the main frame is scrolled, and how far it goes.
    pub scroll: Point,
    /// How far the main frame can be scrolled.
    pub extent: Point,
    /// The frames; the first is the main one. Each comes after the one that it is in.
    pub frames: Vec<FrameView>,
    /// The parts of the page; the first is all of it. Each comes after the one that it is in.
    pub regions: Vec<Region>,
    /// In the order of the page, a frame's in the place of the frame.
    pub elements: Vec<Element>,
    /// The patterns that were recognized.
    pub patterns: Vec<Pattern>,
}

impl Snapshot {
    /// The element of that number, when it is there.
    pub fn element(&self, id: ElementId) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    /// The regions around a region, itself first.
    pub fn around(&self, region: usize) -> impl Iterator<Item = &Region> {
        let mut next = self.regions.get(region);
        std::iter::from_fn(move || {
            let here = next?;
            next = here.parent.and_then(|parent| self.regions.get(parent));
            Some(here)
        })
    }

    /// Whether an element is in the dialog that is drawn over the page, when there is one.
    pub(crate) fn in_front(&self) -> impl Fn(&Element) -> bool {
        let front = self.regions.iter().rposition(|region| {
            region.visible
                && region.floating
                && (region.kind == RegionKind::Dialog
                    || (region.kind == RegionKind::Overlay && region.cover > 0.2))
        });
        move |element| {
            let Some(front) = front else { return true };
            let mut next = Some(element.region);
            while let Some(here) = next {
                if here == front {
                    return true;
                }
                // A region comes after the one that it is in, so this ends.
                next =
                    self.regions.get(here).and_then(|region| region.parent).filter(|parent| *parent < here);
            }
            false
        }
    }
}

/// A frame as the snapshot saw it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrameView {
    /// The driver's name for it.
    pub id: String,
    /// The frame that it is in.
    pub(crate) parent: Option<usize>,
    /// The address of its document.
    pub url: String,
    pub(crate) name: String,
    /// Where its content begins, relative to the visible part of the main frame.
    pub origin: Point,
    /// What of it can be seen, likewise.
    pub clip: Rect,
}

/// A part of a page that belongs together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// The kind of region.
    pub kind: RegionKind,
    /// The region that it is in; none for the page itself.
    pub parent: Option<usize>,
    /// The frame, as an index into the snapshot's frames.
    pub frame: usize,
    /// The scanner's number for its element.
    pub key: u32,
    /// The name of its HTML element.
    pub tag: String,
    /// Its accessible name, or its heading.
    pub name: String,
    /// The beginning of what can be read in it.
    pub text: String,
    /// Its box, relative to the visible part of the main frame.
    pub bounds: Rect,
    /// Whether it can be seen.
    pub visible: bool,
    /// Drawn over the rest of the page: fixed, or above it by its layer.
    pub floating: bool,
    /// How much of the visible part it covers, from 0 to 1.
    pub cover: f32,
    /// How many parts of it look alike; nothing when it does not repeat itself.
    pub(crate) repeat: u32,
    /// What the page calls it where nobody sees it: `id=login`, `action=/session`, a line each.
    pub hints: String,
}

/// What kind of part it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RegionKind {
    /// All of a frame.
    #[default]
    Page,
    /// `form`.
    Form,
    /// `fieldset`, or a group of that role.
    Fieldset,
    /// A dialog.
    Dialog,
    /// An alert or a status message.
    Alert,
    /// Navigation.
    Navigation,
    /// A search.
    Search,
    /// The header of the page.
    Header,
    /// The footer of the page.
    Footer,
    /// The main content.
    Main,
    /// Complementary content.
    Aside,
    /// An article.
    Article,
    /// A section with a name.
    Section,
    /// A list.
    List,
    /// An item of a list.
    Item,
    /// A table or a grid.
    Table,
    /// A row of a table.
    Row,
    /// A menu.
    Menu,
    /// A toolbar.
    Toolbar,
    /// Found by how it is drawn, not by what it is called: a box over the page.
    Overlay,
    /// A group without a separate name that holds several fields or a repeated structure.
    Group,
}
