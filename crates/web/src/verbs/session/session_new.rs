use lemmascope_intent::{Args, Cause, Failure, Object, Outcome, Parameter, Signature, Type};

use super::browser_options::{parameters, read};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature =
        Signature::change("web.session_new", "Start a session with separate cookies, storage and tabs.")
            .lasting()
            .parameter(Parameter::required("name", Type::String, "Its name."))
            .returns(Type::Object)
            .examples(&["session new shopping", "session new shopping --mode headed"]);
    parameters().into_iter().fold(signature, Signature::parameter)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    let given = read(args)?;
    if visit.sessions.names().await.iter().any(|known| known == name) {
        return Err(Failure::new(Cause::AlreadyExists, format!("there is a session \"{name}\" already"))
            .hint(format!("`session {name}` goes on in it, `session close {name}` ends it.")));
    }
    let mut session = visit.sessions.enter(name).await;
    session.prefer(given).await?;
    let mode = session.preferences().mode(visit.cx)?;
    let mut result = Object::from([("mode".to_string(), mode.as_str().into())]);
    if let Some(profile) = session.preferences().profile(visit.cx)? {
        result.insert("profile".into(), profile.into());
    }
    Ok(Outcome::found(result).line(format!("session new {name}")))
}
