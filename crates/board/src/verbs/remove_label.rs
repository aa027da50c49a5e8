use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.remove_label", "Remove a label from a card.")
        .command("board unlabel <identifier> <label>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(Parameter::required("label", Type::String, "The label."))
        .returns(Type::Object)
        .examples(&[r#"board unlabel 5 urgent"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::RemoveLabel { identifier: args.text("identifier")?.into(), label: args.text("label")?.into() })
}
