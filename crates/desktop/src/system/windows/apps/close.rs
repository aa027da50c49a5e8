use std::time::Duration;

use lemmascope_intent::{
    Args, Change, Failure, Format, Need, Notation, Object, Outcome, Parameter, Risk, Signature, Type, Value,
};

use super::focus::named;
use crate::system::windows::choice::choose_all;
use crate::system::windows::closing::close;
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.apps.close", "Ask all windows of an application to close.")
        .parameter(Parameter::optional("app", Type::String, "The application.").format(Format::Application))
        .parameter(
            Parameter::optional("title", Type::String, "The title of its window, or a part of it.")
                .format(Format::Window),
        )
        .parameter(Parameter::optional("pid", Type::Number, "The number of its process."))
        .parameter(
            Parameter::defaulted("timeout", "5s", Type::String, "How long each may take to close.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .needs(&[Need::Display])
        .risk(Risk::Medium)
        .lasting()
        .examples(&["system.apps.close xterm"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    named(args)?;
    let limit = visit.timeout(args, Duration::from_secs(5))?;
    let clients = choose_all(visit, args)?;
    let mut closed = Vec::new();
    for client in &clients {
        // Closing one window may close the others too.
        if visit.desk.again(client.id)?.is_some() {
            close(&visit.desk, client, limit).map_err(|failure| match closed.is_empty() {
                true => failure,
                false => {
                    failure.context(format!("closed before that: {}", closed.join(", "))).effect_unknown()
                }
            })?;
        }
        closed.push(client.name().to_string());
    }
    let mut told = Object::new();
    told.insert("closed".into(), Value::List(closed.iter().map(|title| title.as_str().into()).collect()));
    let outcome = Outcome::found(told).line(format!("apps.close {}", closed.join(", ")));
    Ok(closed
        .iter()
        .fold(outcome, |outcome, title| outcome.change(Change::Removed(format!("window \"{title}\"")))))
}
