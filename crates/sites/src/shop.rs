//! The shop: categories, a product page, the cart and the checkout. The cart is stored on the server, by
//! cookie.

mod basket;
mod cart;
mod catalogue;
mod checkout;
mod listing;
mod picture;

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use serde_json::{Value, json};

use crate::page::{self, Fill, escaped, page};
use crate::visit::{Visit, Visitors};
use basket::Basket;
use catalogue::{PRODUCTS, Product, money};
use listing::Wanted;

type Customers = State<Arc<Visitors<Basket>>>;
type Entries = Form<HashMap<String, String>>;

pub(crate) fn site() -> Router {
    Router::new()
        .route("/", get(home))
        .route("/search", get(results))
        .route("/c/{category}", get(category))
        .route("/endless/{category}", get(endless))
        .route("/api/cards/{category}", get(more_cards))
        .route("/api/suggest", get(suggest))
        .route("/p/{slug}", get(product))
        .route("/img/{name}", get(picture))
        .route("/api/wish/{slug}", post(wish))
        .route("/wishlist", get(wishlist))
        .route("/newsletter", post(subscribe))
        .route("/quick-search", get(plain))
        .route("/delivery", get(plain))
        .route("/returns", get(plain))
        .route("/about", get(plain))
        .route("/contact", get(plain).post(submit_message))
        .route("/secure-number", get(secure))
        .route("/secure-expiry", get(secure))
        .route("/secure-code", get(secure))
        .merge(cart::routes())
        .merge(checkout::routes())
        .with_state(Arc::new(Visitors::new("fern_and_fig")))
}

