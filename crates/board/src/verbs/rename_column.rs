use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.rename_column", "Rename a column.")
        .command("board column rename <column> <title>")
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(Parameter::required("title", Type::String, "Its new title.").format(Format::Title))
        .returns(Type::Object)
        .examples(&[r#"board column rename Ready "To do""#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::RenameColumn { column: args.text("column")?.into(), title: args.text("title")?.into() })
}
