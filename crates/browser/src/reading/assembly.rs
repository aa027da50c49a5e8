use std::collections::{BTreeMap, HashMap};

use lemmascope_intent::MASK;
use serde_json::Value;

use super::ids::Ids;
use super::kind::{aria_role, kind_of};
use super::raw::{LONGEST, RawElement, RawRegion, RawScan};
use crate::page::{
    Cell, Choice, Context, Detail, Element, ElementId, FrameView, Point, Rect, Region, RegionKind, Row,
    Snapshot, State, Table, Visibility,
};

/// The maximum nesting depth of frames. Content in deeper frames is practically invisible.
const DEEPEST: usize = 12;

/// A frame with its scan. The main frame comes first, and each frame after its parent.
#[derive(Debug, Clone, Default)]
pub(crate) struct ScannedFrame {
    /// The driver's id of the frame.
    pub(crate) id: String,
    /// The id of the frame's document, which changes with each navigation.
    pub(crate) document: String,
    /// The parent frame, as an index into the list.
    pub(crate) parent: Option<usize>,
    /// The scanner's key of the frame's element in the parent frame.
    pub(crate) owner: Option<u32>,
    pub(crate) url: String,
    pub(crate) name: String,
    pub(crate) scan: RawScan,
}

/// Properties of an element that only the classification needs, in addition to those in the snapshot.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clue {
    /// The text near it, which names a field that has no label.
    pub(crate) beside: String,
    /// The initial value of a field without a name. It often describes the expected input.
    pub(crate) prefilled: String,
    /// The text of its `aria-describedby` reference.
    pub(crate) described: String,
    /// Whether it is a native submit button.
    pub(crate) submits: bool,
    /// Whether its style is prominent.
    pub(crate) emphasised: bool,
    /// Whether its text is red.
    pub(crate) is_red: bool,
    /// The numbers of rows, columns and headers of a table.
    pub(crate) shape: [u32; 3],
    /// Whether it opens a box with a sign-out or sign-in control, and whether it represents the user (such as
    /// an avatar).
    pub(crate) unfolds_exit: bool,
    pub(crate) unfolds_entry: bool,
    pub(crate) shows_person: bool,
}

/// Combines the scans of a page's frames. Returns a clue for each element, in the same order.
pub(crate) fn assemble(frames: &[ScannedFrame], ids: &mut Ids) -> (Snapshot, Vec<Clue>) {
    let Some(main) = frames.first() else { return Default::default() };
    ids.turn_to(&main.document);
    let viewport =
        Rect { x: 0.0, y: 0.0, width: number(&main.scan.view, 0), height: number(&main.scan.view, 1) };
    let mut inner = HashMap::new();
    for (at, frame) in frames.iter().enumerate().skip(1) {
        if let (Some(parent), Some(owner)) = (frame.parent, frame.owner)
            && parent < at
        {
            inner.insert((parent, owner), at);
        }
    }
    let snapshot = Snapshot {
        document: main.document.clone(),
        url: if main.url.is_empty() { main.scan.url.clone() } else { main.url.clone() },
        title: main.scan.title.clone(),
        language: main.scan.lang.clone(),
        viewport,
        scroll: Point { x: number(&main.scan.scroll, 0), y: number(&main.scan.scroll, 1) },
        extent: Point { x: number(&main.scan.extent, 0), y: number(&main.scan.extent, 1) },
        ..Snapshot::default()
    };
    let mut assembly = Assembly { frames, ids, viewport, snapshot, clues: Vec::new(), inner };
    assembly.add_frame(0, None, None, Point::default(), viewport, 0);
    (assembly.snapshot, assembly.clues)
}

struct Assembly<'a> {
    frames: &'a [ScannedFrame],
    ids: &'a mut Ids,
    viewport: Rect,
    snapshot: Snapshot,
    clues: Vec<Clue>,
    /// The frame that an element shows, by the index of its own frame and its key.
    inner: HashMap<(usize, u32), usize>,
}

