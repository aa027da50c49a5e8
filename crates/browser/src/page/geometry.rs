use serde::{Deserialize, Serialize};

/// A point in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Point {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the top edge.
    pub y: f64,
}

/// A rectangle in CSS pixels, relative to the viewport of the main frame unless stated otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Rect {
    pub(crate) fn center(&self) -> Point {
        Point { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(crate) fn area(&self) -> f64 {
        self.width.max(0.0) * self.height.max(0.0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    pub(crate) fn moved(&self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, ..*self }
    }

    /// Returns the overlap of both rectangles, which is empty when they do not overlap.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = (self.right().min(other.right()) - x).max(0.0);
        let height = (self.bottom().min(other.bottom()) - y).max(0.0);
        Self { x, y, width, height }
    }

    /// Whether the other rectangle is inside this one, with a tolerance of one pixel.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        other.x >= self.x - 1.0
            && other.y >= self.y - 1.0
            && other.right() <= self.right() + 1.0
            && other.bottom() <= self.bottom() + 1.0
    }

    /// Returns the distance between the rectangles, which is 0 when they touch.
    pub fn distance(&self, other: &Self) -> f64 {
        let dx = (other.x - self.right()).max(self.x - other.right()).max(0.0);
        let dy = (other.y - self.bottom()).max(self.y - other.bottom()).max(0.0);
        dx.hypot(dy)
    }
}