/// Renders a page with the number of items in the cart.
fn show(State(known): &Customers, visit: &Visit, name: &str, fills: &[Fill<'_>]) -> Response {
    let (cookie, count) = known.with(visit, |basket| basket.count());
    let mut fills = fills.to_vec();
    fills.push(("cart_count", if count == 0 { String::new() } else { count.to_string() }));
    (cookie, page(visit, name, &fills)).into_response()
}

async fn plain(known: Customers, visit: Visit) -> Response {
    let name = format!("shop/_{}.html", visit.path.trim_start_matches('/'));
    show(&known, &visit, &name, &[])
}

async fn submit_message(known: Customers, visit: Visit, Form(form): Entries) -> Response {
    let given = |name: &str| form.get(name).map(|it| it.trim()).unwrap_or_default();
    let (class, role, said) = match (given("name"), given("message").chars().count()) {
        ("", _) => ("error", "alert", "Please tell us your name.".to_string()),
        (_, ..10) => ("error", "alert", "Your message is a little short.".to_string()),
        (name, _) => ("good", "status", format!("Thank you, {}. We answer within a day.", escaped(name))),
    };
    let notice = format!("<p class=\"{class}\" role=\"{role}\">{said}</p>");
    show(&known, &visit, "shop/_contact.html", &[("notice", notice)])
}

/// A field of a card in a separate document, as payment providers embed it.
async fn secure(visit: Visit) -> Response {
    let (name, label, autocomplete, placeholder) = match visit.path.as_str() {
        "/secure-number" => ("number", "Card number", "cc-number", "1234 5678 9012 3456"),
        "/secure-expiry" => ("expiry", "Expiry date", "cc-exp", "MM/YY"),
        _ => ("cvc", "Security code", "cc-csc", "CVC"),
    };
    let fills =
        [("name", name), ("label", label), ("autocomplete", autocomplete), ("placeholder", placeholder)];
    page(&visit, "shop/_secure.html", &fills.map(|(name, fill)| (name, fill.to_string())))
}

async fn home(known: Customers, visit: Visit, Query(query): Query<HashMap<String, String>>) -> Response {
    let shown: Vec<&Product> = PRODUCTS.iter().step_by(4).take(8).collect();
    let notice = match query.get("subscribed") {
        Some(email) => format!(
            "<p class=\"good\" role=\"status\">Thank you. The next letter goes to {}.</p>",
            escaped(email)
        ),
        None => String::new(),
    };
    show(&known, &visit, "shop/_home.html", &[("cards", listing::cards(&visit, &shown)), ("notice", notice)])
}

async fn results(known: Customers, visit: Visit, Query(wanted): Query<Wanted>) -> Response {
    let found = catalogue::search(&wanted.q);
    let nothing = "<p class=\"lead\">We could not find anything for that. Try a shorter word.</p>";
    let nothing = if found.is_empty() { nothing } else { "" };
    let mut fills = listing::fills(&visit, &wanted, found);
    fills.push(("nothing", nothing.to_string()));
    show(&known, &visit, "shop/_results.html", &fills)
}

async fn category(
    known: Customers,
    visit: Visit,
    Path(slug): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Response {
    let Some(name) = catalogue::category_name(&slug) else { return page::missing(&visit, "shop") };
    let mut fills = listing::fills(&visit, &wanted, catalogue::category(&slug));
    fills.push(("heading", name.to_string()));
    show(&known, &visit, "shop/_list.html", &fills)
}

async fn endless(known: Customers, visit: Visit, Path(slug): Path<String>) -> Response {
    let Some(name) = catalogue::category_name(&slug) else { return page::missing(&visit, "shop") };
    let mut fills = listing::fills(&visit, &Wanted::default(), catalogue::category(&slug));
    fills.extend([("heading", name.to_string()), ("category", slug)]);
    show(&known, &visit, "shop/_endless.html", &fills)
}

/// The next cards of an endless list. The products are repeated, so that the list is long enough for
/// scrolling.
async fn more_cards(visit: Visit, Path(slug): Path<String>, Query(wanted): Query<Wanted>) -> Html<String> {
    let shelf = catalogue::category(&slug);
    let skipped = (wanted.page() - 1) * listing::PER_PAGE;
    let all = shelf.iter().copied().cycle().take(shelf.len() * 4);
    let shown: Vec<&Product> = all.skip(skipped).take(listing::PER_PAGE).collect();
    Html(listing::cards(&visit, &shown))
}

async fn suggest(Query(wanted): Query<Wanted>) -> Json<Value> {
    let found = catalogue::search(&wanted.q);
    let short = |it: &&Product| json!({"name": it.name, "slug": it.slug, "price": money(it.price)});
    Json(found.iter().take(6).map(short).collect())
}

async fn product(known: Customers, visit: Visit, Path(slug): Path<String>) -> Response {
    let Some(product) = catalogue::find(&slug) else { return page::missing(&visit, "shop") };
    let wished = known.0.with(&visit, |basket| basket.wishes.contains(&product.slug)).1;
    let heart = if wished { "♥ In your wishlist" } else { "♡ Add to wishlist" };
    let options = select("size", "Size", product.sizes) + &select("color", "Colour", product.colors);
    let fills = [
        ("slug", product.slug.to_string()),
        ("name", escaped(product.name)),
        ("category", product.category.to_string()),
        ("category_name", catalogue::category_name(product.category).unwrap_or_default().to_string()),
        ("price", money(product.price)),
        ("blurb", escaped(product.blurb)),
        ("options", options),
        ("stock", product.stock.to_string()),
        ("wished", wished.to_string()),
        ("heart", heart.to_string()),
    ];
    show(&known, &visit, "shop/_product.html", &fills)
}

/// A select field, if there are choices.
fn select(name: &str, label: &str, choices: &[&str]) -> String {
    if choices.is_empty() {
        return String::new();
    }
    let options: String = choices.iter().map(|choice| format!("<option>{choice}</option>")).collect();
    format!(
        "<div class=\"field\"><label for=\"{name}\">{label}</label><select id=\"{name}\" name=\"{name}\">{options}</select></div>"
    )
}

async fn picture(visit: Visit, Path(name): Path<String>) -> Response {
    match name.strip_suffix(".svg").and_then(catalogue::find) {
        Some(product) => ([(CONTENT_TYPE, "image/svg+xml")], picture::of(product)).into_response(),
        None => page::missing(&visit, "shop"),
    }
}

async fn wish(State(known): Customers, visit: Visit, Path(slug): Path<String>) -> Response {
    let Some(product) = catalogue::find(&slug) else { return page::missing(&visit, "shop") };
    let (cookie, wished) = known.with(&visit, |basket| {
        let before = basket.wishes.len();
        basket.wishes.retain(|wish| *wish != product.slug);
        if basket.wishes.len() == before {
            basket.wishes.push(product.slug);
        }
        basket.wishes.len() > before
    });
    (cookie, Json(json!({"wished": wished}))).into_response()
}

async fn wishlist(known: Customers, visit: Visit) -> Response {
    let wishes: Vec<&Product> = known
        .0
        .with(&visit, |basket| basket.wishes.iter().filter_map(|slug| catalogue::find(slug)).collect())
        .1;
    let notice = if wishes.is_empty() { "<p class=\"lead\">Nothing here yet.</p>" } else { "" };
    let fills = [("cards", listing::cards(&visit, &wishes)), ("notice", notice.to_string())];
    show(&known, &visit, "shop/_wishlist.html", &fills)
}

async fn subscribe(Form(form): Entries) -> Redirect {
    let email = form.get("email").map(String::as_str).unwrap_or_default();
    let plain: String = email.chars().filter(|c| c.is_ascii_alphanumeric() || "@._-".contains(*c)).collect();
    Redirect::to(&format!("/?subscribed={plain}"))
}
