//! The cart.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde_json::json;

use super::basket::{Basket, COUPON, Line};
use super::catalogue::{self, money};
use super::{Customers, Entries, show};
use crate::page::{Fill, escaped, part};
use crate::visit::{Visit, Visitors};

pub(super) fn routes() -> Router<Arc<Visitors<Basket>>> {
    Router::new()
        .route("/cart", get(cart))
        .route("/cart/add", post(add))
        .route("/cart/buy", post(buy))
        .route("/cart/update", post(update))
        .route("/cart/remove", post(remove))
        .route("/cart/coupon", post(coupon))
        .route("/api/cart", post(add_to_cart_json))
}

async fn cart(known: Customers, visit: Visit, Query(query): Query<HashMap<String, String>>) -> Response {
    let (lines, mut fills) = known.0.with(&visit, |basket| (basket.lines.clone(), sums(basket))).1;
    if lines.is_empty() {
        return show(&known, &visit, "shop/_empty.html", &[]);
    }
    let notice = match query.get("coupon").map(String::as_str) {
        Some("good") => "<p class=\"good\" role=\"status\">Coupon applied: ten per cent off.</p>",
        Some(_) => "<p class=\"error\" role=\"alert\">We do not know this coupon.</p>",
        None => "",
    };
    fills.push(("notice", notice.to_string()));
    // Some shops ask customers to identify first.
    let first = if query.contains_key("strangers") { "/who" } else { "" };
    fills.push(("first", first.to_string()));
    fills.push(("lines", (0..).zip(&lines).map(|(at, line)| row(&visit, at, line)).collect()));
    show(&known, &visit, "shop/_cart.html", &fills)
}

/// The placeholders of a summary.
pub(super) fn sums(basket: &Basket) -> Vec<Fill<'static>> {
    let discount = match basket.discount() {
        0 => String::new(),
        some => format!("<dt>Coupon {COUPON}</dt><dd>−{}</dd>", money(some)),
    };
    let carriage = if basket.carriage() == 0 { "Free".to_string() } else { money(basket.carriage()) };
    vec![
        ("subtotal", money(basket.subtotal())),
        ("discount", discount),
        ("carriage", carriage),
        ("total", money(basket.total())),
    ]
}

fn row(visit: &Visit, at: usize, line: &Line) -> String {
    let fills = [
        ("line", at.to_string()),
        ("slug", line.product.slug.to_string()),
        ("name", escaped(line.product.name)),
        ("options", escaped(&line.options)),
        ("quantity", line.quantity.to_string()),
        ("price", money(line.price())),
    ];
    part(visit, "shop/_line.html", &fills)
}

async fn add(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let (cookie, _) = known.with(&visit, |basket| put(basket, &form));
    (cookie, Redirect::to("/cart")).into_response()
}

async fn buy(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let (cookie, _) = known.with(&visit, |basket| put(basket, &form));
    (cookie, Redirect::to("/checkout")).into_response()
}

async fn add_to_cart_json(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let (cookie, answer) = known.with(&visit, |basket| match put(basket, &form) {
        Some(message) => json!({"ok": true, "count": basket.count(), "message": message}),
        None => json!({"ok": false, "message": "Sorry, we cannot sell that many."}),
    });
    (cookie, Json(answer)).into_response()
}

/// Adds the product of the form to the cart, and returns a message; `None` if the stock is insufficient.
fn put(basket: &mut Basket, form: &HashMap<String, String>) -> Option<String> {
    let product = catalogue::find(form.get("product")?)?;
    let quantity: u32 = form.get("quantity")?.parse().ok().filter(|it| (1..=product.stock).contains(it))?;
    let options: Vec<&str> =
        ["size", "color"].iter().filter_map(|name| form.get(*name)).map(String::as_str).collect();
    basket.add(product, &options.join(", "), quantity);
    Some(format!("Added to cart: {quantity} × {}", product.name))
}

async fn update(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let number = |name: &str| form.get(name).and_then(|it| it.parse::<u32>().ok());
    let (cookie, ()) = known.with(&visit, |basket| {
        let line = number("line").and_then(|at| basket.lines.get_mut(at as usize));
        if let (Some(line), Some(quantity)) = (line, number("quantity")) {
            line.quantity = quantity.min(99);
        }
        basket.lines.retain(|line| line.quantity > 0);
    });
    (cookie, Redirect::to("/cart")).into_response()
}

async fn remove(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let at = form.get("line").and_then(|it| it.parse::<usize>().ok());
    let (cookie, ()) = known.with(&visit, |basket| {
        if let Some(at) = at.filter(|at| *at < basket.lines.len()) {
            basket.lines.remove(at);
        }
    });
    (cookie, Redirect::to("/cart")).into_response()
}

async fn coupon(State(known): Customers, visit: Visit, Form(form): Entries) -> Response {
    let good = form.get("coupon").is_some_and(|code| code.trim().eq_ignore_ascii_case(COUPON));
    let (cookie, ()) = known.with(&visit, |basket| basket.coupon |= good);
    (cookie, Redirect::to(if good { "/cart?coupon=good" } else { "/cart?coupon=unknown" })).into_response()
}
