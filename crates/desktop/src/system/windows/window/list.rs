use lemmascope_intent::{Args, Failure, Format, Need, Outcome, Signature, Type, Value};

use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    let signature =
        Signature::observe("system.window.list", "List the windows that are open, the topmost first.")
            .returns(Type::Array)
            .needs(&[Need::Display])
            .examples(&["system.window.list"]);
    Signature { lists: Some(Format::Window), ..signature }
}

pub(in crate::system::windows) fn act(visit: &Visit, _args: &Args) -> Result<Outcome, Failure> {
    let told: Vec<Value> = visit.desk.clients()?.iter().map(|client| Value::Object(client.told())).collect();
    let count = match told.len() {
        1 => "1 window".to_string(),
        count => format!("{count} windows"),
    };
    Ok(Outcome::found(told).line(format!("window.list ({count})")))
}
