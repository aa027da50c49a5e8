use std::collections::HashMap;

use crate::page::ElementId;

/// The assignment of ids to elements. The scanner's keys restart in each document, and a page may have many
/// documents; here each element of all documents has one id until another page is opened.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    main: String,
    documents: HashMap<String, HashMap<u32, ElementId>>,
    owners: Vec<(String, u32)>,
}

impl Ids {
    /// Restarts at 1 if the main frame has a different document. Returns whether it has.
    pub(crate) fn turn_to(&mut self, main: &str) -> bool {
        if self.main == main {
            return false;
        }
        main.clone_into(&mut self.main);
        self.documents.clear();
        self.owners.clear();
        true
    }

    /// Returns the id of an element, assigning a new one on first use.
    pub(crate) fn number(&mut self, document: &str, key: u32) -> ElementId {
        if let Some(id) = self.documents.get(document).and_then(|known| known.get(&key)) {
            return *id;
        }
        self.owners.push((document.to_owned(), key));
        let id = ElementId(u32::try_from(self.owners.len()).unwrap_or(u32::MAX));
        self.documents.entry(document.to_owned()).or_default().insert(key, id);
        id
    }

    /// Returns the document and the scanner's key of the element with this id.
    pub(crate) fn owner(&self, id: ElementId) -> Option<(&str, u32)> {
        let place = usize::try_from(id.0).ok()?.checked_sub(1)?;
        self.owners.get(place).map(|(document, key)| (document.as_str(), *key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_id_is_stable_and_unique() {
        let mut ids = Ids::default();
        assert!(ids.turn_to("A"));
        let first = ids.number("A", 7);
        let second = ids.number("frame", 7);
        assert_eq!((first, second), (ElementId(1), ElementId(2)));
        assert_eq!(ids.number("A", 7), first);
        assert!(!ids.turn_to("A"));
        assert_eq!(ids.owner(second), Some(("frame", 7)));
        assert_eq!(ids.owner(ElementId(3)), None);
        assert_eq!(ids.owner(ElementId(0)), None);
        assert!(ids.turn_to("B"));
        assert_eq!(ids.owner(first), None);
        assert_eq!(ids.number("B", 1), ElementId(1));
    }
}
