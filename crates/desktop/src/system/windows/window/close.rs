use std::time::Duration;

use lemmascope_intent::{Args, Change, Failure, Notation, Outcome, Parameter, Risk, Signature, Type};

use crate::system::windows::choice::{Several, aimed, choose};
use crate::system::windows::closing::close;
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    aimed(Signature::change("system.window.close", "Ask a window, or the active one, to close."))
        .parameter(
            Parameter::defaulted("timeout", "5s", Type::String, "How long it may take to close.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .risk(Risk::Medium)
        .lasting()
        .examples(&["system.window.close --title Inbox"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let limit = visit.timeout(args, Duration::from_secs(5))?;
    let client = choose(visit, args, Several::Ask)?;
    close(&visit.desk, &client, limit)?;
    let name = client.name();
    Ok(Outcome::found(client.told())
        .line(format!("window.close \"{name}\""))
        .change(Change::Removed(format!("window \"{name}\""))))
}
