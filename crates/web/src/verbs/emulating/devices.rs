use lemmascope_intent::{Args, Failure, Outcome, Signature, Type, Value};

use super::device_table::DEVICES;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    Signature::observe("web.devices", "List the devices that can be emulated.")
        .command("devices")
        .returns(Type::Array)
        .examples(&["devices"])
}

pub(super) async fn act(_visit: &Visit<'_>, _args: &Args) -> Result<Outcome, Failure> {
    let devices = DEVICES.iter().map(|device| {
        let (width, height) = device.size;
        let fields = [
            ("name".to_string(), Value::from(device.name)),
            ("width".to_string(), i64::from(width).into()),
            ("height".to_string(), i64::from(height).into()),
            ("mobile".to_string(), device.is_mobile().into()),
        ];
        Value::Object(fields.into_iter().collect())
    });
    Ok(Outcome::found(devices.collect::<Vec<_>>()))
}
