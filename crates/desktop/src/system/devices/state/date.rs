use jiff::Zoned;
use lemmascope_intent::{Args, Context, Failure, Outcome, Signature, Type};

use super::super::telling::object;
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.date", "Show the date.")
        .aliases(&["date"])
        .returns(Type::Object)
        .examples(&["system.state.date"])
}

pub(in super::super) async fn act(
    _settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    Ok(tell(&Zoned::now()))
}

fn tell(now: &Zoned) -> Outcome {
    let date = now.date().to_string();
    let weekday = now.strftime("%A").to_string();
    let line = format!("date {date} ({weekday})");
    let week = i64::from(now.date().iso_week_date().week());
    let told = object([
        ("date", date.into()),
        ("weekday", weekday.into()),
        ("day", i64::from(now.day()).into()),
        ("month", i64::from(now.month()).into()),
        ("year", i64::from(now.year()).into()),
        ("week", week.into()),
    ]);
    Outcome::found(told).line(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_contains_weekday_and_iso_week() {
        let moment: jiff::Timestamp = "2024-12-30T12:00:00Z".parse().unwrap();
        let told = tell(&moment.to_zoned(jiff::tz::TimeZone::UTC));
        assert_eq!(told.line.as_deref(), Some("date 2024-12-30 (Monday)"));
        assert_eq!(told.value.as_object().unwrap()["week"], 1.into());
    }
}
