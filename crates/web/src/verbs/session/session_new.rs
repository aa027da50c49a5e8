use lemmascope_browser::session::Mode;
use lemmascope_browser::settings;
use lemmascope_intent::{Args, Cause, Failure, Object, Outcome, Parameter, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.session_new", "Start a session with cookies, storage and tabs of its own.")
        .lasting()
        .parameter(Parameter::required("name", Type::String, "Its name."))
        .parameter(Parameter::optional("mode", Type::String, "headless, headed or remote."))
        .returns(Type::Object)
        .examples(&["session new shopping", "session new shopping --mode headed"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    let mode = args.optional_text("mode").map(Mode::read).transpose()?;
    if visit.sessions.names().await.iter().any(|known| known == name) {
        return Err(Failure::new(Cause::AlreadyExists, format!("there is a session \"{name}\" already"))
            .hint(format!("`session {name}` goes on in it, `session close {name}` ends it.")));
    }
    let mut session = visit.sessions.enter(name).await;
    session.mode = mode;
    let mode = match mode {
        Some(mode) => mode,
        None => Mode::read(&settings::text(visit.cx, "web.mode"))?,
    };
    let result = Object::from([("mode".to_string(), mode.as_str().into())]);
    Ok(Outcome::found(result).line(format!("session new {name}")))
}
