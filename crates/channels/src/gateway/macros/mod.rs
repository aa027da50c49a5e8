//! Macros: workflow templates with typed parameters. Owners store versions of them, and the gateway compiles
//! them into steps when an intent names one.

mod compile;
mod sharing;
mod template;

use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, Store as Database, StoreError};
use serde_json::{Value as Json, json};

pub(super) use sharing::{revoke, share, shares};
pub use template::Template;

use super::failure::GatewayFailure;
use super::schema::MACRO;
use super::validation::{NewIntent, address, sound};
use crate::store::{now, written};

/// The maximum size of a template, in bytes.
const LARGEST: usize = 64 << 10;
/// The maximum number of versions of a macro.
const MOST_VERSIONS: i64 = 1000;
/// The maximum length of a name, in bytes.
const LONGEST_NAME: usize = 100;
/// The field in which an intent names a macro.
const FIELD: &str = "payload.workflow";

/// Stores a new version of a macro. An unchanged template does not create a new version.
pub(super) async fn store(database: &Database, owner: &str, body: &Json) -> Result<Json, GatewayFailure> {
    let name = body["macro_id"].as_str().unwrap_or_default();
    let is_sound = |it: u8| it.is_ascii_alphanumeric() || b"._-".contains(&it);
    if name.is_empty() || name.len() > LONGEST_NAME || !name.bytes().all(is_sound) {
        let reason = "is not a name of ASCII letters, digits and . _ - with at most 100 characters";
        return Err(GatewayFailure::invalid("macro_id", reason));
    }
    let template = body.get("template").unwrap_or(&Json::Null);
    sound("template", template, 0)?;
    let text = template.to_string();
    if text.len() > LARGEST {
        let reason = format!("the template has more than {LARGEST} bytes");
        return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about("template"));
    }
    Template::parse(template)?;
    let mut transaction = database.begin().await?;
    let select = select()
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("name").eq(name))
        .order_by("version", Order::Desc)
        .limit(1)
        .take();
    let latest = transaction.fetch_optional(select).await?;
    let version = match &latest {
        Some(row) if row.json("template")? == *template => return shown(row),
        Some(row) => row.integer("version")? + 1,
        None => 1,
    };
    if version > MOST_VERSIONS {
        let reason = format!("a macro has at most {MOST_VERSIONS} versions");
        return Err(GatewayFailure::conflict("TOO_MANY", reason).about("macro_id"));
    }
    let insert = Query::insert()
        .into_table(MACRO)
        .columns(["owner", "name", "version", "template", "created_at"])
        .values_panic([owner.into(), name.into(), version.into(), text.into(), now().into()])
        .take();
    transaction.execute(insert).await.map_err(|error| match error {
        StoreError::Duplicate { .. } => {
            GatewayFailure::conflict("CONFLICT", "another version of the macro was stored at the same time")
        }
        error => error.into(),
    })?;
    transaction.commit().await?;
    shown(&find(database, owner, name, Some(version)).await?)
}

/// Returns the macros of an agent and those that are shared with it, each in its latest version.
pub(super) async fn list(database: &Database, agent: &str) -> Result<Vec<Json>, GatewayFailure> {
    let mut macros = own(database, agent).await?;
    for (owner, name) in sharing::shared_with(database, agent).await? {
        macros.push(shown(&find(database, &owner, &name, None).await?)?);
    }
    Ok(macros)
}

async fn own(database: &Database, owner: &str) -> Result<Vec<Json>, GatewayFailure> {
    let select = select()
        .and_where(Expr::col("owner").eq(owner))
        .order_by("created_at", Order::Desc)
        .limit(1000)
        .take();
    let mut latest: indexmap::IndexMap<String, Row> = indexmap::IndexMap::new();
    for row in database.fetch_all(select).await? {
        let name = row.text("name")?.to_string();
        let is_later = match latest.get(&name) {
            Some(known) => row.integer("version")? > known.integer("version")?,
            None => true,
        };
        if is_later {
            latest.insert(name, row);
        }
    }
    latest.values().map(shown).collect()
}

/// Returns a macro of an owner, in this or the latest version, if the agent may read it.
pub(super) async fn show(
    database: &Database,
    agent: &str,
    owner: Option<&str>,
    name: &str,
    version: Option<i64>,
) -> Result<Json, GatewayFailure> {
    let owner = resolve_macro_owner(database, agent, owner, name).await?;
    shown(&find(database, &owner, name, version).await?)
}

/// Returns the owner of a macro that an agent may use; by default the agent itself. An agent without access
/// does not learn whether the macro exists.
async fn resolve_macro_owner(
    database: &Database,
    agent: &str,
    owner: Option<&str>,
    name: &str,
) -> Result<String, GatewayFailure> {
    let Some(owner) = owner else { return Ok(agent.to_string()) };
    let owner = address("owner_agent", owner)?;
    match sharing::may_use(database, owner.as_str(), name, agent).await? {
        true => Ok(owner.to_string()),
        false => Err(GatewayFailure::not_found(format!("{owner} shares no macro {name} with you"))),
    }
}

