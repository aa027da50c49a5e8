//! Hand-made snapshots for tests.

use std::sync::Arc;

use lemmascope_intent::Failure;

use super::{Observation, Options};
use crate::page::{Element, ElementId, FrameView, Pattern, Rect, Region, RegionKind, Snapshot, Visibility};

/// Creates a visible element with this id. Elements are placed below one another.
pub(crate) fn element(id: u32, kind: &'static str, name: &str) -> Element {
    let passive = ["heading", "text", "image", "alert", "dialog", "nav", "list", "region", "table"];
    Element {
        id: ElementId(id),
        key: id,
        kind,
        aria: kind.into(),
        tag: kind.into(),
        name: name.into(),
        interactive: !passive.contains(&kind),
        visibility: Visibility { in_viewport: id <= 20, ..Visibility::default() },
        bounds: Rect { x: 10.0, y: f64::from(id) * 30.0, width: 100.0, height: 20.0 },
        ..Element::default()
    }
}

/// Creates a page with these elements.
pub(crate) fn page(elements: Vec<Element>) -> Snapshot {
    let viewport = Rect { x: 0.0, y: 0.0, width: 1280.0, height: 720.0 };
    Snapshot {
        document: "d1".into(),
        url: "https://example.com/login".into(),
        title: "Sign In".into(),
        viewport,
        frames: vec![FrameView { url: "https://example.com/login".into(), ..FrameView::default() }],
        regions: vec![Region {
            kind: RegionKind::Page,
            bounds: Rect { height: 5000.0, ..viewport },
            visible: true,
            ..Region::default()
        }],
        elements,
        ..Snapshot::default()
    }
}

/// Creates a pattern with one element for each part.
pub(crate) fn pattern(name: &str, parts: &[(&str, u32)]) -> Pattern {
    Pattern {
        name: name.into(),
        parts: parts.iter().map(|(part, id)| (part.to_string(), vec![ElementId(*id)])).collect(),
        region: 0,
        confidence: 0.9,
        says: None,
    }
}

/// Renders such a page.
pub(super) fn render(snapshot: &Snapshot, options: &Options) -> Result<Observation, Failure> {
    super::render(&Arc::new(snapshot.clone()), options)
}
