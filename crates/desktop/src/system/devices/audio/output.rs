use lemmascope_intent::{Call, Cause, Failure, Number, Object, Value};

use super::super::program::Program;
use super::super::telling::{call, object};
use crate::system::settings::Settings;

/// The volume that the sound server defines as 100 %.
const FULL: f64 = 65536.0;

/// An audio output, such as loudspeakers or headphones.
pub(super) struct Output<'a> {
    pactl: Program<'a>,
    /// The name on the sound server.
    pub(super) name: String,
    /// The volume of each channel, in units of the sound server.
    pub(super) volumes: Vec<u32>,
    pub(super) muted: bool,
}

impl<'a> Output<'a> {
    /// Returns the default output.
    pub(super) async fn current(settings: &'a Settings) -> Result<Self, Failure> {
        let pactl = find(settings)?;
        let name = ask(&pactl, &["get-default-sink"]).await?;
        // A server without a device has a null output.
        if name.is_empty() || name == "auto_null" || name == "@DEFAULT_SINK@" {
            return Err(Failure::new(Cause::Unavailable, "this machine has nothing to play sound on")
                .hint("Plug loudspeakers or headphones in, and choose them in the sound settings."));
        }
        Self::read(pactl, name).await
    }

    /// Returns the output with this name.
    pub(super) async fn named(settings: &'a Settings, name: &str) -> Result<Self, Failure> {
        Self::read(find(settings)?, name.into()).await
    }

    async fn read(pactl: Program<'a>, name: String) -> Result<Self, Failure> {
        let unreadable = || {
            Failure::new(Cause::Failed, "the sound server tells the volume in words that are not known")
                .hint("Check that pactl and the sound server are of the same age.")
        };
        let told = ask(&pactl, &["get-sink-volume", &name]).await?;
        let volumes = volumes(&told).ok_or_else(unreadable)?;
        let muted = match ask(&pactl, &["get-sink-mute", &name]).await?.as_str() {
            "Mute: yes" => true,
            "Mute: no" => false,
            _ => return Err(unreadable()),
        };
        Ok(Self { pactl, name, volumes, muted })
    }

    /// The volume in percent: that of its loudest channel.
    pub(super) fn level(&self) -> i64 {
        percent(&self.volumes)
    }

    /// Sets the volume of each channel, and verifies it.
    pub(super) async fn set_volumes(self, volumes: &[u32]) -> Result<Self, Failure> {
        let each: Vec<String> = volumes.iter().map(u32::to_string).collect();
        let mut arguments = vec!["set-sink-volume", &self.name];
        arguments.extend(each.iter().map(String::as_str));
        ask(&self.pactl, &arguments).await?;
        let now = Self::read(self.pactl, self.name).await?;
        let wanted = percent(volumes);
        // A device has discrete steps, so a neighboring value is accepted.
        if (now.level() - wanted).abs() > 2 {
            return Err(Failure::new(
                Cause::NoEffect,
                format!("the volume was set to {wanted}% and is {}%", now.level()),
            )
            .hint("Something else holds it; look at the sound settings.")
            .verdict("no_effect"));
        }
        Ok(now)
    }

    /// Mutes or unmutes it, and verifies the result.
    pub(super) async fn set_muted(self, muted: bool) -> Result<Self, Failure> {
        ask(&self.pactl, &["set-sink-mute", &self.name, if muted { "1" } else { "0" }]).await?;
        let now = Self::read(self.pactl, self.name).await?;
        if now.muted != muted {
            return Err(Failure::new(Cause::NoEffect, "the sound server was told, and nothing changed")
                .hint("Something else holds it; look at the sound settings.")
                .verdict("no_effect"));
        }
        Ok(now)
    }

    /// Returns the call that restores the current state.
    pub(super) fn way_back(&self) -> Call {
        let volumes = self.volumes.iter().map(|volume| Value::Number(Number::Integer(i64::from(*volume))));
        call(
            "system.audio.restore",
            [
                ("output", self.name.as_str().into()),
                ("volumes", Value::List(volumes.collect())),
                ("muted", self.muted.into()),
            ],
        )
    }

    pub(super) fn told(&self) -> Object {
        object([
            ("level", self.level().into()),
            ("muted", self.muted.into()),
            ("output", self.name.as_str().into()),
        ])
    }
}

/// Scales the channels so that the loudest has this level, keeping the balance.
pub(super) fn scaled(volumes: &[u32], level: f64) -> Vec<u32> {
    let wanted = level / 100.0 * FULL;
    let loudest = volumes.iter().copied().max().unwrap_or(0);
    let scale = |volume: &u32| match loudest {
        0 => wanted,
        loudest => f64::from(*volume) * wanted / f64::from(loudest),
    };
    volumes.iter().map(|volume| scale(volume).round() as u32).collect()
}

fn percent(volumes: &[u32]) -> i64 {
    let loudest = volumes.iter().copied().max().unwrap_or(0);
    (f64::from(loudest) * 100.0 / FULL).round() as i64
}

/// Parses `Volume: front-left: 32768 / 50% / -18.06 dB, front-right: …`.
fn volumes(told: &str) -> Option<Vec<u32>> {
    let line = told.lines().find_map(|line| line.trim().strip_prefix("Volume:"))?;
    let each = line.split(',').map(|channel| {
        let (_, rest) = channel.split_once(": ")?;
        rest.split('/').next()?.trim().parse().ok()
    });
    let volumes: Vec<u32> = each.collect::<Option<_>>()?;
    (!volumes.is_empty() && volumes.len() <= 32).then_some(volumes)
}

fn find(settings: &Settings) -> Result<Program<'_>, Failure> {
    Program::find(settings, "pactl").ok_or_else(|| {
        Failure::new(Cause::Unavailable, "there is no way to the sound server: pactl is not installed")
            .hint("Install it, as with `apt install pulseaudio-utils`.")
    })
}

async fn ask(pactl: &Program<'_>, arguments: &[&str]) -> Result<String, Failure> {
    let said = pactl.run(arguments).await?;
    if said.ok {
        return Ok(said.out);
    }
    let why = said.complaint.lines().next().unwrap_or("it does not say why").to_string();
    Err(match why.contains("No such entity") {
        true => Failure::new(Cause::TargetNotFound, "the audio output was removed")
            .hint("Plug it in again, or choose another in the sound settings."),
        false if why.contains("Connection") => {
            Failure::new(Cause::Unavailable, "no sound server runs in this session")
                .hint("Start PulseAudio or PipeWire, as with `pulseaudio --start`.")
        }
        false => Failure::new(Cause::Failed, format!("the sound server refuses: {why}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_volume_per_channel() {
        let told = "Volume: front-left: 32768 /  50% / -18.06 dB,   front-right: 65536 / 100% / 0.00 dB\n        balance 0.50";
        assert_eq!(volumes(told), Some(vec![32768, 65536]));
        assert_eq!(volumes("Volume: mono: 0 /   0% / -inf dB"), Some(vec![0]));
        for nonsense in ["", "Volume:", "Volume: mono: -1 / 0%", "Lautstärke: mono: 1 / 0%", "Volume: mono 7"]
        {
            assert_eq!(volumes(nonsense), None, "{nonsense:?}");
        }
    }

    #[test]
    fn scaling_preserves_channel_balance() {
        assert_eq!(scaled(&[32768, 65536], 50.0), [16384, 32768]);
        assert_eq!(scaled(&[0, 0], 100.0), [65536, 65536]);
        assert_eq!(percent(&scaled(&[20000], 37.0)), 37);
    }
}
