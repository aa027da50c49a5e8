use std::collections::HashMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Cause, Failure};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, KEY_PRESS_EVENT,
    KEY_RELEASE_EVENT, KeyButMask, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::wrapper::ConnectionExt as _;

use super::super::screen::{Known, Screen, lost};
use super::key::{CAPS_LOCK, Keysym, SHIFT};

/// The timeout for a program to process the keys that it was sent.
const PATIENCE: Duration = Duration::from_secs(3);

/// The delay for a program that does not support pings.
const GRACE: Duration = Duration::from_millis(300);

/// The keyboard with its mapping.
pub(super) struct Keyboard<'a> {
    screen: &'a Screen,
    /// The first keycode.
    first: u8,
    /// The number of keysyms per key.
    columns: usize,
    /// The keysyms of all keys in sequence.
    keysyms: Vec<Keysym>,
    /// The keycodes without keysyms.
    spare: Vec<u8>,
    /// Whether a layout other than the first is active, so that the keys do not produce their first keysyms.
    shifted: bool,
}

impl<'a> Keyboard<'a> {
    pub(super) fn open(screen: &'a Screen) -> Result<Self, Failure> {
        let connection = &screen.connection;
        let missing = |_| {
            Failure::new(Cause::Unavailable, "the display does not let keys be pressed for the person")
                .hint("It lacks the extension XTEST; start it with that.")
        };
        connection.xtest_get_version(2, 2).map_err(lost)?.reply().map_err(missing)?;
        let setup = connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let asked = connection.get_keyboard_mapping(first, last.saturating_sub(first).saturating_add(1));
        let mapping = asked.map_err(lost)?.reply().map_err(lost)?;
        let columns = usize::from(mapping.keysyms_per_keycode).max(1);
        let keys = mapping.keysyms.chunks_exact(columns).zip(first..=last);
        let spare = keys.filter(|(on, _)| on.iter().all(|keysym| *keysym == 0)).map(|(_, code)| code);
        let spare = spare.collect();
        let state = connection.query_pointer(screen.root().root).map_err(lost)?.reply().map_err(lost)?.mask;
        // The two bits above the buttons are the active layout.
        let shifted = u16::from(state) & 0x6000 != 0;
        Ok(Self { screen, first, columns, keysyms: mapping.keysyms, spare, shifted })
    }

    /// Returns the keycode of a keysym, and whether it requires Shift.
    fn find(&self, keysym: Keysym) -> Option<(u8, bool)> {
        let keys = || self.keysyms.chunks_exact(self.columns).zip(self.first..=u8::MAX);
        let plain = keys().find(|(on, _)| on[0] == keysym).map(|(_, code)| (code, false));
        plain.or_else(|| keys().find(|(on, _)| on.get(1) == Some(&keysym)).map(|(_, code)| (code, true)))
    }

    /// Presses keys in sequence. A keysym without a key is temporarily mapped to a spare one.
    pub(super) fn press_all(&self, keysyms: &[Keysym], into: Window) -> Result<(), Failure> {
        let is_on_a_key = |keysym: &Keysym| {
            // Return and Tab have the same keys in every layout.
            (!self.shifted || *keysym >= 0xff00 && *keysym <= 0xffff) && self.find(*keysym).is_some()
        };
        let locked = self.take_off_caps_lock()?;
        let mut rest = keysyms;
        let mut outcome = Ok(());
        while !rest.is_empty() && outcome.is_ok() {
            let (now, later) = self.portion(rest, &is_on_a_key)?;
            outcome = self.press_portion(now, &is_on_a_key, into);
            rest = later;
        }
        if locked {
            self.tap(CAPS_LOCK)?;
        }
        outcome
    }

