//! Progress of reading a sheet.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::analysis::Progress;

/// A shared progress counter, for observers of a read.
#[derive(Clone, Default)]
pub(crate) struct Meter(Rc<Cell<Progress>>);

impl Meter {
    /// Returns the bytes read so far, and the total according to the file.
    pub(crate) fn shown(&self) -> Progress {
        self.0.get()
    }

    pub(super) fn show(&self, done: u64, whole: u64) {
        self.0.set(Progress { done, whole: whole.max(done) });
    }

    /// Wraps a reader so that it updates the counter.
    pub(super) fn over<R: Read>(&self, inner: R, whole: u64) -> ProgressReader<R> {
        self.show(0, whole);
        ProgressReader { inner, meter: self.clone() }
    }
}

/// A reader that updates the progress counter.
pub(super) struct ProgressReader<R> {
    inner: R,
    meter: Meter,
}

impl<R: Read> Read for ProgressReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let Progress { done, whole } = self.meter.shown();
        self.meter.show(done + read as u64, whole);
        Ok(read)
    }
}
