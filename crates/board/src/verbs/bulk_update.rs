use lemmascope_intent::{Args, Failure, Notation, Parameter, Signature, Type};

use super::{identifiers, status};
use crate::action::{Action, Updates};

pub(super) fn signature() -> Signature {
    Signature::change("board.bulk_update", "Apply the same change to several cards.")
        .command("board bulk update <identifiers>")
        .parameter(
            Parameter::required("identifiers", Type::Array, "The cards, separated by commas.")
                .written(Notation::Text),
        )
        .parameter(Parameter::optional("description", Type::String, "Their new description.").beside_action())
        .parameter(Parameter::optional("assignee", Type::String, "Their new assignee."))
        .parameter(
            Parameter::optional("status", Type::String, "Whether they are done.")
                .written(Notation::Choice(&["active", "done"])),
        )
        .returns(Type::Object)
        .examples(&[r#"board bulk update 3,4,7 --status done"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::BulkUpdate {
        identifiers: identifiers(args)?,
        updates: Updates {
            description: args.optional_text("description").map(str::to_string),
            assignee: args.optional_text("assignee").map(|name| Some(name.to_string())),
            status: status(args)?,
            ..Updates::default()
        },
    })
}
