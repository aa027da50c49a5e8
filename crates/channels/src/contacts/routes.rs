//! The HTTP routes of contacts.

use std::sync::Arc;

use lemmascope_intent::{
    BoxFuture, Permission, Route, RouteAnswer, RouteCall, RouteMethod, RouteRefusal, RouteSchema,
};
use serde_json::{Value as Json, json};

use super::registry::Contacts;
use crate::gateway::{GatewayFailure, refusal};
use crate::site::Site;

/// The default number of contacts on a page.
const PAGE: u64 = 100;
/// The maximum number of contacts on a page.
const LONGEST_PAGE: u64 = 1_000;

type Answered = Result<Json, GatewayFailure>;
type Act = for<'a> fn(&'a Contacts<'a>, &'a RouteCall) -> BoxFuture<'a, Answered>;

/// Returns the routes of the contacts.
pub fn routes(site: &Arc<Site>) -> Vec<Route> {
    use RouteMethod::{Delete, Get, Post};
    let name = || json!({"type": "string", "minLength": 1, "maxLength": 200});
    let agent = || json!({"type": "string", "minLength": 3, "maxLength": 512});
    let aliases = || json!({"type": "array", "items": name(), "minItems": 1, "maxItems": 50});
    let object = |properties: Json, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let limit = json!({"type": "integer", "minimum": 1, "maximum": LONGEST_PAGE});
    vec![
        route(
            site,
            Get,
            "/contacts",
            "listContacts",
            "List contacts with their aliases",
            |contacts, call| Box::pin(list(contacts, call)),
        )
        .query("query", json!({"type": "string", "maxLength": 200}), "A text in an alias or an address.")
        .query("limit", limit, "How many; 100 unless it is given.")
        .query(
            "cursor",
            json!({"type": "string", "maxLength": 20}),
            "`next_cursor` of the page before.",
        ),
        route(site, Post, "/contacts", "addContact", "Add a contact, or aliases to one", |contacts, call| {
            Box::pin(add(contacts, call))
        })
        .needs(Permission::Act)
        .body(object(json!({"agent": agent(), "aliases": aliases()}), &["agent", "aliases"])),
        route(
            site,
            Get,
            "/contacts/confirmations",
            "listConfirmations",
            "List the names that are remembered",
            |contacts, call| Box::pin(confirmations(contacts, call)),
        ),
        route(site, Get, "/contacts/{contact}", "getContact", "Show a contact", |contacts, call| {
            Box::pin(show(contacts, call))
        }),
        route(
            site,
            Delete,
            "/contacts/{contact}",
            "removeContact",
            "Remove a contact or an alias",
            |contacts, call| Box::pin(remove(contacts, call)),
        )
        .needs(Permission::Act)
        .query("alias", name(), "The alias to remove; all of the contact unless it is given."),
        route(
            site,
            Post,
            "/contacts/resolve",
            "resolveContact",
            "Resolve a name to a contact",
            |contacts, call| Box::pin(resolve(contacts, call)),
        )
        .body(object(json!({"query": name()}), &["query"])),
        route(
            site,
            Post,
            "/contacts/confirm",
            "confirmContact",
            "Remember the contact of an ambiguous name",
            |contacts, call| Box::pin(confirm(contacts, call)),
        )
        .needs(Permission::Act)
        .body(object(json!({"query": name(), "agent": agent()}), &["query", "agent"])),
        route(
            site,
            Delete,
            "/contacts/confirmations/{confirmation}",
            "revokeConfirmation",
            "Forget the contact of an ambiguous name",
            |contacts, call| Box::pin(forget(contacts, call)),
        )
        .needs(Permission::Act),
    ]
}

