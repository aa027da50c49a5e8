//! API keys for agents that use the engine through a server.

use std::time::Duration;

use lemmascope_intent::{
    Cause, Failure, Notation, Object, Owner, Parameter, Permissions, Report, Signature, Type, Value, View,
    parse_duration,
};
use lemmascope_language::command::Command;

use crate::engine::Engine;
use crate::keys::{new_key, now};
use crate::ledger::StoredKey;

/// The permissions of a key without explicit ones.
const DEFAULT: &str = "observe,act";
/// The default time for which a replaced key stays valid.
const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) fn signatures() -> Vec<Signature> {
    let id = || Parameter::required("id", Type::String, "The id of the key.").written(Notation::Name);
    let span = |name, about| Parameter::optional(name, Type::String, about).written(Notation::Name);
    vec![
        Signature::change("engine.keys_create", "Create a key for an agent; it is shown only once.")
            .command("keys create <agent>")
            .parameter(Parameter::required("agent", Type::String, "Its name.").written(Notation::Name))
            .parameter(
                Parameter::optional("scopes", Type::String, "Some of observe, act, files, system, admin.")
                    .written(Notation::Name),
            )
            .parameter(span("expires", "How long it is valid.")),
        Signature::observe("engine.keys_list", "List the keys, without secrets.").command("keys list"),
        Signature::change("engine.keys_rotate", "Replace a key; the old one stays valid for a while.")
            .command("keys rotate <id>")
            .parameter(id())
            .parameter(span("overlap", "How long the old key stays valid.")),
        Signature::change("engine.keys_revoke", "Revoke a key at once.")
            .command("keys revoke <id>")
            .parameter(id()),
    ]
}

impl Engine {
    pub(super) async fn create_key(&self, command: &Command) -> Result<Report, Failure> {
        let agent = Owner::new(text(command.argument("agent"))).map_err(|failure| failure.about("agent"))?;
        if agent.is_local() {
            return Err(Failure::new(
                Cause::InvalidParameter,
                "that is the name of the person at this machine",
            )
            .about("agent")
            .hint("Give the agent another name."));
        }
        let scopes = match text(command.option("scopes")) {
            "" => DEFAULT,
            scopes => scopes,
        };
        let lifetime = span(command, "expires")?;
        self.issue_key("keys create", &agent, Permissions::parse(scopes)?, lifetime).await
    }

    pub(super) async fn rotate_key(&self, command: &Command) -> Result<Report, Failure> {
        let old = self.valid_key(text(command.argument("id"))).await?;
        let overlap = span(command, "overlap")?.unwrap_or(OVERLAP);
        let (agent, scopes) = old.grant().ok_or_else(|| unknown(&old.id))?;
        let lifetime = old.expires.map(|expires| Duration::from_secs((expires - old.created).unsigned_abs()));
        let report = self.issue_key("keys rotate", &agent, scopes, lifetime).await?;
        self.ledger.expire_key(&old.id, now().saturating_add(seconds(overlap))).await?;
        Ok(report)
    }

    /// Creates a key. Its JSON output contains only the agent and the key.
    async fn issue_key(
        &self,
        command: &str,
        agent: &Owner,
        scopes: Permissions,
        lifetime: Option<Duration>,
    ) -> Result<Report, Failure> {
        let created = now();
        let expires = lifetime.map(|lifetime| created.saturating_add(seconds(lifetime)));
        let (stored, key) = new_key(agent, scopes, created, expires)?;
        self.ledger.store_key(&stored).await?;
        let data = Object::from_iter([
            ("agent".to_string(), Value::from(agent.as_str())),
            ("key".to_string(), Value::from(key.expose())),
        ]);
        let view = View {
            head: format!("key for {agent}: {}", key.expose()),
            lines: vec![
                format!("id: {}", stored.id),
                format!("scopes: {scopes}"),
                "It is shown this once; only its hash is stored.".into(),
            ],
            data: Value::Object(data).into(),
            alone: true,
            ..View::default()
        };
        Ok(Report { view: Some(view), ..Report::ok(command) })
    }

    pub(super) async fn list_keys(&self) -> Result<Report, Failure> {
        let keys = self.ledger.keys().await?;
        if keys.is_empty() {
            let mut report = Report::ok("keys list").section_of("keys", Vec::new(), Value::List(Vec::new()));
            report.result = "There are no keys.".into();
            report.hints.push("`lemmascope keys create <agent>` creates one.".into());
            return Ok(report);
        }
        let moment = now();
        let lines = keys.iter().map(|key| {
            let state = state(key, moment);
            format!("{}  {}  {}  {state}", key.id, key.agent, key.scopes)
        });
        let data = keys.iter().map(|key| Value::Object(described(key, moment)));
        Ok(Report::ok("keys list").section_of("keys", lines.collect(), Value::List(data.collect())))
    }

    pub(super) async fn revoke_key(&self, command: &Command) -> Result<Report, Failure> {
        let key = self.valid_key(text(command.argument("id"))).await?;
        self.ledger.revoke_key(&key.id, now()).await?;
        Ok(Report { summary: Some(format!("{} of {}", key.id, key.agent)), ..Report::ok("keys revoke") })
    }

    async fn valid_key(&self, id: &str) -> Result<StoredKey, Failure> {
        let key = self.ledger.key(id).await?;
        key.filter(|key| key.is_valid(now())).ok_or_else(|| unknown(id))
    }
}

fn described(key: &StoredKey, now: i64) -> Object {
    let scopes = key.scopes.split(',').map(Value::from).collect();
    let mut object = Object::from_iter([
        ("id".to_string(), Value::from(key.id.as_str())),
        ("agent".to_string(), key.agent.as_str().into()),
        ("scopes".to_string(), Value::List(scopes)),
        ("state".to_string(), state(key, now).into()),
        ("created".to_string(), milliseconds(key.created).into()),
    ]);
    object.extend(key.expires.map(|expires| ("expires".to_string(), milliseconds(expires).into())));
    object
}

/// Converts seconds, the unit of the store, to milliseconds, the unit of all answers.
fn milliseconds(seconds: i64) -> i64 {
    seconds.saturating_mul(1000)
}

fn state(key: &StoredKey, now: i64) -> &'static str {
    match (key.revoked, key.is_valid(now)) {
        (Some(_), _) => "revoked",
        (None, true) => "valid",
        (None, false) => "expired",
    }
}

fn unknown(id: &str) -> Failure {
    Failure::new(Cause::TargetNotFound, format!("there is no valid key \"{id}\""))
        .about("id")
        .hint("`keys list` lists them.")
}

fn text(value: Option<&lemmascope_language::command::Value>) -> &str {
    value.and_then(|value| value.as_str()).unwrap_or_default()
}

/// Parses a duration option.
fn span(command: &Command, name: &str) -> Result<Option<Duration>, Failure> {
    let Some(given) = command.option(name) else { return Ok(None) };
    let written = given.as_str().unwrap_or_default();
    parse_duration(written).map(Some).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("\"{written}\" is no span of time"))
            .about(name)
            .hint("Write it like 90d, 12h or 30m.")
    })
}

fn seconds(span: Duration) -> i64 {
    i64::try_from(span.as_secs()).unwrap_or(i64::MAX)
}
