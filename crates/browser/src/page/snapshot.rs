use super::element::{Element, ElementId};
use super::geometry::{Point, Rect};
use super::pattern::Pattern;

/// The state of a page at one moment.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Snapshot {
    /// The id of the main frame's document, which changes with each navigation.
    pub document: String,
    /// The URL of the main frame.
    pub url: String,
    /// The title of the document.
    pub title: String,
    /// The language that the document declares.
    pub language: String,
    /// The viewport: its width and height.
    pub viewport: Rect,
    /// The scroll position of the main frame.
    pub scroll: Point,
    /// The maximum scroll position of the main frame.
    pub extent: Point,
    /// The frames, with the main frame first and each frame after its parent.
    pub frames: Vec<FrameView>,
    /// The regions, with the whole page first and each region after its parent.
    pub regions: Vec<Region>,
    /// The elements in document order. Those of a frame are at the position of the frame element.
    pub elements: Vec<Element>,
    /// The patterns that were recognized.
    pub patterns: Vec<Pattern>,
}

impl Snapshot {
    /// Returns the element with this id, if it exists.
    pub fn element(&self, id: ElementId) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    /// Iterates over a region and its ancestors.
    pub fn around(&self, region: usize) -> impl Iterator<Item = &Region> {
        let mut next = self.regions.get(region);
        std::iter::from_fn(move || {
            let here = next?;
            next = here.parent.and_then(|parent| self.regions.get(parent));
            Some(here)
        })
    }

    /// Returns a predicate: whether an element is in the topmost modal dialog, or any element if no dialog is
    /// open.
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
                // A region comes after its parent, so this loop terminates.
                next =
                    self.regions.get(here).and_then(|region| region.parent).filter(|parent| *parent < here);
            }
            false
        }
    }
}

/// A frame in a snapshot.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FrameView {
    /// The driver's id of the frame.
    pub id: String,
    /// The parent frame.
    pub(crate) parent: Option<usize>,
    /// The URL of its document.
    pub url: String,
    pub(crate) name: String,
    /// The origin of its content, relative to the viewport of the main frame.
    pub origin: Point,
    /// The visible part of it, relative to the viewport of the main frame.
    pub clip: Rect,
}

/// A semantic part of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// The kind of region.
    pub kind: RegionKind,
    /// The parent region; `None` for the page itself.
    pub parent: Option<usize>,
    /// The frame, as an index into the snapshot's frames.
    pub frame: usize,
    /// The scanner's key of its element.
    pub key: u32,
    /// The tag name of its element.
    pub tag: String,
    /// The accessible name, or the heading.
    pub name: String,
    /// The beginning of its text.
    pub text: String,
    /// The bounding box, relative to the viewport of the main frame.
    pub bounds: Rect,
    /// Whether it is visible.
    pub visible: bool,
    /// Whether it is drawn over the rest of the page: fixed, or on a higher layer.
    pub floating: bool,
    /// The fraction of the viewport that it covers, from 0 to 1.
    pub cover: f32,
    /// The number of similar children; 0 if it has no repeated structure.
    pub(crate) repeat: u32,
    /// The names in its source: `id=login`, `action=/session`, one per line.
    pub hints: String,
}

/// The kind of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RegionKind {
    /// A whole frame.
    #[default]
    Page,
    /// A `form`.
    Form,
    /// A `fieldset`, or an element with the role `group`.
    Fieldset,
    /// A dialog.
    Dialog,
    /// An alert or a status message.
    Alert,
    /// A navigation landmark.
    Navigation,
    /// A search landmark.
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
    /// A named section.
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
    /// A box over the page that was detected by its layout, not by its role.
    Overlay,
    /// An unnamed group with several fields or a repeated structure.
    Group,
}
