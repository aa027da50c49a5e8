use data_encoding::HEXLOWER;
use lemmascope_intent::{Seals, Secret};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, Store as Database};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::guard::Callbacks;
use super::signature;
use crate::gateway::failure::GatewayFailure;
use crate::gateway::schema::SUBSCRIPTION;
use crate::store::{now, written};

/// The maximum number of active subscriptions of an owner.
const MOST: usize = 100;
/// The maximum number of event types of a subscription.
const MOST_TYPES: usize = 100;
/// The maximum length of an event type, in bytes.
const LONGEST_TYPE: usize = 200;

const COLUMNS: [&str; 9] = [
    "id",
    "owner",
    "callback_url",
    "event_types",
    "secret",
    "created_at",
    "updated_at",
    "active",
    "revoked_at",
];

/// Subscribes an address to events. The secret is returned once, unless the caller provided it.
pub(in crate::gateway) async fn create(
    database: &Database,
    owner: &str,
    body: &Json,
    callbacks: &Callbacks,
    seals: &Seals,
) -> Result<Json, GatewayFailure> {
    let url = body["callback_url"].as_str();
    let url = url.ok_or_else(|| GatewayFailure::invalid("callback_url", "is missing"))?;
    let (url, _) = callbacks.admit(url)?;
    let types = event_types(&body["event_types"])?;
    let given = match &body["secret"] {
        Json::Null => None,
        Json::String(text) => Some(Secret::new(text.clone())),
        _ => return Err(GatewayFailure::invalid("secret", "is not a text")),
    };
    let secret = match &given {
        Some(secret) => secret.clone(),
        // Two random identifiers have 244 random bits.
        None => signature::written(&[Uuid::new_v4().into_bytes(), Uuid::new_v4().into_bytes()].concat()),
    };
    if signature::key(&secret).is_none() {
        let reason = "is not base64 of 24 to 64 bytes, behind whsec_ or not";
        return Err(GatewayFailure::invalid("secret", reason));
    }
    let known = list(database, owner).await?;
    if known.iter().filter(|it| it["active"] == json!(true)).count() >= MOST {
        let reason = format!("an agent has at most {MOST} active subscriptions");
        return Err(GatewayFailure::conflict("TOO_MANY", reason));
    }
    let id = Uuid::now_v7().to_string();
    let sealed = seals.seal(&id, &secret).map_err(|failure| {
        GatewayFailure::new(
            503,
            "KEY_UNAVAILABLE",
            format!("the secret cannot be sealed: {}", failure.message),
        )
    })?;
    let at = now();
    let insert = Query::insert()
        .into_table(SUBSCRIPTION)
        .columns([
            "id",
            "owner",
            "callback_url",
            "event_types",
            "secret",
            "created_at",
            "updated_at",
            "active",
        ])
        .values_panic([
            id.as_str().into(),
            owner.into(),
            url.as_str().into(),
            Json::from(types).to_string().into(),
            HEXLOWER.encode(&sealed).into(),
            at.into(),
            at.into(),
            true.into(),
        ])
        .take();
    database.execute(insert).await?;
    let mut shown = shown(&row(database, owner, &id).await?)?;
    let text = secret.expose();
    shown["secret_hint"] =
        json!(format!("…{}", text.get(text.len().saturating_sub(4)..).unwrap_or_default()));
    if given.is_none() {
        shown["secret"] = json!(text);
    }
    Ok(shown)
}

/// Returns the subscriptions of an owner, oldest first.
pub(in crate::gateway) async fn list(database: &Database, owner: &str) -> Result<Vec<Json>, GatewayFailure> {
    let select = Query::select()
        .columns(COLUMNS)
        .from(SUBSCRIPTION)
        .and_where(Expr::col("owner").eq(owner))
        .order_by("created_at", Order::Asc)
        .limit(1000)
        .take();
    database.fetch_all(select).await?.iter().map(shown).collect()
}

/// Revokes a subscription.
pub(in crate::gateway) async fn revoke(
    database: &Database,
    owner: &str,
    id: &str,
) -> Result<Json, GatewayFailure> {
    row(database, owner, id).await?;
    let at = now();
    let update = Query::update()
        .table(SUBSCRIPTION)
        .value("active", false)
        .value("updated_at", at)
        .value("revoked_at", at)
        .and_where(Expr::col("id").eq(id))
        .and_where(Expr::col("active").eq(true))
        .take();
    database.execute(update).await?;
    shown(&row(database, owner, id).await?)
}

async fn row(database: &Database, owner: &str, id: &str) -> Result<Row, GatewayFailure> {
    let select = Query::select().columns(COLUMNS).from(SUBSCRIPTION).and_where(Expr::col("id").eq(id)).take();
    let row = database.fetch_optional(select).await?;
    let row = row.ok_or_else(|| GatewayFailure::not_found(format!("there is no subscription {id}")))?;
    match row.text("owner")? == owner {
        true => Ok(row),
        false => Err(GatewayFailure::forbidden("the subscription belongs to another agent")),
    }
}

fn event_types(value: &Json) -> Result<Vec<String>, GatewayFailure> {
    let invalid = |reason: &str| GatewayFailure::invalid("event_types", reason);
    let Some(items) = value.as_array() else { return Err(invalid("is not a list of types of events")) };
    if items.is_empty() || items.len() > MOST_TYPES {
        return Err(invalid("has no type, or more than 100"));
    }
    let types = items.iter().map(|item| {
        let text = item.as_str().unwrap_or_default();
        let name = text.strip_suffix('*').unwrap_or(text);
        let is_sound = name.bytes().all(|it| it.is_ascii_alphanumeric() || b"._-".contains(&it));
        match !text.is_empty() && text.len() <= LONGEST_TYPE && is_sound {
            true => Ok(text.to_string()),
            false => Err(invalid("has a type that is not like intent.completed or intent.*")),
        }
    });
    types.collect()
}

fn shown(row: &Row) -> Result<Json, GatewayFailure> {
    Ok(json!({
        "subscription_id": row.text("id")?,
        "owner_agent": row.text("owner")?,
        "callback_url": row.text("callback_url")?,
        "event_types": row.json("event_types")?,
        "active": row.boolean("active")?,
        "created_at": written(row.integer("created_at")?),
        "updated_at": written(row.integer("updated_at")?),
        "revoked_at": row.optional_integer("revoked_at")?.map(written),
        "secret_hint": "whsec_…",
    }))
}
