use lemmascope_intent::{Args, Failure, Outcome, Signature, Type};

use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, aimed, choose};
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    aimed(Signature::change("system.window.maximize", "Let a window, or the active one, fill the screen."))
        .returns(Type::Object)
        .examples(&["system.window.maximize --app Firefox"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let client = choose(visit, args, Several::Topmost)?;
    change(visit, "maximize", &client, |desk| {
        if client.minimized {
            desk.show(client.id)?;
        }
        desk.set_maximized(client.id, true, true)?;
        desk.activate(client.id)
    })
}
