use lemmascope_browser::page::{ElementId, Pattern, RegionKind, Snapshot};

use super::banner::Banner;
use super::control::parts_of;

/// What kind of interruption it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Modal,
    Overlay,
    Toast,
    /// A bar that advertises.
    Banner,
    /// A bar or a box that asks for consent.
    Cookies,
}

impl Sort {
    /// The word for it in an answer.
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

/// Something that lies over the page, as it stands now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Popup {
    pub(crate) sort: Sort,
    /// Where it is: the frame and the scanner's number of its region.
    pub(crate) place: (String, u32),
    pub(crate) region: usize,
    /// What it says first.
    pub(crate) title: String,
    /// What is taken for its cross.
    pub(crate) close: Option<ElementId>,
    /// Whether the page cannot be used while it is there.
    pub(crate) covers: bool,
    /// Whether it is a box that is merely drawn over the page, and not called a dialog by it.
    pub(crate) is_drawn_over: bool,
}

impl Popup {
    /// Whether a person who asks for this type means it.
    pub(crate) fn is(&self, asked: &str) -> bool {
        match asked {
            "modal" => self.sort == Sort::Modal,
            // A cover with a text and a button on it is closed like a dialog, and is a cover all the same.
            "overlay" => self.sort == Sort::Overlay || (self.sort == Sort::Modal && self.is_drawn_over),
            "toast" => self.sort == Sort::Toast,
            "banner" => matches!(self.sort, Sort::Banner | Sort::Cookies),
            _ => true,
        }
    }
}

/// What lies over the page, the uppermost first.
pub(crate) fn popups(snapshot: &Snapshot) -> Vec<Popup> {
    let mut found: Vec<Popup> = Vec::new();
    for pattern in &snapshot.patterns {
        let Some(popup) = read(snapshot, pattern) else { continue };
        match found.iter_mut().find(|known| known.place == popup.place) {
            // A dialog that advertises is told as both.
            Some(known) if popup.sort == Sort::Modal => *known = popup,
            Some(_) => {}
            None => found.push(popup),
        }
    }
    let covered = |popup: &Popup| {
        let parts = parts_of(snapshot, popup.region);
        parts.iter().filter(|element| element.interactive && element.visibility.covered).count()
    };
    // What is covered by another comes after it; otherwise the later in the page lies on top.
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
        is_drawn_over: region.kind == RegionKind::Overlay && region.cover > 0.5,
    })
}