/// Returns the compiled steps of a macro without executing them.
pub(super) async fn preview(
    database: &Database,
    agent: &str,
    name: &str,
    body: &Json,
) -> Result<Json, GatewayFailure> {
    let owner = match &body["owner_agent"] {
        Json::Null => None,
        Json::String(owner) => Some(owner.as_str()),
        _ => return Err(GatewayFailure::invalid("owner_agent", "is not a text")),
    };
    let owner = resolve_macro_owner(database, agent, owner, name).await?;
    let row = find(database, &owner, name, version("version", &body["version"])?).await?;
    compile(&row, &body["params"], "params")
}

/// Returns the compiled workflow in the payload of an intent, if it names one.
pub(super) async fn compiled(
    database: &Database,
    intent: &NewIntent,
) -> Result<Option<Json>, GatewayFailure> {
    of_payload(database, intent.from.as_str(), &intent.payload).await
}

/// Like [`compiled`], for a payload that was not sent yet.
pub(super) async fn of_payload(
    database: &Database,
    sender: &str,
    payload: &Json,
) -> Result<Option<Json>, GatewayFailure> {
    let workflow = &payload["workflow"];
    let at = |name: &str| format!("{FIELD}.{name}");
    let name = match &workflow["workflow_macro_id"] {
        Json::Null => return Ok(None),
        Json::String(name) => name,
        _ => return Err(GatewayFailure::invalid(at("workflow_macro_id"), "is not a text")),
    };
    let owner = match &workflow["workflow_owner_agent"] {
        Json::Null => sender.to_string(),
        Json::String(owner) => {
            let field = at("workflow_owner_agent");
            let owner = address(&field, owner)?;
            // The workflow acts with the permissions of the sender, who names the owner of the macro, so both
            // must agree: the owner by sharing it, the sender by naming it.
            if !sharing::may_use(database, owner.as_str(), name, sender).await? {
                let reason = format!("{owner} shares no macro {name} with you");
                return Err(GatewayFailure::forbidden(reason).about(field));
            }
            owner.to_string()
        }
        _ => return Err(GatewayFailure::invalid(at("workflow_owner_agent"), "is not a text")),
    };
    let field = at("workflow_macro_version");
    let version = version(&field, &workflow["workflow_macro_version"])?;
    let row = find(database, &owner, name, version).await.map_err(|failure| match failure.status {
        404 => {
            let field = if version.is_some() { field } else { at("workflow_macro_id") };
            GatewayFailure::new(422, "UNKNOWN_MACRO", failure.reason).about(field)
        }
        _ => failure,
    })?;
    compile(&row, &workflow["workflow_macro_params"], &at("workflow_macro_params")).map(Some)
}

fn compile(row: &Row, values: &Json, field: &str) -> Result<Json, GatewayFailure> {
    let template = Template::parse(&row.json("template")?)?;
    let steps = compile::steps(&template, values, field)?;
    Ok(json!({"macro_id": row.text("name")?, "version": row.integer("version")?, "steps": steps}))
}

fn version(field: &str, value: &Json) -> Result<Option<i64>, GatewayFailure> {
    match value {
        Json::Null => Ok(None),
        value => match value.as_i64().filter(|version| *version > 0) {
            Some(version) => Ok(Some(version)),
            None => Err(GatewayFailure::invalid(field, "is not a positive whole number")),
        },
    }
}

fn select() -> lemmascope_store::query::SelectStatement {
    Query::select().columns(["owner", "name", "version", "template", "created_at"]).from(MACRO).take()
}

async fn find(
    database: &Database,
    owner: &str,
    name: &str,
    version: Option<i64>,
) -> Result<Row, GatewayFailure> {
    let mut select = select();
    select.and_where(Expr::col("owner").eq(owner)).and_where(Expr::col("name").eq(name));
    if let Some(version) = version {
        select.and_where(Expr::col("version").eq(version));
    }
    select.order_by("version", Order::Desc).limit(1);
    let row = database.fetch_optional(select).await?;
    row.ok_or_else(|| match version {
        Some(version) => {
            GatewayFailure::not_found(format!("there is no version {version} of the macro {name}"))
        }
        None => GatewayFailure::not_found(format!("there is no macro {name}")),
    })
}

fn shown(row: &Row) -> Result<Json, GatewayFailure> {
    Ok(json!({
        "macro_id": row.text("name")?,
        "version": row.integer("version")?,
        "owner_agent": row.text("owner")?,
        "template": row.json("template")?,
        "created_at": written(row.integer("created_at")?),
    }))
}
