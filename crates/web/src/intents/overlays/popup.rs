use lemmascope_browser::page::{ElementId, Pattern, RegionKind, Snapshot};

use super::banner::Banner;
use super::control::parts_of;

/// The type of an overlay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Modal,
    Overlay,
    Toast,
    /// An advertising bar.
    Banner,
    /// A consent bar or box.
    Cookies,
}

impl Sort {
    /// The name of the type in an answer.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Modal => "modal",
            Self::Overlay => "overlay",
            Self::Toast => "toast",
            Self::Banner => "banner",
            Self::Cookies => "cookie_banner",
        }
    }
}

/// An overlay in its current state.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Popup {
    pub(crate) sort: Sort,
    /// The location: the frame and the scanner's key of its region.
    pub(crate) place: (String, u32),
    pub(crate) region: usize,
    /// Its first text.
    pub(crate) title: String,
    /// Its presumed close button.
    pub(crate) close: Option<ElementId>,
    /// Whether it blocks the page.
    pub(crate) covers: bool,
    /// Whether it is recognized by its layout, without a dialog role.
    pub(crate) is_overlay_by_layout: bool,
}

impl Popup {
    /// Whether it matches a requested type.
    pub(crate) fn is(&self, asked: &str) -> bool {
        match asked {
            "modal" => self.sort == Sort::Modal,
            // An overlay with a text and a button is closed like a dialog, but is an overlay too.
            "overlay" => {
                self.sort == Sort::Overlay || (self.sort == Sort::Modal && self.is_overlay_by_layout)
            }
            "toast" => self.sort == Sort::Toast,
            "banner" => matches!(self.sort, Sort::Banner | Sort::Cookies),
            _ => true,
        }
    }
}

/// Returns the overlays of a page, the topmost first.
pub(crate) fn popups(snapshot: &Snapshot) -> Vec<Popup> {
    let mut found: Vec<Popup> = Vec::new();
    for pattern in &snapshot.patterns {
        let Some(popup) = read(snapshot, pattern) else { continue };
        match found.iter_mut().find(|known| known.place == popup.place) {
            // An advertising dialog matches two patterns.
            Some(known) if popup.sort == Sort::Modal => *known = popup,
            Some(_) => {}
            None => found.push(popup),
        }
    }
    let covered = |popup: &Popup| {
        let parts = parts_of(snapshot, popup.region);
        parts.iter().filter(|element| element.interactive && element.visibility.covered).count()
    };
    // An overlay below another comes later; otherwise the later in the document is on top.
    found.sort_by_key(|popup| (covered(popup), std::cmp::Reverse(popup.region)));
    found
}

fn read(snapshot: &Snapshot, pattern: &Pattern) -> Option<Popup> {
    let region = snapshot.regions.get(pattern.region)?;
    let view = snapshot.viewport;
    let is_bar = region.bounds.width > view.width * 0.9 && region.bounds.height < view.height * 0.25;
    let sort = match pattern.name.as_str() {
        "modal_dialog" => Sort::Modal,
        "overlay" => Sort::Overlay,
        "notification_toast" => Sort::Toast,
        "promo_popup" if is_bar => Sort::Banner,
        "promo_popup" => Sort::Modal,
        "cookie_banner" => Sort::Cookies,
        _ => return None,
    };
    if sort == Sort::Cookies {
        Banner::on(snapshot).filter(|banner| banner.region == pattern.region)?;
    } else if !region.visible {
        return None;
    }
    let says = pattern.says.clone().unwrap_or_else(|| region.text.clone());
    Some(Popup {
        sort,
        place: (snapshot.frames.get(region.frame)?.id.clone(), region.key),
        region: pattern.region,
        title: says,
        close: pattern.part("close"),
        covers: match sort {
            Sort::Modal | Sort::Overlay => true,
            Sort::Cookies => region.cover > 0.3,
            Sort::Toast | Sort::Banner => false,
        },
        is_overlay_by_layout: region.kind == RegionKind::Overlay && region.cover > 0.5,
    })
}
