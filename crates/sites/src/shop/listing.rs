//! Product lists: the sort order, the page numbers, the cards.

use serde::Deserialize;

use super::catalogue::{Product, money};
use crate::page::{Fill, escaped, part};
use crate::visit::Visit;

/// The number of cards per page.
pub(super) const PER_PAGE: usize = 8;

/// The query parameters of a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Wanted {
    pub(super) q: String,
    pub(super) page: String,
    pub(super) sort: String,
    /// The maximum price, in pounds.
    pub(super) max: String,
}

const SORTS: &[(&str, &str)] = &[
    ("", "Featured"),
    ("price-up", "Price: low to high"),
    ("price-down", "Price: high to low"),
    ("name", "Name"),
];

impl Wanted {
    pub(super) fn page(&self) -> usize {
        self.page.parse().unwrap_or(1).max(1)
    }

    fn sorted(&self, mut products: Vec<&'static Product>) -> Vec<&'static Product> {
        if let Ok(max) = self.max.parse::<u32>() {
            products.retain(|product| product.price <= max.saturating_mul(100));
        }
        match self.sort.as_str() {
            "price-up" => products.sort_by_key(|product| product.price),
            "price-down" => products.sort_by_key(|product| std::cmp::Reverse(product.price)),
            "name" => products.sort_by_key(|product| product.name),
            _ => {}
        }
        products
    }

    /// Returns the address of another page of the same list.
    fn at(&self, page: usize) -> String {
        let mut address = format!("?page={page}");
        for (name, value) in [("q", &self.q), ("sort", &self.sort), ("max", &self.max)] {
            if !value.is_empty() {
                address.push_str(&format!("&amp;{name}={}", encoded(value)));
            }
        }
        address
    }
}

/// The placeholders of a list: the count, the cards, the page numbers, the sort options.
pub(super) fn fills(visit: &Visit, wanted: &Wanted, products: Vec<&'static Product>) -> Vec<Fill<'static>> {
    let products = wanted.sorted(products);
    let count = products.len();
    let shown: Vec<&Product> =
        products.into_iter().skip((wanted.page() - 1) * PER_PAGE).take(PER_PAGE).collect();
    let options = SORTS.iter().map(|(value, name)| {
        let selected = if *value == wanted.sort { " selected" } else { "" };
        format!("<option value=\"{value}\"{selected}>{name}</option>")
    });
    vec![
        ("count", count.to_string()),
        ("cards", cards(visit, &shown)),
        ("pages", pages(wanted, count)),
        ("sorts", options.collect()),
        ("q", escaped(&wanted.q)),
        ("max", escaped(&wanted.max)),
    ]
}

pub(super) fn cards(visit: &Visit, products: &[&Product]) -> String {
    let card = |product: &&Product| {
        let fills = [
            ("slug", product.slug.to_string()),
            ("name", escaped(product.name)),
            ("price", money(product.price)),
            ("blurb", escaped(product.blurb)),
        ];
        part(visit, "shop/_card.html", &fills)
    };
    products.iter().map(card).collect()
}

fn pages(wanted: &Wanted, count: usize) -> String {
    let last = count.div_ceil(PER_PAGE);
    let page = wanted.page();
    if last < 2 {
        return String::new();
    }
    let mut out = String::from("<nav class=\"pages\" aria-label=\"Pagination\">");
    if page > 1 {
        out.push_str(&format!("<a rel=\"prev\" href=\"{}\">Previous</a>", wanted.at(page - 1)));
    }
    for number in 1..=last {
        let here = if number == page { " aria-current=\"page\"" } else { "" };
        out.push_str(&format!("<a href=\"{}\"{here}>{number}</a>", wanted.at(number)));
    }
    if page < last {
        out.push_str(&format!("<a rel=\"next\" href=\"{}\">Next</a>", wanted.at(page + 1)));
    }
    out.push_str("</nav>");
    out
}

/// Percent-encodes a text.
fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
