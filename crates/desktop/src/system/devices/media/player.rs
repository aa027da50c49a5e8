use std::collections::HashMap;
use std::time::Duration;

use lemmascope_intent::{Args, Cause, Failure, Object, Parameter, Type};
use zbus::{OwnedVariant, Variant};

use super::super::bus::{Bus, Peer, refused};
use super::super::telling::{integer, object, text};
use crate::system::settings::Settings;

const PREFIX: &str = "org.mpris.MediaPlayer2.";
const PATH: &str = "/org/mpris/MediaPlayer2";
const PLAYER: &str = "org.mpris.MediaPlayer2.Player";

/// The maximum number of players.
const MOST: usize = 32;

/// The timeout for a player to follow a command, and the polling interval.
const PATIENCE: Duration = Duration::from_secs(3);
const PULSE: Duration = Duration::from_millis(40);

/// A media player.
pub(super) struct Player {
    bus: Bus,
    /// The full name on the bus.
    address: String,
    /// The name on the bus without the common prefix.
    pub(super) name: String,
    /// The name for display.
    pub(super) identity: String,
    pub(super) status: Status,
}

/// The playback status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Playing,
    Paused,
    Stopped,
}

impl Status {
    fn read(said: &str) -> Self {
        match said {
            "Playing" => Self::Playing,
            "Paused" => Self::Paused,
            _ => Self::Stopped,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Paused => "paused",
            Self::Stopped => "stopped",
        }
    }
}

/// The parameter that selects a player.
pub(super) fn parameter() -> Parameter {
    Parameter::optional("player", Type::String, "Which player, where there are several: its name.")
}

impl Player {
    /// Returns the player with the given name; without a name, the one that plays, or the only one.
    pub(super) async fn choose(settings: &Settings, args: &Args) -> Result<Self, Failure> {
        let mut players = Self::all(settings).await?;
        if let Some(wanted) = args.optional_text("player") {
            let folded = wanted.to_lowercase();
            let called = |player: &Self, matches: fn(&str, &str) -> bool| {
                [&player.name, &player.identity]
                    .into_iter()
                    .any(|name| matches(&name.to_lowercase(), &folded))
            };
            let all: Vec<String> = players.iter().map(|player| player.identity.clone()).collect();
            // An exact name takes precedence over a prefix.
            let exactly = players.iter().any(|player| called(player, |name, wanted| name == wanted));
            players.retain(|player| match exactly {
                true => called(player, |name, wanted| name == wanted),
                false => called(player, |name, wanted| name.starts_with(wanted)),
            });
            if players.is_empty() {
                return Err(Failure::new(Cause::TargetNotFound, format!("no player is called \"{wanted}\""))
                    .hint(match all.is_empty() {
                        true => "Nothing that plays is open; open a player first.".into(),
                        false => format!("These are open: {}.", all.join(", ")),
                    })
                    .about("player")
                    .instead(all));
            }
        }
        for status in [Status::Playing, Status::Paused, Status::Stopped] {
            if players.iter().any(|player| player.status == status) {
                players.retain(|player| player.status == status);
                break;
            }
        }
        match players.len() {
            1 => players.pop().ok_or_else(none),
            0 => Err(none()),
            _ => {
                let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
                let word = players[0].status.word();
                Err(Failure::new(
                    Cause::TargetAmbiguous,
                    format!("{} players are {word}: {}", names.len(), names.join(", ")),
                )
                .hint(format!("Say which one, as in --player {}.", names[0]))
                .about("player")
                .instead(names))
            }
        }
    }

    async fn all(settings: &Settings) -> Result<Vec<Self>, Failure> {
        let bus = Bus::session(settings).await?;
        let mut names = bus.names().await?;
        names.sort();
        let mut players = Vec::new();
        for name in names.iter().filter_map(|name| name.strip_prefix(PREFIX)).take(MOST) {
            let mut player = Self {
                bus: bus.clone(),
                address: format!("{PREFIX}{name}"),
                name: name.into(),
                identity: name.into(),
                status: Status::Stopped,
            };
            // A player that hangs or has just exited is skipped.
            let Ok(status) = player.peer().ask::<String>("PlaybackStatus").await else { continue };
            player.status = Status::read(&status);
            let root = Peer { interface: "org.mpris.MediaPlayer2", ..player.peer() };
            let identity: Option<String> = root.property("Identity").await;
            if let Some(identity) = identity.as_deref().and_then(line) {
                player.identity = identity;
            }
            players.push(player);
        }
        Ok(players)
    }

    fn peer(&self) -> Peer<'_> {
        Peer { bus: &self.bus, name: &self.address, path: PATH, interface: PLAYER }
    }

    /// Sends a command.
    pub(super) async fn tell(&self, method: &str) -> Result<(), Failure> {
        let told = self.peer().call(method, &()).await;
        told.map(|_| ()).map_err(|error| refused(&self.identity, &error))
    }

    /// Returns a property.
    pub(super) async fn property<T: TryFrom<OwnedVariant>>(&self, property: &str) -> Option<T> {
        self.peer().property(property).await
    }

    /// Waits until the status satisfies a condition, and returns it.
    pub(super) async fn becomes(&self, wanted: impl Fn(Status) -> bool) -> Result<Status, Failure> {
        let until = tokio::time::Instant::now() + PATIENCE;
        loop {
            let now: Option<String> = self.property("PlaybackStatus").await;
            let now = now.map(|said| Status::read(&said));
            match now {
                Some(now) if wanted(now) => return Ok(now),
                _ if tokio::time::Instant::now() > until => break,
                _ => tokio::time::sleep(PULSE).await,
            }
        }
        Err(Failure::new(
            Cause::NoEffect,
            format!("{} accepted the command and did not change", self.identity),
        )
        .hint("It may have nothing to play; look at the player.")
        .verdict("no_effect"))
    }

    /// Returns the metadata of the current track.
    pub(super) async fn track(&self) -> Object {
        let metadata: HashMap<String, OwnedVariant> = self.property("Metadata").await.unwrap_or_default();
        let said = |key: &str| metadata.get(key).and_then(|value| line(&String::try_from(&**value).ok()?));
        let several = |key: &str| match metadata.get(key).map(|value| &**value) {
            Some(Variant::Array(names)) => {
                let names: Vec<String> =
                    names.iter().take(10).filter_map(|name| line(&String::try_from(name).ok()?)).collect();
                (!names.is_empty()).then(|| names.join(", "))
            }
            Some(Variant::Str(name)) => line(name),
            _ => None,
        };
        let length = metadata.get("mpris:length").and_then(|value| match &**value {
            Variant::I64(microseconds) => u64::try_from(*microseconds).ok(),
            Variant::U64(microseconds) => Some(*microseconds),
            _ => None,
        });
        object([
            ("title", text(said("xesam:title"))),
            ("artist", text(several("xesam:artist"))),
            ("album", text(said("xesam:album"))),
            ("seconds", length.map_or(lemmascope_intent::Value::Null, |it| integer(it / 1_000_000))),
        ])
    }
}

fn none() -> Failure {
    Failure::new(Cause::TargetNotFound, "nothing that plays is open")
        .hint("Open a player, or a page that plays something, and try again.")
}

/// Cuts a text of the player to one line of limited length; `None` if it is empty.
fn line(said: &str) -> Option<String> {
    let said: String = said.chars().map(|it| if it.is_control() { ' ' } else { it }).take(200).collect();
    let said = said.trim();
    (!said.is_empty()).then(|| said.to_string())
}
