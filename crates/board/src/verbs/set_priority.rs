use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::priority;
use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.set_priority", "Set the priority of a card.")
        .command("board priority <identifier> <priority>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(
            Parameter::required("priority", Type::String, "How much it matters.")
                .written(Notation::Choice(&["none", "low", "medium", "high"])),
        )
        .returns(Type::Object)
        .examples(&[r#"board priority 5 high"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    args.text("priority")?;
    let priority = priority(args)?.unwrap_or_default();
    Ok(Action::SetPriority { identifier: args.text("identifier")?.into(), priority })
}