impl Assembly<'_> {
    fn add_frame(
        &mut self,
        at: usize,
        parent: Option<usize>,
        around: Option<(usize, usize)>,
        origin: Point,
        clip: Rect,
        depth: usize,
    ) {
        let Some(frame) = self.frames.get(at) else { return };
        let RawScan { elements, regions, title, .. } = &frame.scan;
        let place = self.snapshot.frames.len();
        self.snapshot.frames.push(FrameView {
            id: frame.id.clone(),
            parent,
            url: if frame.url.is_empty() { frame.scan.url.clone() } else { frame.url.clone() },
            name: frame.name.clone(),
            origin,
            clip,
        });
        let regions = self.add_regions(regions, title, place, around.map(|(region, _)| region), origin, clip);
        let mut listed: HashMap<u32, usize> = HashMap::with_capacity(elements.len());
        for raw in elements {
            let parent = raw
                .parent
                .and_then(|parent| listed.get(&parent).copied())
                .or(around.map(|(_, element)| element));
            let region = region_at(&regions, raw.owner.unwrap_or(raw.region));
            let index = self.snapshot.elements.len();
            let inset = Point { x: number(&raw.shape, 0), y: number(&raw.shape, 1) };
            let (element, clue) = self.element(&frame.document, raw, place, region, parent, origin, clip);
            let bounds = element.bounds;
            let is_frame = element.kind == "frame";
            self.snapshot.elements.push(element);
            self.clues.push(clue);
            listed.insert(raw.key, index);
            if is_frame
                && depth < DEEPEST
                && let Some(inner) = self.inner.remove(&(at, raw.key))
            {
                let origin = Point { x: bounds.x + inset.x, y: bounds.y + inset.y };
                let clip = clip.intersection(&bounds);
                self.add_frame(inner, Some(place), Some((region, index)), origin, clip, depth + 1);
            }
        }
        for raw in elements.iter().filter(|raw| !raw.rows.is_empty()) {
            let number_of = |key: u32| Some(self.snapshot.elements.get(*listed.get(&key)?)?.id);
            let told = table(raw, number_of);
            if let Some(element) = listed.get(&raw.key).and_then(|at| self.snapshot.elements.get_mut(*at)) {
                element.table = Some(Box::new(told));
            }
        }
    }

    /// Adds the regions of a frame, and returns their indexes in the snapshot by key. The page itself has the
    /// key 0.
    fn add_regions(
        &mut self,
        raws: &[RawRegion],
        title: &str,
        place: usize,
        around: Option<usize>,
        origin: Point,
        clip: Rect,
    ) -> HashMap<u32, usize> {
        let mut regions = HashMap::with_capacity(raws.len() + 1);
        let mut raws = raws.iter();
        regions.insert(0, self.snapshot.regions.len());
        self.snapshot.regions.push(Region {
            kind: RegionKind::Page,
            parent: around,
            frame: place,
            bounds: if place == 0 { self.viewport } else { clip },
            visible: true,
            name: title.to_owned(),
            text: raws.next().map_or_else(String::new, |raw| raw.text.clone()),
            ..Region::default()
        });
        for raw in raws {
            let parent = region_at(&regions, raw.parent.unwrap_or(0));
            regions.entry(raw.key).or_insert(self.snapshot.regions.len());
            let region = self.region(raw, place, parent, origin, clip);
            self.snapshot.regions.push(region);
        }
        regions
    }

    fn region(&self, raw: &RawRegion, frame: usize, parent: usize, origin: Point, clip: Rect) -> Region {
        let bounds = rect(&raw.bounds).moved(origin);
        let seen = bounds.intersection(&clip).intersection(&self.viewport);
        let whole = self.viewport.area().max(1.0);
        #[expect(clippy::cast_possible_truncation, reason = "a share between nothing and all")]
        let cover = (seen.area() / whole).clamp(0.0, 1.0) as f32;
        Region {
            kind: region_kind(&raw.kind),
            parent: Some(parent),
            frame,
            key: raw.key,
            tag: raw.tag.clone(),
            name: raw.name.clone(),
            text: raw.text.clone(),
            bounds,
            visible: raw.visible != 0,
            floating: raw.floating != 0,
            cover,
            repeat: raw.repeat,
            hints: raw.hints.clone(),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "each is a fact about the element's place")]
    fn element(
        &mut self,
        document: &str,
        raw: &RawElement,
        place: usize,
        region: usize,
        parent: Option<usize>,
        origin: Point,
        clip: Rect,
    ) -> (Element, Clue) {
        let has = |bit: u32| raw.state & (1 << bit) != 0;
        let interactive = has(17);
        let kind = kind_of(raw, interactive, has(21));
        let bounds = rect(&raw.bounds).moved(origin);
        let mut visibility = visibility(raw.visibility.unwrap_or(64));
        if place > 0 && bounds.intersection(&clip).intersection(&self.viewport).is_empty() {
            visibility.in_viewport = false;
        }
        let secret = has(18);
        let is_field = interactive && !matches!(kind, "button" | "link");
        let clue = clue(raw);
        let or_beside = |own: &str| if own.is_empty() && is_field { &clue.beside } else { own }.to_owned();
        let element = Element {
            id: self.ids.number(document, raw.key),
            frame: place,
            key: raw.key,
            kind,
            role: None,
            aria: aria_role(raw, kind),
            context: context(raw),
            table: None,
            detail: detail(raw),
            attributes: kept(raw),
            tag: raw.tag.clone(),
            name: or_beside(&raw.name),
            text: raw.text.clone(),
            label: or_beside(&raw.label),
            placeholder: raw.placeholder.clone(),
            value: if secret { raw.value.as_ref().map(|_| MASK.to_string()) } else { raw.value.clone() },
            secret,
            state: state(raw.state),
            primary: false,
            interactive,
            visibility,
            bounds,
            choices: raw.choices.iter().filter_map(|choice| parse_choice(choice)).collect(),
            region,
            parent,
            proxy: raw.proxy,
        };
        (element, clue)
    }
}

