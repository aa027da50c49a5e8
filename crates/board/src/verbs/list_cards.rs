use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::criteria;
use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::observe("board.list_cards", "List the cards of a column, or of all columns.")
        .command("board list [column]")
        .parameter(
            Parameter::optional("column", Type::String, "The column; all of them unless it is given.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(Parameter::optional("query", Type::String, "Words in the title or the description."))
        .parameter(
            Parameter::optional("status", Type::String, "Whether they are done; all unless it is given.")
                .written(Notation::Choice(&["all", "active", "done"])),
        )
        .parameter(Parameter::optional(
            "assignee",
            Type::String,
            "The user they are assigned to; \"me\" is the user who asks.",
        ))
        .returns(Type::Object)
        .examples(&[r#"board list"#, r#"board list Ready --status active --assignee me"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::ListCards(criteria(args)?))
}
