use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    let column =
        |name, about| Parameter::required(name, Type::String, about).format(Format::Kind(kinds::COLUMN));
    Signature::change("board.move_all", "Move all cards of a column to another one.")
        .command("board move all <source> to <column>")
        .parameter(column("source", "The column they are in."))
        .parameter(column("column", "The column they go to."))
        .returns(Type::Object)
        .examples(&[r#"board move all Ready to Done"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::MoveAll { column: args.text("source")?.into(), to_column: args.text("column")?.into() })
}
