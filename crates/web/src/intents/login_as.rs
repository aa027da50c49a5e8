use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Reach, Signature, Type};

use super::login::{LoginCredentials, Pin, options, sign_in};
use crate::verbs::Visit;

pub(super) fn signature() -> Signature {
    options(
        Signature::change("web.login_as", "Sign in with a stored credential.")
            .command("login_as <credentials>")
            .aliases(&["login as"])
            .calls_intent()
            .reach(Reach::Credentials)
            .lasting()
            .parameter(
                Parameter::required("credentials", Type::String, "The name of the credential.")
                    .written(Notation::Name),
            ),
    )
    .examples(&["login_as work", "login as work"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let name = args.text("credentials")?;
    let kept = (visit.cx.credentials)(name.to_string()).await?;
    let guest = LoginCredentials {
        pin: Some(Pin::new(&kept.name, &kept.origin)?),
        username: kept.username,
        password: kept.password,
        totp: kept.totp,
    };
    sign_in(visit, args, &guest).await
}
