use lemmascope_browser::text::tame;
use lemmascope_intent::{Args, Failure, Object, Outcome, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.sessions", "List the sessions that have pages open.")
        .returns(Type::Array)
        .examples(&["sessions"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let sessions = visit.sessions.list().await.into_iter().map(|(name, mode, tabs, url)| {
        let mut fields = Object::from([("name".to_string(), name.into())]);
        if let Some(mode) = mode {
            fields.insert("mode".into(), mode.as_str().into());
        }
        match tabs {
            Some(tabs) => fields.insert("tabs".into(), (tabs as i64).into()),
            None => fields.insert("busy".into(), true.into()),
        };
        if let Some(url) = url.filter(|url| !url.is_empty()) {
            fields.insert("url".into(), tame(&url, 200).into());
        }
        Value::Object(fields)
    });
    Ok(Outcome::found(sessions.collect::<Vec<_>>()))
}
