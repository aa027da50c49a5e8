use lemmascope_intent::{Args, Failure, Parameter, Signature, Type};

use crate::action::Action;

pub(super) fn signature() -> Signature {
    Signature::change("board.restore_column", "Restore an archived column.")
        .command("board column restore <column>")
        .parameter(Parameter::required("column", Type::String, "The column, by its title."))
        .returns(Type::Object)
        .examples(&[r#"board column restore Ready"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::RestoreColumn { column: args.text("column")?.into() })
}
