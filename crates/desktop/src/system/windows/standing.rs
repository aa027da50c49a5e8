use lemmascope_intent::{Args, Call, Cause, Failure, Object, Value};
use x11rb::protocol::xproto::Window as Id;

use super::client::Client;
use super::desk::{Area, Desk};
use super::verb::PATIENCE;

/// A snapshot of window states, which a stored call restores.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    windows: Vec<Stood>,
    active: Option<Id>,
    desktop: Option<u32>,
}

#[derive(Debug, Clone)]
struct Stood {
    id: Id,
    /// The class, because window ids are reused: it verifies that the window is the same.
    class: String,
    title: String,
    desktop: Option<u32>,
    minimized: bool,
    wide: bool,
    high: bool,
    area: Area,
}

impl Standing {
    /// Records the current states of these windows.
    pub(super) fn of(desk: &Desk, clients: &[Client]) -> Result<Self, Failure> {
        let windows = clients.iter().map(|client| Stood {
            id: client.id,
            class: client.class.clone(),
            title: client.name().to_string(),
            desktop: client.desktop,
            minimized: client.minimized,
            wide: client.wide,
            high: client.high,
            area: client.area,
        });
        let desktop = desk.number(desk.root(), desk.names._NET_CURRENT_DESKTOP)?;
        Ok(Self { windows: windows.collect(), active: desk.active()?, desktop })
    }

    /// Returns the call that restores the states.
    pub(super) fn call(&self) -> Call {
        let number = |number: i64| Value::from(number);
        let windows = self.windows.iter().map(|stood| {
            let fields = [
                ("window", number(stood.id.into())),
                ("class", stood.class.as_str().into()),
                ("title", stood.title.as_str().into()),
                ("desktop", stood.desktop.map_or(Value::Null, |desktop| number(desktop.into()))),
                ("minimized", stood.minimized.into()),
                ("wide", stood.wide.into()),
                ("high", stood.high.into()),
                ("x", number(stood.area.x.into())),
                ("y", number(stood.area.y.into())),
                ("width", number(stood.area.width.into())),
                ("height", number(stood.area.height.into())),
            ];
            Value::Object(object(fields))
        });
        let fields = [
            ("windows", Value::List(windows.collect())),
            ("active", self.active.map_or(Value::Null, |id| number(id.into()))),
            ("desktop", self.desktop.map_or(Value::Null, |desktop| number(desktop.into()))),
        ];
        Call { capability: "system.window.put_back".into(), arguments: object(fields) }
    }

    /// Parses a stored call.
    pub(super) fn read(args: &Args) -> Result<Self, Failure> {
        let unreadable = || Failure::new(Cause::InvalidParameter, "it is not known how the windows stood");
        let Some(Value::List(listed)) = args.get("windows") else { return Err(unreadable()) };
        let windows: Option<Vec<Stood>> = listed.iter().map(stood).collect();
        let number = |name: &str| args.optional_integer(name).and_then(|number| u32::try_from(number).ok());
        Ok(Self {
            windows: windows.ok_or_else(unreadable)?,
            active: number("active"),
            desktop: number("desktop"),
        })
    }

    /// Returns the windows that still exist.
    pub(super) fn present(&self, desk: &Desk) -> Result<Vec<Client>, Failure> {
        let mut present = Vec::new();
        for stood in &self.windows {
            present.extend(desk.again(stood.id)?.filter(|client| client.class == stood.class));
        }
        Ok(present)
    }

    /// Restores the states of the windows. Returns the names of those that are gone.
    pub(super) fn put_back(&self, desk: &Desk) -> Result<Vec<String>, Failure> {
        let mut gone = Vec::new();
        for stood in &self.windows {
            match desk.again(stood.id)?.filter(|client| client.class == stood.class) {
                Some(client) => stood.put_back(desk, &client)?,
                None => gone.push(stood.title.clone()),
            }
        }
        if let Some(desktop) = self.desktop {
            desk.go_to(desktop)?;
        }
        match self.active {
            Some(id) if desk.again(id)?.is_some_and(|client| !client.minimized) => desk.activate(id)?,
            _ => {}
        }
        Ok(gone)
    }
}

impl Stood {
    fn put_back(&self, desk: &Desk, client: &Client) -> Result<(), Failure> {
        let id = self.id;
        if client.desktop != self.desktop {
            desk.move_to(id, self.desktop.unwrap_or(u32::MAX))?;
        }
        if (client.wide && !self.wide) || (client.high && !self.high) {
            desk.set_maximized(id, false, false)?;
        }
        let elsewhere =
            || Ok(!self.wide && !self.high && desk.area(id)?.is_some_and(|area| area != self.area));
        if client.minimized && (!self.minimized || elsewhere()?) {
            desk.show(id)?;
        }
        if elsewhere()? {
            desk.place(id, self.area)?;
            desk.until(PATIENCE, || Ok(desk.area(id)?.is_none_or(|area| area == self.area)))?;
        }
        if self.wide || self.high {
            desk.set_maximized(id, self.wide, self.high)?;
        }
        if self.minimized {
            desk.minimize(id)?;
        }
        Ok(())
    }
}

fn stood(value: &Value) -> Option<Stood> {
    let Value::Object(fields) = value else { return None };
    let number = |name: &str| fields.get(name).and_then(Value::as_number).and_then(|number| number.as_i64());
    let small = |name: &str| number(name).and_then(|number| i32::try_from(number).ok());
    let text = |name: &str| fields.get(name).and_then(Value::expose_text).map(str::to_string);
    let flag = |name: &str| fields.get(name).and_then(Value::as_bool).unwrap_or(false);
    Some(Stood {
        id: number("window").and_then(|number| u32::try_from(number).ok())?,
        class: text("class")?,
        title: text("title")?,
        desktop: number("desktop").and_then(|number| u32::try_from(number).ok()),
        minimized: flag("minimized"),
        wide: flag("wide"),
        high: flag("high"),
        area: Area { x: small("x")?, y: small("y")?, width: small("width")?, height: small("height")? },
    })
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Object {
    let told = fields.into_iter().filter(|(_, value)| *value != Value::Null);
    told.map(|(name, value)| (name.to_string(), value)).collect()
}
