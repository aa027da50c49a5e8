use lemmascope_intent::{Args, Context, Failure, Outcome, Signature, Type, Value};

use super::super::kernel;
use super::super::telling::{object, text, texts};
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in super::super) fn signature() -> Signature {
    Signature::observe(
        "system.state.execution_context",
        "Show the folder and the user that commands run with.",
    )
    .known_as(&["pwd", "whoami", "cd"])
    .returns(Type::Object)
    .examples(&["system.state.execution_context"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    cx: &Context,
) -> Result<Outcome, Failure> {
    let release = settings.kernel.join("etc/os-release");
    let system = apart(move || Ok(kernel::read(&release).and_then(|said| pretty_name(&said)))).await?;
    let names = rustix::system::uname();
    let host = names.nodename().to_string_lossy().into_owned();
    let kernel = format!("{} {}", names.sysname().to_string_lossy(), names.release().to_string_lossy());
    let sound = settings.runtime.as_ref().is_some_and(|runtime| runtime.join("pulse/native").exists());
    let abilities = [
        ("display", settings.display.is_some()),
        ("session_bus", settings.session_bus.is_some()),
        ("sound", sound),
    ];
    let here = abilities.iter().filter(|(_, there)| *there).map(|(name, _)| name.to_string());
    let line = format!("on {host}, in {}", cx.workspace.display());
    let told = object([
        ("session", cx.session.as_str().into()),
        ("workspace", cx.workspace.display().to_string().into()),
        ("home", settings.home.display().to_string().into()),
        ("host", host.into()),
        ("system", text(system)),
        ("kernel", kernel.into()),
        ("languages", texts(settings.languages.iter().cloned())),
        ("display", text(settings.display.clone())),
        ("has", texts(here)),
        ("trusted", Value::from(!cx.is_sandboxed())),
    ]);
    Ok(Outcome::found(told).line(line))
}

/// Returns the display name of the operating system from `os-release`.
fn pretty_name(said: &str) -> Option<String> {
    let name = said.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    let name = name.trim_matches(['"', '\'']);
    (!name.is_empty() && name.len() <= 200).then(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_pretty_name_of_the_system() {
        assert_eq!(pretty_name("ID=x\nPRETTY_NAME=\"X 12\"\n").as_deref(), Some("X 12"));
        assert_eq!(pretty_name("ID=x\nPRETTY_NAME=\"\""), None);
        assert_eq!(pretty_name(""), None);
    }
}
