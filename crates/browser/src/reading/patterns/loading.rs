use super::{DetectionContext, Draft};
use crate::page::{Element, Pattern, Region, RegionKind};

/// The minimum fraction of the viewport that a covering box takes up.
const MIN_COVERAGE: f32 = 0.85;
/// The maximum length of a progress text; longer texts are content.
const LONGEST: usize = 160;

/// Finds a loading screen: no element in the viewport can be used, because everything is covered, or because
/// only a progress text or bar is visible. An overlay that expects an answer has a control of its own.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let elements = &context.snapshot.elements;
    let in_view = |element: &&Element| element.visibility.is_visible() && element.visibility.in_viewport;
    let mut acting = elements.iter().filter(in_view).filter(|element| element.interactive).peekable();
    let is_covered = acting.peek().is_some();
    if !acting.all(|element| element.visibility.covered) {
        return Vec::new();
    }
    let covers = |region: &&Region| region.visible && region.floating && region.cover >= MIN_COVERAGE;
    let cover = context.snapshot.regions.iter().rposition(|region| covers(&region));
    // The elements on top of the cover, or of a page without other content.
    let shown: Vec<&Element> =
        elements.iter().filter(in_view).filter(|element| !element.visibility.covered).collect();
    let is_bar = |element: &&&Element| element.aria == "progressbar" || element.kind == "progress";
    let is_at_work = shown.iter().any(|element| is_bar(&element) || is_unfinished(text_of(element)))
        || cover.is_some_and(|at| is_unfinished(&context.region(at).text));
    let is_brief = shown.iter().map(|element| text_of(element).chars().count()).sum::<usize>() <= LONGEST;
    let is_waiting = if is_covered { cover.is_some() || is_at_work } else { is_at_work && is_brief };
    if !is_waiting {
        return Vec::new();
    }
    let region = cover.unwrap_or_default();
    let says = match context.region(region) {
        page if page.kind == RegionKind::Page => shown.iter().map(|it| text_of(it)).find(|it| !it.is_empty()),
        cover => Some(cover.text.as_str()).filter(|text| !text.is_empty()),
    };
    vec![Draft::new("loading_screen", region, 0.8).says(says.unwrap_or("loading")).done()]
}

fn text_of(element: &Element) -> &str {
    if element.name.is_empty() { &element.text } else { &element.name }
}

/// Whether a text describes an ongoing activity: "Connecting to the server...".
fn is_unfinished(text: &str) -> bool {
    let text = text.trim();
    text.chars().count() <= LONGEST && (text.ends_with('…') || text.ends_with("..."))
}
