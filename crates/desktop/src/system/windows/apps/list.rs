use lemmascope_intent::{Args, Context, Failure, Format, Object, Outcome, Signature, Type, Value};

use crate::opening::Catalog;
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in crate::system::windows) fn signature() -> Signature {
    let signature = Signature::observe("system.apps.list", "List the applications that are installed.")
        .returns(Type::Array)
        .examples(&["system.apps.list"]);
    Signature { lists: Some(Format::Application), ..signature }
}

pub(in crate::system::windows) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let reading = settings.clone();
    let applications = apart(move || Ok(Catalog::read(&reading).installed())).await?;
    let count = match applications.len() {
        1 => "1 application".to_string(),
        count => format!("{count} applications"),
    };
    let told = applications.into_iter().map(|(name, id)| {
        let fields = [("name".to_string(), Value::from(name)), ("id".to_string(), Value::from(id))];
        Value::Object(Object::from_iter(fields))
    });
    Ok(Outcome::found(told.collect::<Vec<Value>>()).line(format!("apps.list ({count})")))
}
