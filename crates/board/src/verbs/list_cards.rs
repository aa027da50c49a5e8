use lemmascope_intent::{Args, Failure, Format, Parameter, Signature, Type};

use super::{SHOWN, criteria, filters};
use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("board.list_cards", "List the cards of a column, or of all columns.")
        .command("board list [column]")
        .parameter(
            Parameter::optional("column", Type::String, "The column; all of them unless it is given.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .parameter(Parameter::optional("query", Type::String, "Words in the title or the description."));
    filters(signature)
        .shows(SHOWN)
        .returns(Type::Object)
        .examples(&[r#"board list"#, r#"board list Ready --status active --assignee me"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::ListCards(criteria(args)?))
}
