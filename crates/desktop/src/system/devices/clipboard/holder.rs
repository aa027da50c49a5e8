use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use lemmascope_intent::Failure;
use serde::{Deserialize, Serialize};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ConnectionExt as _, EventMask, PropMode, Property, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, Window,
};
use x11rb::wrapper::ConnectionExt as _;

use super::super::screen::{Screen, lost};
use super::names::Names;
use super::reading::unseen;

/// The size of the pieces in which large texts are transferred (INCR).
const PIECE: usize = 128 << 10;

/// The timeout for a client to fetch the next piece.
const PATIENCE: Duration = Duration::from_secs(30);

/// The maximum number of concurrent transfers.
const MOST: usize = 64;

/// The job of a holder process.
#[derive(Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) display: String,
    pub(super) text: String,
    /// The previous clipboard text.
    pub(super) former: Option<String>,
}

/// The response of a holder once it owns the clipboard.
#[derive(Serialize, Deserialize)]
pub(super) struct Held {
    pub(super) window: u32,
    pub(super) mark: u32,
}

/// Runs the holder process: takes the text, owns the clipboard, reports it, and stays until another program
/// copies something.
pub fn serve() -> ExitCode {
    // A panic message must not reveal the text.
    std::panic::set_hook(Box::new(|_| ()));
    match hold() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_nobody_listens) => ExitCode::FAILURE,
    }
}

fn hold() -> Result<(), Failure> {
    let mut job = Vec::new();
    io::stdin().lock().read_to_end(&mut job).map_err(lost)?;
    let job: Job = serde_json::from_slice(&job).map_err(lost)?;
    // A new session, so that the holder survives the end of the engine's session.
    let _leads_one_already = rustix::process::setsid();
    let screen = Screen::open(Some(&job.display))?;
    let mut holder = Holder::take(&screen, job)?;
    let held = Held { window: holder.window, mark: holder.mark };
    let mut out = io::stdout().lock();
    let told = serde_json::to_vec(&held).map_err(lost)?;
    out.write_all(&told).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()).map_err(lost)?;
    holder.serve()
}

struct Holder<'a> {
    screen: &'a Screen,
    names: Names,
    window: Window,
    mark: u32,
    text: String,
    former: Option<String>,
    /// The transfers in pieces: the remaining text, by window and property.
    fetching: HashMap<(Window, u32), Fetch>,
}

struct Fetch {
    kind: u32,
    bytes: Vec<u8>,
    from: usize,
    until: Instant,
}

impl<'a> Holder<'a> {
    fn take(screen: &'a Screen, job: Job) -> Result<Self, Failure> {
        let names = Names::ask(screen)?;
        let window = unseen(screen, EventMask::PROPERTY_CHANGE)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        // The mark is unique, since no two holders start in the same microsecond with the same window.
        let mark = (since.as_micros() & 0x7fff_fffe) as u32;
        let holder = Self {
            screen,
            names,
            window,
            mark,
            text: job.text,
            former: job.former,
            fetching: HashMap::new(),
        };
        holder.tell_mark()?;
        let taken = screen.connection.set_selection_owner(window, names.clipboard, x11rb::CURRENT_TIME);
        taken.map_err(lost)?.check().map_err(lost)?;
        Ok(holder)
    }

    fn tell_mark(&self) -> Result<(), Failure> {
        let told = self.screen.connection.change_property32(
            PropMode::REPLACE,
            self.window,
            self.names.own,
            self.names.integer,
            &[self.mark],
        );
        told.map_err(lost)?.check().map_err(lost)
    }

    fn serve(&mut self) -> Result<(), Failure> {
        let mut lost_it = false;
        loop {
            self.fetching.retain(|_, fetch| fetch.until > Instant::now());
            // Transfers in progress may finish.
            if lost_it && self.fetching.is_empty() {
                return Ok(());
            }
            let Some(event) = self.screen.next(Instant::now() + PATIENCE)? else { continue };
            match event {
                Event::SelectionRequest(request) => self.answer(&request)?,
                Event::SelectionClear(clear) if clear.selection == self.names.clipboard => lost_it = true,
                Event::PropertyNotify(told) if told.state == Property::DELETE => {
                    self.hand_next(told.window, told.atom)?;
                }
                Event::ClientMessage(message)
                    if message.type_ == self.names.back && message.data.as_data32()[0] == self.mark =>
                {
                    lost_it = self.go_back()?;
                }
                _ => {}
            }
        }
    }

