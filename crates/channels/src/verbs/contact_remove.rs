use lemmascope_intent::{
    Args, Change, Context, Failure, Notation, Outcome, Parameter, Signature, Type, Value,
};
use serde_json::json;

use super::{contact_add::call, failure, open_contacts, owner, texts, with_memory_reach};
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::change("channels.contact_remove", "Remove a contact, or some of its names."))
        .command("contact remove <contact>")
        .parameter(
            Parameter::required("contact", Type::String, "The contact: a name or the address.")
                .written(Notation::Phrase),
        )
        .parameter(Parameter::optional(
            "aliases",
            Type::Array,
            "The names to remove; all unless they are given.",
        ))
        .returns(Type::Object)
        .examples(&["contact remove Bob", "contact remove agent://bob --aliases Rob"])
        .removes()
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let contact = contacts.meant("contact", args.text("contact")?).await.map_err(failure)?;
    let aliases = texts(&args, "aliases");
    let aliases = Some(aliases.as_slice()).filter(|aliases| !aliases.is_empty());
    let removed = contacts.remove(&contact.agent, aliases).await.map_err(failure)?;
    let (first, others) = match removed.split_first() {
        Some((first, others)) => (first.clone(), others.to_vec()),
        None => return Ok(Outcome::found(Value::Null).verdict("unchanged")),
    };
    let value = json!({"agent": contact.agent, "removed": removed});
    let undo = json!({"name": first, "agent": contact.agent, "aliases": others});
    Ok(Outcome::found(Value::from(value))
        .line(format!("contact remove {}", contact.agent))
        .change(Change::Removed(format!("contact {} \"{}\"", contact.agent, removed.join("\", \""))))
        .undo(call("channels.contact_add", undo)))
}
