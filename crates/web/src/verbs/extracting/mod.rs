//! Extraction of data from a page.

mod elements;
mod extract;
mod extract_images;
mod extract_links;
mod extract_matches;
mod extract_meta;
mod extract_tables;
mod extract_text;
mod labelled_value;

mod formats;

use std::sync::Arc;

use lemmascope_browser::session::Sessions;

use super::verb::{Verb, page_table};

pub(crate) use extract_tables::rows_of;

pub(super) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    page_table! { sessions:
        extract extract_links extract_images extract_tables extract_meta extract_text extract_matches
        elements
    }
}
