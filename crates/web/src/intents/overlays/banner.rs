use lemmascope_browser::page::{Element, ElementId, Pattern, RegionKind, Snapshot};

use super::control::{Meaning, parts_of};

/// A cookie consent banner in its current state.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Banner {
    /// The location: the frame and the scanner's key of its region.
    pub(crate) place: (String, u32),
    pub(crate) region: usize,
    pub(crate) accept: Option<ElementId>,
    pub(crate) reject: Option<ElementId>,
    pub(crate) settings: Option<ElementId>,
    pub(crate) close: Option<ElementId>,
    /// The fraction of the viewport that it covers.
    pub(crate) cover: f32,
}

impl Banner {
    /// Returns the visible banner; of several, the one with the highest confidence.
    pub(crate) fn on(snapshot: &Snapshot) -> Option<Self> {
        let banners = snapshot.patterns.iter().filter(|pattern| pattern.name == "cookie_banner");
        let shown =
            banners.filter_map(|pattern| Self::read(snapshot, pattern).map(|it| (pattern.confidence, it)));
        // Of a banner and its settings, the later one is on top.
        let mut best: Option<(f32, Self)> = None;
        for (sure, banner) in shown {
            if best.as_ref().is_none_or(|(most, _)| sure >= *most) {
                best = Some((sure, banner));
            }
        }
        best.map(|(_, banner)| banner)
    }

    fn read(snapshot: &Snapshot, pattern: &Pattern) -> Option<Self> {
        let region = snapshot.regions.get(pattern.region)?;
        let shows = |id: &ElementId| snapshot.element(*id).is_some_and(|it| it.visibility.is_visible());
        let part = |name: &str| pattern.part(name).filter(shows);
        let banner = Self {
            place: (snapshot.frames.get(region.frame)?.id.clone(), region.key),
            region: pattern.region,
            accept: part("accept"),
            reject: part("reject").filter(|id| refuses(snapshot, *id)),
            settings: part("settings"),
            close: part("close"),
            cover: region.cover,
        };
        (banner.accept.is_some() || banner.reject.is_some() || banner.close.is_some()).then_some(banner)
    }

    /// Returns the control that refuses everything, in the banner or its open settings.
    pub(crate) fn refusal(&self, snapshot: &Snapshot) -> Option<ElementId> {
        best(&self.controls(snapshot), |element| Meaning::of(element, snapshot).refuses())
    }

    /// Returns the control that saves the choices, in the banner or its open settings.
    pub(crate) fn keeper(&self, snapshot: &Snapshot) -> Option<ElementId> {
        best(&self.controls(snapshot), |element| Meaning::of(element, snapshot).saves_choices())
    }

    /// Returns the consent switches: whether each is on, and whether it can be changed.
    pub(crate) fn switches(&self, snapshot: &Snapshot) -> Vec<(ElementId, bool, bool)> {
        let controls = self.controls(snapshot);
        let switches = controls.iter().filter(|element| {
            matches!(element.kind, "checkbox" | "switch")
                || (element.kind == "button" && element.state.pressed.is_some())
        });
        let told = switches.map(|element| {
            let state = element.state;
            let on = state.checked.or(state.pressed).unwrap_or(false) || state.mixed;
            (element.id, on, !state.disabled && !state.readonly)
        });
        told.collect()
    }

    /// Returns the controls of the banner, and of overlays that may be its settings.
    fn controls<'s>(&self, snapshot: &'s Snapshot) -> Vec<&'s Element> {
        let mut controls: Vec<&Element> = Vec::new();
        for (at, region) in snapshot.regions.iter().enumerate() {
            let place = snapshot.frames.get(region.frame).map(|frame| (frame.id.as_str(), region.key));
            let is_same = place == Some((self.place.0.as_str(), self.place.1));
            // A banner in a frame comprises the whole frame; an overlay on the page may be its settings.
            let is_frame = region.kind == RegionKind::Page
                && region.frame > 0
                && place.is_some_and(|(frame, _)| frame == self.place.0);
            let is_over = region.visible
                && (region.floating || matches!(region.kind, RegionKind::Dialog | RegionKind::Overlay))
                && !matches!(region.kind, RegionKind::Header | RegionKind::Navigation | RegionKind::Footer);
            if is_same || is_frame || is_over || self.is_of_settings(snapshot, at) {
                for element in parts_of(snapshot, at).into_iter().filter(|element| element.interactive) {
                    if !controls.iter().any(|known| known.id == element.id) {
                        controls.push(element);
                    }
                }
            }
        }
        controls
    }

    /// Whether a region is a separate frame with the settings.
    fn is_of_settings(&self, snapshot: &Snapshot, at: usize) -> bool {
        let is_pattern = |pattern: &Pattern| pattern.name == "cookie_banner" && pattern.region == at;
        snapshot.patterns.iter().any(is_pattern)
    }
}

/// Whether a button refuses without other commitments.
fn refuses(snapshot: &Snapshot, id: ElementId) -> bool {
    snapshot.element(id).is_some_and(|element| Meaning::of(element, snapshot).refuses() > 0.0)
}

fn best(among: &[&Element], strength: impl Fn(&Element) -> f32) -> Option<ElementId> {
    let buttons =
        among.iter().filter(|it| !matches!(it.kind, "checkbox" | "switch" | "radio") && !it.state.disabled);
    let judged =
        buttons.map(|element| (strength(element), element.id)).filter(|(strength, _)| *strength >= 0.5);
    judged.reduce(|one, other| if other.0 > one.0 { other } else { one }).map(|(_, id)| id)
}
