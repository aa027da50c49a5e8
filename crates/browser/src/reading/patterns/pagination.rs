use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};
use crate::text::words_of;

/// The words beside a page number.
const PAGE: &[&str] = &[
    "page",
    "pagina",
    "seite",
    "strona",
    "страница",
    "go",
    "to",
    "current",
    "aller",
    "a",
    "la",
    "zu",
    "ir",
    "para",
    "sayfa",
    "sida",
];

/// Finds pagination: consecutive page numbers, and links to the next and previous page.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let mut found = Vec::new();
    let mut run = Run::default();
    let mut gap = 0;
    for (at, element) in context.snapshot.elements.iter().enumerate() {
        if !element.visibility.is_visible() {
            continue;
        }
        let step =
            if element.interactive && matches!(element.kind, "link" | "button") && !in_table(context, at) {
                step_of(context, at)
            } else {
                None
            };
        match step {
            Some(step) => {
                if run.is_elsewhere(context, at) {
                    found.extend(std::mem::take(&mut run).pattern(context));
                }
                run.add(at, step);
                gap = 0;
            }
            None => {
                gap += 1;
                if gap > 2 {
                    found.extend(std::mem::take(&mut run).pattern(context));
                    gap = 0;
                }
            }
        }
    }
    found.extend(run.pattern(context));
    found
}

/// Whether a number is in a table row, since the days of a calendar are consecutive numbers too.
fn in_table(context: &DetectionContext<'_>, at: usize) -> bool {
    let mut around = context.snapshot.around(context.element(at).region).take(3);
    around.any(|region| region.kind == RegionKind::Row)
        && context.element(at).name.trim().bytes().all(|byte| byte.is_ascii_digit())
}

enum Step {
    Page(u32),
    Next,
    Previous,
}

fn step_of(context: &DetectionContext<'_>, at: usize) -> Option<Step> {
    let element = context.element(at);
    let name = element.name.trim();
    let digits = name.trim_start_matches(|character: char| !character.is_ascii_digit());
    let number: Option<u32> = digits.parse().ok().filter(|number| *number < 100_000);
    // `Page 3` is a page number, `3 comments` is not.
    if let Some(number) = number
        && words_of(name)
            .iter()
            .all(|word| PAGE.contains(&word.as_str()) || word.bytes().all(|byte| byte.is_ascii_digit()))
        && !name.contains(['$', '€', '£', '%', '#', '-', ':', '.'])
    {
        return Some(Step::Page(number));
    }
    if name.split_whitespace().count() > 4 {
        return None;
    }
    match context.main_action(at) {
        Some(("next", strength)) if strength > 0.6 => Some(Step::Next),
        Some(("previous", strength)) if strength > 0.6 => Some(Step::Previous),
        _ => None,
    }
}

/// Whether the source of a link says that it leads to another page of the same list.
fn is_pagination_link(context: &DetectionContext<'_>, at: usize) -> bool {
    let element = context.element(at);
    let attribute = |name: &str| element.attributes.get(name).map_or("", String::as_str);
    let href = attribute("href");
    let is_related = attribute("rel").split_ascii_whitespace().any(|rel| matches!(rel, "next" | "prev"));
    is_related
        || (!is_fragment(context, at)
            && (href.contains("page") || href.contains("start=") || href.contains("offset")))
}

/// Whether a link leads to a fragment of its own page.
fn is_fragment(context: &DetectionContext<'_>, at: usize) -> bool {
    let href = context.element(at).attributes.get("href").map_or("", String::as_str);
    href.strip_prefix('#').is_some_and(|place| !place.is_empty() && !place.contains(['/', '=', '!']))
}

#[derive(Default)]
struct Run {
    pages: Vec<(u32, usize)>,
    next: Option<usize>,
    previous: Option<usize>,
}

impl Run {
    /// Whether the run so far is on another line than this element, such as the arrows of an image gallery
    /// above the page numbers.
    fn is_elsewhere(&self, context: &DetectionContext<'_>, at: usize) -> bool {
        let last =
            self.pages.last().map(|(_, at)| *at).into_iter().chain(self.next).chain(self.previous).max();
        last.is_some_and(|last| {
            let (one, other) = (context.element(last).bounds, context.element(at).bounds);
            other.y > one.bottom() + 8.0 || one.y > other.bottom() + 8.0
        })
    }

    fn add(&mut self, at: usize, step: Step) {
        match step {
            Step::Page(number) => self.pages.push((number, at)),
            Step::Next => self.next = self.next.or(Some(at)),
            Step::Previous => self.previous = self.previous.or(Some(at)),
        }
    }

    fn pattern(self, context: &DetectionContext<'_>) -> Option<Pattern> {
        let first = self.pages.first().map(|(_, at)| *at).or(self.next).or(self.previous)?;
        let rising = self.pages.windows(2).filter(|two| two[0].0 < two[1].0).count();
        let beside = self.pages.windows(2).filter(|two| two[0].0 + 1 == two[1].0).count();
        let steps = u8::from(self.next.is_some()) + u8::from(self.previous.is_some());
        let hinted = context.snapshot.around(context.element(first).region).take(4).any(|region| {
            let hints = region.hints.to_ascii_lowercase();
            hints.contains("paginat") || hints.contains("pager") || hints.contains("paging")
        });
        let leads = self.next.or(self.previous).is_some_and(|at| is_pagination_link(context, at));
        let many = self.pages.len();
        // A back link alone leads to the previous page in the history; it is pagination only if its address
        // says so.
        if many == 0 && self.next.is_none() && !(leads || hinted && !is_fragment(context, first)) {
            return None;
        }
        let is_rising = many >= 2 && rising + 1 == many;
        let sure = if is_rising && beside > 0 && (steps > 0 || hinted) {
            0.95
        } else if is_rising && many >= 3 && beside >= 2 {
            0.75
        } else if steps > 0 && (hinted || leads) {
            0.8
        } else {
            return None;
        };
        let id = |at: Option<usize>| at.map(|at| context.id(at));
        Some(
            Draft::new("pagination", context.element(first).region, sure)
                .part("previous", id(self.previous))
                .part("next", id(self.next))
                .parts("pages", self.pages.iter().map(|(_, at)| context.id(*at)).collect())
                .done(),
        )
    }
}
