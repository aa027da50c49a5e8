use zbus::OwnedObjectPath;

use super::super::bus::{Bus, Peer};
use crate::system::settings::Settings;

const NAME: &str = "org.freedesktop.NetworkManager";
const PATH: &str = "/org/freedesktop/NetworkManager";

/// The maximum number of connections whose name is queried.
const MOST: usize = 16;

/// NetworkManager, which knows the names of networks.
pub(super) struct Manager(Bus);

impl Manager {
    /// Connects to NetworkManager; `None` if it does not run.
    pub(super) async fn reach(settings: &Settings) -> Option<Self> {
        let manager = Self(Bus::system(settings).await.ok()?);
        manager.itself().property::<u32>("State").await.map(|_| manager)
    }

    fn itself(&self) -> Peer<'_> {
        Peer { bus: &self.0, name: NAME, path: PATH, interface: NAME }
    }

    /// Whether the internet is reachable, according to its last check.
    pub(super) async fn reaches_everywhere(&self) -> Option<bool> {
        // 4: full; 3: limited; 2: captive portal; 1: none; 0: unknown.
        match self.itself().property::<u32>("Connectivity").await? {
            4 => Some(true),
            1..=3 => Some(false),
            _ => None,
        }
    }

    /// Returns the name of the wireless network.
    pub(super) async fn wifi(&self) -> Option<String> {
        let active: Vec<OwnedObjectPath> = self.itself().property("ActiveConnections").await?;
        for path in active.iter().take(MOST) {
            let connection = Peer {
                path: path.as_str(),
                interface: "org.freedesktop.NetworkManager.Connection.Active",
                ..self.itself()
            };
            if connection.property::<String>("Type").await.as_deref() != Some("802-11-wireless") {
                continue;
            }
            if let Some(point) = connection.property::<OwnedObjectPath>("SpecificObject").await {
                let point = Peer {
                    path: point.as_str(),
                    interface: "org.freedesktop.NetworkManager.AccessPoint",
                    ..self.itself()
                };
                // The SSID is a byte string in any encoding.
                if let Some(name) = point.property::<Vec<u8>>("Ssid").await.filter(|name| !name.is_empty()) {
                    return Some(String::from_utf8_lossy(&name).into_owned());
                }
            }
            return connection.property("Id").await;
        }
        None
    }

    /// Whether the wireless radio is on.
    pub(super) async fn radio(&self) -> Option<bool> {
        self.itself().property("WirelessEnabled").await
    }

    pub(super) async fn set_radio(&self, on: bool) -> zbus::Result<()> {
        self.itself().set("WirelessEnabled", on).await
    }
}
