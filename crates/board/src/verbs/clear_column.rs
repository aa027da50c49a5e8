use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.clear_column", "Delete all cards of a column; they can be restored.")
        .command("board column clear <column>")
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .returns(Type::Object)
        .examples(&[r#"board column clear Done"#])
        .removes()
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::ClearColumn { column: args.text("column")?.into() })
}
