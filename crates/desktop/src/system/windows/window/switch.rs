use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type};

use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, aimed, choose};
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    aimed(Signature::change(
        "system.window.switch",
        "Activate a window; by default the previously active one.",
    ))
    .returns(Type::Object)
    .examples(&["system.window.switch", "system.window.switch --title Inbox"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let named = ["title", "app", "pid"].iter().any(|name| args.get(name).is_some());
    let client = match named {
        true => choose(visit, args, Several::Topmost)?,
        false => {
            let desk = &visit.desk;
            let here = desk.number(desk.root(), desk.names._NET_CURRENT_DESKTOP)?;
            let other = desk.clients()?.into_iter().find(|client| {
                !client.active && !client.minimized && (client.desktop.is_none() || client.desktop == here)
            });
            other.ok_or_else(|| {
                Failure::new(Cause::TargetNotFound, "there is no other window on this virtual desktop")
                    .hint("Name the window by its title.")
            })?
        }
    };
    change(visit, "switch", &client, |desk| {
        if client.minimized {
            desk.show(client.id)?;
        }
        desk.activate(client.id)
    })
}
