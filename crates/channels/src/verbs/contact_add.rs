use lemmascope_intent::{Args, Call, Change, Context, Failure, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::{failure, open_contacts, owner, texts, with_memory_reach};
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::change("channels.contact_add", "Add a contact: an agent and its names."))
        .command("contact add <name> <agent>")
        .parameter(Parameter::required("name", Type::String, "The name by which you call them."))
        .parameter(Parameter::required("agent", Type::String, "The address: agent://bob, or bob."))
        .parameter(Parameter::optional("aliases", Type::Array, "Further names."))
        .returns(Type::Object)
        .examples(&[r#"contact add Bob agent://bob"#, r#"contact add "Ana Silva" ana.silva --aliases Nita"#])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let mut names = vec![args.text("name")?.to_string()];
    names.extend(texts(&args, "aliases"));
    add(site, args.text("agent")?, &names, cx).await
}

/// Adds names of an agent.
pub(super) async fn add(
    site: &Site,
    agent: &str,
    names: &[String],
    cx: &Context,
) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let added = contacts.add(agent, names).await.map_err(failure)?;
    if !added.notes.is_empty() {
        cx.logbook.section("notes", added.notes.clone(), Value::Null);
    }
    let value = json!({"contact": added.contact.to_json(), "created": added.is_new, "notes": added.notes});
    let outcome = Outcome::found(Value::from(value)).line(format!("contact {}", added.contact.agent));
    if added.new.is_empty() {
        return Ok(outcome.verdict("unchanged"));
    }
    let undo = json!({"contact": added.contact.agent, "aliases": added.new});
    Ok(outcome
        .change(Change::Added(format!("contact {} \"{}\"", added.contact.agent, added.new.join("\", \""))))
        .undo(call("channels.contact_remove", undo)))
}

/// Returns a call of a contacts verb.
pub(super) fn call(verb: &str, arguments: serde_json::Value) -> Call {
    let arguments = match Value::from(arguments) {
        Value::Object(arguments) => arguments,
        _ => Default::default(),
    };
    Call { capability: verb.into(), arguments }
}
