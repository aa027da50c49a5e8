use crate::format::Format;
use crate::value::{Object, Value};

/// Where the result of a verb lists things, so that sentences can refer to them: "delete the first two".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The kind of the things.
    pub kind: Format,
    /// The fields that lead to their names. Lists on the way contain several of them.
    pub at: &'static [&'static str],
    /// The parameter with the container of the things, if their names are paths.
    pub within: Option<&'static str>,
    /// The field beside the name with the kind of the thing, if there are several kinds.
    pub kind_at: Option<&'static str>,
}

impl Shown {
    /// Returns the things in a result, in its order, each with its kind. A thing that has a number is named by it: `#5`.
    pub fn things(&self, result: &Value, given: &Object) -> Vec<(Format, String)> {
        let Some(last) = self.at.last() else { return Vec::new() };
        let container = self.within.and_then(|within| given.get(within)).and_then(Value::as_text);
        let name = |value: &Value| match (value, container) {
            (Value::Text(name), Some(container)) => {
                Some(format!("{}/{name}", container.trim_end_matches('/')))
            }
            (Value::Text(name), None) => Some(name.clone()),
            (Value::Number(number), _) => Some(format!("#{}", number.as_i64()?)),
            _ => None,
        };
        let kind = |thing: &Object| {
            let said = self.kind_at.and_then(|field| thing.get(field)?.as_text());
            said.and_then(Format::named).unwrap_or(self.kind)
        };
        let thing = |thing: &Object| Some((kind(thing), name(thing.get(*last)?)?));
        self.objects(result).into_iter().filter_map(thing).collect()
    }

    /// Returns the things of a listing that have numbers, each with its title.
    pub fn titled(&self, result: &Value) -> Vec<(String, Option<String>)> {
        let Some(last) = self.at.last() else { return Vec::new() };
        let thing = |thing: &Object| {
            let Value::Number(number) = thing.get(*last)? else { return None };
            let title = thing.get("title").or_else(|| thing.get("name")).and_then(Value::as_text);
            Some((format!("#{}", number.as_i64()?), title.map(str::to_string)))
        };
        self.objects(result).into_iter().filter_map(thing).collect()
    }

    /// Returns the objects in a result that are things.
    fn objects<'v>(&self, result: &'v Value) -> Vec<&'v Object> {
        let mut found = items(result);
        for field in self.at.iter().rev().skip(1).rev() {
            let inside = found.into_iter().filter_map(|it| it.as_object()?.get(*field));
            found = inside.flat_map(items).collect();
        }
        found.into_iter().filter_map(Value::as_object).collect()
    }
}

/// Returns the items of a list, or any other value by itself.
fn items(value: &Value) -> Vec<&Value> {
    match value.as_list() {
        Some(list) => list.iter().collect(),
        None => vec![value],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(fields: &[(&str, Value)]) -> Value {
        Value::Object(fields.iter().map(|(name, value)| (name.to_string(), value.clone())).collect())
    }

    #[test]
    fn returns_numbers_and_paths_in_order() {
        let card = |number: i64| object(&[("id", number.into())]);
        let column = |numbers: &[i64]| {
            object(&[("cards", Value::List(numbers.iter().map(|number| card(*number)).collect()))])
        };
        let result = object(&[("columns", Value::List(vec![column(&[3, 1]), column(&[]), column(&[2])]))]);
        let shown =
            Shown { kind: Format::Item, at: &["columns", "cards", "id"], within: None, kind_at: None };
        let numbers = ["#3", "#1", "#2"].map(|number| (Format::Item, number.to_string()));
        assert_eq!(shown.things(&result, &Object::new()), numbers);

        let entry = |name: &str, kind: &str| object(&[("name", name.into()), ("type", kind.into())]);
        let entries = Value::List(vec![entry("a.txt", "file"), entry("b", "folder")]);
        let shown = Shown { kind: Format::Path, at: &["name"], within: Some("path"), kind_at: Some("type") };
        let given = Object::from_iter([("path".to_string(), Value::from("docs/"))]);
        let paths = [(Format::File, "docs/a.txt".to_string()), (Format::Folder, "docs/b".to_string())];
        assert_eq!(shown.things(&entries, &given), paths);
        assert!(shown.things(&Value::Null, &given).is_empty());
    }
}
