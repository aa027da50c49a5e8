use super::element::{Element, ElementId};
use super::geometry::{Point, Rect};
use super::pattern::Pattern;

/// A page at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Snapshot {
    /// Which document of the main frame this is: another after each navigation.
    pub(crate) document: String,
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) language: String,
    /// The visible part: its width and height.
    pub(crate) viewport: Rect,
    /// How far the main frame is scrolled, and how far it goes.
    pub(crate) scroll: Point,
    pub(crate) extent: Point,
    /// The frames; the first is the main one. Each comes after the one that it is in.
    pub(crate) frames: Vec<FrameView>,
    /// The parts of the page; the first is all of it. Each comes after the one that it is in.
    pub(crate) regions: Vec<Region>,
    /// In the order of the page, a frame's in the place of the frame.
    pub(crate) elements: Vec<Element>,
    pub(crate) patterns: Vec<Pattern>,
}

impl Snapshot {
    /// The element of that number, when it is there.
    pub(crate) fn element(&self, id: ElementId) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    /// The regions around a region, itself first.
    pub(crate) fn around(&self, region: usize) -> impl Iterator<Item = &Region> {
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
pub(crate) struct FrameView {
    /// The driver's name for it.
    pub(crate) id: String,
    /// The frame that it is in.
    pub(crate) parent: Option<usize>,
    pub(crate) url: String,
    pub(crate) name: String,
    /// Where its content begins, relative to the visible part of the main frame.
    pub(crate) origin: Point,
    /// What of it can be seen, likewise.
    pub(crate) clip: Rect,
}

/// A part of a page that belongs together.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Region {
    pub(crate) kind: RegionKind,
    /// The region that it is in; none for the page itself.
    pub(crate) parent: Option<usize>,
    pub(crate) frame: usize,
    /// The scanner's number for its element.
    pub(crate) key: u32,
    pub(crate) tag: String,
    /// Its accessible name, or its heading.
    pub(crate) name: String,
    /// The beginning of what can be read in it.
    pub(crate) text: String,
    pub(crate) bounds: Rect,
    pub(crate) visible: bool,
    /// Drawn over the rest of the page: fixed, or above it by its layer.
    pub(crate) floating: bool,
    /// How much of the visible part it covers, from 0 to 1.
    pub(crate) cover: f32,
    /// How many parts of it look alike; nothing when it does not repeat itself.
    pub(crate) repeat: u32,
    /// What the page calls it where nobody sees it: `id=login`, `action=/session`, a line each.
    pub(crate) hints: String,
}

/// What kind of part it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum RegionKind {
    /// All of a frame.
    #[default]
    Page,
    Form,
    Fieldset,
    Dialog,
    Alert,
    Navigation,
    Search,
    Header,
    Footer,
    Main,
    Aside,
    Article,
    Section,
    List,
    Item,
    Table,
    Row,
    Menu,
    Toolbar,
    /// Found by how it is drawn, not by what it is called: a box over the page.
    Overlay,
    /// A group without a name of its own that holds several fields or a repeated structure.
    Group,
}
