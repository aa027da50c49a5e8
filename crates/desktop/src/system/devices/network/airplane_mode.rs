use lemmascope_intent::{
    Args, Cause, Change, Context, Failure, Need, Object, Outcome, Parameter, Signature, Type, Value,
};

use super::super::bus::refused;
use super::super::telling::{call, object, texts};
use super::manager::Manager;
use super::radio::{self, Radio};
use crate::system::settings::Settings;
use crate::verb::apart;

/// The name of NetworkManager's own switch, beside the kernel's radios.
pub(super) const MANAGED: &str = "manager";

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.network.airplane_mode", "Switch all radios off, or on again.")
        .parameter(Parameter::required("on", Type::Boolean, "Whether the machine is to be silent."))
        .returns(Type::Object)
        .needs(&[Need::Network])
        .examples(&["system.network.airplane_mode on"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let silent = args.flag("on");
    let wanted = |_: &str| Some(!silent);
    let mut outcome = switch(settings, wanted, cx).await?;
    outcome.line = Some(format!("airplane mode {}", if silent { "on" } else { "off" }));
    if let Value::Object(told) = &mut outcome.value {
        told.insert("airplane_mode".into(), silent.into());
    }
    Ok(outcome)
}

/// Switches each radio as requested, and returns their previous states.
pub(super) async fn switch(
    settings: &Settings,
    wanted: impl Fn(&str) -> Option<bool>,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let root = settings.kernel.clone();
    let radios = apart(move || Ok(radio::all(&root))).await?;
    if radios.is_empty() {
        return switch_managed(settings, wanted, cx).await;
    }
    let steps: Vec<(Radio, bool)> =
        radios.iter().filter_map(|radio| Some((radio.clone(), wanted(&radio.id)?))).collect();
    let before: Object = radios.iter().map(|radio| (radio.id.clone(), radio.on.into())).collect();
    let undo = call("system.network.set_radios", [("radios", before.into())]);
    (cx.promise)(undo.clone()).await?;
    let root = settings.kernel.clone();
    let changed = apart(move || carry_out(&root, &steps)).await?;
    let held = radios.iter().filter(|radio| radio.switched_off).map(|radio| radio.name.clone());
    let told = object([
        ("radios", texts(radios.iter().map(|radio| radio.name.clone()))),
        ("held_by_a_switch", texts(held)),
    ]);
    Ok(changed.into_iter().fold(Outcome::found(told), Outcome::change).undo(undo))
}

fn carry_out(root: &std::path::Path, steps: &[(Radio, bool)]) -> Result<Vec<Change>, Failure> {
    let mut done: Vec<&Radio> = Vec::new();
    let mut changes = Vec::new();
    for (radio, on) in steps.iter().filter(|(radio, on)| radio.on != *on) {
        if let Err(error) = radio.set(root, *on) {
            // All or none: on an error, the radios that were switched are reverted.
            let stuck = done.iter().filter(|radio| radio.set(root, radio.on).is_err()).count();
            let failure =
                Failure::new(Cause::PermissionDenied, format!("{} cannot be switched: {error}", radio.name))
                    .hint("Do it from the session at the machine, or as an administrator.");
            return Err(if stuck == 0 { failure } else { failure.effect_unknown() });
        }
        done.push(radio);
        let word = |on: bool| if on { "on" } else { "off" }.to_string();
        changes.push(Change::Altered { what: radio.name.clone(), before: word(radio.on), after: word(*on) });
    }
    Ok(changes)
}

/// Switches the radio of NetworkManager, on a machine whose kernel lists none.
async fn switch_managed(
    settings: &Settings,
    wanted: impl Fn(&str) -> Option<bool>,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let none = || {
        Failure::new(Cause::Unavailable, "this machine has no radio that could be switched off")
            .hint("A network over cable is ended by pulling the cable.")
    };
    let manager = Manager::reach(settings).await.ok_or_else(none)?;
    let (was, on) = manager.radio().await.zip(wanted(MANAGED)).ok_or_else(none)?;
    let before: Object = [(MANAGED.to_string(), was.into())].into_iter().collect();
    let undo = call("system.network.set_radios", [("radios", before.into())]);
    (cx.promise)(undo.clone()).await?;
    manager.set_radio(on).await.map_err(|error| refused("NetworkManager", &error))?;
    let told = object([("radios", texts(["wireless".to_string()]))]);
    Ok(Outcome::found(told).undo(undo))
}
