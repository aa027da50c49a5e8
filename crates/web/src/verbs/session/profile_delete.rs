use lemmascope_browser::session::ProfileFolder;
use lemmascope_intent::{Args, Change, Failure, Notation, Outcome, Parameter, Reach, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.profile_delete", "Delete a saved browser profile, with its cookies and storage.")
        .command("profile delete <name>")
        .aliases(&["profile remove"])
        .lasting()
        // Managing saved logins requires the permission to change settings.
        .reach(Reach::Engine)
        .removes()
        .parameter(Parameter::required("name", Type::String, "The profile.").written(Notation::Name))
        .examples(&["profile delete work"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("name")?;
    ProfileFolder::of_session(&visit.sessions.settings.saved_profiles, &visit.cx.session).delete(name)?;
    Ok(Outcome::default()
        .line(format!("profile delete {name}"))
        .change(Change::Removed(format!("profile {name}"))))
}
