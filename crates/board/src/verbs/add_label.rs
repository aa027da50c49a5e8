use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.add_label", "Add a label to a card.")
        .command("board label <identifier> <label>")
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
        .examples(&[r#"board label 5 urgent"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::AddLabel { identifier: args.text("identifier")?.into(), label: args.text("label")?.into() })
}
