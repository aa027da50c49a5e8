//! The calls of webhooks.

use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER;
use lemmascope_intent::{Owner, Submit};
use lemmascope_store::query::{Expr, ExprTrait, Query};
use lemmascope_store::{Row, Store as Database};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};

use super::guard::{PublicAddressResolver, Way};
use super::{Callbacks, signature};
use crate::fault::Step;
use crate::gateway::Gateway;
use crate::gateway::failure::GatewayFailure;
use crate::gateway::journal::{self, NewEvent};
use crate::gateway::schema::{CALLBACK, NOTICE, SUBSCRIPTION};
use crate::gateway::status::Status;
use crate::gateway::task::{self, Task};
use crate::store::now;

/// The timeout of a call.
const PATIENCE: Duration = Duration::from_secs(10);
/// The timeout of a connection.
const CONNECTING: Duration = Duration::from_secs(5);

/// Calls webhooks.
pub(in crate::gateway) struct Caller {
    public: Client,
    configured: Client,
    callbacks: Callbacks,
}

impl Caller {
    pub(in crate::gateway) fn new(callbacks: Callbacks) -> Result<Self, GatewayFailure> {
        // Another client in this process may have installed it already.
        let _already = rustls::crypto::ring::default_provider().install_default();
        let client = || {
            Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .timeout(PATIENCE)
                .connect_timeout(CONNECTING)
                .user_agent("lemmascope")
        };
        let failed = |error: reqwest::Error| {
            GatewayFailure::new(500, "NETWORK_FAILED", format!("webhooks cannot be called: {error}"))
        };
        Ok(Self {
            public: client().dns_resolver(Arc::new(PublicAddressResolver)).build().map_err(failed)?,
            configured: client().build().map_err(failed)?,
            callbacks,
        })
    }

