use std::time::Duration;

/// Reads `500ms`, `5s`, `2m`, `1h`, also with a fraction; nothing if the text is not wholly a duration.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let number = number.trim_end();
    if number.is_empty() || !number.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
}

/// Writes a duration in the largest unit that tells it whole.
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
    fn reads_what_it_writes() {
        for text in ["500ms", "5s", "2m", "1h", "0s", "1500ms"] {
            assert_eq!(parse_duration(text).map(format_duration).as_deref(), Some(text));
        }
        assert_eq!(parse_duration("1.5s"), Some(Duration::from_millis(1500)));
    }

    #[test]
    fn refuses_what_is_no_duration() {
        for text in ["", "5", "s", "-5s", "5x", "5 s s", "1e9s", "99999999999999999999h"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
