use lemmascope_intent::{Args, Cause, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.move_column", "Move a column to another position on its board.")
        .command("board column move <column> to <position>")
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(
            Parameter::required("position", Type::Number, "Its place among the columns, from 1 at the left.")
                .within(1, 1_000_000),
        )
        .returns(Type::Object)
        .examples(&["board column move Review to 3"])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    let place = args.optional_integer("position").ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, "parameter \"position\" must be a whole number")
            .about("position")
    })?;
    Ok(Action::MoveColumn { column: args.text("column")?.into(), place })
}
