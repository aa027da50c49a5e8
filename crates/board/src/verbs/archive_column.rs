use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.archive_column", "Archive a column with its cards.")
        .command("board column archive <column>")
        .parameter(
            Parameter::required("column", Type::String, "The column, by its title.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .returns(Type::Object)
        .examples(&[r#"board column archive Ready"#])
        .removes()
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::ArchiveColumn { column: args.text("column")?.into() })
}
