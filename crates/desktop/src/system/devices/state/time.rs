use jiff::Zoned;
use lemmascope_intent::{Args, Context, Failure, Outcome, Signature, Type};

use super::super::telling::{object, text};
use crate::system::settings::Settings;

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.time", "Show the time.")
        .returns(Type::Object)
        .examples(&["system.state.time"])
}

pub(in super::super) async fn act(
    _settings: &Settings,
    _args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    Ok(tell(&Zoned::now()))
}

fn tell(now: &Zoned) -> Outcome {
    let time = now.strftime("%H:%M:%S").to_string();
    let told = object([
        ("time", time.as_str().into()),
        ("zone", text(now.time_zone().iana_name())),
        ("offset", now.strftime("%:z").to_string().into()),
        ("timestamp", now.timestamp().to_string().into()),
    ]);
    Outcome::found(told).line(format!("time {time} ({})", now.strftime("%Z")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_time_in_the_time_zone() {
        let moment: jiff::Timestamp = "2024-07-01T23:30:05Z".parse().unwrap();
        let told = tell(&moment.to_zoned(jiff::tz::TimeZone::fixed(jiff::tz::offset(1))));
        let told = told.value.as_object().unwrap();
        assert_eq!(told["time"].as_text(), Some("00:30:05"));
        assert_eq!(told["offset"].as_text(), Some("+01:00"));
    }
}
