use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Parameter, Signature, Type, Value};

use super::airplane_mode::switch;
use crate::system::settings::Settings;

/// The signature of the undo call for `airplane_mode`, which restores each radio.
pub(in super::super) fn signature() -> Signature {
    Signature::change("system.network.set_radios", "Switch radios on and off, each by its name.")
        .parameter(Parameter::required("radios", Type::Object, "Which is to be on."))
        .returns(Type::Object)
        .needs(&[Need::Network])
        .internal()
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let radios = args.get("radios").and_then(Value::as_object).cloned().unwrap_or_default();
    let outcome = switch(settings, |id| radios.get(id).and_then(Value::as_bool), cx).await?;
    Ok(outcome.line("switch the radios as they were"))
}