    /// Switches to the other text; if there was none, releases the clipboard.
    fn go_back(&mut self) -> Result<bool, Failure> {
        match self.former.take() {
            Some(former) => {
                self.former = Some(std::mem::replace(&mut self.text, former));
                self.mark = self.mark.wrapping_add(1) & 0x7fff_ffff;
                self.tell_mark()?;
                Ok(false)
            }
            None => {
                let let_go = self.screen.connection.set_selection_owner(
                    x11rb::NONE,
                    self.names.clipboard,
                    x11rb::CURRENT_TIME,
                );
                let_go.map_err(lost)?.check().map_err(lost)?;
                Ok(true)
            }
        }
    }

    fn answer(&mut self, request: &SelectionRequestEvent) -> Result<(), Failure> {
        // Old clients name no property; the convention is to use the target's name.
        let property = if request.property == 0 { request.target } else { request.property };
        let given = self.give(request, property).unwrap_or(false);
        let answer = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if given { property } else { x11rb::NONE },
        };
        let connection = &self.screen.connection;
        // The requesting window may be gone by now, which is not an error.
        let _gone = connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, answer)
            .map_err(lost)?
            .check();
        connection.flush().map_err(lost)
    }

    /// Writes the requested content to the property; returns `false` if the target is not supported.
    fn give(&mut self, request: &SelectionRequestEvent, property: u32) -> Result<bool, Failure> {
        let (connection, names) = (&self.screen.connection, self.names);
        let (to, mode) = (request.requestor, PropMode::REPLACE);
        if request.target == names.targets {
            let mut kinds = vec![names.targets, names.timestamp];
            kinds.extend(names.texts());
            let told = connection.change_property32(mode, to, property, names.atom, &kinds).map_err(lost)?;
            return told.check().map(|()| true).map_err(lost);
        }
        if request.target == names.timestamp {
            let told = connection.change_property32(mode, to, property, names.integer, &[request.time]);
            return told.map_err(lost)?.check().map(|()| true).map_err(lost);
        }
        let Some((kind, bytes)) = self.as_kind(request.target) else { return Ok(false) };
        if bytes.len() <= PIECE {
            let told = connection.change_property8(mode, to, property, kind, &bytes).map_err(lost)?;
            return told.check().map(|()| true).map_err(lost);
        }
        if self.fetching.len() >= MOST {
            return Ok(false);
        }
        // Subscribes to the deletion of the property, which requests the next piece.
        let watch = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        connection.change_window_attributes(to, &watch).map_err(lost)?.check().map_err(lost)?;
        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let told =
            connection.change_property32(mode, to, property, names.incremental, &[length]).map_err(lost)?;
        told.check().map_err(lost)?;
        let fetch = Fetch { kind, bytes, from: 0, until: Instant::now() + PATIENCE };
        self.fetching.insert((to, property), fetch);
        Ok(true)
    }

    /// Encodes the text for a target: as UTF-8, or as Latin-1 if possible.
    fn as_kind(&self, kind: u32) -> Option<(u32, Vec<u8>)> {
        let names = self.names;
        if kind == names.string {
            let latin = self.text.chars().map(|letter| u8::try_from(u32::from(letter)).ok());
            return Some((kind, latin.collect::<Option<Vec<u8>>>()?));
        }
        // A request for any text type gets UTF-8.
        let kind = if kind == names.text { names.utf8 } else { kind };
        names.texts().contains(&kind).then(|| (kind, self.text.as_bytes().to_vec()))
    }

    fn hand_next(&mut self, window: Window, property: u32) -> Result<(), Failure> {
        let Some(fetch) = self.fetching.get_mut(&(window, property)) else { return Ok(()) };
        let end = fetch.bytes.len().min(fetch.from + PIECE);
        let piece = &fetch.bytes[fetch.from..end];
        let is_last = piece.is_empty();
        let connection = &self.screen.connection;
        let told = connection.change_property8(PropMode::REPLACE, window, property, fetch.kind, piece);
        let given = told.map_err(lost)?.check().is_ok();
        fetch.from = end;
        fetch.until = Instant::now() + PATIENCE;
        // An empty piece ends the transfer; it also ends if the window is gone.
        if is_last || !given {
            self.fetching.remove(&(window, property));
        }
        Ok(())
    }
}
