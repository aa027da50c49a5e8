use super::topics::is_price;
use super::{DetectionContext, Draft};
use crate::page::{Pattern, RegionKind};

/// Finds a product page, which sells one product.
pub(crate) fn find(context: &DetectionContext<'_>) -> Vec<Pattern> {
    let of = |action: &str| -> Vec<usize> {
        (0..context.snapshot.elements.len())
            .filter(|at| {
                context.element(*at).visibility.is_visible()
                    && context
                        .main_action(*at)
                        .is_some_and(|(main, strength)| main == action && strength > 0.6)
            })
            .collect()
    };
    let alone =
        |all: Vec<usize>| all.into_iter().filter(|at| !is_in_list_item(context, *at)).collect::<Vec<_>>();
    let (add, buy) = (alone(of("add_cart")), alone(of("buy_now")));
    // Many such buttons form a product list, in which each sells its own product. Such a list may follow
    // below the main product.
    if add.len() > 3 || buy.len() > 3 || (add.is_empty() && buy.is_empty()) {
        return Vec::new();
    }
    let Some(main) = add.iter().chain(&buy).copied().next() else { return Vec::new() };
    let elements = &context.snapshot.elements;
    let title = elements
        .iter()
        .enumerate()
        .filter(|(_, element)| element.kind == "heading" && element.visibility.is_visible())
        .min_by_key(|(at, element)| (element.tag != "h1", at.abs_diff(main)))
        .map(|(at, _)| at);
    let prices: Vec<usize> = (0..elements.len())
        .filter(|at| {
            !elements[*at].interactive
                && is_price(&elements[*at].name)
                && elements[*at].visibility.is_visible()
                && !is_in_list_item(context, *at)
        })
        .collect();
    // The price between the title and the button, or else the nearest one.
    let price = prices.iter().copied().min_by_key(|at| {
        let is_between = title.is_some_and(|title| *at > title.min(main) && *at < title.max(main));
        (!is_between, if is_between { *at } else { at.abs_diff(main) })
    });
    let quantity = elements
        .iter()
        .enumerate()
        .filter(|(at, element)| element.role == Some("quantity") && !is_in_list_item(context, *at))
        .min_by_key(|(at, _)| at.abs_diff(main))
        .map(|(at, _)| at);
    if price.is_none() && title.is_none() {
        return Vec::new();
    }
    let id = |at: Option<usize>| at.map(|at| context.id(at));
    let sure = 0.5 + if price.is_some() { 0.3 } else { 0.0 } + if quantity.is_some() { 0.1 } else { 0.0 };
    vec![
        Draft::new("product_page", context.element(main).region, sure)
            .part("title", id(title))
            .part("price", id(price))
            .part("quantity", id(quantity))
            .part("add_cart", id(add.first().copied()))
            .part("buy_now", id(buy.first().copied()))
            .done(),
    ]
}

/// Whether an element is in an item of a list or a row of a table.
fn is_in_list_item(context: &DetectionContext<'_>, at: usize) -> bool {
    context
        .snapshot
        .around(context.element(at).region)
        .any(|region| matches!(region.kind, RegionKind::Item | RegionKind::Row))
}
