//! Parses the output of the verbs that list the controls and tables in front of a person.

use lemmascope_intent::{Format, Value};
use lemmascope_language::scene::{Counter, Group, Kind, Table, Thing};

/// Parses a table.
pub(super) fn table(value: &Value) -> Option<Table> {
    let fields = value.as_object()?;
    let rows = fields.get("rows").and_then(Value::as_list).unwrap_or_default();
    let field = |name: &str| fields.get(name).map(texts).unwrap_or_default();
    Some(Table { names: field("names"), headers: field("headers"), rows: rows.iter().map(texts).collect() })
}

fn texts(list: &Value) -> Vec<String> {
    let texts = list.as_list().unwrap_or_default();
    texts.iter().filter_map(|text| text.as_text().map(str::to_string)).collect()
}

/// Parses a control.
pub(super) fn thing(value: &Value) -> Option<Thing> {
    let fields = value.as_object()?;
    let text = |name: &str| fields.get(name).and_then(Value::as_text).map(str::to_string);
    let texts = |name: &str| fields.get(name).map(texts).unwrap_or_default();
    let whole = |name: &str| fields.get(name).and_then(Value::as_number).and_then(|it| it.as_i64());
    let place = |name: &str| whole(name).and_then(|it| usize::try_from(it).ok());
    Some(Thing {
        key: fields.get("target").cloned(),
        kind: Kind::named(fields.get("kind")?.as_text()?)?,
        names: texts("names"),
        aliases: texts("aliases"),
        options: texts("options"),
        value: text("value"),
        context: text("context"),
        is_many: fields.get("many").and_then(Value::as_bool).unwrap_or_default(),
        is_open: fields.get("open").and_then(Value::as_bool),
        behind: fields.get("behind").cloned(),
        format: text("format").and_then(|format| Format::named(&format)),
        looks: texts("looks"),
        area: whole("area"),
        place: whole("list").zip(place("place")),
        group: whole("group").map(|key| Group { key, names: texts("group_names") }),
        counter: whole("counter").zip(whole("count")).map(|(key, value)| Counter {
            key,
            value,
            label: text("count_label").unwrap_or_default(),
            step: whole("count_step"),
        }),
        cell: place("grid_row").zip(place("grid_column")),
        states: texts("states"),
    })
}