/// Converts the rows and cells of a table. Controls become element ids.
fn table(raw: &RawElement, number_of: impl Fn(u32) -> Option<ElementId>) -> Table {
    let text = |value: &Value| value.as_str().unwrap_or_default().chars().take(LONGEST).collect();
    let cell = |told: &Value| match told {
        Value::Array(parts) => {
            let keys = parts.iter().skip(1).filter_map(Value::as_u64);
            let keys = keys.filter_map(|key| u32::try_from(key).ok());
            Cell {
                text: parts.first().map(text).unwrap_or_default(),
                controls: keys.filter_map(&number_of).collect(),
            }
        }
        other => Cell { text: text(other), controls: Vec::new() },
    };
    let row = |told: &Vec<Value>| {
        let (head, cells) = told.split_first()?;
        Some(Row { head: head.as_u64() == Some(1), cells: cells.iter().map(cell).collect() })
    };
    let rows: Vec<Row> = raw.rows.iter().filter_map(row).collect();
    Table { count: rows.len().max(clue(raw).shape[0] as usize), rows }
}

/// The kinds of context that distinguish elements.
const CONTEXTS: [&str; 12] =
    ["row", "item", "card", "group", "section", "dialog", "nav", "header", "footer", "aside", "form", "list"];

fn context(raw: &RawElement) -> Option<Box<Context>> {
    let kind = CONTEXTS.into_iter().find(|kind| raw.context.first().is_some_and(|told| told == kind))?;
    let text = raw.context.get(1).cloned().unwrap_or_default();
    Some(Box::new(Context { kind, text }))
}

