use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.assign_card", "Assign a card to a user, or unassign it.")
        .command("board assign <identifier> [assignee]")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(Parameter::optional(
            "assignee",
            Type::String,
            "The user name; without it, the card is unassigned.",
        ))
        .returns(Type::Object)
        .examples(&[r#"board assign 5 ana"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::AssignCard {
        identifier: args.text("identifier")?.into(),
        assignee: args.optional_text("assignee").map(str::to_string),
    })
}
