use lemmascope_intent::{Args, Cause, Failure, Format, Notation, Parameter, Signature, Type, Value};

use crate::action::{Action, NewCard};
use crate::kinds;

pub(super) fn signature() -> Signature {
    Signature::change("board.bulk_create", "Create several cards in a column.")
        .command("board bulk add <titles>")
        .parameter(
            Parameter::required("titles", Type::Array, "The titles, separated by commas.")
                .written(Notation::Text),
        )
        .parameter(
            Parameter::optional("column", Type::String, "The column; the first one unless it is given.")
                .format(Format::Kind(kinds::COLUMN)),
        )
        .returns(Type::Object)
        .examples(&[r#"board bulk add "Login, Search, Billing" --column Ready"#])
}

pub(super) fn read(args: &Args) -> Result<Action, Failure> {
    let column = args.optional_text("column").map(str::to_string);
    let titles = args.get("titles").and_then(Value::as_list).unwrap_or_default();
    let cards: Vec<NewCard> = titles
        .iter()
        .filter_map(Value::as_text)
        .map(|title| NewCard { title: title.into(), column: column.clone(), ..NewCard::default() })
        .collect();
    match cards.is_empty() {
        true => {
            Err(Failure::new(Cause::MissingParameter, "parameter \"titles\" names no card").about("titles"))
        }
        false => Ok(Action::BulkCreate { cards }),
    }
}
