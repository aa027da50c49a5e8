use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::kernel;

/// Something that sends: wireless, Bluetooth, a modem.
#[derive(Debug, Clone)]
pub(super) struct Radio {
    /// What the kernel calls it, which stays as long as the machine runs.
    pub(super) id: String,
    pub(super) name: String,
    /// Whether it may send, as far as software decides.
    pub(super) on: bool,
    /// Whether a switch on the machine keeps it off.
    pub(super) switched_off: bool,
    at: PathBuf,
}

/// All radios of this machine.
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
    /// Switches it, and sees that it is so.
    pub(super) fn set(&self, root: &Path, on: bool) -> std::io::Result<()> {
        let soft = if on { "0" } else { "1" };
        if let Err(refused) = kernel::write(&self.at.join("soft"), soft) {
            // The file is the superuser's; the device is also that of who sits at the machine.
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
        // Which one, of what kind (any), what is done, whether software blocks it, whether a switch does.
        let mut event = index.to_ne_bytes().to_vec();
        event.extend([0, CHANGE, u8::from(!on), 0]);
        OpenOptions::new().write(true).open(root.join("dev/rfkill"))?.write_all(&event)
    }
}
