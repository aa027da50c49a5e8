use lemmascope_intent::{Args, Cause, Failure, Outcome, Signature, Type};
use x11rb::properties::WmSizeHints;

use crate::system::windows::changing::change;
use crate::system::windows::choice::{Several, aimed, choose};
use crate::system::windows::client::Client;
use crate::system::windows::desk::{Area, Desk};
use crate::system::windows::verb::{PATIENCE, Visit};

pub(in crate::system::windows) fn left_signature() -> Signature {
    aimed(Signature::change("system.window.snap_left", "Put a window on the left half of its screen."))
        .returns(Type::Object)
        .examples(&["system.window.snap_left --app xterm"])
}

pub(in crate::system::windows) fn right_signature() -> Signature {
    aimed(Signature::change("system.window.snap_right", "Put a window on the right half of its screen."))
        .returns(Type::Object)
        .examples(&["system.window.snap_right --title Inbox"])
}

pub(in crate::system::windows) fn left(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    snap(visit, args, "snap_left", |area| Area { width: area.width / 2, ..area })
}

pub(in crate::system::windows) fn right(visit: &Visit, args: &Args) -> Result<Outcome, Failure> {
    // For an odd width, the right half is one pixel larger, so that there is no gap.
    snap(visit, args, "snap_right", |area| Area {
        x: area.x + area.width / 2,
        width: area.width - area.width / 2,
        ..area
    })
}

fn snap(visit: &Visit, args: &Args, verb: &str, half: fn(Area) -> Area) -> Result<Outcome, Failure> {
    let client = choose(visit, args, Several::Topmost)?;
    change(visit, verb, &client, |desk| {
        if client.fullscreen {
            return Err(Failure::new(
                Cause::NoEffect,
                format!("\"{}\" fills the whole screen", client.name()),
            )
            .hint("End its full screen first."));
        }
        if client.minimized {
            desk.show(client.id)?;
        }
        if client.wide || client.high {
            desk.set_maximized(client.id, false, false)?;
        }
        desk.activate(client.id)?;
        let room = half(room(desk, &client)?);
        let frame = desk.frame(client.id)?;
        let wanted = Area {
            x: room.x + frame.left,
            y: room.y + frame.top,
            width: (room.width - frame.left - frame.right).max(1),
            height: (room.height - frame.top - frame.bottom).max(1),
        };
        desk.place(client.id, wanted)?;
        // The width of a terminal is a multiple of its character width, so it may be slightly less than half.
        let (across, down) = step(desk, client.id);
        let near = |area: Area| {
            (area.x - wanted.x).abs() <= 2
                && (area.y - wanted.y).abs() <= 2
                && (0..=across).contains(&(wanted.width - area.width))
                && (0..=down).contains(&(wanted.height - area.height))
        };
        match desk.until(PATIENCE, || Ok(desk.area(client.id)?.is_some_and(near)))? {
            true => Ok(()),
            false => Err(unfitting(desk, &client)?),
        }
    })
}

fn unfitting(desk: &Desk, client: &Client) -> Result<Failure, Failure> {
    let stands =
        desk.area(client.id)?.map(|area| format!("{}x{} at {},{}", area.width, area.height, area.x, area.y));
    Ok(Failure::new(
        Cause::NoEffect,
        format!(
            "\"{}\" does not take half of the screen: it stands {}",
            client.name(),
            stands.unwrap_or_default()
        ),
    )
    .hint("It may have a minimum or fixed size. Undo restores it.")
    .effect_unknown()
    .verdict("no_effect"))
}

/// Returns the work area of the window's screen, without panels.
fn room(desk: &Desk, client: &Client) -> Result<Area, Failure> {
    let screens = desk.screens()?;
    let overlap = |screen: &&Area| {
        let common = common(**screen, client.area);
        i64::from(common.width) * i64::from(common.height)
    };
    let screen = screens.iter().max_by_key(overlap).copied();
    let desktop = desk.number(desk.root(), desk.names._NET_CURRENT_DESKTOP)?.unwrap_or(0);
    let areas = desk.numbers(desk.root(), desk.names._NET_WORKAREA)?;
    let start = usize::try_from(desktop).unwrap_or(0).saturating_mul(4);
    let free =
        areas.get(start..start.saturating_add(4)).or_else(|| areas.get(..4)).and_then(|area| match area {
            [x, y, width, height] => Some(Area {
                x: x.cast_signed(),
                y: y.cast_signed(),
                width: width.cast_signed(),
                height: height.cast_signed(),
            }),
            _ => None,
        });
    let room = match (screen, free) {
        (Some(screen), Some(free)) => Some(common(screen, free)),
        (one, other) => one.or(other),
    };
    room.filter(|room| room.width > 1 && room.height > 1)
        .ok_or_else(|| Failure::new(Cause::Unavailable, "the display does not say how large it is"))
}

fn common(one: Area, other: Area) -> Area {
    let (x, y) = (one.x.max(other.x), one.y.max(other.y));
    let right = one.x.saturating_add(one.width).min(other.x.saturating_add(other.width));
    let bottom = one.y.saturating_add(one.height).min(other.y.saturating_add(other.height));
    Area { x, y, width: (right - x).max(0), height: (bottom - y).max(0) }
}

/// The size increments of a window.
fn step(desk: &Desk, id: u32) -> (i32, i32) {
    let hints =
        WmSizeHints::get_normal_hints(desk.connection(), id).ok().and_then(|asked| asked.reply().ok());
    let (across, down) = hints.flatten().and_then(|hints| hints.size_increment).unwrap_or((1, 1));
    (across.clamp(1, 200), down.clamp(1, 200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_intersection_of_areas() {
        let area = |x, y, width, height| Area { x, y, width, height };
        assert_eq!(common(area(0, 0, 100, 100), area(50, 20, 100, 100)), area(50, 20, 50, 80));
        assert_eq!(common(area(0, 0, 10, 10), area(20, 0, 10, 10)).width, 0);
        assert_eq!(common(area(0, 0, i32::MAX, 5), area(5, 0, i32::MAX, 5)).height, 5);
    }
}
