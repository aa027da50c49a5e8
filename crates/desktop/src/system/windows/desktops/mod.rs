//! Virtual desktops, counted from 1 for users.

pub(super) mod current;
pub(super) mod move_window;
pub(super) mod switch;

use lemmascope_intent::{Args, Cause, Failure};

use super::desk::Desk;

/// Returns the number of virtual desktops, and the current one, counted from 0.
fn shown(desk: &Desk) -> Result<(u32, u32), Failure> {
    desk.need(desk.names._NET_CURRENT_DESKTOP, "virtual desktops")?;
    let count = desk.number(desk.root(), desk.names._NET_NUMBER_OF_DESKTOPS)?.unwrap_or(1);
    Ok((count, desk.number(desk.root(), desk.names._NET_CURRENT_DESKTOP)?.unwrap_or(0)))
}

/// Returns the desktop of an argument, counted from 0.
fn meant(desk: &Desk, args: &Args) -> Result<u32, Failure> {
    let (count, _) = shown(desk)?;
    let number = args.optional_integer("n").unwrap_or(0);
    u32::try_from(number)
        .ok()
        .filter(|number| (1..=count).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, format!("there is no virtual desktop {number}"))
                .hint(format!("There are {count}: give a number from 1 to {count}."))
                .about("n")
        })
}
