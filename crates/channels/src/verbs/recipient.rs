//! The check of the recipient before the user confirms a message: whether the name means exactly one contact.

use lemmascope_intent::{Args, Context, Failure, Outcome, Parameter, Signature, Type, Value};

use super::send::{address_of, question};
use super::{failure, open_contacts, owner, with_memory_reach};
use crate::contacts::resolution::Decision;
use crate::site::Site;

/// The name of the verb.
pub(super) const NAME: &str = "channels.check_recipient";

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::observe(NAME, "Check the recipient of a message before it is confirmed."))
        .parameter(Parameter::required("recipient", Type::String, "The contact: a name, or an address."))
        .parameter(Parameter::defaulted(
            "confirmed",
            false,
            Type::Boolean,
            "Whether the user has confirmed the recipient.",
        ))
        .internal()
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let name = address_of(args.text("recipient")?);
    if name.contains("://") {
        return Ok(Outcome::found(Value::Null));
    }
    let owner = owner(cx);
    let found = open_contacts(site, &owner).await?.resolve("recipient", name).await.map_err(failure)?;
    match &found.decision {
        Decision::Resolved { .. } => Ok(Outcome::found(Value::Null)),
        Decision::NeedsConfirmation { .. } if args.flag("confirmed") => Ok(Outcome::found(Value::Null)),
        _ => Err(question(found.mode(), &serde_json::json!({"resolution": found.to_json()}))),
    }
}