    /// Presses as many keys as there are spare keycodes for.
    fn portion<'k>(
        &self,
        keysyms: &'k [Keysym],
        is_on_a_key: &impl Fn(&Keysym) -> bool,
    ) -> Result<(&'k [Keysym], &'k [Keysym]), Failure> {
        let mut lent: Vec<Keysym> = Vec::new();
        let mut end = keysyms.len();
        for (index, keysym) in keysyms.iter().enumerate() {
            if is_on_a_key(keysym) || lent.contains(keysym) {
                continue;
            }
            if lent.len() == self.spare.len() {
                end = index;
                break;
            }
            lent.push(*keysym);
        }
        if end == 0 {
            return Err(Failure::new(Cause::Unavailable, "no key is free to type this letter with")
                .hint("Put it on the clipboard and paste it."));
        }
        Ok(keysyms.split_at(end))
    }

    fn press_portion(
        &self,
        keysyms: &[Keysym],
        is_on_a_key: &impl Fn(&Keysym) -> bool,
        into: Window,
    ) -> Result<(), Failure> {
        let mut lent: HashMap<Keysym, u8> = HashMap::new();
        let mut spare = self.spare.iter();
        for keysym in keysyms.iter().filter(|keysym| !is_on_a_key(keysym)) {
            if !lent.contains_key(keysym)
                && let Some(code) = spare.next()
            {
                self.put(*code, *keysym)?;
                lent.insert(*keysym, *code);
            }
        }
        self.screen.connection.sync().map_err(lost)?;
        let pressed = keysyms.iter().try_for_each(|keysym| match lent.get(keysym) {
            Some(code) => self.stroke(*code),
            None => self.tap(*keysym),
        });
        // Programs look up keysyms when they process the events, so the mapping has to stay until then.
        let read =
            self.screen.connection.sync().map_err(lost).and_then(|()| self.settle(into, !lent.is_empty()));
        let put_back = lent.values().try_for_each(|code| self.put(*code, 0));
        self.screen.connection.sync().map_err(lost)?;
        pressed.and(read).and(put_back)
    }

    /// Maps a keysym to a keycode, for all modifiers and layouts.
    fn put(&self, code: u8, keysym: Keysym) -> Result<(), Failure> {
        let on = vec![keysym; self.columns];
        let columns = u8::try_from(self.columns).unwrap_or(u8::MAX);
        let told = self.screen.connection.change_keyboard_mapping(1, code, columns, &on).map_err(lost)?;
        told.check().map_err(lost)
    }

    /// Presses a key while others are held.
    pub(super) fn press(&self, keysym: Keysym, held: &[Keysym], into: Window) -> Result<(), Failure> {
        let codes = held.iter().map(|held| {
            self.find(*held).map(|(code, _)| code).ok_or_else(|| {
                Failure::new(Cause::Unavailable, "the keyboard lacks a key that is to be held")
                    .hint("Choose a layout that has it in the settings of the keyboard.")
            })
        });
        let codes: Vec<u8> = codes.collect::<Result<_, _>>()?;
        codes.iter().try_for_each(|code| self.fake(KEY_PRESS_EVENT, *code))?;
        let pressed = match self.find(keysym) {
            // Shift is held already, or is not wanted: for `Ctrl++`, Ctrl and the key with the plus are
            // sufficient.
            Some((code, shift)) if shift && !held.contains(&SHIFT) => self.with_shift(code),
            Some((code, _)) => self.stroke(code),
            None => self.press_portion(&[keysym], &|_| false, into),
        };
        // The held keys are released in any case.
        let released = codes.iter().rev().try_for_each(|code| self.fake(KEY_RELEASE_EVENT, *code));
        pressed.and(released)?;
        self.screen.connection.sync().map_err(lost)?;
        self.settle(into, false)
    }

    fn tap(&self, keysym: Keysym) -> Result<(), Failure> {
        match self.find(keysym) {
            Some((code, true)) => self.with_shift(code),
            Some((code, false)) => self.stroke(code),
            None => Ok(()),
        }
    }

    fn with_shift(&self, code: u8) -> Result<(), Failure> {
        let Some((shift, _)) = self.find(SHIFT) else { return self.stroke(code) };
        self.fake(KEY_PRESS_EVENT, shift)?;
        let pressed = self.stroke(code);
        self.fake(KEY_RELEASE_EVENT, shift)?;
        pressed
    }

    fn stroke(&self, code: u8) -> Result<(), Failure> {
        self.fake(KEY_PRESS_EVENT, code)?;
        self.fake(KEY_RELEASE_EVENT, code)
    }

    fn fake(&self, what: u8, code: u8) -> Result<(), Failure> {
        let told = self.screen.connection.xtest_fake_input(what, code, 0, x11rb::NONE, 0, 0, 0);
        told.map(|_| ()).map_err(lost)
    }

    /// Turns Caps Lock off, and returns whether it was on.
    fn take_off_caps_lock(&self) -> Result<bool, Failure> {
        let connection = &self.screen.connection;
        let asked = connection.query_pointer(self.screen.root().root).map_err(lost)?;
        let locked = u16::from(asked.reply().map_err(lost)?.mask) & u16::from(KeyButMask::LOCK) != 0;
        let locked = locked && self.find(CAPS_LOCK).is_some();
        if locked {
            self.tap(CAPS_LOCK)?;
        }
        Ok(locked)
    }

    /// Waits until the program has processed its keys. Most programs answer pings, and they process events in
    /// order.
    fn settle(&self, into: Window, lent: bool) -> Result<(), Failure> {
        let screen = self.screen;
        let (protocols, ping) = (screen.atom("WM_PROTOCOLS")?, screen.atom("_NET_WM_PING")?);
        let root = screen.root().root;
        if !screen.property_windows(into, "WM_PROTOCOLS")?.contains(&ping) {
            // Without temporary mappings, no waiting is needed.
            return if lent { self.pause(GRACE) } else { Ok(()) };
        }
        let watch = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        screen.connection.change_window_attributes(root, &watch).map_err(lost)?.check().map_err(lost)?;
        let question = ClientMessageEvent::new(32, into, protocols, [ping, 0, into, 0, 0]);
        screen.connection.send_event(false, into, EventMask::NO_EVENT, question).map_err(lost)?;
        let until = Instant::now() + PATIENCE;
        loop {
            match screen.next(until)? {
                Some(Event::ClientMessage(answer))
                    if answer.type_ == protocols && answer.data.as_data32()[0] == ping =>
                {
                    return Ok(());
                }
                Some(_) => {}
                // A busy program processes its keys later, but temporary mappings cannot stay forever.
                None => return Ok(()),
            }
        }
    }

    fn pause(&self, how_long: Duration) -> Result<(), Failure> {
        let until = Instant::now() + how_long;
        while self.screen.next(until)?.is_some() {}
        Ok(())
    }
}

/// Returns the window with the keyboard focus.
pub(super) fn focused(screen: &Screen) -> Result<Known, Failure> {
    let nobody = || {
        Failure::new(Cause::TargetNotFound, "no window has the focus to receive the text")
            .hint("Click on a window first, or bring one to the front with system.apps.focus.")
    };
    let asked = screen.connection.get_input_focus().map_err(lost)?;
    let focus = asked.reply().map_err(lost)?.focus;
    // 0 means no focus, 1 means the window under the pointer.
    if focus == 0 || focus == screen.root().root {
        return Err(nobody());
    }
    match screen.active()? {
        Some(active) => Ok(active),
        None if screen.is_managed()? => Err(nobody()),
        None if focus == 1 => {
            let asked = screen.connection.query_pointer(screen.root().root).map_err(lost)?;
            match asked.reply().map_err(lost)?.child {
                0 => Err(nobody()),
                window => Ok(screen.known(window)),
            }
        }
        None => Ok(screen.known(focus)),
    }
}

/// The name of a window for display.
pub(super) fn name_of(window: &Known) -> String {
    window.title.clone().or(window.class.clone()).unwrap_or_else(|| "a window without a title".into())
}
