//! The schemas of payloads: registered by agents, and enforced when an intent of the type is accepted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jsonschema::{PatternOptions, Validator};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query};
use lemmascope_store::{Row, Store as Database};
use serde_json::{Value as Json, json};

use super::failure::GatewayFailure;
use super::schema::SCHEMA;
use super::validation::{digest, intent_type, sound};
use crate::store::{now, written};

/// The maximum size of a schema, in bytes.
const LARGEST: usize = 64 << 10;
/// The maximum number of schemas of an owner.
const MOST: i64 = 1000;
/// The time for which another process may use an outdated schema.
const REMEMBERED: Duration = Duration::from_secs(1);
/// The maximum number of compiled schemas in the cache.
const COMPILED: usize = 1000;

/// The cache of compiled schemas, including types without a schema.
#[derive(Default)]
pub(super) struct Compiled(Mutex<HashMap<String, Remembered>>);

/// The schema of a type, if it has one, and the time of the lookup.
type Remembered = (Option<Arc<Validator>>, Instant);

impl Compiled {
    /// Validates a payload against the schema of its type, if there is one.
    pub(super) async fn check(
        &self,
        database: &Database,
        semantic_type: &str,
        payload: &Json,
    ) -> Result<(), GatewayFailure> {
        let validator = match self.known(semantic_type) {
            Some(known) => known,
            None => {
                let select = Query::select()
                    .column("schema")
                    .from(SCHEMA)
                    .and_where(Expr::col("semantic_type").eq(semantic_type))
                    .take();
                let found = match database.fetch_optional(select).await? {
                    Some(row) => Some(Arc::new(compile(&row.json("schema")?)?)),
                    None => None,
                };
                self.keep(semantic_type, found.clone());
                found
            }
        };
        match validator {
            Some(validator) => conform(&validator, payload),
            None => Ok(()),
        }
    }

    fn known(&self, semantic_type: &str) -> Option<Option<Arc<Validator>>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (validator, at) = known.get(semantic_type)?;
        (at.elapsed() < REMEMBERED).then(|| validator.clone())
    }

    fn keep(&self, semantic_type: &str, validator: Option<Arc<Validator>>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= COMPILED {
            known.clear();
        }
        known.insert(semantic_type.into(), (validator, Instant::now()));
    }

    fn forget(&self, semantic_type: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(semantic_type);
    }

    /// Registers a schema. A type belongs to the owner who registers it first.
    pub(super) async fn register(
        &self,
        database: &Database,
        owner: &str,
        body: &Json,
    ) -> Result<Json, GatewayFailure> {
        let semantic_type = body["semantic_type"].as_str().unwrap_or_default();
        intent_type("semantic_type", semantic_type)?;
        if crate::envelope::payload_schema(semantic_type).is_some() {
            let reason = format!("the schema of {semantic_type} is part of the protocol");
            return Err(GatewayFailure::conflict("SCHEMA_FIXED", reason).about("semantic_type"));
        }
        let schema = body.get("schema").or_else(|| body.get("schema_json"));
        let schema = schema
            .filter(|schema| schema.is_object())
            .ok_or_else(|| GatewayFailure::invalid("schema", "is not a JSON schema"))?;
        sound("schema", schema, 0)?;
        if schema.to_string().len() > LARGEST {
            let reason = format!("the schema has more than {LARGEST} bytes");
            return Err(GatewayFailure::new(413, "PAYLOAD_TOO_LARGE", reason).about("schema"));
        }
        compile(schema)?;
        let mut transaction = database.begin().await?;
        let count = Query::select()
            .expr_as(Expr::col("semantic_type").count(), "count")
            .from(SCHEMA)
            .and_where(Expr::col("owner").eq(owner))
            .take();
        let count = transaction.fetch_optional(count).await?.map_or(Ok(0), |row| row.integer("count"))?;
        let at = now();
        let insert = Query::insert()
            .into_table(SCHEMA)
            .columns(["semantic_type", "owner", "digest", "schema", "created_at", "updated_at"])
            .values_panic([
                semantic_type.into(),
                owner.into(),
                digest(schema).into(),
                schema.to_string().into(),
                at.into(),
                at.into(),
            ])
            .on_conflict(OnConflict::column("semantic_type").do_nothing().to_owned())
            .take();
        let is_new = transaction.execute(insert).await? == 1;
        if is_new && count >= MOST {
            let reason = format!("an owner registers at most {MOST} schemas");
            return Err(GatewayFailure::conflict("TOO_MANY", reason));
        }
        if !is_new {
            let update = Query::update()
                .table(SCHEMA)
                .value("schema", schema.to_string())
                .value("digest", digest(schema))
                .value("updated_at", at)
                .and_where(Expr::col("semantic_type").eq(semantic_type))
                .and_where(Expr::col("owner").eq(owner))
                .take();
            if transaction.execute(update).await? == 0 {
                let reason = format!("another agent has registered {semantic_type}");
                return Err(GatewayFailure::forbidden(reason).about("semantic_type"));
            }
        }
        transaction.commit().await?;
        self.forget(semantic_type);
        stored(database, semantic_type).await
    }
}

