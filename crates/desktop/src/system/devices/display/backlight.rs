use std::io;
use std::path::{Path, PathBuf};

use lemmascope_intent::{Cause, Failure};

use super::super::kernel;
use super::super::power::Login;
use crate::system::settings::Settings;
use crate::verb::apart;

/// The backlight of a display, as provided by the kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Backlight {
    /// The name of the kernel device.
    pub(super) name: String,
    /// The brightness in device units.
    pub(super) value: u32,
    /// The maximum brightness.
    pub(super) most: u32,
    at: PathBuf,
}

impl Backlight {
    /// Returns the backlight of the display; of several, the one of the firmware.
    pub(super) fn find(root: &Path) -> Result<Self, Failure> {
        let listed = kernel::list(&root.join("sys/class/backlight"));
        if listed.is_empty() {
            return Err(Failure::new(
                Cause::Unavailable,
                "no display of this machine has a light that can be set",
            )
            .hint("Use the buttons of the display itself."));
        }
        let rank = |at: &Path| match kernel::word(&at.join("type")).as_deref() {
            Some("firmware") => 0,
            Some("platform") => 1,
            Some("raw") => 2,
            _ => 3,
        };
        let mut readable: Vec<(u8, Self)> =
            listed.into_iter().filter_map(|(name, at)| Some((rank(&at), Self::read(name, at)?))).collect();
        readable.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.name.cmp(&b.name)));
        readable.into_iter().next().map(|(_, light)| light).ok_or_else(|| {
            Failure::new(Cause::Unavailable, "the backlight does not report its brightness")
                .hint("See /sys/class/backlight.")
        })
    }

    /// Returns the backlight with this name.
    pub(super) fn named(root: &Path, name: &str) -> Result<Self, Failure> {
        let listed = kernel::list(&root.join("sys/class/backlight")).into_iter();
        let mut lights = listed.filter(|(other, _)| other == name);
        lights.next().and_then(|(name, at)| Self::read(name, at)).ok_or_else(|| {
            Failure::new(Cause::TargetNotFound, format!("the light \"{name}\" is gone"))
                .hint("The display may have been unplugged.")
        })
    }

    fn read(name: String, at: PathBuf) -> Option<Self> {
        let number = |file: &str| kernel::number(&at.join(file)).and_then(|it| u32::try_from(it).ok());
        let most = number("max_brightness").filter(|most| *most > 0)?;
        let value = number("brightness").filter(|value| *value <= most)?;
        Some(Self { name, value, most, at })
    }

    /// The brightness in percent.
    pub(super) fn level(&self) -> i64 {
        (f64::from(self.value) * 100.0 / f64::from(self.most)).round() as i64
    }

    /// Converts percent to device units, at least 1, so that the display does not go dark.
    pub(super) fn at_level(&self, level: f64) -> u32 {
        let value = (level / 100.0 * f64::from(self.most)).round() as u32;
        value.clamp(1, self.most)
    }

    /// Sets the brightness, and verifies it.
    pub(super) async fn set(self, settings: &Settings, value: u32) -> Result<Self, Failure> {
        let (file, written) = (self.at.join("brightness"), value.to_string());
        let refused = apart(move || Ok(kernel::write(&file, &written).err())).await?;
        match refused {
            None => {}
            // Only root may write the file; the login manager sets the brightness for the user at the
            // machine.
            Some(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let login = Login::reach(settings).await;
                let told = match login {
                    Ok(login) => {
                        login.tell_session("SetBrightness", &("backlight", self.name.as_str(), value)).await
                    }
                    Err(failure) => Err(failure),
                };
                told.map_err(|failure| {
                    Failure::new(
                        Cause::PermissionDenied,
                        "the light of the display cannot be set by this user",
                    )
                    .hint("Do it from the session at the machine, or as an administrator.")
                    .context(failure.message)
                })?;
            }
            Some(error) => {
                return Err(Failure::new(
                    Cause::Failed,
                    format!("the light of the display cannot be set: {error}"),
                ));
            }
        }
        let now = apart(move || Ok(Self::read(self.name, self.at))).await?;
        now.filter(|now| now.value == value).ok_or_else(|| {
            Failure::new(Cause::NoEffect, "the light of the display was set and stayed as it was")
                .hint("Something else holds it; use the buttons of the display.")
                .verdict("no_effect")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join("sys/class/backlight").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        root
    }

    #[test]
    fn prefers_firmware_backlight() {
        let root = root(&[
            ("a_raw/type", "raw\n"),
            ("a_raw/brightness", "10\n"),
            ("a_raw/max_brightness", "100\n"),
            ("b_firm/type", "firmware\n"),
            ("b_firm/brightness", "3\n"),
            ("b_firm/max_brightness", "15\n"),
        ]);
        let light = Backlight::find(root.path()).unwrap();
        assert_eq!((light.name.as_str(), light.level()), ("b_firm", 20));
        assert_eq!([0.0, 1.0, 50.0, 100.0].map(|level| light.at_level(level)), [1, 1, 8, 15]);
    }

    #[test]
    fn reports_missing_or_invalid_brightness() {
        let message = |files: &[(&str, &str)]| Backlight::find(root(files).path()).unwrap_err().message;
        assert!(message(&[]).contains("no display"));
        for (value, most) in
            [("", "10"), ("-1", "10"), ("11", "10"), ("5", "0"), ("5", "x"), ("5", "99999999999")]
        {
            let told = message(&[("x/brightness", value), ("x/max_brightness", most)]);
            assert!(told.contains("does not report"), "{value} of {most}: {told}");
        }
    }
}
