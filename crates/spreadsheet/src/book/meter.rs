//! How far the reading of a sheet has come.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::analysis::Progress;

/// How far the reading of a sheet has come, for one who looks on while it is read.
#[derive(Clone, Default)]
pub(crate) struct Meter(Rc<Cell<Progress>>);

impl Meter {
    /// Bytes that were read, and bytes that there are as far as the file says so.
    pub(crate) fn shown(&self) -> Progress {
        self.0.get()
    }

    pub(super) fn show(&self, done: u64, whole: u64) {
        self.0.set(Progress { done, whole: whole.max(done) });
    }

    /// The same bytes, counted as they are read.
    pub(super) fn over<R: Read>(&self, inner: R, whole: u64) -> Metered<R> {
        self.show(0, whole);
        Metered { inner, meter: self.clone() }
    }
}

/// Bytes that are counted as they are read.
pub(super) struct Metered<R> {
    inner: R,
    meter: Meter,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let Progress { done, whole } = self.meter.shown();
        self.meter.show(done + read as u64, whole);
        Ok(read)
    }
}
