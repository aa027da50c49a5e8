use lemmascope_intent::{
    Args, Context, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value,
};

use crate::document::Document;
use crate::site::Site;

pub(super) fn signature() -> Signature {
    Signature::observe("board.export_board", "Export a board as a document.")
        .command("board export")
        .parameter(
            Parameter::defaulted(
                "format",
                "json",
                Type::String,
                "JSON with everything, or the cards as CSV.",
            )
            .written(Notation::Choice(&["json", "csv"])),
        )
        .returns(Type::Object)
        .examples(&["board export", "board export --format csv"])
}

pub(super) async fn export(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = site.board(cx, args.optional_text("board")).await?;
    let now = site.store(cx).await?.snapshot(board.id).await?;
    let document = Document::of(&now);
    let line = format!("export_board \"{}\", {} cards", board.name, document.len());
    let value = match args.optional_text("format") {
        Some("csv") => {
            let mut value = Object::new();
            value.insert("text".into(), document.csv().into());
            Value::Object(value)
        }
        _ => Value::from(document.json()?),
    };
    Ok(Outcome::found(value).line(line))
}
