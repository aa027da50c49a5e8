use std::path::{Path, PathBuf};

use lemmascope_intent::{Args, Cause, Context, Failure, Object, Outcome, Signature, Type, Value};

use super::super::kernel;
use super::super::telling::{integer, object, tenths, text};
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.battery", "Show the charge of the battery.")
        .returns(Type::Object)
        .examples(&["system.state.battery"])
}

pub(in super::super) async fn act(
    settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let root = settings.kernel.clone();
    let (told, line) = apart(move || look(&root)).await?;
    Ok(Outcome::found(told).line(line))
}

/// A battery with its reported values.
struct Battery {
    name: String,
    /// The level in percent.
    level: f64,
    /// The full capacity, in the kernel's unit (energy or charge).
    capacity: Option<u64>,
    status: String,
    hours_left: Option<f64>,
}

fn look(root: &Path) -> Result<(Object, String), Failure> {
    let supplies = kernel::list(&root.join("sys/class/power_supply"));
    let kind = |at: &Path| kernel::word(&at.join("type")).unwrap_or_default();
    // The battery of a peripheral such as a mouse has the scope `Device`.
    let own = |at: &Path| kernel::word(&at.join("scope")).is_none_or(|scope| scope != "Device");
    let present = |at: &Path| kernel::number(&at.join("present")) != Some(0);
    let is_battery = |(_, at): &&(String, PathBuf)| kind(at) == "Battery" && own(at) && present(at);
    let found: Vec<&(String, PathBuf)> = supplies.iter().filter(is_battery).collect();
    if found.is_empty() {
        return Err(
            Failure::new(Cause::Unavailable, "this machine has no battery").hint("It runs on mains power.")
        );
    }
    let batteries: Vec<Battery> = found.iter().filter_map(|(name, at)| read(name, at)).collect();
    if batteries.is_empty() {
        return Err(Failure::new(Cause::Unavailable, "the battery does not report its charge")
            .hint("See /sys/class/power_supply."));
    }
    let mains = supplies.iter().filter(|(_, at)| matches!(kind(at).as_str(), "Mains" | "USB"));
    let mains: Vec<u64> = mains.filter_map(|(_, at)| kernel::number(&at.join("online"))).collect();
    let on_mains = (!mains.is_empty()).then(|| mains.contains(&1));
    let level = together(&batteries);
    let status =
        ["Discharging", "Charging"].into_iter().find(|it| batteries.iter().any(|one| one.status == *it));
    let status = status.unwrap_or(&batteries[0].status).to_lowercase();
    let minutes = match batteries.as_slice() {
        [one] => one.hours_left.map(|hours| (hours * 60.0).round() as u64),
        _ => None,
    };
    let line = match minutes {
        Some(minutes) => {
            format!("battery {level:.0}% ({status}, {}:{:02} left)", minutes / 60, minutes % 60)
        }
        None => format!("battery {level:.0}% ({status})"),
    };
    let each = batteries.iter().map(|battery| {
        let status = battery.status.to_lowercase();
        Value::from(object([
            ("name", battery.name.as_str().into()),
            ("level", tenths(battery.level)),
            ("status", status.into()),
        ]))
    });
    let told = object([
        ("level", tenths(level)),
        ("status", text(Some(status))),
        ("on_mains", on_mains.map_or(Value::Null, Value::from)),
        ("minutes_left", minutes.map_or(Value::Null, integer)),
        ("batteries", Value::List(each.collect())),
    ]);
    Ok((told, line))
}

