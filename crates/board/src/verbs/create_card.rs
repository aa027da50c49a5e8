use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use crate::action::{Action, NewCard};
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.create_card", "Create a card.")
        .command("board add <title>")
        .parameter(Parameter::required("title", Type::String, "The title.").format(Format::Title))
        .parameter(
            Parameter::optional("column", Type::String, "The column; the first one unless it is given.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(Parameter::optional("description", Type::String, "The same at length.").beside_action())
        .returns(Type::Object)
        .examples(&[r#"board add "Fix login bug" --column Ready"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::CreateCard(NewCard {
        title: args.text("title")?.into(),
        column: args.optional_text("column").map(str::to_string),
        description: args.optional_text("description").map(str::to_string),
    }))
}
