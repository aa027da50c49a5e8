use lemmascope_intent::{Args, Failure, Format, Notation, Parameter, Signature, Type};

use super::{SHOWN, criteria, filters};
use crate::action::Action;
use crate::kinds;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe("board.search_cards", "Search titles, descriptions and comments.")
        .command("board search <query>")
        .parameter(Parameter::required("query", Type::String, "The words.").written(Notation::Phrase))
        .parameter(
            Parameter::optional("column", Type::String, "The column; all of them unless it is given.")
                .format(Format::Kind(kinds::COLUMN)),
        );
    filters(signature).shows(SHOWN).returns(Type::Object).examples(&[r#"board search auth --status done"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    Ok(Action::SearchCards(criteria(args)?))
}
