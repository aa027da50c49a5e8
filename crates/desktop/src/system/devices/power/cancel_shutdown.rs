use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Signature};

use super::super::bus::refused;
use super::login::{Login, WHO};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    // Its undo would be a shutdown, which always requires confirmation.
    Signature::change("system.power.cancel_shutdown", "Call off a shutdown that has not begun.")
        .needs(&[Need::Bus])
        .lasting()
        .examples(&["system.power.cancel_shutdown"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let login = Login::reach(settings).await?;
    let answered = login.manager().call("CancelScheduledShutdown", &()).await;
    let answered = answered.map_err(|error| refused(WHO, &error))?;
    let called_off: bool = answered.body().deserialize().unwrap_or(false);
    if !called_off && !cx.unsettled && !cx.repeated {
        return Err(Failure::new(Cause::TargetNotFound, "no shutdown is planned")
            .hint("There is nothing to call off; system.power.shutdown plans one."));
    }
    Ok(Outcome::default().line("call off the shutdown"))
}
