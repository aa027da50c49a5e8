//! Sessions and the scanner against a real browser.

mod filling;
mod rescanning;
