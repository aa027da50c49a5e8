use lemmascope_intent::{Object, Value};

/// The maximum nesting depth of the data.
const DEEPEST: usize = 8;

/// A value to fill in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// The full key as written: `address.street`.
    pub(crate) key: String,
    /// The last part of the key: `street`.
    pub(crate) name: String,
    /// The preceding parts of the key: `address`.
    pub(crate) around: Vec<String>,
    pub(crate) value: Value,
}

impl Entry {
    #[cfg(test)]
    pub(crate) fn new(key: &str, value: Value) -> Self {
        Self { key: key.into(), name: key.into(), around: Vec::new(), value }
    }

    /// Returns a copy with another name and value: a part of it, or its name in this form.
    pub(crate) fn part(&self, name: &str, value: Value) -> Self {
        Self { name: name.into(), value, ..self.clone() }
    }
}

/// Flattens data into entries, descending into objects.
pub(crate) fn entries(data: &Object) -> Vec<Entry> {
    let mut found = Vec::new();
    flatten_entries(data, &[], &mut found);
    found
}

fn flatten_entries(data: &Object, around: &[String], into: &mut Vec<Entry>) {
    for (name, value) in data {
        match value {
            Value::Object(inner) if around.len() < DEEPEST => {
                let mut path = around.to_vec();
                path.push(name.clone());
                flatten_entries(inner, &path, into);
            }
            _ => {
                let key = around.iter().chain([name]).cloned().collect::<Vec<_>>().join(".");
                into.push(Entry { key, name: name.clone(), around: around.to_vec(), value: value.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flattens_nested_objects_into_dotted_keys() {
        let data =
            Value::from(serde_json::json!({"name": "Ann", "address": {"street": "A 1", "geo": {"x": 1}}}));
        let keys: Vec<String> =
            entries(data.as_object().unwrap()).into_iter().map(|entry| entry.key).collect();
        assert_eq!(keys, ["name", "address.street", "address.geo.x"]);
    }
}
