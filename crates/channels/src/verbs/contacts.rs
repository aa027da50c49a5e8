use lemmascope_intent::{Args, Context, Failure, Notation, Outcome, Parameter, Signature, Type, Value};
use serde_json::json;

use super::{failure, open_contacts, owner, with_memory_reach};
use crate::contacts::{Contact, Remembered};
use crate::site::Site;

/// The maximum number of contacts in a listing.
const MOST: u64 = 500;

pub(super) fn signature() -> Signature {
    with_memory_reach(Signature::observe("channels.contacts", "List your contacts with their aliases."))
        .command("contacts [text]")
        .parameter(
            Parameter::optional("text", Type::String, "A text in an alias or an address.")
                .written(Notation::Phrase),
        )
        .parameter(Parameter::defaulted(
            "remembered",
            false,
            Type::Boolean,
            "Also the names that are remembered.",
        ))
        .returns(Type::Object)
        .examples(&["contacts", "contacts silva", "contacts --remembered"])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let contacts = open_contacts(site, &owner).await?;
    let found = contacts.list(args.optional_text("text"), 0, MOST).await.map_err(failure)?;
    let lines = found.iter().map(|contact| format!("{}  {}", contact.agent, contact.aliases.join(", ")));
    let mut lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        lines.push("none".into());
    }
    cx.logbook.section("contacts", lines, Value::Null);
    let mut answer = json!({"contacts": found.iter().map(Contact::to_json).collect::<Vec<_>>()});
    if args.flag("remembered") {
        let remembered = contacts.confirmations().await.map_err(failure)?;
        let lines = remembered.iter().map(|it| format!("\"{}\" means {} ({})", it.query, it.alias, it.agent));
        cx.logbook.section("remembered", lines.collect(), Value::Null);
        answer["confirmations"] = remembered.iter().map(Remembered::to_json).collect();
    }
    Ok(Outcome::found(Value::from(answer)).line("contacts"))
}
