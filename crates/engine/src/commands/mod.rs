//! What the engine itself understands, beside the intents and verbs that are registered.

mod configure;
mod define;
mod help;
mod reverse;

use lemmascope_intent::{Number, Report, Value};
use lemmascope_language::command::{self, Command};

use crate::engine::{Engine, Request};
use crate::invocation::Invocation;
use reverse::Direction;

impl Engine {
    pub(crate) async fn dispatch(&self, command: &Command, body: &str, request: &Request) -> Report {
        let (name, session) = (command.name(), request.session.as_str());
        let argument =
            |name: &str| command.argument(name).and_then(command::Value::as_str).unwrap_or_default();
        let outcome = match name {
            "undo" => self.reverse(Direction::Undo, request).await,
            "redo" => self.reverse(Direction::Redo, request).await,
            "config show" => self.show_configuration(argument("key")),
            "config set" => self.set(argument("key"), argument("value")).await,
            "config reset" => self.reset(argument("key")).await,
            "help" => self.help(argument("command"), session),
            "intents" => Ok(self.list_intents(command, session)),
            "sessions" => Ok(Report::ok(name).section("sessions", self.sessions.names())),
            "define" => self.define(argument("name"), body, session),
            "undefine" => self.undefine(argument("name"), session),
            _ => return self.invoke(invocation(command), request).await,
        };
        outcome.unwrap_or_else(|failure| Report::error(name, &failure))
    }
}

/// The call of an intent or a verb that a command means.
fn invocation(command: &Command) -> Invocation {
    let mut positional: Vec<Value> =
        command.arguments().iter().map(|argument| value(&argument.value)).collect();
    let mut name = command.name().to_string();
    if name == "run" && !positional.is_empty() {
        name = positional.remove(0).to_string();
    }
    let options =
        command.options().iter().map(|given| (given.name.clone(), given.value.as_ref().map(value))).collect();
    Invocation { name, positional, options }
}

fn value(value: &command::Value) -> Value {
    match value {
        command::Value::Number(number) => Number::from_f64(*number).map_or(Value::Null, Value::Number),
        command::Value::Target(located) => Value::Text(located.target.to_string()),
        command::Value::Duration(span) => Value::Text(span.to_string()),
        command::Value::Keys(keys) => Value::Text(keys.to_string()),
        text => text.as_str().map_or(Value::Null, Value::from),
    }
}