    /// Sends a message. Returns the status, or the reason why there is none.
    async fn send(
        &self,
        url: &str,
        id: &str,
        key: &[u8],
        body: String,
        trace: &[(&'static str, String)],
    ) -> Result<StatusCode, String> {
        // The configuration may have changed since the subscription was created.
        let (url, way) = self.callbacks.admit(url).map_err(|failure| failure.reason)?;
        let timestamp = now() / 1000;
        let signature = signature::sign(key, id, timestamp, &body).ok_or("the secret cannot sign")?;
        let client = match way {
            Way::Public => &self.public,
            Way::Configured => &self.configured,
        };
        let mut request = client
            .post(url)
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp.to_string())
            .header("webhook-signature", signature)
            .body(body);
        for (name, value) in trace {
            request = request.header(*name, value);
        }
        match request.send().await {
            Ok(response) => Ok(response.status()),
            // Without the URL, which may contain a secret.
            Err(error) => Err(error.without_url().to_string()),
        }
    }
}

struct Message {
    notice: String,
    document: String,
    url: String,
    owner: String,
    secret: String,
    subscription: String,
    is_active: bool,
}

/// Makes the call of a task.
pub(in crate::gateway) async fn call(
    gateway: &Gateway,
    engine: &Arc<dyn Submit>,
    task: &Task,
) -> Result<(), GatewayFailure> {
    let id = task.data["callback"].as_str().unwrap_or_default();
    let Some(message) = find(&gateway.database, id).await? else {
        let mut transaction = gateway.database.begin().await?;
        task::end(&mut transaction, task).await?;
        return Ok(transaction.commit().await?);
    };
    if !message.is_active {
        return settle(gateway, task, id, "dead", Some("the subscription was revoked")).await;
    }
    let intent = match task.intent.is_empty() {
        true => None,
        false => Some(journal::find(&gateway.database, &task.intent).await?),
    };
    let trace: Vec<(&'static str, String)> = intent
        .iter()
        .flat_map(|intent| {
            [("x-trace-id", intent.trace.trace_id.clone()), ("traceparent", intent.trace.traceparent.clone())]
        })
        .filter_map(|(name, value)| Some((name, value?)))
        .collect();
    let sent = match open(engine, &message) {
        Ok(key) => {
            gateway.caller.send(&message.url, &message.notice, &key, message.document.clone(), &trace).await
        }
        Err(reason) => Err(reason),
    };
    gateway.fault.at(Step::AfterCalling);
    match sent {
        Ok(status) if status.is_success() => taken(gateway, task, id, &message).await,
        Ok(StatusCode::GONE) => {
            super::revoke(&gateway.database, &message.owner, &message.subscription).await?;
            settle(gateway, task, id, "dead", Some("the receiver was removed (410)")).await
        }
        Ok(status) if status.is_redirection() => {
            let error = format!("the receiver redirects ({status}), and redirects are not followed");
            fail(gateway, task, id, &error).await
        }
        Ok(status) => fail(gateway, task, id, &format!("the receiver answered {status}")).await,
        Err(reason) => fail(gateway, task, id, &reason).await,
    }
}

fn open(engine: &Arc<dyn Submit>, message: &Message) -> Result<Vec<u8>, String> {
    let name = message.owner.strip_prefix("agent://").unwrap_or(&message.owner);
    let owner = Owner::new(name).map_err(|failure| failure.message)?;
    let seals = engine.seals(&owner).ok_or("there is no key to open the secret with")?;
    let sealed = HEXLOWER.decode(message.secret.as_bytes()).map_err(|error| error.to_string())?;
    let secret = seals.open(&message.subscription, &sealed).map_err(|failure| failure.message)?;
    signature::key(&secret).ok_or_else(|| "the secret cannot sign".to_string())
}

async fn find(database: &Database, id: &str) -> Result<Option<Message>, GatewayFailure> {
    let one = |table: &'static str, columns: &[&'static str], id: &str| {
        let select = Query::select()
            .columns(columns.iter().copied())
            .from(table)
            .and_where(Expr::col("id").eq(id))
            .take();
        async move { database.fetch_optional(select).await }
    };
    let Some(call) = one(CALLBACK, &["notice", "subscription"], id).await? else { return Ok(None) };
    let (notice, subscription) = (call.text("notice")?, call.text("subscription")?);
    let rows: (Option<Row>, Option<Row>) = (
        one(NOTICE, &["document"], notice).await?,
        one(SUBSCRIPTION, &["callback_url", "owner", "secret", "active"], subscription).await?,
    );
    let (Some(noticed), Some(subscribed)) = rows else { return Ok(None) };
    Ok(Some(Message {
        notice: notice.into(),
        document: noticed.text("document")?.into(),
        url: subscribed.text("callback_url")?.into(),
        owner: subscribed.text("owner")?.into(),
        secret: subscribed.text("secret")?.into(),
        subscription: subscription.into(),
        is_active: subscribed.boolean("active")?,
    }))
}

async fn settle(
    gateway: &Gateway,
    task: &Task,
    id: &str,
    status: &str,
    error: Option<&str>,
) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    if !task::end(&mut transaction, task).await? {
        return Ok(());
    }
    transaction.execute(standing(id, task, status, error)).await?;
    Ok(transaction.commit().await?)
}

async fn fail(gateway: &Gateway, task: &Task, id: &str, error: &str) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    let is_dead = task::fail(&mut transaction, task, error, &gateway.pace).await?;
    let status = if is_dead { "dead" } else { "pending" };
    transaction.execute(standing(id, task, status, Some(error))).await?;
    Ok(transaction.commit().await?)
}

fn standing(
    id: &str,
    task: &Task,
    status: &str,
    error: Option<&str>,
) -> lemmascope_store::query::UpdateStatement {
    Query::update()
        .table(CALLBACK)
        .value("status", status)
        .value("error", error.map(str::to_string))
        .value("attempts", task.attempts)
        .value("updated_at", now())
        .and_where(Expr::col("id").eq(id))
        .take()
}

/// Ends a call that the receiver has accepted. A recipient whose webhook accepted the delivery has
/// acknowledged the intent.
async fn taken(gateway: &Gateway, task: &Task, id: &str, message: &Message) -> Result<(), GatewayFailure> {
    let mut transaction = gateway.database.begin().await?;
    if !task::end(&mut transaction, task).await? {
        return Ok(transaction.rollback().await?);
    }
    transaction.execute(standing(id, task, "delivered", None)).await?;
    if !task.intent.is_empty() {
        let mut intent = journal::hold(&mut transaction, &task.intent).await?;
        if intent.status == Status::Delivered && intent.owner == message.owner {
            let new_event = NewEvent {
                event_type: "intent.acknowledged",
                actor: &message.owner,
                status: Some(Status::Acknowledged),
                ..NewEvent::default()
            };
            journal::record(&mut transaction, &mut intent, new_event).await?;
        }
    }
    transaction.commit().await?;
    gateway.announce();
    Ok(())
}
