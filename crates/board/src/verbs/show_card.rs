use crate::kinds;
use lemmascope_intent::{Args, Context, Failure, Format, Outcome, Parameter, Signature, Type, Value};

use crate::action::find_card;
use crate::shown;
use crate::site::{Site, language};

pub(super) fn signature() -> Signature {
    Signature::observe("board.show_card", "Show a card with its description and comments.")
        .command("board show <identifier>")
        .parameter(
            Parameter::required(
                "identifier",
                Type::String,
                "The card: its number, its title or a part of the title.",
            )
            .format(Format::Kind(kinds::CARD)),
        )
        .returns(Type::Object)
        .examples(&["board show 5"])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = site.board(cx, args.optional_text("board")).await?;
    let now = site.store(cx).await?.snapshot(board.id).await?;
    let card = find_card(&now, args.text("identifier")?, language(cx))?;
    let column = now.column(card.column).map_or("", |column| column.title.as_str());
    let mut lines = vec![shown::line(card), format!("in {column}")];
    lines.extend(card.fields.description.lines().map(str::to_string));
    for comment in &card.comments {
        let author = comment.author.as_deref().unwrap_or("somebody");
        lines.extend(comment.text.lines().map(|line| format!("{author}: {line}")));
    }
    cx.logbook.section("card", lines, Value::Null);
    Ok(Outcome::found(shown::card(card, &now)).line(format!("show_card {}", card.id)))
}
