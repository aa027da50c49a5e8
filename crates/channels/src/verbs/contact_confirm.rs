use lemmascope_intent::{Args, Change, Context, Failure, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::{contact_add::call, failure, open_contacts, owner, with_memory_reach};
use crate::settings::confirmation_days;
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::change(
        "channels.contact_confirm",
        "Remember the contact of an ambiguous name.",
    ))
    .command("contact confirm <name> <contact>")
    .parameter(Parameter::required("name", Type::String, "The name, as you write it."))
    .parameter(Parameter::required("contact", Type::String, "The contact: a name or the address."))
    .returns(Type::Object)
    .examples(&["contact confirm Ana agent://ana.silva"])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let contact = contacts.meant("contact", args.text("contact")?).await.map_err(failure)?;
    let days = confirmation_days(cx.setting("channels.confirmation_days"));
    let remembered =
        contacts.confirm("name", args.text("name")?, &contact.agent, days).await.map_err(failure)?;
    let undo = json!({"name": remembered.query});
    Ok(Outcome::found(Value::from(remembered.to_json()))
        .line(format!("contact confirm \"{}\"", remembered.query))
        .change(Change::Added(format!("\"{}\" means {}", remembered.query, remembered.agent)))
        .undo(call("channels.contact_forget", undo)))
}