/// Returns a registered schema, or one of the protocol.
pub(super) async fn stored(database: &Database, semantic_type: &str) -> Result<Json, GatewayFailure> {
    if let Some(schema) = crate::envelope::payload_schema(semantic_type) {
        return Ok(json!({
            "semantic_type": semantic_type,
            "schema": schema,
            "schema_hash": digest(schema),
            "owner_agent": "protocol",
            "active": true,
        }));
    }
    let select = Query::select()
        .columns(["semantic_type", "owner", "digest", "schema", "created_at", "updated_at"])
        .from(SCHEMA)
        .and_where(Expr::col("semantic_type").eq(semantic_type))
        .take();
    let row = database.fetch_optional(select).await?;
    shown(&row.ok_or_else(|| GatewayFailure::not_found(format!("there is no schema of {semantic_type}")))?)
}

/// Returns the types with registered schemas.
pub(super) async fn types(database: &Database) -> Result<Vec<String>, GatewayFailure> {
    let select = Query::select()
        .column("semantic_type")
        .from(SCHEMA)
        .order_by("created_at", Order::Asc)
        .limit(1000)
        .take();
    let rows = database.fetch_all(select).await?;
    Ok(rows.iter().map(|row| row.text("semantic_type").map(str::to_string)).collect::<Result<_, _>>()?)
}

fn shown(row: &Row) -> Result<Json, GatewayFailure> {
    Ok(json!({
        "semantic_type": row.text("semantic_type")?,
        "schema": row.json("schema")?,
        "schema_hash": row.text("digest")?,
        "owner_agent": row.text("owner")?,
        "active": true,
        "created_at": written(row.integer("created_at")?),
        "updated_at": written(row.integer("updated_at")?),
    }))
}

/// Compiles an untrusted schema: its patterns run in linear time, and it cannot load other documents.
fn compile(schema: &Json) -> Result<Validator, GatewayFailure> {
    jsonschema::options().with_pattern_options(PatternOptions::regex()).build(schema).map_err(|error| {
        GatewayFailure::invalid("schema", format!("is not a JSON schema: {}", error.masked()))
    })
}

/// Rejects a payload that does not match the schema.
fn conform(validator: &Validator, payload: &Json) -> Result<(), GatewayFailure> {
    match validator.iter_errors(payload).next() {
        None => Ok(()),
        Some(error) => {
            let path = error.instance_path().to_string().replace('/', ".");
            let failure = GatewayFailure::new(
                422,
                "SCHEMA_VALIDATION_FAILED",
                format!("the payload does not fit its schema: {}", error.masked()),
            );
            Err(failure.about(format!("payload{path}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn external_schema_is_restricted_and_bounded() {
        for bad in [
            json!({"type": "nothing"}),
            json!({"$ref": "http://127.0.0.1:1/schema.json"}),
            json!({"$ref": "file:///etc/passwd"}),
            json!({"pattern": "("}),
        ] {
            assert_eq!(compile(&bad).unwrap_err().field.as_deref(), Some("schema"), "{bad}");
        }
        // A backtracking regular expression would not terminate in reasonable time.
        let slow = compile(&json!({"properties": {"a": {"pattern": "^(a+)+$"}}})).unwrap();
        let failure = conform(&slow, &json!({"a": format!("{}!", "a".repeat(50_000))})).unwrap_err();
        assert_eq!(failure.field.as_deref(), Some("payload.a"));
    }
}
