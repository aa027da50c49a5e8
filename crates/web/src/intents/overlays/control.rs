use lemmascope_browser::page::{Element, ElementId, Snapshot};
use lemmascope_browser::reading::{ANSWERS, Evidence, actions_of};

/// What buttons do that nobody wants done by the way: each of them binds, spends, loses or leads away.
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

/// What a control of something that interrupts does, by what it says.
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

    /// How much it does this.
    pub(crate) fn does(&self, what: &str) -> f32 {
        let mut known = self.actions.iter().chain(&self.answers);
        known.find(|(name, _)| *name == what).map_or(0.0, |(_, strength)| *strength)
    }

    /// How much it closes and does nothing else.
    pub(crate) fn closes(&self) -> f32 {
        let closes = self.does("close").max(self.does("declines"));
        if self.leads_away || self.binds() >= closes { 0.0 } else { closes }
    }

    /// How much it leaves everything as it is.
    pub(crate) fn cancels(&self) -> f32 {
        let cancels = self.does("cancel");
        if self.leads_away || self.binds() >= cancels { 0.0 } else { cancels }
    }

    /// How much it refuses consent, and nothing else: some refusals are the purchase of a subscription.
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

    /// How much it keeps what was chosen.
    pub(crate) fn keeps_choices(&self) -> f32 {
        let keeps = self.does("save_choices");
        if self.leads_away || self.does("accept") > keeps || self.does("subscribe") > keeps {
            0.0
        } else {
            keeps
        }
    }

    /// How much it binds whoever clicks it.
    pub(crate) fn binds(&self) -> f32 {
        let said = BINDING.iter().map(|action| self.does(action)).fold(0.0, f32::max);
        said.max(self.does("commits"))
    }

    /// How much it says that something was read, and nothing else.
    pub(crate) fn acknowledges(&self) -> f32 {
        if self.leads_away || self.does("commits") > 0.4 { 0.0 } else { self.does("acknowledges") }
    }
}

/// Whether a link leads to another page. One that says so of itself in a script does not.
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

/// The visible elements in a region, in the order of the page.
pub(crate) fn parts_of(snapshot: &Snapshot, region: usize) -> Vec<&Element> {
    let is_in =
        |element: &&Element| element.visibility.is_visible() && is_within(snapshot, element.region, region);
    snapshot.elements.iter().filter(is_in).collect()
}

/// Whether a region is another or in it.
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

/// What a control is called, for a person to read.
pub(crate) fn title_of(snapshot: &Snapshot, id: ElementId) -> String {
    let names = |element: &Element| {
        let names = [&element.name, &element.text, &element.label];
        names.into_iter().find(|name| !name.trim().is_empty()).cloned()
    };
    snapshot.element(id).and_then(names).unwrap_or_else(|| "✕".into())
}
