//! The checkout: shipping, payment, review, confirmation.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};

use super::basket::{Basket, Line, Order};
use super::cart::sums;
use super::catalogue::money;
use super::{Customers, Entries, show};
use crate::page::{Fill, escaped, missing};
use crate::visit::{Visit, Visitors};

/// The required fields, with their names in error messages.
const NEEDED: &[(&str, &str)] = &[
    ("first_name", "first name"),
    ("last_name", "last name"),
    ("email", "e-mail"),
    ("street", "street"),
    ("postcode", "postcode"),
    ("city", "city"),
    ("country", "country"),
];

pub(super) fn routes() -> Router<Arc<Visitors<Basket>>> {
    Router::new()
        .route("/checkout", get(show_address_form).post(submit_address))
        .route("/checkout/who", get(show_identity_form).post(submit_identity))
        .route("/checkout/carrier", get(show_carrier_form).post(submit_carrier))
        .route("/checkout/payment", get(show_card_form).post(submit_card))
        .route("/checkout/payment/framed", get(show_framed_card_form))
        .route("/checkout/review", get(review))
        .route("/checkout/place", post(place))
        .route("/order/{number}", get(order))
}

async fn show_address_form(known: Customers, visit: Visit) -> Response {
    let (empty, address) = known.0.with(&visit, |basket| (basket.lines.is_empty(), basket.address.clone())).1;
    if empty {
        return Redirect::to("/cart").into_response();
    }
    show(&known, &visit, "shop/_shipping.html", &kept(&address))
}

async fn submit_address(known: Customers, visit: Visit, Form(form): Entries) -> Response {
    let given = |name: &str| form.get(name).is_some_and(|it| !it.trim().is_empty());
    if let Some((_, called)) = NEEDED.iter().find(|(name, _)| !given(name)) {
        let mut fills = kept(&form);
        fills.push(("problem", problem(&format!("Please fill in your {called}."))));
        return show(&known, &visit, "shop/_shipping.html", &fills);
    }
    let asks_carrier = known
        .0
        .with(&visit, |basket| {
            basket.address = form;
            basket.stranger
        })
        .1;
    Redirect::to(if asks_carrier { "/checkout/carrier" } else { "/checkout/payment" }).into_response()
}

async fn show_identity_form(known: Customers, visit: Visit) -> Response {
    show(&known, &visit, "shop/_who.html", &[])
}

async fn submit_identity(known: Customers, visit: Visit, Form(form): Entries) -> Response {
    if form.get("as").map(String::as_str) != Some("guest") {
        let wrong = problem("The e-mail or the password is wrong.");
        return show(&known, &visit, "shop/_who.html", &[("problem", wrong)]);
    }
    known.0.with(&visit, |basket| {
        basket.stranger = true;
        basket.address = form;
    });
    Redirect::to("/checkout").into_response()
}

async fn show_carrier_form(known: Customers, visit: Visit) -> Response {
    show(&known, &visit, "shop/_carrier.html", &[])
}

async fn submit_carrier() -> Redirect {
    Redirect::to("/checkout/payment")
}

async fn show_card_form(known: Customers, visit: Visit) -> Response {
    show(&known, &visit, "shop/_payment.html", &[])
}

async fn show_framed_card_form(known: Customers, visit: Visit) -> Response {
    show(&known, &visit, "shop/_framed.html", &[])
}

async fn submit_card(known: Customers, visit: Visit, Form(form): Entries) -> Response {
    let given = |name: &str| form.get(name).map(|it| it.trim()).unwrap_or_default();
    let token = given("number").starts_with("tok_");
    let digits = given("number").chars().filter(char::is_ascii_digit).count();
    let wrong = if !token && !(13..=19).contains(&digits) {
        Some("Your card number is not complete.")
    } else if given("expiry").is_empty() || given("cvc").is_empty() {
        Some("Please fill in the expiry date and the security code.")
    } else {
        None
    };
    if let Some(wrong) = wrong {
        return show(&known, &visit, "shop/_payment.html", &[("problem", problem(wrong))]);
    }
    let last: String = given("number").chars().rev().filter(char::is_ascii_digit).take(4).collect();
    known.0.with(&visit, |basket| basket.card = last.chars().rev().collect());
    Redirect::to("/checkout/review").into_response()
}

async fn review(known: Customers, visit: Visit) -> Response {
    let (address, card, lines, mut fills) = known
        .0
        .with(&visit, |basket| {
            (basket.address.clone(), basket.card.clone(), basket.lines.clone(), sums(basket))
        })
        .1;
    if lines.is_empty() || address.is_empty() {
        return Redirect::to("/checkout").into_response();
    }
    let given = |name: &str| address.get(name).map(String::as_str).unwrap_or_default();
    let place = format!("{}, {} {}, {}", given("street"), given("postcode"), given("city"), given("country"));
    fills.push(("name", escaped(&format!("{} {}", given("first_name"), given("last_name")))));
    fills.push(("address", escaped(&place)));
    fills.push(("card", escaped(&card)));
    fills.push(("items", items(&lines)));
    show(&known, &visit, "shop/_review.html", &fills)
}

async fn place(State(known): Customers, visit: Visit) -> Response {
    let (cookie, number) = known.with(&visit, |basket| {
        if basket.lines.is_empty() {
            return None;
        }
        let number = format!("FF-{}", 20418 + basket.orders.len());
        let name = basket.address.get("first_name").cloned().unwrap_or_default();
        let order = Order {
            number: number.clone(),
            name,
            total: basket.total(),
            lines: std::mem::take(&mut basket.lines),
        };
        basket.orders.push(order);
        basket.coupon = false;
        Some(number)
    });
    let next = number.map_or("/cart".to_string(), |number| format!("/order/{number}"));
    (cookie, Redirect::to(&next)).into_response()
}

async fn order(known: Customers, visit: Visit, Path(number): Path<String>) -> Response {
    let order = known.0.with(&visit, |basket| basket.orders.iter().find(|it| it.number == number).cloned()).1;
    let Some(order) = order else { return missing(&visit, "shop") };
    let fills = [
        ("number", escaped(&order.number)),
        ("name", escaped(&order.name)),
        ("items", items(&order.lines)),
        ("total", money(order.total)),
    ];
    show(&known, &visit, "shop/_order.html", &fills)
}

fn items(lines: &[Line]) -> String {
    let item = |line: &Line| {
        format!(
            "<li>{} × {} <strong>{}</strong></li>",
            line.quantity,
            escaped(line.product.name),
            money(line.price())
        )
    };
    lines.iter().map(item).collect()
}

/// The entered values of the fields.
fn kept(form: &HashMap<String, String>) -> Vec<Fill<'static>> {
    const FIELDS: &[&str] = &["first_name", "last_name", "email", "street", "postcode", "city", "phone"];
    FIELDS.iter().filter_map(|name| Some((*name, escaped(form.get(*name)?)))).collect()
}

fn problem(text: &str) -> String {
    format!("<p class=\"error\" role=\"alert\">{}</p>", escaped(text))
}
