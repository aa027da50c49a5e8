use std::time::Duration;

/// Parses `500ms`, `5s`, `2m`, `1h`, `7d`, also with a fraction; returns nothing for any other text.
/// Fractions of a millisecond are dropped.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let milliseconds: u64 = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    let (whole, fraction) = number.trim_end().split_once('.').unwrap_or((number.trim_end(), "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    // Integer arithmetic throughout: a float would introduce rounding errors.
    let whole = whole.parse::<u64>().ok()?.checked_mul(milliseconds)?;
    let fraction = &fraction[..fraction.len().min(9)];
    let scale = 10_u64.pow(u32::try_from(fraction.len()).ok()?);
    let part = fraction.parse::<u64>().ok()? * milliseconds / scale;
    Some(Duration::from_millis(whole.checked_add(part)?))
}

/// Formats a duration in the largest unit that represents it exactly.
pub fn format_duration(duration: Duration) -> String {
    let milliseconds = duration.as_millis();
    match milliseconds {
        0 => "0s".into(),
        ms if ms % 3_600_000 == 0 => format!("{}h", ms / 3_600_000),
        ms if ms % 60_000 == 0 => format!("{}m", ms / 60_000),
        ms if ms % 1000 == 0 => format!("{}s", ms / 1000),
        ms => format!("{ms}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatted_durations_round_trip() {
        for text in ["500ms", "5s", "2m", "1h", "0s", "1500ms"] {
            assert_eq!(parse_duration(text).map(format_duration).as_deref(), Some(text));
        }
        assert_eq!(parse_duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(parse_duration("6666666.1s"), Some(Duration::from_millis(6_666_666_100)));
    }

    #[test]
    fn rejects_invalid_durations() {
        for text in ["", "5", "s", "-5s", "5x", "5 s s", "1e9s", "99999999999999999999h"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
