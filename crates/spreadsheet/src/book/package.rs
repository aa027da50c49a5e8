//! The zip archive that a workbook is, read part by part within bounds.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::damage::Damage;
use super::meter::Meter;

/// More than this of one part is read only where it was not packed tighter than spreadsheets are.
const UNSUSPICIOUS: u64 = 64 << 20;
/// How many times its packed size a part may unpack to. Sheets of a single repeated number come to about 100.
const TIGHTEST: u64 = 400;
/// The most of one part, whatever its packed size: a sheet with all its rows and a hundred columns.
const LARGEST: u64 = 8 << 30;
/// The most parts.
const MOST_PARTS: usize = 100_000;

/// A zip archive with parts that have names.
pub(super) struct Package {
    archive: ZipArchive<BufReader<File>>,
    /// By their names in small letters and with forward slashes, as some programs write them differently from
    /// how they refer to them.
    parts: HashMap<String, usize>,
    meter: Meter,
}

impl Package {
    pub(super) fn open(file: File, meter: &Meter) -> Result<Self, Damage> {
        let archive = ZipArchive::new(BufReader::with_capacity(64 << 10, file)).map_err(damage)?;
        if archive.len() > MOST_PARTS {
            return Err(Damage::TooLarge(format!("it has more than {MOST_PARTS} parts")));
        }
        let mut parts = HashMap::with_capacity(archive.len());
        for index in 0..archive.len() {
            if let Some(Ok(name)) = archive.name_for_index(index) {
                parts.entry(normal(&name)).or_insert(index);
            }
        }
        Ok(Self { archive, parts, meter: meter.clone() })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.parts.contains_key(&normal(name))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// The content of a part, if there is such a part.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<impl Read + '_>, Damage> {
        let Some(&index) = self.parts.get(&normal(name)) else { return Ok(None) };
        let entry = self.archive.by_index(index).map_err(damage)?;
        let most = entry.compressed_size().saturating_mul(TIGHTEST).clamp(UNSUSPICIOUS, LARGEST);
        let whole = entry.size();
        Ok(Some(self.meter.over(Bounded { inner: entry, left: most }, whole)))
    }

    /// The content of a part that must be there.
    pub(super) fn needed(&mut self, name: &str) -> Result<impl Read + '_, Damage> {
        self.part(name)?.ok_or_else(|| Damage::Broken(format!("its part {name} is missing")))
    }
}

/// A reader that refuses to give more than was agreed. Sizes that an archive claims are not believed.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => return Err(std::io::ErrorKind::FileTooLarge.into()),
        }
        Ok(read)
    }
}

fn normal(name: &str) -> String {
    name.trim_start_matches(['/', '\\']).replace('\\', "/").to_lowercase()
}

fn damage(error: ZipError) -> Damage {
    match error {
        ZipError::Io(error) => error.into(),
        ZipError::UnsupportedArchive(what) if what.to_ascii_lowercase().contains("password") => {
            Damage::Encrypted
        }
        ZipError::InvalidArchive(_) => Damage::broken("it was cut off, or its list of parts is broken"),
        other => Damage::Broken(format!("it is no whole zip archive ({other})")),
    }
}
