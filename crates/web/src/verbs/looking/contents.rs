//! Lists the tables and lists of the page, for questions about what it shows.

use std::time::Duration;

use lemmascope_browser::session::{LookOptions, read_answer};
use lemmascope_intent::{Args, Failure, Format, Object, Outcome, Signature, Type, Value};
use serde::Deserialize;
use serde_json::json;

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("web.contents", "List the tables and lists, with all their rows.")
        .returns(Type::Array)
        .internal();
    Signature { lists: Some(Format::Table), ..signature }
}

/// The timeout for a frame.
const LIMIT: Duration = Duration::from_secs(3);

/// A table, or a list with a row for each item.
#[derive(Debug, Deserialize)]
struct Table {
    names: Vec<String>,
    headers: Vec<String>,
    rows: Vec<Vec<String>>,
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let mut session = visit.page().await?;
    let snapshot = session.look(&LookOptions::default()).await?;
    let tab = session.tab()?;
    let mut tables = Vec::new();
    for view in &snapshot.frames {
        let frame = tab.frames().into_iter().find(|frame| view.id == frame.id.as_str());
        let Some(frame) = frame else { continue };
        let contents = tab.call(&frame.id, "lemmascope.contents", json!([]), LIMIT).await?;
        for table in read_answer::<Vec<Table>>(contents)? {
            let fields = [
                ("names", texts(table.names)),
                ("headers", texts(table.headers)),
                ("rows", Value::List(table.rows.into_iter().map(texts).collect())),
            ];
            let fields: Object = fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
            tables.push(Value::Object(fields));
        }
    }
    Ok(Outcome::found(Value::List(tables)))
}

fn texts(texts: Vec<String>) -> Value {
    Value::List(texts.into_iter().map(Value::from).collect())
}
