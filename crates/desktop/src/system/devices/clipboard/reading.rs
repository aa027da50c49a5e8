use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt, CreateWindowAux, EventMask, GetPropertyReply, Property, Window, WindowClass,
};

use super::super::screen::{Screen, lost};
use super::names::Names;

/// The timeout for the next piece from the program that owns the clipboard.
const PATIENCE: Duration = Duration::from_secs(5);

/// The timeout for the whole content.
const WHOLE: Duration = Duration::from_secs(25);

/// The maximum size in bytes.
pub(super) const LONGEST: usize = 32 << 20;

/// The content of the clipboard.
pub(super) enum Content {
    /// The clipboard is empty.
    Nothing,
    Text(String),
    /// Content other than text, by the names of its targets.
    Other(Vec<String>),
}

/// Reads the clipboard.
pub(super) fn content(screen: &Screen) -> Result<Content, Failure> {
    let names = Names::ask(screen)?;
    let owner = screen.connection.get_selection_owner(names.clipboard).map_err(lost)?;
    if owner.reply().map_err(lost)?.owner == 0 {
        return Ok(Content::Nothing);
    }
    let window = unseen(screen, EventMask::PROPERTY_CHANGE)?;
    let reader = Reader { screen, names, window, until: Instant::now() + WHOLE };
    // Some programs do not list their targets, so a text target is tried.
    let kinds = match reader.convert(names.targets)? {
        Some((_, told)) => {
            told.chunks_exact(4).map(|it| u32::from_ne_bytes([it[0], it[1], it[2], it[3]])).collect()
        }
        None => vec![names.utf8, names.string],
    };
    for kind in names.texts().into_iter().filter(|kind| kinds.contains(kind)) {
        if let Some((kind, bytes)) = reader.convert(kind)? {
            return Ok(Content::Text(letters(kind == names.string, bytes)));
        }
    }
    let named = kinds.iter().take(20).filter_map(|kind| {
        let told = screen.connection.get_atom_name(*kind).ok()?.reply().ok()?;
        String::from_utf8(told.name).ok().filter(|name| name.contains('/'))
    });
    Ok(Content::Other(named.collect()))
}

/// Decodes a text as UTF-8 or Latin-1, without a terminating NUL.
fn letters(latin: bool, bytes: Vec<u8>) -> String {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) if !latin || text.is_ascii() => text.into(),
        _ if latin => bytes.iter().map(|byte| char::from(*byte)).collect(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Creates an invisible window for requests.
pub(super) fn unseen(screen: &Screen, events: EventMask) -> Result<Window, Failure> {
    let window = screen.connection.generate_id().map_err(lost)?;
    let made = screen.connection.create_window(
        0,
        window,
        screen.root().root,
        -1,
        -1,
        1,
        1,
        0,
        WindowClass::INPUT_ONLY,
        0,
        &CreateWindowAux::new().event_mask(events),
    );
    made.map_err(lost)?.check().map_err(lost)?;
    Ok(window)
}

struct Reader<'a> {
    screen: &'a Screen,
    names: Names,
    window: Window,
    until: Instant,
}

impl Reader<'_> {
    /// Requests the content as one target, and returns the actual type and the bytes.
    fn convert(&self, kind: u32) -> Result<Option<(u32, Vec<u8>)>, Failure> {
        let (connection, names) = (&self.screen.connection, self.names);
        connection.delete_property(self.window, names.own).map_err(lost)?;
        let asked =
            connection.convert_selection(self.window, names.clipboard, kind, names.own, x11rb::CURRENT_TIME);
        asked.map_err(lost)?;
        connection.flush().map_err(lost)?;
        let property = loop {
            match self.next()? {
                Event::SelectionNotify(told) if told.selection == names.clipboard && told.target == kind => {
                    break told.property;
                }
                _ => {}
            }
        };
        if property == 0 {
            return Ok(None);
        }
        let first = self.take()?;
        if first.type_ != names.incremental {
            return Ok(Some((first.type_, first.value)));
        }
        // Large content arrives in pieces: each is deleted after reading, and an empty one is the last.
        let mut whole = Vec::new();
        loop {
            match self.next()? {
                Event::PropertyNotify(told)
                    if told.atom == names.own
                        && told.state == Property::NEW_VALUE
                        && told.window == self.window =>
                {
                    let piece = self.take()?;
                    if piece.value.is_empty() {
                        return Ok(Some((piece.type_, whole)));
                    }
                    whole.extend(piece.value);
                    enough(whole.len())?;
                }
                _ => {}
            }
        }
    }

    fn take(&self) -> Result<GetPropertyReply, Failure> {
        let longest = u32::try_from(LONGEST / 4 + 1).unwrap_or(u32::MAX);
        let asked =
            self.screen.connection.get_property(true, self.window, self.names.own, AtomEnum::ANY, 0, longest);
        let told = asked.map_err(lost)?.reply().map_err(lost)?;
        enough(told.value.len().saturating_add(told.bytes_after as usize))?;
        Ok(told)
    }

    fn next(&self) -> Result<Event, Failure> {
        let until = self.until.min(Instant::now() + PATIENCE);
        self.screen.next(until)?.ok_or_else(|| {
            Failure::new(Cause::Timeout, "the program that has copied something does not hand it over")
                .hint("Copy it again, and try again.")
        })
    }
}

fn enough(length: usize) -> Result<(), Failure> {
    if length > LONGEST {
        return Err(Failure::new(
            Cause::Unavailable,
            format!("the content of the clipboard is larger than {} MB", LONGEST >> 20),
        )
        .hint("Copy less of it at a time, or save it as a file."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_clipboard_bytes_by_declared_encoding() {
        assert_eq!(letters(true, vec![b'o', 0xe7]), "oç");
        assert_eq!(letters(false, "oç\0".into()), "oç");
        assert_eq!(letters(false, vec![b'o', 0xe7]), "o\u{fffd}");
    }
}
