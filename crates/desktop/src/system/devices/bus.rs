//! Connections to the session bus and the system bus (D-Bus).

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde::Serialize;
use zbus::{Connection, DynamicType, Message, OwnedVariant, Variant, fdo};

use crate::system::settings::Settings;

/// The timeout for a response. A service that is started on demand takes a few seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection to a bus.
#[derive(Clone)]
pub(super) struct Bus(Connection);

/// An object of a service, with an interface.
pub(super) struct Peer<'a> {
    pub(super) bus: &'a Bus,
    /// The name on the bus.
    pub(super) name: &'a str,
    /// The path of the object.
    pub(super) path: &'a str,
    pub(super) interface: &'a str,
}

impl Bus {
    /// Connects to the session bus.
    pub(super) async fn session(settings: &Settings) -> Result<Self, Failure> {
        let Some(address) = &settings.session_bus else {
            return Err(Failure::new(Cause::Unavailable, "there is no session bus")
                .hint("Start the engine from a desktop session, or under dbus-run-session."));
        };
        Self::connect(address, "session").await
    }

    /// Connects to the system bus.
    pub(super) async fn system(settings: &Settings) -> Result<Self, Failure> {
        Self::connect(&settings.system_bus, "system").await
    }

    async fn connect(address: &str, which: &str) -> Result<Self, Failure> {
        let connecting = zbus::connection::Builder::address(address).method_timeout(PATIENCE).build();
        let connected = tokio::time::timeout(PATIENCE, connecting).await;
        let unavailable = |why: String| {
            Failure::new(Cause::Unavailable, format!("the {which} bus cannot be reached: {why}"))
                .hint("Check that dbus runs, and that the engine was started in the session that it is for.")
        };
        match connected {
            Ok(Ok(connection)) => Ok(Self(connection)),
            Ok(Err(error)) => Err(unavailable(error.to_string())),
            Err(_) => Err(unavailable("it does not answer".into())),
        }
    }

    /// Returns the names on the bus.
    pub(super) async fn names(&self) -> Result<Vec<String>, Failure> {
        let bus = Peer {
            bus: self,
            name: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus",
        };
        let listed = bus.call("ListNames", &()).await.map_err(|error| refused("the bus", &error))?;
        listed.body().deserialize().map_err(|error| refused("the bus", &error))
    }
}

impl Peer<'_> {
    pub(super) async fn call<B: Serialize + DynamicType>(
        &self,
        method: &str,
        body: &B,
    ) -> zbus::Result<Message> {
        self.bus.0.call_method(Some(self.name), self.path, Some(self.interface), method, body).await
    }

    /// Returns a property, or `None` if the object has none of that name and type.
    pub(super) async fn property<T: TryFrom<OwnedVariant>>(&self, name: &str) -> Option<T> {
        self.ask(name).await.ok()
    }

    /// Returns a property, or the error.
    pub(super) async fn ask<T: TryFrom<OwnedVariant>>(&self, name: &str) -> zbus::Result<T> {
        let properties = Peer { interface: "org.freedesktop.DBus.Properties", ..*self };
        let answered = properties.call("Get", &(self.interface, name)).await?;
        let value: OwnedVariant = answered.body().deserialize()?;
        T::try_from(value).map_err(|_| zbus::Error::IncorrectType)
    }

    /// Sets a property.
    pub(super) async fn set(&self, name: &str, value: impl Into<Variant<'_>>) -> zbus::Result<()> {
        let properties = Peer { interface: "org.freedesktop.DBus.Properties", ..*self };
        properties.call("Set", &(self.interface, name, value.into())).await.map(|_| ())
    }
}

/// Whether the service is not running.
pub(super) fn is_absent(error: &zbus::Error) -> bool {
    let zbus::Error::FDO(error) = error else { return false };
    use fdo::Error::{NameHasNoOwner, ServiceUnknown};
    matches!(**error, ServiceUnknown(_) | NameHasNoOwner(_)) || is_unstartable(error)
}

/// Whether the error means that a service is known but cannot be started.
fn is_unstartable(error: &fdo::Error) -> bool {
    let name = zbus::DBusError::name(error).to_string();
    name.starts_with("org.freedesktop.DBus.Error.Spawn.")
}

/// Converts an error of a service to the failure of a verb.
pub(super) fn refused(who: &str, error: &zbus::Error) -> Failure {
    if is_absent(error) {
        return Failure::new(Cause::Unavailable, format!("{who} does not run on this machine"))
            .hint("Install and start it, or do this by hand.");
    }
    let (cause, why) = match error {
        zbus::Error::FDO(error) => {
            use fdo::Error::{
                AccessDenied, AuthFailed, InteractiveAuthorizationRequired, NoReply, TimedOut, Timeout,
            };
            let why = zbus::DBusError::description(&**error).unwrap_or("no reason is given").to_string();
            match **error {
                AccessDenied(_) | AuthFailed(_) | InteractiveAuthorizationRequired(_) => {
                    (Cause::PermissionDenied, why)
                }
                NoReply(_) | TimedOut(_) | Timeout(_) => (Cause::Timeout, "it does not answer".into()),
                _ => (Cause::Failed, why),
            }
        }
        zbus::Error::MethodError(name, why, _) => {
            (Cause::Failed, why.clone().unwrap_or_else(|| name.to_string()))
        }
        zbus::Error::InputOutput(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            (Cause::Timeout, "it does not answer".into())
        }
        other => (Cause::Failed, other.to_string()),
    };
    // The message of a service is untrusted: it is cut to one line of limited length.
    let why: String = why.chars().map(|it| if it.is_control() { ' ' } else { it }).take(300).collect();
    let failure = Failure::new(cause, format!("{who} refuses: {}", why.trim().trim_end_matches('.')));
    match cause {
        Cause::PermissionDenied => {
            failure.hint("Do it from the session at the machine, or as an administrator.")
        }
        Cause::Timeout => failure.hint("Try again in a moment.").effect_unknown(),
        _ => failure.hint("See its log."),
    }
}
