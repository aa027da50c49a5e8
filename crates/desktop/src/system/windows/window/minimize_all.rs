use lemmascope_intent::{Args, Change, Failure, Need, Outcome, Signature, Type, Value};

use crate::system::windows::standing::Standing;
use crate::system::windows::verb::Visit;

pub(in crate::system::windows) fn signature() -> Signature {
    Signature::change("system.window.minimize_all", "Minimize all windows of this virtual desktop.")
        .returns(Type::Object)
        .needs(&[Need::Display])
        .examples(&["system.window.minimize_all"])
}

pub(in crate::system::windows) fn act(visit: &Visit, _args: &Args) -> Result<Outcome, Failure> {
    let desk = &visit.desk;
    let here = desk.number(desk.root(), desk.names._NET_CURRENT_DESKTOP)?;
    let mut clients = desk.clients()?;
    clients.retain(|client| !client.minimized && (client.desktop.is_none() || client.desktop == here));
    let undo = Standing::of(desk, &clients)?.call();
    visit.promise(&undo)?;
    let (mut minimized, mut stayed) = (Vec::new(), Vec::new());
    for client in &clients {
        // A window that cannot be minimized, such as a dialog, does not affect the others.
        match desk.minimize(client.id) {
            Ok(()) => minimized.push(client.name().to_string()),
            Err(_) => stayed.push(client.name().to_string()),
        }
    }
    let line = format!("window.minimize_all ({} minimized, {} stayed)", minimized.len(), stayed.len());
    let texts = |texts: &[String]| Value::List(texts.iter().map(|text| text.as_str().into()).collect());
    let told = [("minimized", texts(&minimized)), ("stayed", texts(&stayed))];
    let told: lemmascope_intent::Object =
        told.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
    let mut outcome = Outcome::found(told).line(line);
    for title in &minimized {
        outcome = outcome.change(Change::Altered {
            what: title.clone(),
            before: "shown".into(),
            after: "minimized".into(),
        });
    }
    Ok(if minimized.is_empty() { outcome } else { outcome.undo(undo) })
}