fn read(name: &str, at: &Path) -> Option<Battery> {
    let number = |file: &str| kernel::number(&at.join(file));
    // Some report energy, others charge; full and current values have the same unit either way.
    let counted = ["energy", "charge"].into_iter().find_map(|what| {
        let full = number(&format!("{what}_full")).filter(|full| *full > 0)?;
        Some((what, number(&format!("{what}_now"))?, full))
    });
    let level = match (number("capacity").filter(|level| *level <= 100), counted) {
        (Some(level), _) => level as f64,
        // An aged battery may hold slightly more than its stated capacity.
        (None, Some((_, now, full))) => (now as f64 * 100.0 / full as f64).min(100.0),
        (None, None) => return None,
    };
    let status = kernel::word(&at.join("status")).unwrap_or_else(|| "Unknown".into());
    let flow =
        counted.and_then(|(what, ..)| number(if what == "energy" { "power_now" } else { "current_now" }));
    let hours_left = match (counted, flow.filter(|flow| *flow > 0)) {
        (Some((_, now, full)), Some(flow)) => match status.as_str() {
            "Discharging" => Some(now as f64 / flow as f64),
            "Charging" => Some(full.saturating_sub(now) as f64 / flow as f64),
            _ => None,
        },
        _ => None,
    };
    // A driver that does not know the current reports one that would last for weeks.
    let hours_left = hours_left.filter(|hours| *hours < 100.0);
    Some(Battery { name: name.into(), level, capacity: counted.map(|(.., full)| full), status, hours_left })
}

/// Returns the combined level, weighted by capacity if all report it.
fn together(batteries: &[Battery]) -> f64 {
    let weight = |battery: &Battery| match batteries.iter().all(|one| one.capacity.is_some()) {
        true => battery.capacity.unwrap_or(1) as f64,
        false => 1.0,
    };
    let whole: f64 = batteries.iter().map(weight).sum();
    batteries.iter().map(|battery| battery.level * weight(battery)).sum::<f64>() / whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(files: &[(&str, &str)]) -> Result<(Object, String), Failure> {
        let root = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let path = root.path().join("sys/class/power_supply").join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        look(root.path())
    }

    #[test]
    fn computes_remaining_battery_time() {
        let (told, line) = with(&[
            ("AC/type", "Mains\n"),
            ("AC/online", "0\n"),
            ("BAT0/type", "Battery\n"),
            ("BAT0/capacity", "42\n"),
            ("BAT0/status", "Discharging\n"),
            ("BAT0/energy_full", "50000000"),
            ("BAT0/energy_now", "21000000"),
            ("BAT0/power_now", "14000000"),
            ("hid-mouse/type", "Battery"),
            ("hid-mouse/scope", "Device"),
            ("hid-mouse/capacity", "3"),
        ])
        .unwrap();
        assert_eq!(line, "battery 42% (discharging, 1:30 left)");
        assert_eq!((&told["level"], &told["on_mains"]), (&42.into(), &false.into()));
    }

    #[test]
    fn weights_batteries_by_capacity() {
        let (told, line) = with(&[
            ("BAT0/type", "Battery"),
            ("BAT0/charge_full", "3000"),
            ("BAT0/charge_now", "3000"),
            ("BAT0/status", "Full"),
            ("BAT1/type", "Battery"),
            ("BAT1/charge_full", "1000"),
            ("BAT1/charge_now", "0"),
            ("BAT1/status", "Charging"),
        ])
        .unwrap();
        assert_eq!(line, "battery 75% (charging)");
        assert_eq!(told["batteries"].length(), Some(2));
    }

    #[test]
    fn reports_missing_or_invalid_battery_values() {
        assert!(with(&[]).unwrap_err().message.contains("no battery"));
        assert!(with(&[("AC/type", "Mains")]).unwrap_err().message.contains("no battery"));
        let huge = "9".repeat(100_000);
        for capacity in ["", "-5", "101", "full", &huge, "\u{0}"] {
            let failure = with(&[("BAT0/type", "Battery"), ("BAT0/capacity", capacity)]).unwrap_err();
            assert!(failure.message.contains("does not report"), "{}", failure.message);
        }
        let gone = with(&[("BAT0/type", "Battery"), ("BAT0/present", "0"), ("BAT0/capacity", "50")]);
        assert!(gone.unwrap_err().message.contains("no battery"));
        let full = [("BAT0/type", "Battery"), ("BAT0/energy_full", "10"), ("BAT0/energy_now", "99")];
        assert_eq!(with(&full).unwrap().0["level"], 100.into());
    }
}
