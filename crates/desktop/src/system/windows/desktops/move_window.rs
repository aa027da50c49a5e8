use lemmascope_intent::{Args, Failure, Format, Need, Outcome, Parameter, Signature, Type};

use super::meant;
use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, choose};
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.virtual_desktop.move_window", "Move a window to a virtual desktop.")
        .parameter(
            Parameter::required("title", Type::String, "The title of the window, or a part of it.")
                .format(Format::Window),
        )
        .parameter(
            Parameter::required("n", Type::Number, "The number of the virtual desktop, from 1.")
                .within(1, 100),
        )
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.virtual_desktop.move_window Inbox 2"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let wanted = meant(&visit.desk, args)?;
    let client = choose(visit, args, Several::Ask)?;
    change(visit, "move_window", &client, |desk| match client.desktop == Some(wanted) {
        true => Ok(()),
        false => desk.move_to(client.id, wanted),
    })
}
