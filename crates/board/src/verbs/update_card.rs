use crate::kinds;
use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::status;
use crate::action::{Action, Updates};

pub(super) fn signature() -> Signature {
    Signature::change("board.update_card", "Change the title, the description or the status of a card.")
        .command("board update <identifier>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(Parameter::optional("title", Type::String, "Its new title."))
        .parameter(Parameter::optional("description", Type::String, "Its new description.").beside_action())
        .parameter(
            Parameter::optional("status", Type::String, "Whether it is done.")
                .written(Notation::Choice(&["active", "done"])),
        )
        .returns(Type::Object)
        .examples(&[r#"board update 5 --title "Fix the login bug""#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::UpdateCard {
        identifier: args.text("identifier")?.into(),
        updates: Updates {
            title: args.optional_text("title").map(str::to_string),
            description: args.optional_text("description").map(str::to_string),
            status: status(args)?,
            ..Updates::default()
        },
    })
}
