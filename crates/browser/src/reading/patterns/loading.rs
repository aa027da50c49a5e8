use super::{Draft, Sight};
use crate::page::{Element, Pattern, Region, RegionKind};

/// A box that covers this much of the visible part covers the page.
const COVERS: f32 = 0.85;
/// A longer text is something to read.
const LONGEST: usize = 160;

/// A screen that says to wait: nothing in view can be acted on, because everything is covered, or because there is only a
/// text or a bar that says that the page is at work. What covers a page to be answered has a separate control.
pub(crate) fn find(sight: &Sight<'_>) -> Vec<Pattern> {
    let elements = &sight.snapshot.elements;
    let in_view = |element: &&Element| element.visibility.is_visible() && element.visibility.in_viewport;
    let mut acting = elements.iter().filter(in_view).filter(|element| element.interactive).peekable();
    let is_covered = acting.peek().is_some();
    if !acting.all(|element| element.visibility.covered) {
        return Vec::new();
    }
    let covers = |region: &&Region| region.visible && region.floating && region.cover >= COVERS;
    let cover = sight.snapshot.regions.iter().rposition(|region| covers(&region));
    // What shows over it, or on a page that has nothing else.
    let shown: Vec<&Element> =
        elements.iter().filter(in_view).filter(|element| !element.visibility.covered).collect();
    let is_bar = |element: &&&Element| element.aria == "progressbar" || element.kind == "progress";
    let is_at_work = shown.iter().any(|element| is_bar(&element) || is_unfinished(text_of(element)))
        || cover.is_some_and(|at| is_unfinished(&sight.region(at).text));
    let is_brief = shown.iter().map(|element| text_of(element).chars().count()).sum::<usize>() <= LONGEST;
    let is_waiting = if is_covered { cover.is_some() || is_at_work } else { is_at_work && is_brief };
    if !is_waiting {
        return Vec::new();
    }
    let region = cover.unwrap_or_default();
    let says = match sight.region(region) {
        page if page.kind == RegionKind::Page => shown.iter().map(|it| text_of(it)).find(|it| !it.is_empty()),
        cover => Some(cover.text.as_str()).filter(|text| !text.is_empty()),
    };
    vec![Draft::new("loading_screen", region, 0.8).says(says.unwrap_or("loading")).done()]
}

fn text_of(element: &Element) -> &str {
    if element.name.is_empty() { &element.text } else { &element.name }
}

/// Whether a text says that something goes on: "Connecting to the server...".
fn is_unfinished(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() <= LONGEST && (text.ends_with('…') || text.ends_with("..."))
}
