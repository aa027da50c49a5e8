use lemmascope_browser::driver::Endpoint;
use lemmascope_browser::settings;
use lemmascope_intent::{Args, Cause, Change, Failure, Notation, Outcome, Parameter, Reach, Signature, Type};

use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::change("web.attach", "Attach to a running Chromium, in a new tab.")
        .command("attach <where>")
        .known_as(&["connect"])
        .lasting()
        // The user's own browser contains the user's logins, so this requires the permission to change
        // settings.
        .reach(Reach::Engine)
        .parameter(
            Parameter::required("where", Type::String, "Its port, or its address by http:// or ws://.")
                .written(Notation::Text),
        )
        .examples(&["attach 9222", "attach http://127.0.0.1:9222"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let endpoint = Endpoint::parse(args.text("where")?)?;
    let permitted = settings::list(visit.cx, "web.attach_hosts");
    let is_permitted =
        |host: &String| host.trim().trim_matches(['[', ']']).eq_ignore_ascii_case(&endpoint.host());
    if !endpoint.is_local() && !permitted.iter().any(is_permitted) {
        return Err(Failure::new(
            Cause::Forbidden,
            format!("{endpoint} is not on this machine, and web.attach_hosts does not name it"),
        )
        .about("where")
        .hint("Add the host to web.attach_hosts in config.yaml, if you trust it."));
    }
    let mut session = visit.sessions.enter(&visit.cx.session).await;
    let shown = endpoint.to_string();
    session.attach(visit.sessions, visit.cx, endpoint).await?;
    Ok(Outcome::default()
        .line(format!("attach {shown}"))
        .change(Change::Added(format!("a tab in the browser at {shown}"))))
}