fn detail(raw: &RawElement) -> Option<Box<Detail>> {
    let attributes = raw.all_attributes.clone()?;
    // The data comes from the page's process, so it is bounded like any other text. A truncated selector is
    // dropped.
    let selector = raw.selector.clone().filter(|selector| selector.len() < LONGEST);
    Some(Box::new(Detail { selector, attributes }))
}

fn clue(raw: &RawElement) -> Clue {
    let has = |bit: u32| raw.state & (1 << bit) != 0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts, within bounds by `number`"
    )]
    let count = |at: usize| number(&raw.shape, at).max(0.0) as u32;
    Clue {
        beside: raw.beside.clone(),
        prefilled: raw.prefilled.clone(),
        described: raw.described.clone(),
        submits: raw.submits != 0,
        emphasised: has(20),
        is_red: has(22),
        shape: [count(0), count(1), count(2)],
        ..Clue::default()
    }
}

fn kept(raw: &RawElement) -> BTreeMap<String, String> {
    let mut attributes = raw.attributes.clone();
    if raw.submits != 0 {
        attributes.entry("type".to_owned()).or_insert_with(|| "submit".to_owned());
    }
    attributes
}

fn region_at(regions: &HashMap<u32, usize>, key: u32) -> usize {
    regions.get(&key).or_else(|| regions.get(&0)).copied().unwrap_or(0)
}

fn parse_choice(raw: &[Value]) -> Option<Choice> {
    let text = raw.first()?.as_str()?.to_owned();
    let value = raw.get(1).and_then(Value::as_str).map_or_else(|| text.clone(), str::to_owned);
    Some(Choice { text, value, selected: raw.get(2).and_then(Value::as_u64) == Some(1) })
}

/// Returns a number from the scan, bounded to a plausible range; 0 if it is missing or not finite.
fn number(list: &[Option<f64>], at: usize) -> f64 {
    list.get(at).copied().flatten().filter(|n| n.is_finite()).map_or(0.0, |n| n.clamp(-1e7, 1e7))
}

fn rect(list: &[Option<f64>]) -> Rect {
    Rect {
        x: number(list, 0),
        y: number(list, 1),
        width: number(list, 2).max(0.0),
        height: number(list, 3).max(0.0),
    }
}

fn state(bits: u32) -> State {
    let has = |bit: u32| bits & (1 << bit) != 0;
    let of = |known: u32, is: u32| has(known).then(|| has(is));
    State {
        required: has(0),
        disabled: has(1),
        readonly: has(2),
        focused: has(3),
        invalid: has(4),
        multiple: has(5),
        busy: has(6),
        checked: of(7, 8),
        mixed: has(9),
        selected: of(10, 11),
        pressed: of(12, 13),
        expanded: of(14, 15),
        current: has(16),
    }
}

fn visibility(bits: u32) -> Visibility {
    let has = |bit: u32| bits & (1 << bit) != 0;
    Visibility {
        undisplayed: has(0),
        hidden: has(1),
        transparent: has(2),
        sizeless: has(3),
        clipped: has(4),
        covered: has(5),
        in_viewport: has(6),
    }
}

fn region_kind(name: &str) -> RegionKind {
    match name {
        "Form" => RegionKind::Form,
        "Fieldset" => RegionKind::Fieldset,
        "Dialog" => RegionKind::Dialog,
        "Alert" => RegionKind::Alert,
        "Navigation" => RegionKind::Navigation,
        "Search" => RegionKind::Search,
        "Header" => RegionKind::Header,
        "Footer" => RegionKind::Footer,
        "Main" => RegionKind::Main,
        "Aside" => RegionKind::Aside,
        "Article" => RegionKind::Article,
        "Section" => RegionKind::Section,
        "List" => RegionKind::List,
        "Item" => RegionKind::Item,
        "Table" => RegionKind::Table,
        "Row" => RegionKind::Row,
        "Menu" => RegionKind::Menu,
        "Toolbar" => RegionKind::Toolbar,
        "Overlay" => RegionKind::Overlay,
        _ => RegionKind::Group,
    }
}
