use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, aimed, choose};
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    aimed(Signature::change("system.window.minimize", "Minimize a window, or the active one."))
        .returns(Type::Object)
        .examples(&["system.window.minimize --title Inbox"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let client = choose(visit, args, Several::Topmost)?;
    change(visit, "minimize", &client, |desk| match client.minimized {
        true => Ok(()),
        false => desk.minimize(client.id),
    })
}
