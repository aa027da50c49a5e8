use lemmascope_intent::{Args, Failure, Outcome, Parameter, Signature, Type, Value};

use super::Hands;
use crate::page::{Element, ElementId, Snapshot};
use crate::reading::ACTIONS;
use crate::target::fold;
use crate::verbs::Visit;

/// How surely a control must say that it goes on.
const SURE: f32 = 0.5;

pub(super) fn signature() -> Signature {
    Signature::change(
        "web.proceed",
        "Go on to the next page of a flow, by a link or a button that leads there.",
    )
    .lasting()
    .parameter(Parameter::required("to", Type::Array, "The addresses of the next page, with * for anything."))
    .parameter(Parameter::optional("pages", Type::Array, "What the next page is called."))
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let (to, pages) = (texts(args, "to"), texts(args, "pages"));
    let mut hands = Hands::on(visit).await?;
    // What does not lead on is no failure here: the flow waits for the page, and says what it waited for.
    if let Some(way) = way_on(&hands.seen, &to, &pages) {
        hands.click(way).await?;
    }
    hands.tell_changes();
    Ok(Outcome::default())
}

/// The control that leads on: a link to the page, one that is called like it, or one that says "next".
fn way_on(page: &Snapshot, to: &[String], pages: &[String]) -> Option<ElementId> {
    let usable = |element: &&Element| {
        matches!(element.kind, "link" | "button")
            && element.visibility.is_visible()
            && !element.state.disabled
    };
    let controls: Vec<&Element> = page.elements.iter().filter(usable).collect();
    let leads = |element: &&&Element| {
        let address = element.attributes.get("href").and_then(|href| url::join(&page.url, href));
        address.is_some_and(|address| to.iter().any(|glob| url::is_like(&address, glob)))
    };
    let names: Vec<String> = pages.iter().map(|name| fold(&name.replace(['_', '-'], " "))).collect();
    let is_called = |element: &&&Element| names.iter().any(|name| fold(&element.name).contains(name));
    let goes_on = |element: &&&Element| ACTIONS.says(&element.name, "next") >= SURE;
    let found = controls.iter().find(leads);
    let found = found.or_else(|| controls.iter().filter(is_called).max_by_key(|element| element.primary));
    found
        .or_else(|| controls.iter().filter(goes_on).max_by_key(|element| element.primary))
        .map(|element| element.id)
}

fn texts(args: &Args, name: &str) -> Vec<String> {
    let items = args.get(name).and_then(Value::as_list).unwrap_or_default();
    items.iter().filter_map(Value::as_text).map(str::to_string).collect()
}

mod url {
    /// The address that a link on a page leads to, if it is one of the same site or a whole one.
    pub(super) fn join(page: &str, href: &str) -> Option<String> {
        let (scheme, rest) = page.split_once("://")?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let href = href.trim();
        if href.contains("://") {
            return Some(href.into());
        }
        if href.starts_with('#') || href.contains(':') && !href.starts_with(['/', '?', '.']) {
            return None;
        }
        Some(match href.strip_prefix("//") {
            Some(other) => format!("{scheme}://{other}"),
            None if href.starts_with('/') => format!("{scheme}://{host}{href}"),
            None => {
                let folder = path.split(['?', '#']).next().and_then(|path| path.rsplit_once('/'));
                format!("{scheme}://{host}{}/{href}", folder.map_or("", |(folder, _)| folder))
            }
        })
    }

    /// Whether an address is like a pattern with `*` for anything; the scheme may be left out.
    pub(super) fn is_like(address: &str, glob: &str) -> bool {
        let each = glob.split('*').map(regex::escape).collect::<Vec<_>>().join(".*");
        regex::Regex::new(&format!(r"^(?:[a-z]+://)?{each}$")).is_ok_and(|regex| regex.is_match(address))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn links_lead_where_a_browser_would_go() {
            let page = "https://a.com/shop/cart?x=1";
            for (href, leads) in [
                ("/checkout", Some("https://a.com/checkout")),
                ("checkout", Some("https://a.com/shop/checkout")),
                ("//b.com/x", Some("https://b.com/x")),
                ("https://b.com/x", Some("https://b.com/x")),
                ("#top", None),
                ("javascript:void(0)", None),
                ("mailto:a@b.c", None),
            ] {
                assert_eq!(join(page, href).as_deref(), leads, "{href}");
            }
            assert!(is_like("https://a.com/shop/checkout", "*/checkout*"));
            assert!(!is_like("https://a.com/check.out", "*/check?out"));
        }
    }
}
