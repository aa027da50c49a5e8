use lemmascope_intent::{Object, Value};

/// How deep data may be inside of data.
const DEEPEST: usize = 8;

/// One thing that is to be filled in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// What it is called, as it was written: `address.street`.
    pub(crate) key: String,
    /// What it is called in itself: `street`.
    pub(crate) name: String,
    /// What it is a part of: `address`.
    pub(crate) around: Vec<String>,
    pub(crate) value: Value,
}

impl Entry {
    #[cfg(test)]
    pub(crate) fn new(key: &str, value: Value) -> Self {
        Self { key: key.into(), name: key.into(), around: Vec::new(), value }
    }

    /// The same thing under another name: a part of it, or what it is called in this form.
    pub(crate) fn part(&self, name: &str, value: Value) -> Self {
        Self { name: name.into(), value, ..self.clone() }
    }
}

/// The entries of some data. What is an object is taken apart.
pub(crate) fn entries(data: &Object) -> Vec<Entry> {
    let mut found = Vec::new();
    take_apart(data, &[], &mut found);
    found
}

fn take_apart(data: &Object, around: &[String], into: &mut Vec<Entry>) {
    for (name, value) in data {
        match value {
            Value::Object(inner) if around.len() < DEEPEST => {
                let mut path = around.to_vec();
                path.push(name.clone());
                take_apart(inner, &path, into);
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
    fn objects_are_taken_apart() {
        let data =
            Value::from(serde_json::json!({"name": "Ann", "address": {"street": "A 1", "geo": {"x": 1}}}));
        let keys: Vec<String> =
            entries(data.as_object().unwrap()).into_iter().map(|entry| entry.key).collect();
        assert_eq!(keys, ["name", "address.street", "address.geo.x"]);
    }
}
