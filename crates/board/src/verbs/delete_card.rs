use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.delete_card", "Delete a card; it can be restored.")
        .command("board delete <identifier>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .returns(Type::Object)
        .examples(&[r#"board delete 5"#])
        .removes()
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::DeleteCard { identifier: args.text("identifier")?.into() })
}
