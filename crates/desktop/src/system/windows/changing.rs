use lemmascope_intent::{Cause, Change, Failure, Outcome};

use super::client::Client;
use super::desk::Desk;
use super::standing::Standing;
use super::verb::Visit;

/// Changes the state of a window: records the undo call, applies the change, and reports the new state.
pub(super) fn change(
    visit: &Visit,
    verb: &str,
    client: &Client,
    act: impl FnOnce(&Desk) -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let desk = &visit.desk;
    let undo = Standing::of(desk, std::slice::from_ref(client))?.call();
    visit.promise(&undo)?;
    act(desk)?;
    let after = desk.again(client.id)?.ok_or_else(|| {
        Failure::new(Cause::TargetNotFound, format!("\"{}\" was closed in the meantime", client.name()))
    })?;
    let outcome =
        Outcome::found(after.told()).line(format!("window.{verb} \"{}\"", client.name())).undo(undo);
    let (before, now) = (standing(client), standing(&after));
    Ok(match before == now {
        true => outcome,
        false => outcome.change(Change::Altered {
            what: format!("window \"{}\"", client.name()),
            before,
            after: now,
        }),
    })
}

/// Describes the state of a window.
fn standing(client: &Client) -> String {
    let area = client.area;
    let mut words = match (client.minimized, client.maximized()) {
        (true, _) => "minimized".to_string(),
        (_, true) => "maximized".to_string(),
        _ => format!("{}x{} at {},{}", area.width, area.height, area.x, area.y),
    };
    if let Some(desktop) = client.desktop {
        words.push_str(&format!(", desktop {}", desktop + 1));
    }
    if client.active {
        words.push_str(", active");
    }
    words
}
