//! The verbs of contacts and messages, one file each. They act on behalf of the owner of the session.

mod contact_add;
mod contact_alias;
mod contact_confirm;
mod contact_forget;
mod contact_names;
mod contact_remove;
mod contact_resolve;
mod contacts;

mod inbox;
mod recipient;
mod send;

use std::sync::Arc;

use lemmascope_intent::{
    Args, BoxFuture, Capability, Cause, Context, Failure, Outcome, Owner, Reach, Signature, Value,
};

use crate::contacts::Contacts;
use crate::gateway::GatewayFailure;
use crate::site::Site;

/// Returns the verbs.
pub(crate) fn all(site: &Arc<Site>) -> Vec<Arc<dyn Capability>> {
    let verb = |signature: Signature, act: Act| -> Arc<dyn Capability> {
        Arc::new(Verb { signature, act, site: Arc::clone(site) })
    };
    let contact = |signature: Signature, act: Act| verb(signature.family("Contacts"), act);
    let message = |signature: Signature, act: Act| verb(signature.family("Messages"), act);
    vec![
        contact(contacts::signature(), |site, args, cx| Box::pin(contacts::act(site, args, cx))),
        contact(contact_add::signature(), |site, args, cx| Box::pin(contact_add::act(site, args, cx))),
        contact(contact_alias::signature(), |site, args, cx| Box::pin(contact_alias::act(site, args, cx))),
        contact(contact_remove::signature(), |site, args, cx| Box::pin(contact_remove::act(site, args, cx))),
        contact(contact_resolve::signature(), |site, args, cx| {
            Box::pin(contact_resolve::act(site, args, cx))
        }),
        contact(contact_confirm::signature(), |site, args, cx| {
            Box::pin(contact_confirm::act(site, args, cx))
        }),
        contact(contact_forget::signature(), |site, args, cx| Box::pin(contact_forget::act(site, args, cx))),
        contact(contact_names::signature(), |site, args, cx| Box::pin(contact_names::act(site, args, cx))),
        message(send::signature(), |site, args, cx| Box::pin(send::act(site, args, cx))),
        message(recipient::signature(), |site, args, cx| Box::pin(recipient::act(site, args, cx))),
        message(inbox::signature(), |site, args, cx| Box::pin(inbox::act(site, args, cx))),
    ]
}

type Act = for<'a> fn(&'a Site, Args, &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>>;

struct Verb {
    signature: Signature,
    act: Act,
    site: Arc<Site>,
}

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        (self.act)(&self.site, args, cx)
    }
}

/// Sets the reach of a contacts verb: the data that the owner has stored.
fn with_memory_reach(signature: Signature) -> Signature {
    signature.reach(Reach::Memory)
}

/// Returns the owner of the session.
fn owner(cx: &Context) -> Owner {
    Owner::of_session(&cx.session)
}

/// Returns access to the contacts of an owner.
async fn open_contacts<'a>(site: &'a Site, owner: &'a Owner) -> Result<Contacts<'a>, Failure> {
    let database = site.database().await.map_err(|error| failure(error.into()))?;
    Ok(Contacts { database, registry: site.contacts(), owner: owner.as_str() })
}

/// Returns the texts of a list parameter.
fn texts(args: &Args, name: &str) -> Vec<String> {
    let list = args.get(name).and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_text).map(str::to_string).collect()
}

/// Converts a failure of the protocol into one of a verb.
fn failure(failure: GatewayFailure) -> Failure {
    let cause = match (failure.status, failure.code) {
        (422, "MISSING_INPUT") => Cause::MissingParameter,
        (404, _) => Cause::TargetNotFound,
        (403, _) => Cause::Forbidden,
        (409, _) => Cause::Conflict,
        (400..=499, _) => Cause::InvalidParameter,
        (503, _) => Cause::Unavailable,
        _ => Cause::Failed,
    };
    let message = match &failure.field {
        Some(field) if cause == Cause::InvalidParameter => format!("{field} {}", failure.reason),
        _ => failure.reason,
    };
    let mut told = Failure::new(cause, message);
    if let Some(field) = failure.field {
        told = told.about(field);
    }
    match failure.hint {
        Some(hint) => told.hint(hint),
        None => told,
    }
}
