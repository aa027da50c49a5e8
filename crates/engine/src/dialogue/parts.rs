use std::collections::HashMap;
use std::sync::Mutex;

use lemmascope_intent::Format;
use lemmascope_language::reader::{Lexicon, Reader, Reading, Surroundings};

use super::searching::read_request;
use crate::catalog::Catalog;
use crate::lock::lock;

/// The cached readings of the parts of a sentence. Splitting reads the parts to find out whether they are
/// requests, and planning reuses these readings.
pub(super) struct PartReadings<'a> {
    reader: &'a Reader,
    catalog: &'a Catalog,
    lexicon: &'a Lexicon,
    mentioned: &'a [(Format, String)],
    read: Mutex<HashMap<String, Reading>>,
}

impl<'a> PartReadings<'a> {
    /// Creates an empty cache.
    pub(super) fn new(
        reader: &'a Reader,
        catalog: &'a Catalog,
        lexicon: &'a Lexicon,
        mentioned: &'a [(Format, String)],
    ) -> Self {
        Self { reader, catalog, lexicon, mentioned, read: Mutex::default() }
    }

    /// Reads a part as an independent request.
    pub(super) fn of(&self, text: &str) -> Reading {
        if let Some(reading) = lock(&self.read).get(text) {
            return reading.clone();
        }
        let reading = self.afresh(text, self.mentioned);
        lock(&self.read).insert(text.into(), reading.clone());
        reading
    }

    /// Reads a part after the preceding parts have added antecedents.
    pub(super) fn after(&self, text: &str, mentioned: &[(Format, String)]) -> Reading {
        if mentioned == self.mentioned { self.of(text) } else { self.afresh(text, mentioned) }
    }

    fn afresh(&self, text: &str, mentioned: &[(Format, String)]) -> Reading {
        let around = Surroundings { lexicon: self.lexicon, mentioned };
        read_request(text, self.reader, self.catalog, &around)
    }
}