/// Returns a route whose handler gets the contacts of the caller only.
fn route(
    site: &Arc<Site>,
    method: RouteMethod,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    act: Act,
) -> Route {
    let site = Arc::clone(site);
    let answer = move |call: RouteCall| {
        let site = Arc::clone(&site);
        let answer: BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> = Box::pin(async move {
            let owner = call.owner.as_str().to_string();
            let database = site.database().await.map_err(GatewayFailure::from)?;
            let contacts = Contacts { database, registry: site.contacts(), owner: &owner };
            let body = act(&contacts, &call).await?;
            Ok(RouteAnswer::json(body))
        });
        answer
    };
    let form = json!({"type": "object", "properties": {"ok": {"const": true}}, "required": ["ok"]});
    // These operations are idempotent.
    Route::new(method, path, id, summary, answer)
        .tag("Contacts")
        .answers(RouteSchema::Json(form))
        .refusal(refusal())
        .idempotent()
}

async fn list(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let number = |name: &str| match call.query.get(name) {
        Some(text) => text
            .parse::<i64>()
            .ok()
            .filter(|it| *it >= 0)
            .map(Some)
            .ok_or_else(|| GatewayFailure::invalid(name, "is not a whole number")),
        None => Ok(None),
    };
    let limit = number("limit")?.and_then(|it| u64::try_from(it).ok()).unwrap_or(PAGE).clamp(1, LONGEST_PAGE);
    let after = number("cursor")?.unwrap_or(0);
    let text = call.query.get("query").map(String::as_str);
    let found = contacts.list(text, after, limit).await?;
    let is_full = u64::try_from(found.len()).unwrap_or(u64::MAX) >= limit;
    let next = found.last().filter(|_| is_full).map(|contact| contact.id.to_string());
    let shown: Vec<Json> = found.iter().map(super::Contact::to_json).collect();
    Ok(json!({"ok": true, "contacts": shown, "next_cursor": next}))
}

async fn add(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let aliases = call.body.get("aliases").and_then(Json::as_array).into_iter().flatten();
    let aliases: Vec<String> = aliases.filter_map(Json::as_str).map(str::to_string).collect();
    let added = contacts.add(text(call, "agent"), &aliases).await?;
    Ok(json!({"ok": true, "contact": added.contact.to_json(), "created": added.is_new, "notes": added.notes}))
}

async fn show(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let contact = contacts.get(id(call, "contact")?).await?;
    Ok(json!({"ok": true, "contact": contact.to_json()}))
}

async fn remove(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let contact = contacts.get(id(call, "contact")?).await?;
    let alias = call.query.get("alias").cloned().map(|alias| vec![alias]);
    let removed = contacts.remove(&contact.agent, alias.as_deref()).await?;
    Ok(json!({"ok": true, "agent": contact.agent, "removed": removed}))
}

async fn resolve(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let resolution = contacts.resolve("query", text(call, "query")).await?;
    Ok(json!({"ok": true, "decision_mode": resolution.mode(), "resolution": resolution.to_json()}))
}

async fn confirm(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let days = crate::settings::confirmation_days(call.engine.setting("channels.confirmation_days"));
    let remembered = contacts.confirm("query", text(call, "query"), text(call, "agent"), days).await?;
    Ok(json!({"ok": true, "confirmation": remembered.to_json()}))
}

async fn confirmations(contacts: &Contacts<'_>, _: &RouteCall) -> Answered {
    let all = contacts.confirmations().await?;
    let shown: Vec<Json> = all.iter().map(super::Remembered::to_json).collect();
    Ok(json!({"ok": true, "confirmations": shown}))
}

async fn forget(contacts: &Contacts<'_>, call: &RouteCall) -> Answered {
    let forgotten = contacts.forget(id(call, "confirmation")?).await?;
    Ok(json!({"ok": true, "confirmation": forgotten.to_json()}))
}

fn text<'a>(call: &'a RouteCall, name: &str) -> &'a str {
    call.body.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn id(call: &RouteCall, name: &str) -> Result<i64, GatewayFailure> {
    let part = call.part(name);
    part.parse().map_err(|_| GatewayFailure::not_found(format!("you have no {name} \"{part}\"")))
}
