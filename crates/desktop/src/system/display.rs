use lemmascope_intent::{Cause, Failure};
use x11rb::rust_connection::RustConnection;

/// Connects to a display, and returns the number of its screen.
pub(super) fn reach(display: &str) -> Result<(RustConnection, usize), Failure> {
    let unreachable = |why: String| {
        Failure::new(Cause::Unavailable, format!("the display {display} cannot be reached: {why}"))
            .hint("Check DISPLAY and XAUTHORITY, or start the engine from the session at the display.")
    };
    if !is_sensible(display) {
        return Err(unreachable("there is no such number".into()));
    }
    RustConnection::connect(Some(display)).map_err(|error| unreachable(error.to_string()))
}

/// Whether a display number is valid: it is added to port 6000, and the library does not check for overflow.
fn is_sensible(display: &str) -> bool {
    let (_, numbers) = display.rsplit_once(':').unwrap_or(("", display));
    let number = numbers.split('.').next().unwrap_or_default();
    number.parse::<u16>().map_or(true, |number| number <= u16::MAX - 6000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_invalid_display_names() {
        for display in ["", ":", ":65535", ":99999999999", "nowhere:-1", ":0.65536", "☃:1", "::::"] {
            let failure = reach(display).err().unwrap_or_else(|| panic!("{display} was reached"));
            assert_eq!(failure.cause, Cause::Unavailable, "{display}");
        }
    }
}
