use lemmascope_intent::{Args, Failure, Parameter, Signature, Type};

use crate::action::Action;

pub(super) fn signature() -> Signature {
    Signature::change("board.restore_card", "Restore a deleted card.")
        .command("board restore <identifier>")
        .parameter(Parameter::required(
            "identifier",
            Type::String,
            "The card: its number, its title or a part of the title.",
        ))
        .returns(Type::Object)
        .examples(&[r#"board restore 5"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::RestoreCard { identifier: args.text("identifier")?.into() })
}
