use std::time::Duration;

use lemmascope_intent::{
    Args, Call, Change, Failure, Need, Object, Outcome, Parameter, Signature, Type, Value,
};

use crate::system::windows::client::Client;
use crate::system::windows::closing::close;
use crate::system::windows::verb::Visit;

/// The signature of the undo call that closes the window that an application opened.
pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.apps.put_away", "Close the window that was opened.")
        .parameter(Parameter::required("window", Type::Number, "The window."))
        .parameter(Parameter::required("class", Type::String, "The class of its application."))
        .needs(&[Need::Display])
        .lasting()
        .internal()
}

/// Returns the call that closes the window.
pub(in crate::system::windows) fn call(client: &Client) -> Call {
    let mut arguments = Object::new();
    arguments.insert("window".into(), Value::from(i64::from(client.id)));
    arguments.insert("class".into(), client.class.as_str().into());
    Call { capability: "system.apps.put_away".into(), arguments }
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    let id = args.optional_integer("window").and_then(|id| u32::try_from(id).ok()).unwrap_or(0);
    let same = |client: &Client| args.optional_text("class") == Some(client.class.as_str());
    let Some(client) = visit.desk.again(id)?.filter(same) else {
        return Ok(Outcome::default().line("the window has been closed already"));
    };
    close(&visit.desk, &client, visit.timeout(args, Duration::from_secs(5))?)?;
    let name = client.name();
    Ok(Outcome::default()
        .line(format!("closed \"{name}\""))
        .change(Change::Removed(format!("window \"{name}\""))))
}
