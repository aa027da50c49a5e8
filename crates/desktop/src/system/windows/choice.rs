use lemmascope_intent::{Args, Cause, Failure, Format, Need, Parameter, Signature, Type};

use super::client::Client;
use super::verb::Visit;
use crate::opening::{Catalog, Likeness, Said};

/// Adds the parameters that select a window.
pub(super) fn aimed(signature: Signature) -> Signature {
    signature
        .parameter(
            Parameter::optional("title", Type::String, "The title of the window, or a part of it.")
                .format(Format::Window),
        )
        .parameter(
            Parameter::optional("app", Type::String, "The application that it belongs to.")
                .format(Format::Application),
        )
        .parameter(Parameter::optional("pid", Type::Number, "The number of its process."))
        .needs(&[Need::Display])
}

/// The behavior for several matching windows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Several {
    /// Asks the user.
    Ask,
    /// Chooses the most recently used one, if all belong to the same application.
    Topmost,
}

/// Returns the selected window, or the active one without parameters.
pub(super) fn choose(visit: &Visit, args: &Args, several: Several) -> Result<Client, Failure> {
    let mut meant = choose_all(visit, args)?;
    let one_application =
        meant.iter().all(|client| meant.first().is_some_and(|first| first.class == client.class));
    let by_application = args.get("title").is_none();
    if meant.len() > 1 && !(several == Several::Topmost && by_application && one_application) {
        let names: Vec<String> = meant.iter().map(|client| named(client, &meant)).collect();
        return Err(Failure::new(Cause::TargetAmbiguous, format!("{} windows could be meant", meant.len()))
            .hint("Say more of the title, or give the pid.")
            .about(field(args))
            .instead(names));
    }
    Ok(meant.swap_remove(0))
}

/// Returns all matching windows, at least one, the topmost first.
pub(super) fn choose_all(visit: &Visit, args: &Args) -> Result<Vec<Client>, Failure> {
    let clients = visit.desk.clients()?;
    let nobody = |message: String, about: &str| {
        let titles: Vec<String> = clients.iter().map(|client| client.name().to_string()).collect();
        let hint = match titles.is_empty() {
            true => "No window is open.".to_string(),
            false => format!("Open are: {}.", titles.join(", ")),
        };
        Failure::new(Cause::TargetNotFound, message).hint(hint).about(about).instead(titles)
    };
    if args.get("title").is_none() && args.get("app").is_none() && args.get("pid").is_none() {
        let active: Vec<Client> = clients.iter().filter(|client| client.active).cloned().collect();
        return match active.is_empty() {
            true => Err(nobody("no window is active".into(), "title")),
            false => Ok(active),
        };
    }
    let mut left: Vec<Client> = clients.clone();
    if let Some(pid) = args.optional_integer("pid") {
        left.retain(|client| client.pid.is_some_and(|known| i64::from(known) == pid));
        if left.is_empty() {
            return Err(nobody(format!("no window belongs to the process {pid}"), "pid"));
        }
    }
    if let Some(app) = args.optional_text("app") {
        let catalog = Catalog::read(&visit.settings);
        let said = Said::new(app);
        left = best(left, |client| {
            let names = catalog.names_of(&client.class, &client.instance);
            names.iter().filter_map(|name| said.likeness(name)).max_by(|a, b| a.total_cmp(b))
        });
        if left.is_empty() {
            return Err(nobody(format!("\"{app}\" has no window open"), "app"));
        }
    }
    if let Some(title) = args.optional_text("title") {
        let said = Said::new(title);
        left = best(left, |client| said.likeness(client.name()));
        if left.is_empty() {
            return Err(nobody(format!("no window is called \"{title}\""), "title"));
        }
    }
    Ok(left)
}

/// Returns the best matches, including those that are nearly as good.
fn best(clients: Vec<Client>, likeness: impl Fn(&Client) -> Option<Likeness>) -> Vec<Client> {
    let rated: Vec<(Likeness, Client)> =
        clients.into_iter().filter_map(|client| Some((likeness(&client)?, client))).collect();
    let Some(top) = rated.iter().map(|(likeness, _)| *likeness).max_by(|a, b| a.total_cmp(b)) else {
        return Vec::new();
    };
    let near = |likeness: &Likeness| likeness.tier == top.tier && top.nearness - likeness.nearness < 0.05;
    rated.into_iter().filter(|(likeness, _)| near(likeness)).map(|(_, client)| client).collect()
}

/// Returns the name, with the process id if another window has the same name.
fn named(client: &Client, among: &[Client]) -> String {
    let alike = among.iter().filter(|other| other.name() == client.name()).count() > 1;
    match (alike, client.pid) {
        (true, Some(pid)) => format!("{} (pid {pid})", client.name()),
        _ => client.name().to_string(),
    }
}

fn field(args: &Args) -> &'static str {
    ["title", "app"].into_iter().find(|name| args.get(name).is_some()).unwrap_or("pid")
}
