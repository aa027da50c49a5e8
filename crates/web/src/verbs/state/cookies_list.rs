use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::cookie_jar::{cookie_value, is_secret};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.cookies_list", "List the cookies; session tokens are masked.")
        .command("cookies list")
        .aliases(&["cookie list", "get cookies"])
        .known_as(&["cookie"])
        .returns(Type::Array)
        .examples(&["cookies list"])
}

pub(super) async fn act(visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let mut cookies = session.context()?.cookies().await?;
    cookies.sort_by(|a, b| (&a.domain, &a.name, &a.path).cmp(&(&b.domain, &b.name, &b.path)));
    let listed: Vec<Value> = cookies.iter().map(|cookie| cookie_value(cookie, !is_secret(cookie))).collect();
    Ok(Outcome::found(listed))
}
