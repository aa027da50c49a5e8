use zbus::OwnedObjectPath;

use super::super::bus::{Bus, Peer};
use crate::system::settings::Settings;

const NAME: &str = "org.freedesktop.NetworkManager";
const PATH: &str = "/org/freedesktop/NetworkManager";

/// The most connections that are asked for their name.
const MOST: usize = 16;

/// NetworkManager, which knows the names of the networks.
pub(super) struct Manager(Bus);

impl Manager {
    /// The one that runs; nothing where none does.
    pub(super) async fn reach(settings: &Settings) -> Option<Self> {
        let manager = Self(Bus::system(settings).await.ok()?);
        manager.itself().property::<u32>("State").await.map(|_| manager)
    }

    fn itself(&self) -> Peer<'_> {
        Peer { bus: &self.0, name: NAME, path: PATH, interface: NAME }
    }

    /// Whether the way to everywhere is open, as far as it has tried.
    pub(super) async fn reaches_everywhere(&self) -> Option<bool> {
        // 4: everywhere; 3: some of it; 2: a page to sign in on; 1: nothing; 0: it has not tried.
        match self.itself().property::<u32>("Connectivity").await? {
            4 => Some(true),
            1..=3 => Some(false),
            _ => None,
        }
    }

    /// The name of the wireless network.
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
                // The name is of bytes: whoever set the network up may have written it in any letters.
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
