use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use lemmascope_intent::Value;

use super::super::kernel;
use super::super::telling::{object, text, texts};

/// A network interface, as reported by the kernel.
pub(super) struct Interface {
    pub(super) name: String,
    pub(super) kind: &'static str,
    pub(super) up: bool,
    pub(super) addresses: Vec<String>,
    pub(super) hardware: Option<String>,
}

/// Returns all interfaces, the loopback interface last.
pub(super) fn all(root: &Path) -> Vec<Interface> {
    let addresses = addresses();
    let listed = kernel::list(&root.join("sys/class/net")).into_iter().filter(|(_, at)| at.is_dir());
    let mut all: Vec<Interface> = listed
        .map(|(name, at)| {
            let kind = kind(&at);
            // Some drivers do not report the state; then the carrier signal decides.
            let up = match kernel::word(&at.join("operstate")).as_deref() {
                Some("up") => true,
                Some("unknown") => kernel::number(&at.join("carrier")) == Some(1),
                _ => false,
            };
            Interface {
                addresses: addresses.get(&name).cloned().unwrap_or_default(),
                hardware: kernel::word(&at.join("address")).filter(|it| it != "00:00:00:00:00:00"),
                name,
                kind,
                up,
            }
        })
        .collect();
    all.sort_by_key(|interface| (interface.kind == "loop", !interface.up, interface.name.clone()));
    all
}

impl Interface {
    pub(super) fn told(&self) -> Value {
        Value::from(object([
            ("name", self.name.as_str().into()),
            ("kind", self.kind.into()),
            ("up", self.up.into()),
            ("addresses", texts(self.addresses.iter().cloned())),
            ("hardware", text(self.hardware.clone())),
        ]))
    }
}

fn kind(at: &Path) -> &'static str {
    // The ARP hardware types.
    match kernel::number(&at.join("type")) {
        Some(772) => "loop",
        _ if at.join("wireless").exists() || at.join("phy80211").exists() => "wifi",
        _ if at.join("bridge").exists() => "bridge",
        _ if at.join("tun_flags").exists() => "tunnel",
        Some(1) if at.join("device").exists() => "cable",
        Some(1) => "virtual",
        Some(512 | 519 | 65534) => "tunnel",
        _ => "other",
    }
}

/// Returns the addresses of each interface, without link-local ones.
fn addresses() -> HashMap<String, Vec<String>> {
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for one in nix::ifaddrs::getifaddrs().into_iter().flatten() {
        let Some(address) = one.address else { continue };
        let address = match (address.as_sockaddr_in(), address.as_sockaddr_in6()) {
            (Some(four), _) => IpAddr::from(four.ip()),
            (_, Some(six)) => IpAddr::from(six.ip()),
            _ => continue,
        };
        let near = matches!(address, IpAddr::V6(six) if six.is_unicast_link_local());
        if !near {
            found.entry(one.interface_name).or_default().push(address.to_string());
        }
    }
    found
}

/// The default route.
pub(super) struct Way {
    pub(super) interface: String,
    pub(super) gateway: Option<String>,
}

/// Returns the default route of IPv4, or else that of IPv6.
pub(super) fn way_out(root: &Path) -> Option<Way> {
    let four = kernel::read(&root.join("proc/net/route")).unwrap_or_default();
    let routes = four.lines().skip(1).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, to, over, flags, _, _, metric, mask, ..] = words[..] else { return None };
        let flags = u32::from_str_radix(flags, 16).ok()?;
        // Flag 1: the route is up; 200: it rejects packets.
        let usable = flags & 0x1 != 0 && flags & 0x200 == 0;
        let gateway = u32::from_str_radix(over, 16).ok()?;
        let gateway = (gateway != 0).then(|| Ipv4Addr::from(gateway.swap_bytes()).to_string());
        let everywhere = to == "00000000" && mask == "00000000";
        (usable && everywhere).then(|| (metric.parse().unwrap_or(u32::MAX), name.to_string(), gateway))
    });
    if let Some((_, interface, gateway)) = routes.min() {
        return Some(Way { interface, gateway });
    }
    let six = kernel::read(&root.join("proc/net/ipv6_route")).unwrap_or_default();
    six.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [to, width, _, _, _, _, _, _, flags, name] = words[..] else { return None };
        let flags = u32::from_str_radix(flags, 16).ok()?;
        let usable = flags & 0x1 != 0 && flags & 0x200 == 0 && name != "lo";
        let everywhere = width == "00" && to.bytes().all(|it| it == b'0');
        (usable && everywhere).then(|| Way { interface: name.into(), gateway: None })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        root
    }

    #[test]
    fn classifies_network_interfaces() {
        let root = root(&[
            ("sys/class/net/zz-lo/type", "772\n"),
            ("sys/class/net/zz-lo/operstate", "unknown"),
            ("sys/class/net/zz-lo/carrier", "1"),
            ("sys/class/net/zz-wlan/type", "1"),
            ("sys/class/net/zz-wlan/wireless/beacon", "0"),
            ("sys/class/net/zz-wlan/operstate", "up"),
            ("sys/class/net/zz-eth/type", "1"),
            ("sys/class/net/zz-eth/device/vendor", "x"),
            ("sys/class/net/zz-eth/operstate", "down"),
            ("sys/class/net/zz-odd/type", "-1"),
            ("sys/class/net/bonding_masters", "zz"),
        ]);
        let told: Vec<_> = all(root.path()).into_iter().map(|it| (it.name.clone(), it.kind, it.up)).collect();
        let named = |name: &str, kind, up| (name.to_string(), kind, up);
        assert_eq!(
            told,
            [
                named("zz-wlan", "wifi", true),
                named("zz-eth", "cable", false),
                named("zz-odd", "other", false),
                named("zz-lo", "loop", true),
            ]
        );
    }

    #[test]
    fn selects_default_route_with_lowest_metric() {
        let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n";
        let rows = "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n\
                    eth0\t00000000\tFE01A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n\
                    eth9\t00000000\t00000000\t0200\t0\t0\t1\t00000000\t0\t0\t0\nnonsense\n";
        let with = root(&[("proc/net/route", &format!("{head}{rows}"))]);
        let way = way_out(with.path()).unwrap();
        assert_eq!((way.interface.as_str(), way.gateway.as_deref()), ("eth0", Some("192.168.1.254")));
        assert!(way_out(root(&[("proc/net/route", head)]).path()).is_none());
        assert!(way_out(root(&[]).path()).is_none());
        let zeros = "0".repeat(32);
        let six = format!("{zeros} 00 {zeros} 00 fe80 00000400 00000001 00000000 00000003 eth6\n");
        assert_eq!(way_out(root(&[("proc/net/ipv6_route", &six)]).path()).unwrap().interface, "eth6");
    }
}
