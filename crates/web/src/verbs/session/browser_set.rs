use lemmascope_intent::{Args, Change, Failure, Object, Outcome, Reach, Signature, Type};

use super::browser_options::{network_parameters, parameters, read, shown};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature = Signature::change("web.browser_set", "Set or show the mode of the session's browser.")
        .command("browser set")
        .lasting()
        // A proxy sees all traffic of a page, so this requires the permission to change settings.
        .reach(Reach::Engine)
        .returns(Type::Object)
        .examples(&["browser set --profile work", "browser set --mode headed --locale pt-BR"]);
    [parameters(), network_parameters()].concat().into_iter().fold(signature, Signature::parameter)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let given = read(args)?;
    let mut session = visit.sessions.enter(&visit.cx.session).await;
    let before = session.preferences().clone();
    session.prefer(given).await?;
    let now = shown(session.preferences());
    let altered = now.iter().filter(|option| !shown(&before).contains(option));
    let changes: Vec<Change> =
        altered.map(|(name, value)| Change::Added(format!("{name}: {value}"))).collect();
    let result: Object = now.into_iter().map(|(name, value)| (name.to_string(), value.into())).collect();
    Ok(changes.into_iter().fold(Outcome::found(result).line("browser set"), Outcome::change))
}
