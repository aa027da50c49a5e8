use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.move_card", "Move a card to another column.")
        .command("board move <identifier> to <column>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(
            Parameter::optional(
                "position",
                Type::Number,
                "Its place in the column, from 1; at the end unless it is given.",
            )
            .within(1, 1_000_000),
        )
        .returns(Type::Object)
        .examples(&[r#"board move 5 to Done"#, r#"board move "login bug" to Ready --position 1"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::MoveCard {
        identifier: args.text("identifier")?.into(),
        to_column: args.text("column")?.into(),
        place: args.optional_integer("position"),
    })
}
