//! The ZIP archive of a workbook, read part by part within limits.

use std::fs::File;
use std::io::Read;

use lemmascope_package as archive;

use super::error::WorkbookError;
use super::progress::Meter;

/// The size up to which a part is read whatever its compression ratio.
const UNSUSPICIOUS: u64 = 64 << 20;
/// The maximum compression ratio of a larger part. A sheet with a single repeated number has a ratio of about
/// 100.
const TIGHTEST: u64 = 400;
/// The maximum uncompressed size of a part: a sheet with all rows and a hundred columns.
const LARGEST: u64 = 8 << 30;

/// The archive of a workbook, with the progress of reading a part.
pub(super) struct Package {
    archive: archive::Package,
    meter: Meter,
}

impl Package {
    pub(super) fn open(file: File, meter: &Meter) -> Result<Self, WorkbookError> {
        Ok(Self { archive: archive::Package::open(file)?, meter: meter.clone() })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.has(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.archive.names()
    }

    /// Opens a part, if it exists.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<impl Read + '_>, WorkbookError> {
        let Some(part) = self.archive.part(name)? else { return Ok(None) };
        let most = part.packed_size().saturating_mul(TIGHTEST).clamp(UNSUSPICIOUS, LARGEST);
        let whole = part.claimed_size();
        Ok(Some(self.meter.over(part.at_most(most), whole)))
    }

    /// Opens a required part.
    pub(super) fn needed(&mut self, name: &str) -> Result<impl Read + '_, WorkbookError> {
        self.part(name)?.ok_or_else(|| WorkbookError::Broken(format!("its part {name} is missing")))
    }
}
