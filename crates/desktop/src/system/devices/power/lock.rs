use lemmascope_intent::{Args, Cause, Context, Failure, Need, Outcome, Signature};

use super::super::bus::{Bus, Peer, refused};
use super::login::Login;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.power.lock", "Lock the screen.")
        .needs(&[Need::Bus])
        .lasting()
        .examples(&["system.power.lock"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let by_login = match Login::reach(settings).await {
        Ok(login) => login.tell_session("Lock", &()).await,
        Err(failure) => Err(failure),
    };
    let Err(failure) = by_login else { return Ok(Outcome::default().line("lock the screen")) };
    // A session without logind may still have a screen saver.
    match by_saver(settings).await {
        Ok(()) => Ok(Outcome::default().line("lock the screen")),
        Err(other) if failure.cause == Cause::Unavailable => Err(failure.context(other.message)),
        Err(_) => Err(failure),
    }
}

async fn by_saver(settings: &Settings) -> Result<(), Failure> {
    let bus = Bus::session(settings).await?;
    let saver = Peer {
        bus: &bus,
        name: "org.freedesktop.ScreenSaver",
        path: "/org/freedesktop/ScreenSaver",
        interface: "org.freedesktop.ScreenSaver",
    };
    saver.call("Lock", &()).await.map(|_| ()).map_err(|error| refused("the screen saver", &error))
}
