use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::{due, priority};
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
        .parameter(Parameter::optional(
            "assignee",
            Type::String,
            "The user it is assigned to; \"me\" is the user who asks.",
        ))
        .parameter(
            Parameter::optional("day", Type::String, "The day by which it has to be done.")
                .format(Format::Date),
        )
        .parameter(
            Parameter::optional("priority", Type::String, "How much it matters.")
                .written(Notation::Choice(&["none", "low", "medium", "high"])),
        )
        .parameter(Parameter::optional("label", Type::String, "A label."))
        .returns(Type::Object)
        .examples(&[
            r#"board add "Fix login bug" --column Ready"#,
            r#"board add "Pay the rent" --assignee me --day 2026-12-01 --priority high"#,
        ])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::CreateCard(NewCard {
        title: args.text("title")?.into(),
        column: args.optional_text("column").map(str::to_string),
        description: args.optional_text("description").map(str::to_string),
        assignee: args.optional_text("assignee").map(str::to_string),
        due: due(args)?,
        priority: priority(args)?,
        label: args.optional_text("label").map(str::to_string),
    }))
}
