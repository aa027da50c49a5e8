use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.add_comment", "Add a comment to a card.")
        .command("board comment <identifier> <comment>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(Parameter::required("comment", Type::String, "The text.").written(Notation::Phrase))
        .returns(Type::Object)
        .examples(&[r#"board comment 5 "Please add acceptance criteria.""#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::AddComment {
        identifier: args.text("identifier")?.into(),
        comment: args.text("comment")?.into(),
    })
}
