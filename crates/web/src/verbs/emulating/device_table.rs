/// An emulated device.
pub(super) struct Device {
    pub(super) name: &'static str,
    /// The viewport in CSS pixels.
    pub(super) size: (u32, u32),
    /// The device pixel ratio.
    pub(super) scale: f64,
    /// The system, which determines the user agent; desktops use the browser's own.
    pub(super) system: System,
}

/// The systems of devices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum System {
    Phone,
    Tablet,
    Iphone,
    Ipad,
    Desk,
}

const fn device(name: &'static str, size: (u32, u32), scale: f64, system: System) -> Device {
    Device { name, size, scale, system }
}

pub(super) const DEVICES: [Device; 16] = [
    device("iPhone SE", (375, 667), 2.0, System::Iphone),
    device("iPhone 12", (390, 844), 3.0, System::Iphone),
    device("iPhone 13 mini", (375, 812), 3.0, System::Iphone),
    device("iPhone 14", (390, 844), 3.0, System::Iphone),
    device("iPhone 14 Pro Max", (430, 932), 3.0, System::Iphone),
    device("iPhone 15", (393, 852), 3.0, System::Iphone),
    device("iPad mini", (768, 1024), 2.0, System::Ipad),
    device("iPad Air", (820, 1180), 2.0, System::Ipad),
    device("iPad Pro", (1024, 1366), 2.0, System::Ipad),
    device("Pixel 5", (393, 851), 2.75, System::Phone),
    device("Pixel 7", (412, 915), 2.625, System::Phone),
    device("Galaxy S9", (360, 740), 4.0, System::Phone),
    device("Galaxy S20", (360, 800), 3.0, System::Phone),
    device("Galaxy Tab S4", (712, 1138), 2.25, System::Tablet),
    device("Laptop", (1440, 900), 2.0, System::Desk),
    device("Desktop HD", (1920, 1080), 1.0, System::Desk),
];

impl Device {
    /// Returns a device by name, ignoring case and punctuation.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        let plain =
            |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let wanted = plain(name);
        DEVICES.iter().find(|device| plain(device.name) == wanted)
    }

    pub(super) fn is_mobile(&self) -> bool {
        self.system != System::Desk
    }

    /// Returns the user agent.
    pub(super) fn user_agent(&self) -> Option<String> {
        let chrome = |mobile: &str| {
            format!(
                "Mozilla/5.0 (Linux; Android 14; {}) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0{mobile} Safari/537.36",
                self.name
            )
        };
        let safari = |device: &str| {
            format!(
                "Mozilla/5.0 ({device}; CPU {} 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/17.5 Mobile/15E148 Safari/604.1",
                if device == "iPad" { "OS" } else { "iPhone OS" }
            )
        };
        match self.system {
            System::Phone => Some(chrome(" Mobile")),
            System::Tablet => Some(chrome("")),
            System::Iphone => Some(safari("iPhone")),
            System::Ipad => Some(safari("iPad")),
            System::Desk => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_devices_ignoring_case_and_punctuation() {
        for name in ["iPhone 14", "iphone14", "IPHONE-14"] {
            assert_eq!(Device::named(name).unwrap().name, "iPhone 14");
        }
        assert!(Device::named("iPhone").is_none());
        assert!(Device::named("").is_none());
    }
}
