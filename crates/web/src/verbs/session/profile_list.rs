use lemmascope_browser::session::ProfileFolder;
use lemmascope_intent::{Args, Failure, Object, Outcome, Reach, Signature, Type, Value};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.profile_list", "List the saved browser profiles.")
        .command("profile list")
        .aliases(&["profiles"])
        .reach(Reach::Engine)
        .returns(Type::Array)
        .examples(&["profile list"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let folder = ProfileFolder::of_session(&visit.sessions.settings.saved_profiles, &visit.cx.session);
    let listed = folder.list()?.into_iter().map(|profile| {
        let mut about = Object::from([("name".to_string(), Value::from(profile.name))]);
        if let Ok(saved) = profile.saved.duration_since(std::time::UNIX_EPOCH) {
            about.insert("saved".into(), (saved.as_secs() as i64).into());
        }
        if let Some(user) = profile.used_by {
            about.insert("in_use".into(), user.into());
        }
        Value::from(about)
    });
    Ok(Outcome::found(Value::List(listed.collect())).line("profile list"))
}
