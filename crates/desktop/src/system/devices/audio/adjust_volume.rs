use lemmascope_intent::{Args, Context, Failure, Need, Outcome, Signature, Type};

use super::super::step::{by, direction, stepped};
use super::output::Output;
use super::set_volume::set;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::change("system.audio.adjust_volume", "Turn the sound up or down.")
        .parameter(direction())
        .parameter(by())
        .returns(Type::Object)
        .needs(&[Need::Sound])
        .examples(&["system.audio.adjust_volume up", "system.audio.adjust_volume down --by 20"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let output = Output::current(settings).await?;
    let level = stepped(output.level(), 0, &args)?;
    set(output, level, cx).await
}
