use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::{ANSWERS, Evidence, actions_of};

/// Actions that must not happen as a side effect: they commit, spend, lose data or leave the page.
const BINDING: &[&str] = &[
    "subscribe",
    "register",
    "login",
    "logout",
    "forgot",
    "buy_now",
    "add_cart",
    "checkout",
    "accept",
    "submit",
    "social",
    "cart",
    "account",
    "search",
    "next",
    "previous",
];

/// The meaning of a control in an overlay, by its text.
pub(crate) struct Meaning {
    actions: Evidence,
    answers: Evidence,
    /// Whether it leads to another page.
    leads_away: bool,
}

impl Meaning {
    pub(crate) fn of(element: &Element, snapshot: &Snapshot) -> Self {
        let said = if element.name.is_empty() { &element.text } else { &element.name };
        Self {
            actions: actions_of(std::slice::from_ref(element)).pop().unwrap_or_default(),
            answers: ANSWERS.text(said),
            leads_away: leads_away(element, snapshot),
        }
    }

    /// Returns the strength of an action.
    pub(crate) fn does(&self, what: &str) -> f32 {
        let mut known = self.actions.iter().chain(&self.answers);
        known.find(|(name, _)| *name == what).map_or(0.0, |(_, strength)| *strength)
    }

    /// Returns how strongly it only closes.
    pub(crate) fn closes(&self) -> f32 {
        let closes = self.does("close").max(self.does("declines"));
        if self.leads_away || self.binds() >= closes { 0.0 } else { closes }
    }

    /// Returns how strongly it cancels without a change.
    pub(crate) fn cancels(&self) -> f32 {
        let cancels = self.does("cancel");
        if self.leads_away || self.binds() >= cancels { 0.0 } else { cancels }
    }

    /// Returns how strongly it only refuses consent, since some refusals purchase a subscription.
    pub(crate) fn refuses(&self) -> f32 {
        let refuses = self.does("reject");
        let costs = ["subscribe", "buy_now", "checkout", "register", "login"].iter().map(|it| self.does(it));
        let costs = costs.fold(0.0, f32::max);
        let bound = self.does("commits");
        if self.leads_away || self.does("accept") > refuses || costs.max(bound) > refuses {
            0.0
        } else {
            refuses
        }
    }

    /// Returns how strongly it saves the choices.
    pub(crate) fn saves_choices(&self) -> f32 {
        let keeps = self.does("save_choices");
        if self.leads_away || self.does("accept") > keeps || self.does("subscribe") > keeps {
            0.0
        } else {
            keeps
        }
    }

    /// Returns how strongly it commits the user to something.
    pub(crate) fn binds(&self) -> f32 {
        let said = BINDING.iter().map(|action| self.does(action)).fold(0.0, f32::max);
        said.max(self.does("commits"))
    }

    /// Returns how strongly it only acknowledges a message.
    pub(crate) fn acknowledges(&self) -> f32 {
        if self.leads_away || self.does("commits") > 0.4 { 0.0 } else { self.does("acknowledges") }
    }
}

/// Whether a link leads to another page. A `javascript:` link does not.
fn leads_away(element: &Element, snapshot: &Snapshot) -> bool {
    if element.kind != "link" {
        return false;
    }
    let href = element.attributes.get("href").map_or("", |href| href.trim());
    if href.is_empty() || href.starts_with('#') || href.to_ascii_lowercase().starts_with("javascript:") {
        return false;
    }
    let here = snapshot.url.split('#').next().unwrap_or_default();
    let there = url::Url::parse(&snapshot.url).and_then(|base| base.join(href)).map(String::from);
    there.is_ok_and(|there| there.split('#').next().unwrap_or_default() != here || !there.contains('#'))
}

/// Returns the visible elements of a region, in document order.
pub(crate) fn parts_of(snapshot: &Snapshot, region: usize) -> Vec<&Element> {
    let is_in =
        |element: &&Element| element.visibility.is_visible() && is_within(snapshot, element.region, region);
    snapshot.elements.iter().filter(is_in).collect()
}

/// Whether a region is `outer` or one of its descendants.
pub(super) fn is_within(snapshot: &Snapshot, mut inner: usize, outer: usize) -> bool {
    loop {
        if inner == outer {
            return true;
        }
        match snapshot.regions.get(inner).and_then(|region| region.parent) {
            Some(parent) if parent < inner => inner = parent,
            _ => return false,
        }
    }
}

/// Returns the name of a control for display.
pub(crate) fn control_label(snapshot: &Snapshot, id: ElementId) -> String {
    let names = |element: &Element| {
        let names = [&element.name, &element.text, &element.label];
        names.into_iter().find(|name| !name.trim().is_empty()).cloned()
    };
    snapshot.element(id).and_then(names).unwrap_or_else(|| "✕".into())
}
