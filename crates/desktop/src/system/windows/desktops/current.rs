use lemmascope_intent::{Args, Failure, Need, Object, Outcome, Signature, Type, Value};

use super::shown;
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::observe("system.virtual_desktop.current", "Say which virtual desktop is shown.")
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.virtual_desktop.current"])
}

pub(in crate::system::windows) fn act(visit: &Visit, _args: &Args) -> Result<Outcome, Failure> {
    let desk = &visit.desk;
    let (count, current) = shown(desk)?;
    let names = desk.bytes(desk.root(), desk.names._NET_DESKTOP_NAMES)?;
    let name = names.split(|byte| *byte == 0).nth(usize::try_from(current).unwrap_or(usize::MAX));
    let name = name.map(|name| String::from_utf8_lossy(name).into_owned()).filter(|name| !name.is_empty());
    let mut told = Object::new();
    told.insert("n".into(), Value::from(i64::from(current) + 1));
    told.insert("count".into(), Value::from(i64::from(count)));
    if let Some(name) = name {
        told.insert("name".into(), name.into());
    }
    Ok(Outcome::found(told).line(format!("virtual_desktop.current ({} of {count})", current + 1)))
}
