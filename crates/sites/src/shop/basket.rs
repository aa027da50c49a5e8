//! The cart of one customer, and its total.

use std::collections::HashMap;

use super::catalogue::Product;

/// The server-side state of one customer.
#[derive(Debug, Default)]
pub(super) struct Basket {
    pub(super) lines: Vec<Line>,
    pub(super) coupon: bool,
    pub(super) wishes: Vec<&'static str>,
    /// Whether the customer was asked to identify; then the carrier is asked for too.
    pub(super) stranger: bool,
    pub(super) address: HashMap<String, String>,
    /// The last digits of the card, after payment.
    pub(super) card: String,
    pub(super) orders: Vec<Order>,
}

#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) product: &'static Product,
    /// The size and color, as displayed.
    pub(super) options: String,
    pub(super) quantity: u32,
}

#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) number: String,
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
    pub(super) total: u32,
}

/// The coupon code from the newsletter.
pub(super) const COUPON: &str = "FERN10";

/// The amount from which shipping is free.
const FREE_CARRIAGE: u32 = 6000;

impl Basket {
    /// Adds a product. Equal products are combined into one line.
    pub(super) fn add(&mut self, product: &'static Product, options: &str, quantity: u32) {
        let same = |line: &&mut Line| line.product.slug == product.slug && line.options == options;
        match self.lines.iter_mut().find(same) {
            Some(line) => line.quantity = (line.quantity + quantity).min(99),
            None => self.lines.push(Line { product, options: options.to_string(), quantity }),
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.lines.iter().map(|line| line.quantity).sum()
    }

    pub(super) fn subtotal(&self) -> u32 {
        self.lines.iter().map(Line::price).sum()
    }

    pub(super) fn discount(&self) -> u32 {
        if self.coupon { self.subtotal() / 10 } else { 0 }
    }

    pub(super) fn carriage(&self) -> u32 {
        if self.subtotal() >= FREE_CARRIAGE || self.lines.is_empty() { 0 } else { 490 }
    }

    pub(super) fn total(&self) -> u32 {
        self.subtotal() - self.discount() + self.carriage()
    }
}

impl Line {
    pub(super) fn price(&self) -> u32 {
        self.product.price * self.quantity
    }
}
