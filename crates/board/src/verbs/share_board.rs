//! The verbs for sharing a board with owners. Only its owner can see and change a board that is not shared.

use lemmascope_intent::{
    Args, Call, Cause, Change, Context, Failure, Object, Outcome, Owner, Parameter, Signature, Type, Value,
};

use crate::site::{Site, texts};

pub(super) fn signature() -> Signature {
    Signature::change(
        "board.share_board",
        "Share a board with another owner, who can then read and change it.",
    )
    .command("board share <name> with <owner>")
    .parameter(Parameter::required("name", Type::String, "The board."))
    .parameter(Parameter::required("owner", Type::String, "The owner, as in the name of a key."))
    .returns(Type::Object)
    .examples(&["board share Garden with planner"])
}

pub(super) async fn share(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    change(site, args, cx, true).await
}

pub(super) fn withdrawing_signature() -> Signature {
    Signature::change("board.unshare_board", "Stop sharing a board with another owner.")
        .command("board unshare <name> with <owner>")
        .parameter(Parameter::required("name", Type::String, "The board."))
        .parameter(Parameter::required("owner", Type::String, "The owner."))
        .returns(Type::Object)
        .examples(&["board unshare Garden with planner"])
}

pub(super) async fn withdraw(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    change(site, args, cx, false).await
}

async fn change(site: &Site, args: Args, cx: &Context, shared: bool) -> Result<Outcome, Failure> {
    let owner = Owner::new(args.text("owner")?.trim()).map_err(|failure| failure.about("owner"))?;
    let board = site.own_board(cx, args.text("name")?).await?;
    if board.owner == owner.as_str() {
        let message = format!("the board \"{}\" is {owner}'s own", board.name);
        return Err(Failure::new(Cause::InvalidParameter, message).about("owner"));
    }
    let mut members: Vec<String> =
        board.members.iter().filter(|member| *member != owner.as_str()).cloned().collect();
    if shared {
        members.push(owner.to_string());
    }
    let is_changed = shared != board.members.iter().any(|member| member == owner.as_str());
    let board = match is_changed {
        true => site.store(cx).await?.share_board(board.id, &members).await?,
        false => board,
    };
    let mut value = Object::new();
    value.insert("name".into(), board.name.as_str().into());
    value.insert("owner".into(), board.owner.as_str().into());
    value.insert("members".into(), texts(&board.members));
    let verb = if shared { "share_board" } else { "unshare_board" };
    let outcome = Outcome::found(value).line(format!("{verb} \"{}\" with {owner}", board.name));
    if !is_changed {
        return Ok(outcome);
    }
    let what = format!("{owner} in board \"{}\"", board.name);
    let arguments = [
        ("name".to_string(), Value::from(board.name.as_str())),
        ("owner".to_string(), Value::from(owner.as_str())),
    ];
    let back = if shared { "board.unshare_board" } else { "board.share_board" };
    let back = Call { capability: back.into(), arguments: arguments.into_iter().collect() };
    Ok(outcome.change(if shared { Change::Added(what) } else { Change::Removed(what) }).undo(back))
}
