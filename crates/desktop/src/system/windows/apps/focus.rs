use lemmascope_intent::{Args, Cause, Failure, Format, Need, Outcome, Parameter, Signature, Type};

use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, choose};
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.apps.focus", "Bring the window of an application to the front.")
        .parameter(Parameter::optional("app", Type::String, "The application.").format(Format::Application))
        .parameter(
            Parameter::optional("title", Type::String, "The title of its window, or a part of it.")
                .format(Format::Window),
        )
        .parameter(Parameter::optional("pid", Type::Number, "The number of its process."))
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.apps.focus firefox"])
}

pub(in crate::system::windows) fn act(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    named(args)?;
    let client = choose(visit, args, Several::Topmost)?;
    change(visit, "focus", &client, |desk| {
        if client.minimized {
            desk.show(client.id)?;
        }
        desk.activate(client.id)
    })
}

/// Fails unless a parameter selects the application.
pub(super) fn named(args: &Args) -> Result<(), Failure> {
    match ["app", "title", "pid"].iter().any(|name| args.get(name).is_some()) {
        true => Ok(()),
        false => Err(Failure::new(Cause::MissingParameter, "it is not said which application")
            .hint("Give app, title or pid.")
            .about("app")),
    }
}
