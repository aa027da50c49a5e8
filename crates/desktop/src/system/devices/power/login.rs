use lemmascope_intent::{Cause, Failure};
use zbus::OwnedObjectPath;

use super::super::bus::{Bus, Peer, is_absent, refused};
use crate::system::settings::Settings;

const NAME: &str = "org.freedesktop.login1";
const MANAGER: &str = "/org/freedesktop/login1";

/// The name of the service in failures.
pub(in super::super) const WHO: &str = "the login manager";

/// logind, which manages the sessions of this machine.
pub(in super::super) struct Login(Bus);

/// A lock that delays or blocks sleep or shutdown.
pub(super) struct Inhibitor {
    pub(super) who: String,
    pub(super) why: String,
    /// Whether it blocks, instead of only delaying.
    pub(super) blocks: bool,
}

impl Login {
    pub(in super::super) async fn reach(settings: &Settings) -> Result<Self, Failure> {
        Ok(Self(Bus::system(settings).await?))
    }

    pub(super) fn manager(&self) -> Peer<'_> {
        Peer { bus: &self.0, name: NAME, path: MANAGER, interface: "org.freedesktop.login1.Manager" }
    }

    /// Returns the graphical session of the user who runs the engine. The engine itself may run outside of
    /// any session.
    pub(in super::super) async fn session(&self) -> Result<OwnedObjectPath, Failure> {
        for path in ["/org/freedesktop/login1/session/auto", "/org/freedesktop/login1/user/self"] {
            let interface = match path.ends_with("auto") {
                true => "org.freedesktop.login1.Session",
                false => "org.freedesktop.login1.User",
            };
            let peer = Peer { bus: &self.0, name: NAME, path, interface };
            if interface.ends_with("Session") {
                // The automatic session exists if it has an id.
                let named: zbus::Result<String> = peer.ask("Id").await;
                match named {
                    Ok(_) => return own(path),
                    Err(error) if is_absent(&error) => return Err(refused(WHO, &error)),
                    Err(_) => continue,
                }
            }
            let display: Option<(String, OwnedObjectPath)> = display(&peer).await;
            if let Some((_, path)) = display.filter(|(_, path)| path.as_str() != "/") {
                return Ok(path);
            }
        }
        Err(Failure::new(Cause::Unavailable, "nobody is signed in at this machine in a way that it knows of")
            .hint("Sign in at the machine, and try again."))
    }

    /// Calls a method of the session.
    pub(in super::super) async fn tell_session<B: serde::Serialize + zbus::DynamicType>(
        &self,
        method: &str,
        body: &B,
    ) -> Result<(), Failure> {
        let path = self.session().await?;
        let session = Peer {
            bus: &self.0,
            name: NAME,
            path: path.as_str(),
            interface: "org.freedesktop.login1.Session",
        };
        session.call(method, body).await.map(|_| ()).map_err(|error| refused(WHO, &error))
    }

    /// Returns the locks against sleep or shutdown, with their stated reasons.
    pub(super) async fn inhibitors(&self, against: &str) -> Vec<Inhibitor> {
        type Listed = Vec<(String, String, String, String, u32, u32)>;
        let Ok(answered) = self.manager().call("ListInhibitors", &()).await else { return Vec::new() };
        let listed: Listed = answered.body().deserialize().unwrap_or_default();
        let about = listed.into_iter().filter(|(what, ..)| what.split(':').any(|what| what == against));
        about
            .take(20)
            .map(|(_, who, why, mode, ..)| Inhibitor {
                who: line(&who),
                why: line(&why),
                blocks: mode.starts_with("block"),
            })
            .collect()
    }

    /// Fails if a lock blocks, and returns the others.
    pub(super) async fn is_free(&self, against: &str) -> Result<Vec<Inhibitor>, Failure> {
        let inhibitors = self.inhibitors(against).await;
        if let Some(first) = inhibitors.iter().find(|inhibitor| inhibitor.blocks) {
            let mut failure =
                Failure::new(Cause::Conflict, format!("{} is in the way: {}", first.who, first.why))
                    .hint(format!("Let {} finish, or close it, and try again.", first.who));
            for other in inhibitors.iter().filter(|it| it.blocks).skip(1) {
                failure = failure.context(format!("so is {}: {}", other.who, other.why));
            }
            return Err(failure);
        }
        Ok(inhibitors)
    }
}

async fn display(user: &Peer<'_>) -> Option<(String, OwnedObjectPath)> {
    let properties = Peer { interface: "org.freedesktop.DBus.Properties", ..*user };
    let answered = properties.call("Get", &(user.interface, "Display")).await.ok()?;
    let value: zbus::OwnedVariant = answered.body().deserialize().ok()?;
    let zbus::Variant::Structure(pair) = &*value else { return None };
    let [id, path] = pair.fields() else { return None };
    Some((String::try_from(id).ok()?, zbus::ObjectPath::try_from(path).ok()?.into()))
}

fn own(path: &str) -> Result<OwnedObjectPath, Failure> {
    OwnedObjectPath::try_from(path)
        .map_err(|_| Failure::new(Cause::Failed, "the login manager names no session"))
}

/// Cuts the text of a program to one line.
fn line(text: &str) -> String {
    let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(120).collect();
    if text.trim().is_empty() { "a program".into() } else { text.trim().into() }
}
