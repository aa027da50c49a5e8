use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.remove_comment", "Remove a comment from a card.")
        .command("board uncomment <identifier> [comment]")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(
            Parameter::optional(
                "comment",
                Type::String,
                "The comment: its words or a part of them; the only one of the card unless it is given.",
            )
            .written(Notation::Phrase),
        )
        .returns(Type::Object)
        .examples(&[r#"board uncomment 5"#, r#"board uncomment 5 "acceptance criteria""#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    let comment = args.optional_text("comment").filter(|text| !text.trim().is_empty());
    Ok(Action::RemoveComment {
        identifier: args.text("identifier")?.into(),
        comment: comment.map(str::to_string),
    })
}
