use jiff::Zoned;
use jiff::tz::TimeZone;
use lemmascope_intent::{Args, Cause, Context, Failure, Outcome, Parameter, Signature, Type};

use super::super::telling::{object, text};
use crate::system::{letters, settings::Settings};

/// The zones of places whose names are not in the names of zones.
const ZONES: &str = include_str!("zones.txt");

pub(in super::super) fn signature() -> Signature {
    Signature::observe("system.state.time", "Show the time.")
        .parameter(Parameter::optional(
            "place",
            Type::String,
            "The place or time zone; this machine's by default.",
        ))
        .returns(Type::Object)
        .examples(&["system.state.time", "system.state.time --place Tokyo"])
}

pub(in super::super) async fn act(
    _settings: &Settings,
    args: Args,
    _cx: &Context,
) -> Result<Outcome, Failure> {
    let Some(place) = args.optional_text("place").filter(|place| !place.trim().is_empty()) else {
        return Ok(tell(&Zoned::now(), None));
    };
    let zone = zone_of(place).ok_or_else(|| {
        Failure::new(Cause::InvalidParameter, format!("the time zone of \"{place}\" is not known"))
            .hint("Name a large city or a time zone, such as Europe/Lisbon.")
            .about("place")
    })?;
    Ok(tell(&Zoned::now().with_time_zone(zone), Some(place)))
}

/// Returns the time zone of a place: a zone, a city in the name of one, or another known place.
fn zone_of(place: &str) -> Option<TimeZone> {
    let wanted = letters(&place.replace('_', " "));
    let listed = ZONES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    let mut listed = listed.filter(|(_, names)| names.split(", ").any(|name| letters(name) == wanted));
    if let Some((zone, _)) = listed.next() {
        return TimeZone::get(zone).ok();
    }
    let is_meant = |name: &str| {
        let city = name.rsplit('/').next().unwrap_or(name);
        letters(&city.replace('_', " ")) == wanted || letters(&name.replace('_', " ")) == wanted
    };
    let mut known = jiff::tz::db().available();
    let zone = known.find(|zone| is_meant(zone.as_str()))?;
    TimeZone::get(zone.as_str()).ok()
}

fn tell(now: &Zoned, place: Option<&str>) -> Outcome {
    let time = now.strftime("%H:%M:%S").to_string();
    let told = object([
        ("time", time.as_str().into()),
        ("place", text(place)),
        ("zone", text(now.time_zone().iana_name())),
        ("offset", now.strftime("%:z").to_string().into()),
        ("timestamp", now.timestamp().to_string().into()),
    ]);
    let place = place.map(|place| format!(" in {place}")).unwrap_or_default();
    Outcome::found(told).line(format!("time{place} {time} ({})", now.strftime("%Z")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_time_in_the_time_zone() {
        let moment: jiff::Timestamp = "2024-07-01T23:30:05Z".parse().unwrap();
        let told = tell(&moment.to_zoned(TimeZone::fixed(jiff::tz::offset(1))), None);
        let told = told.value.as_object().unwrap();
        assert_eq!(told["time"].as_text(), Some("00:30:05"));
        assert_eq!(told["offset"].as_text(), Some("+01:00"));
    }

    #[test]
    fn place_maps_to_zone_of_its_city_or_country() {
        for (place, zone) in [
            ("Tokyo", "Asia/Tokyo"),
            ("Tóquio", "Asia/Tokyo"),
            ("new york", "America/New_York"),
            ("Nova Iorque", "America/New_York"),
            ("São Paulo", "America/Sao_Paulo"),
            ("Europe/Lisbon", "Europe/Lisbon"),
            ("Cabo Verde", "Atlantic/Cape_Verde"),
        ] {
            assert_eq!(
                zone_of(place).and_then(|it| it.iana_name().map(str::to_string)).as_deref(),
                Some(zone),
                "{place}"
            );
        }
        assert_eq!(zone_of("the office"), None);
    }

    #[test]
    fn every_listed_zone_exists() {
        for line in ZONES.lines().filter(|line| !line.starts_with('#')) {
            let (zone, _) = line.split_once(": ").unwrap();
            assert!(TimeZone::get(zone).is_ok(), "{zone}");
        }
    }
}
