use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lemmascope_intent::{Args, Cause, Context, Failure, Notation, Outcome, Parameter, Risk, Signature, Type};

use super::launch::texts;
use crate::opening::{Start, program};
use crate::system::settings::Settings;
use crate::system::windows::arrival::{Wait, launch};
use crate::system::windows::verb::timeout;

/// The effects of a program are irreversible, so it requires confirmation.
pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.apps.launch_path", "Run a program at a path.")
        .parameter(Parameter::required(
            "executable",
            Type::String,
            "Its path, or its name where programs are.",
        ))
        .parameter(Parameter::optional("args", Type::Array, "Its arguments."))
        .parameter(
            Parameter::defaulted("timeout", "10s", Type::String, "How long a window may take.")
                .written(Notation::Duration),
        )
        .returns(Type::Object)
        .risk(Risk::High)
        .lasting()
        .examples(&["system.apps.launch_path /usr/bin/xclock --args [-digital]"])
}

pub(in crate::system::windows) async fn act(
    settings: &Settings,
    args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    if cx.is_sandboxed() {
        return Err(Failure::new(Cause::Forbidden, "a definition that is not trusted runs no programs")
            .hint("Trust the definition, or start an application by its name."));
    }
    let given = args.text("executable")?;
    let path = match Path::new(given).strip_prefix("~") {
        Ok(inside) => settings.home.join(inside),
        Err(_) if given.contains('/') => cx.workspace.join(given),
        Err(_) => PathBuf::from(given),
    };
    let found = path.to_str().and_then(|path| program(settings, path)).ok_or_else(|| {
        Failure::new(Cause::TargetNotFound, format!("\"{given}\" is not a program that can be run"))
            .hint("Give the path of a file that may be executed.")
            .about("executable")
    })?;
    let more: Vec<OsString> = texts(&args, "args")?.into_iter().map(OsString::from).collect();
    let limit = timeout(&args, Duration::from_secs(10), cx.limit)?;
    let start = Start::program(settings, found, more);
    let arrival = launch(settings, start, Wait::IfPossible, limit, cx).await?;
    let outcome =
        arrival.outcome(arrival.told(), format!("apps.launch_path \"{given}\": {}", arrival.says()));
    // Closing the window does not undo other effects of the program, so undo is not offered.
    Ok(Outcome { undo: None, ..outcome })
}
