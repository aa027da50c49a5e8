use lemmascope_intent::{Args, Context, Failure, Notation, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::{failure, open_contacts, owner, with_memory_reach};
use crate::contacts::resolution::{Decision, Resolution};
use crate::site::Site;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::observe("channels.contact_resolve", "Resolve a name to a contact."))
        .command("contact resolve <name>")
        .parameter(Parameter::required("name", Type::String, "The name.").written(Notation::Phrase))
        .returns(Type::Object)
        .examples(&["contact resolve Bob", r#"contact resolve "Zé Carvalho""#])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let found = contacts.resolve("name", args.text("name")?).await.map_err(failure)?;
    cx.logbook.section("contact", lines(&found), Value::Null);
    let mode = found.mode();
    let value = json!({"decision_mode": mode, "resolution": found.to_json()});
    Ok(Outcome::found(Value::from(value)).line(format!("contact resolve: {mode}")).verdict(mode))
}

/// Formats a resolution for a person.
fn lines(found: &Resolution) -> Vec<String> {
    let mut lines = Vec::new();
    if let Decision::Resolved { agent, alias, by } = &found.decision {
        let alias = alias.as_deref().unwrap_or(agent);
        lines.push(format!("{alias} is {agent} ({})", by.as_str()));
        return lines;
    }
    lines.extend(found.candidates.iter().map(|it| format!("{}  {}  {:.2}", it.alias, it.agent, it.score)));
    lines.extend(found.reason.clone());
    lines
}
