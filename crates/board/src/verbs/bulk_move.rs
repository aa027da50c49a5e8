use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::identifiers;
use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.bulk_move", "Move several cards to a column.")
        .command("board bulk move <identifiers> to <column>")
        .parameter(
            Parameter::required("identifiers", Type::Array, "The cards, separated by commas.")
                .written(Notation::Text),
        )
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .returns(Type::Object)
        .examples(&[r#"board bulk move 3,4,7 to Done"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::BulkMove { identifiers: identifiers(args)?, to_column: args.text("column")?.into() })
}
