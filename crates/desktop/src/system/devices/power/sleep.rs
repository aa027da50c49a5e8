use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Risk, Signature};

use super::super::bus::refused;
use super::login::{Login, WHO};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.power.sleep", "Put this machine to sleep.")
        .needs(&[Need::Bus])
        .risk(Risk::High)
        .lasting()
        .warning("this machine will be suspended now; its programs stop until it wakes up")
        .examples(&["system.power.sleep"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let done = Outcome::default().line("go to sleep");
    if cx.repeated {
        // On repetition after a crash, the machine has slept already, and must not be put to sleep again
        // unexpectedly.
        return Ok(done);
    }
    let login = Login::reach(settings).await?;
    login.is_free("sleep").await?;
    login.manager().call("Suspend", &false).await.map_err(|error| refused(WHO, &error))?;
    Ok(done)
}
