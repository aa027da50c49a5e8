use crate::kinds;
use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use super::due;
use crate::action::Action;

pub(super) fn signature() -> Signature {
    Signature::change("board.set_due_date", "Set or clear the due date of a card.")
        .command("board due <identifier> [day]")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(
            Parameter::optional("day", Type::String, "The day, such as 2026-11-18; none unless it is given.")
                .format(Format::Date),
        )
        .returns(Type::Object)
        .examples(&[r#"board due 5 2026-12-24"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::SetDueDate { identifier: args.text("identifier")?.into(), due: due(args)? })
}
