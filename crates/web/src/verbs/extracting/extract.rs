use lemmascope_browser::session::WebSession;
use lemmascope_intent::{Args, Cause, Failure, Outcome, Parameter, Signature, Type, Value};
use serde_json::{Value as Json, json};

use super::extract_tables::tables;
use super::labelled_value::called;
use crate::verbs::parameters::optional_target;
use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

/// The sources of the `extract` step of a definition.
const SOURCES: [&str; 9] = ["url", "title", "text", "html", "table", "value", "count", "attribute", "field"];

pub(super) fn signature() -> Signature {
    Signature::observe("web.extract", "Read one datum from the page, as the extracts of definitions do.")
        .parameter(Parameter::required(
            "from",
            Type::String,
            "url, title, text, html, table, value, count, attribute or field.",
        ))
        .parameter(optional_target("The element that it is read from."))
        .parameter(Parameter::optional("selector", Type::String, "The same, by selector."))
        .parameter(Parameter::optional("attribute", Type::String, "Which attribute."))
        .parameter(Parameter::optional("name", Type::String, "The name of the field on the page."))
        .returns(Type::Any)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let from = args.text("from")?;
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    match from {
        "url" => return Ok(Outcome::found(tab.state().url.clone())),
        "title" => return Ok(Outcome::found(tab.title().await?)),
        _ => {}
    }
    let given = Of::given(args)?;
    // A definition writes a selector as a target; as a selector, it may match several elements.
    let of = match given {
        Of::Target(target) => only_selector(target).map_or(given, Of::Css),
        other => other,
    };
    let value = match from {
        "text" => joined(&first(visit, &mut session, of, "text", json!({})).await?).into(),
        "html" => joined(&first(visit, &mut session, of, "html", json!({})).await?).into(),
        "table" => {
            let said = read(visit, &mut session, of, "tables", json!({})).await?;
            let table = tables(said).into_iter().next();
            let table = table.ok_or_else(|| {
                Failure::new(Cause::TargetNotFound, "there is no table here").verdict("not_found")
            })?;
            Value::from(table.rows())
        }
        "value" => one(first(visit, &mut session, of, "value", json!({})).await?),
        "attribute" => {
            let name = args.text("attribute")?;
            let said = one(first(visit, &mut session, of, "attribute", json!({ "name": name })).await?);
            if said == Value::Null {
                let message = format!("the element has no attribute \"{name}\"");
                return Err(Failure::new(Cause::TargetNotFound, message).verdict("not_found"));
            }
            said
        }
        "field" => called(visit, &mut session, args.text("name")?).await?.into(),
        "count" => i64::try_from(counted(visit, &mut session, of).await?).unwrap_or(i64::MAX).into(),
        other => {
            return Err(Failure::new(
                Cause::InvalidParameter,
                format!("there is nothing to extract from called \"{other}\""),
            )
            .hint(format!("It is one of: {}.", SOURCES.join(", "))));
        }
    };
    Ok(Outcome::found(value))
}

/// Returns the text of the first element, or of the main frame.
async fn first(
    visit: &Visit<'_>,
    session: &mut WebSession,
    of: Of<'_>,
    what: &str,
    options: Json,
) -> Result<Vec<Json>, Failure> {
    let mut said = read(visit, session, of, what, options).await?;
    if !(matches!(of, Of::Page) && what == "text") {
        said.truncate(1);
    }
    Ok(said)
}

async fn counted(visit: &Visit<'_>, session: &mut WebSession, of: Of<'_>) -> Result<usize, Failure> {
    match of {
        Of::Css(selector) => session.count(selector, false).await,
        _ => match read(visit, session, of, "match", json!({})).await {
            Ok(said) => Ok(said.len()),
            Err(failure) if failure.cause == Cause::TargetNotFound => Ok(0),
            Err(failure) => Err(failure),
        },
    }
}

fn one(said: Vec<Json>) -> Value {
    said.into_iter().next().map_or(Value::Null, Value::from)
}

/// Returns the selector of a target that consists of it alone.
fn only_selector(target: &Value) -> Option<&str> {
    let fields = target.as_object().filter(|fields| fields.len() == 1)?;
    fields.get("selector").and_then(Value::as_text)
}
