use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type, Value};

use super::cookie_jar::{cookie_value, is_secret, named};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.cookies_get", "Show a cookie.")
        .command("cookies get <name>")
        .aliases(&["cookie get"])
        .parameter(Parameter::required("name", Type::String, "Its name.").written(Notation::Name))
        .returns(Type::Object)
        .examples(&["cookies get theme"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let session = visit.tab().await?;
    let found = named(&session, args.text("name")?).await?;
    // An explicit request for one cookie shows its value. An untrusted definition may use it, but not see it.
    let cookie_value = |cookie| cookie_value(cookie, !visit.cx.is_sandboxed() || !is_secret(cookie));
    Ok(Outcome::found(match found.as_slice() {
        [one] => cookie_value(one),
        several => several.iter().map(cookie_value).collect::<Vec<Value>>().into(),
    }))
}
