use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::Action;

pub(super) fn signature() -> Signature {
    Signature::change("board.create_column", "Create a column at the right.")
        .command("board column add <title>")
        .parameter(Parameter::required("title", Type::String, "Its title.").format(Format::Title))
        .returns(Type::Object)
        .examples(&[r#"board column add Review"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::CreateColumn { title: args.text("title")?.into() })
}
