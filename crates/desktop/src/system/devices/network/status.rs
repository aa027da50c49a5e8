use lemmascope_intent::{Args, Context, Failure, Outcome, Signature, Type, Value};

use super::super::telling::{object, text};
use super::interface;
use super::manager::Manager;
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.network.status", "Show the network connection of this machine.")
        .returns(Type::Object)
        .examples(&["system.network.status"])
}

/// The signature of the same verb in the `state` category.
pub(in super::super) fn signature_of_state() -> Signature {
    Signature {
        name: "system.state.network_status",
        examples: &["system.state.network_status"],
        ..signature()
    }
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let root = settings.kernel.clone();
    let (interfaces, way) = apart(move || Ok((interface::all(&root), interface::way_out(&root)))).await?;
    let manager = Manager::reach(settings).await;
    let (wifi, everywhere) = match &manager {
        Some(manager) => (manager.wifi().await, manager.reaches_everywhere().await),
        None => (None, None),
    };
    let through = way.as_ref().and_then(|way| interfaces.iter().find(|it| it.name == way.interface));
    // Without a connectivity check, a default route over an active interface counts as online.
    let online = everywhere.unwrap_or(through.is_some_and(|it| it.up));
    let line = match (online, &way, &wifi) {
        (true, Some(way), Some(wifi)) => format!("online through {} (\"{wifi}\")", way.interface),
        (true, Some(way), None) => format!("online through {}", way.interface),
        (true, None, _) => "online".into(),
        (false, ..) if interfaces.iter().any(|it| it.up && it.kind != "loop") => {
            "connected, but not to the internet".into()
        }
        (false, ..) => "offline".into(),
    };
    let told = object([
        ("online", online.into()),
        ("through", text(way.as_ref().map(|way| way.interface.clone()))),
        ("gateway", text(way.and_then(|way| way.gateway))),
        ("wifi", text(wifi)),
        ("interfaces", Value::List(interfaces.iter().map(interface::Interface::told).collect())),
    ]);
    Ok(Outcome::found(told).line(line))
}
