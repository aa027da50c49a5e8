//! The zip archive that a workbook is, read part by part within bounds.

use std::fs::File;
use std::io::Read;

use lemmascope_package as archive;

use super::damage::Damage;
use super::meter::Meter;

/// More than this of one part is read only where it was not packed tighter than spreadsheets are.
const UNSUSPICIOUS: u64 = 64 << 20;
/// How many times its packed size a part may unpack to. Sheets of a single repeated number come to about 100.
const TIGHTEST: u64 = 400;
/// The most of one part, whatever its packed size: a sheet with all its rows and a hundred columns.
const LARGEST: u64 = 8 << 30;

/// The archive of a workbook, which shows how much of a part was read.
pub(super) struct Package {
    archive: archive::Package,
    meter: Meter,
}

impl Package {
    pub(super) fn open(file: File, meter: &Meter) -> Result<Self, Damage> {
        Ok(Self { archive: archive::Package::open(file)?, meter: meter.clone() })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.has(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.archive.names()
    }

    /// The content of a part, if there is such a part.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<impl Read + '_>, Damage> {
        let Some(part) = self.archive.part(name)? else { return Ok(None) };
        let most = part.packed_size().saturating_mul(TIGHTEST).clamp(UNSUSPICIOUS, LARGEST);
        let whole = part.claimed_size();
        Ok(Some(self.meter.over(part.at_most(most), whole)))
    }

    /// The content of a part that must be there.
    pub(super) fn needed(&mut self, name: &str) -> Result<impl Read + '_, Damage> {
        self.part(name)?.ok_or_else(|| Damage::Broken(format!("its part {name} is missing")))
    }
}
