//! The verbs for boards: list, create and archive them.

use lemmascope_intent::{
    Args, Call, Change, Context, Failure, Format, Object, Outcome, Owner, Parameter, Signature, Type, Value,
};

use crate::model::Board;
use crate::site::{Site, texts};

pub(super) fn list_signature() -> Signature {
    Signature::observe("board.list_boards", "List the boards.")
        .command("board boards")
        .returns(Type::Array)
        .examples(&["board boards"])
}

pub(super) async fn list(site: &Site, _: Args, cx: &Context) -> Result<Outcome, Failure> {
    let boards = site.boards(&Owner::of_session(&cx.session), &|key| cx.setting(key)).await?;
    let mark = |board: &Board| if board.archived { " (archived)" } else { "" };
    let lines = boards.iter().map(|board| format!("{}{}", board.name, mark(board)));
    cx.logbook.section("boards", lines.collect(), Value::Null);
    let told = boards.iter().map(|board| {
        let mut object = Object::new();
        object.insert("name".into(), board.name.as_str().into());
        object.insert("archived".into(), board.archived.into());
        object.insert("owner".into(), board.owner.as_str().into());
        if !board.members.is_empty() {
            object.insert("members".into(), texts(&board.members));
        }
        Value::Object(object)
    });
    Ok(Outcome::found(Value::List(told.collect())).line("list_boards"))
}

pub(super) fn create_signature() -> Signature {
    Signature::change("board.create_board", "Create a board with the default columns.")
        .command("board new <name>")
        .parameter(Parameter::required("name", Type::String, "Its name.").format(Format::Title))
        .returns(Type::Object)
        .examples(&["board new Garden"])
}

pub(super) async fn create(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = {
        let owner = Owner::of_session(&cx.session);
        site.store(cx).await?.create_board(args.text("name")?.trim(), owner.as_str()).await?
    };
    Ok(archived(&board).line(format!("create_board \"{}\"", board.name)))
}

pub(super) fn archive_signature() -> Signature {
    Signature::change("board.archive_board", "Archive a board, or restore it.")
        .command("board archive <name>")
        .parameter(Parameter::required("name", Type::String, "The board."))
        .parameter(Parameter::defaulted("archived", true, Type::Boolean, "Whether it is out of sight."))
        .returns(Type::Object)
        .examples(&["board archive Garden", "board archive Garden --no-archived"])
        .removes()
}

pub(super) async fn archive(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let board = site.own_board(cx, args.text("name")?).await?;
    let board = site.store(cx).await?.archive_board(board.id, args.flag("archived")).await?;
    Ok(archived(&board).line(format!("archive_board \"{}\"", board.name)))
}

fn archived(board: &Board) -> Outcome {
    let arguments: Object = [
        ("name".to_string(), Value::from(board.name.as_str())),
        ("archived".to_string(), Value::from(!board.archived)),
    ]
    .into_iter()
    .collect();
    let change = match board.archived {
        true => Change::Removed(format!("board \"{}\"", board.name)),
        false => Change::Added(format!("board \"{}\"", board.name)),
    };
    let mut told = Object::new();
    told.insert("name".into(), board.name.as_str().into());
    told.insert("archived".into(), board.archived.into());
    Outcome::found(told).change(change).undo(Call { capability: "board.archive_board".into(), arguments })
}
