use lemmascope_intent::{
    Args, Cause, Change, Context, Failure, Notation, Outcome, Parameter, Signature, Type, Value,
};
use serde_json::json;

use super::{contact_add::call, failure, open_contacts, owner, with_memory_reach};
use crate::contacts::read_name;
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::change(
        "channels.contact_forget",
        "Forget the contact of an ambiguous name.",
    ))
    .command("contact forget <name>")
    .parameter(Parameter::required("name", Type::String, "The name.").written(Notation::Phrase))
    .returns(Type::Object)
    .examples(&["contact forget Ana"])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let name = read_name("name", args.text("name")?).map_err(failure)?;
    let all = contacts.confirmations().await.map_err(failure)?;
    let Some(known) = all.iter().find(|it| it.query.to_lowercase() == name.exact) else {
        let message = format!("nothing is remembered of \"{}\"", name.shown);
        let hint = "`contacts --remembered` lists the names that are remembered.";
        let names = all.iter().map(|it| it.query.clone());
        return Err(Failure::new(Cause::TargetNotFound, message).about("name").hint(hint).instead(names));
    };
    let forgotten = contacts.forget(known.id).await.map_err(failure)?;
    let undo = json!({"name": forgotten.query, "contact": forgotten.agent});
    Ok(Outcome::found(Value::from(forgotten.to_json()))
        .line(format!("contact forget \"{}\"", forgotten.query))
        .change(Change::Removed(format!("\"{}\" means {}", forgotten.query, forgotten.agent)))
        .undo(call("channels.contact_confirm", undo)))
}
