use std::path::Path;

use lemmascope_intent::{Args, Cause, Context, Failure, Object, Outcome, Signature, Type};

use super::super::kernel;
use super::super::telling::{integer, object, size, tenths};
use crate::system::settings::Settings;
use crate::verb::apart;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.memory_usage", "Show the memory usage.")
        .returns(Type::Object)
        .examples(&["system.state.memory_usage"])
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

fn look(root: &Path) -> Result<(Object, String), Failure> {
    let said = kernel::read(&root.join("proc/meminfo")).unwrap_or_default();
    let of = |name: &str| {
        let line = said.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1024)
    };
    let (Some(total), Some(available)) = (of("MemTotal").filter(|total| *total > 0), of("MemAvailable"))
    else {
        return Err(Failure::new(Cause::Unavailable, "the kernel does not report the memory usage")
            .hint("It is in /proc/meminfo; check that /proc is mounted."));
    };
    let used = total.saturating_sub(available);
    let share = used as f64 * 100.0 / total as f64;
    let swap = of("SwapTotal").zip(of("SwapFree"));
    let told = object([
        ("total", integer(total)),
        ("used", integer(used)),
        ("available", integer(available.min(total))),
        ("percent", tenths(share)),
        ("swap_total", swap.map_or(lemmascope_intent::Value::Null, |(total, _)| integer(total))),
        (
            "swap_used",
            swap.map_or(lemmascope_intent::Value::Null, |(total, free)| integer(total.saturating_sub(free))),
        ),
    ]);
    Ok((told, format!("memory {} of {} in use ({share:.0}%)", size(used), size(total))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(meminfo: &str) -> Result<(Object, String), Failure> {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("proc")).unwrap();
        std::fs::write(root.path().join("proc/meminfo"), meminfo).unwrap();
        look(root.path())
    }

    #[test]
    fn used_memory_is_total_minus_available() {
        let said = "MemTotal:       1000 kB\nMemFree: 10 kB\nMemAvailable:    250 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n";
        let (told, line) = with(said).unwrap();
        assert_eq!(told["used"], integer(750 * 1024));
        assert_eq!(told["percent"], 75.into());
        assert_eq!(line, "memory 768 kB of 1.0 MB in use (75%)");
    }

    #[test]
    fn reports_invalid_memory_values() {
        for said in
            ["", "MemTotal: x kB\nMemAvailable: 1 kB", "MemTotal: 0 kB\nMemAvailable: 0 kB", "\u{0}\u{1}"]
        {
            assert_eq!(with(said).unwrap_err().cause, Cause::Unavailable, "{said:?}");
        }
        let huge = format!("MemTotal: {} kB\nMemAvailable: 1 kB", u64::MAX);
        assert_eq!(with(&huge).unwrap_err().cause, Cause::Unavailable);
        let more = with("MemTotal: 100 kB\nMemAvailable: 900 kB").unwrap().0;
        assert_eq!(more["used"], 0.into());
    }
}
