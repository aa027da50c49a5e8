use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Need, Outcome, Parameter, Risk, Signature, Type, Value,
};

use super::super::bus::refused;
use super::super::telling::{call, object, texts};
use super::login::{Login, WHO};
use crate::system::settings::Settings;

/// The maximum delay in minutes: one week.
const LONGEST: i64 = 7 * 24 * 60;

pub(in super::super) fn signature() -> Signature {
    Signature::change(
        "system.power.shutdown",
        "Shut this machine down, after a delay in which it can be called off.",
    )
    .parameter(
        Parameter::defaulted(
            "delay",
            1,
            Type::Number,
            "In how many minutes, from 0 to a week. At 0 nothing can call it off.",
        )
        .format(Format::Minutes),
    )
    .returns(Type::Object)
    .needs(&[Need::Bus])
    .risk(Risk::High)
    .warning("this machine will shut down in {delay} minute(s); unsaved work is lost")
    .examples(&["system.power.shutdown --delay 10"])
}

pub(in super::super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let delay = args.optional_integer("delay").filter(|delay| (0..=LONGEST).contains(delay));
    let Some(delay) = delay else {
        return Err(Failure::new(
            Cause::InvalidParameter,
            format!("parameter \"delay\" must be a whole number of minutes from 0 to {LONGEST}"),
        )
        .hint("Give the minutes until this machine is to be off, such as 10.")
        .about("delay"));
    };
    let login = Login::reach(settings).await?;
    let waiting = login.is_free("shutdown").await?;
    let at = SystemTime::now() + Duration::from_secs(delay.unsigned_abs() * 60);
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    let microseconds = u64::try_from(since.as_micros()).unwrap_or(u64::MAX);
    let undo = call("system.power.cancel_shutdown", []);
    (cx.promise)(undo.clone()).await?;
    let scheduled = login.manager().call("ScheduleShutdown", &("poweroff", microseconds)).await;
    scheduled.map_err(|error| refused(WHO, &error))?;
    let moment = jiff::Timestamp::try_from(at).map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string());
    let told = object([
        ("at", moment.map_or(Value::Null, Value::from)),
        ("minutes", delay.into()),
        ("waits_for", texts(waiting.iter().map(|it| format!("{}: {}", it.who, it.why)))),
    ]);
    let line = match delay {
        0 => "shut down now".into(),
        1 => "shut down in 1 minute".into(),
        more => format!("shut down in {more} minutes"),
    };
    Ok(Outcome::found(told).line(line).undo(undo))
}
