use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::kernel;

/// A radio transmitter: wireless, Bluetooth, a modem.
#[derive(Debug, Clone)]
pub(super) struct Radio {
    /// The name of the kernel device, stable until reboot.
    pub(super) id: String,
    pub(super) name: String,
    /// Whether software permits it to transmit.
    pub(super) on: bool,
    /// Whether a hardware switch turns it off.
    pub(super) switched_off: bool,
    at: PathBuf,
}

/// Returns all radios of this machine.
pub(super) fn all(root: &Path) -> Vec<Radio> {
    let listed = kernel::list(&root.join("sys/class/rfkill")).into_iter();
    listed.filter_map(|(id, at)| read(id, at)).collect()
}

fn read(id: String, at: PathBuf) -> Option<Radio> {
    let soft = kernel::number(&at.join("soft")).filter(|soft| *soft <= 1)?;
    let kind = kernel::word(&at.join("type")).unwrap_or_else(|| "radio".into());
    let name = kernel::word(&at.join("name")).unwrap_or_else(|| id.clone());
    let hard = kernel::number(&at.join("hard")) == Some(1);
    Some(Radio { id, name: format!("{kind} {name}"), on: soft == 0, switched_off: hard, at })
}

impl Radio {
    /// Switches it, and verifies the result.
    pub(super) fn set(&self, root: &Path, on: bool) -> std::io::Result<()> {
        let soft = if on { "0" } else { "1" };
        if let Err(refused) = kernel::write(&self.at.join("soft"), soft) {
            // Only root may write the file; the user at the machine may write to the device.
            self.tell_device(root, on).map_err(|_| refused)?;
        }
        match read(self.id.clone(), self.at.clone()) {
            Some(now) if now.on == on => Ok(()),
            _ => Err(std::io::Error::other("the radio stayed as it was")),
        }
    }

    fn tell_device(&self, root: &Path, on: bool) -> std::io::Result<()> {
        const CHANGE: u8 = 2;
        let index = self.id.trim_start_matches(|it: char| !it.is_ascii_digit()).parse::<u32>();
        let index = index.map_err(std::io::Error::other)?;
        // The event: index, type (any), operation, soft block, hard block.
        let mut event = index.to_ne_bytes().to_vec();
        event.extend([0, CHANGE, u8::from(!on), 0]);
        OpenOptions::new().write(true).open(root.join("dev/rfkill"))?.write_all(&event)
    }
}
