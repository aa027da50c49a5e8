//! Compound files, the containers of old workbooks.

use crate::book::bytes::{u16_at, u32_at, wide};
use crate::book::error::WorkbookError;

/// The end of the range of valid sector numbers.
const END: u32 = 0xffff_fffa;

/// A compound file.
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    sector: usize,
    mini_sector: usize,
    /// The size below which streams are stored in the mini stream.
    mini_below: u32,
    /// The allocation table: the next sector of each sector.
    next: Vec<u32>,
    mini_next: Vec<u32>,
    mini: Vec<u8>,
    entries: Vec<Entry>,
    /// The entries in the root folder. Embedded objects are stored in other folders, and may be workbooks
    /// too.
    top: Vec<usize>,
}

struct Entry {
    name: String,
    kind: u8,
    /// The siblings, and the first child of a folder.
    left: u32,
    right: u32,
    child: u32,
    start: u32,
    size: u32,
}

impl<'a> Container<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, WorkbookError> {
        let header =
            |at| u32_at(bytes, at).ok_or_else(|| WorkbookError::broken("it ends within its first bytes"));
        let shift = |at| u16_at(bytes, at).map(u32::from).filter(|it| (6..=16).contains(it));
        let (Some(sector), Some(mini_sector)) = (shift(30), shift(32)) else {
            return Err(WorkbookError::broken("its sectors have an impossible size"));
        };
        let mut container = Self {
            bytes,
            sector: 1 << sector,
            mini_sector: 1 << mini_sector,
            mini_below: header(56)?,
            next: Vec::new(),
            mini_next: Vec::new(),
            mini: Vec::new(),
            entries: Vec::new(),
            top: Vec::new(),
        };
        container.next = container.allocation(header(68)?)?;
        let directory = container.chain(header(48)?)?;
        container.entries = directory.chunks_exact(128).filter_map(entry).collect();
        if container.entries.is_empty() {
            return Err(WorkbookError::broken("its directory is missing"));
        }
        container.top = top(&container.entries);
        container.mini_next = numbers(&container.chain(header(60)?)?);
        // The first entry is the root, whose content is the mini stream.
        if let Some(root) = container.entries.iter().find(|it| it.kind == 5) {
            container.mini = container.chain(root.start)?;
        }
        Ok(container)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|it| it.name.eq_ignore_ascii_case(name))
    }

    /// Returns the content of a stream, if it exists: of one in the root folder, or in any.
    pub(super) fn stream(&self, name: &str, in_folders: bool) -> Result<Option<Vec<u8>>, WorkbookError> {
        let fits = |it: &&Entry| it.kind == 2 && it.name.eq_ignore_ascii_case(name);
        let found = if in_folders {
            self.entries.iter().find(fits)
        } else {
            self.top.iter().filter_map(|at| self.entries.get(*at)).find(fits)
        };
        let Some(entry) = found else { return Ok(None) };
        let mut content = if entry.size < self.mini_below {
            self.mini_chain(entry.start)?
        } else {
            self.chain(entry.start)?
        };
        content.truncate(entry.size as usize);
        Ok(Some(content))
    }

    /// Reads the sector allocation table. Its sectors are listed in the header and, if that is too small, in
    /// a chain of further sectors.
    fn allocation(&self, first_list: u32) -> Result<Vec<u32>, WorkbookError> {
        let sectors = self.bytes.len() / self.sector + 1;
        let mut places: Vec<u32> = (0..109).filter_map(|index| u32_at(self.bytes, 76 + 4 * index)).collect();
        let mut list = first_list;
        let mut lists = 0;
        while list < END {
            let mut more = numbers(self.at(list));
            let Some(next) = more.pop() else { break };
            places.append(&mut more);
            list = next;
            lists += 1;
            if lists > sectors {
                return Err(circle());
            }
        }
        let mut next = Vec::new();
        for place in places.into_iter().filter(|it| *it < END) {
            next.extend(numbers(self.at(place)));
            if next.len() > sectors + (self.sector / 4) * 128 {
                return Err(WorkbookError::broken("its list of sectors is longer than the file"));
            }
        }
        Ok(next)
    }

    fn chain(&self, start: u32) -> Result<Vec<u8>, WorkbookError> {
        let mut content = Vec::new();
        let mut at = start;
        while at < END {
            let sector = self.at(at);
            if sector.is_empty() {
                return Err(WorkbookError::broken("it ends before its content does"));
            }
            content.extend_from_slice(sector);
            if content.len() > self.bytes.len() + self.sector {
                return Err(circle());
            }
            at = *self.next.get(at as usize).unwrap_or(&END);
        }
        Ok(content)
    }

    fn mini_chain(&self, start: u32) -> Result<Vec<u8>, WorkbookError> {
        let mut content = Vec::new();
        let mut at = start;
        while at < END {
            let from = (at as usize).saturating_mul(self.mini_sector);
            let to = from.saturating_add(self.mini_sector).min(self.mini.len());
            let sector = self.mini.get(from..to).filter(|it| !it.is_empty());
            content.extend_from_slice(
                sector.ok_or_else(|| WorkbookError::broken("it ends before its content does"))?,
            );
            if content.len() > self.mini.len() {
                return Err(circle());
            }
            at = *self.mini_next.get(at as usize).unwrap_or(&END);
        }
        Ok(content)
    }

    /// Returns a sector; the last one may be truncated.
    fn at(&self, index: u32) -> &[u8] {
        let from = (index as usize + 1).saturating_mul(self.sector);
        let to = from.saturating_add(self.sector).min(self.bytes.len());
        self.bytes.get(from..to).unwrap_or_default()
    }
}

fn entry(bytes: &[u8]) -> Option<Entry> {
    let length = usize::from(u16_at(bytes, 64)?).saturating_sub(2).min(62);
    let kind = *bytes.get(66)?;
    Some(Entry {
        name: wide(&bytes[..length]),
        kind,
        left: u32_at(bytes, 68)?,
        right: u32_at(bytes, 72)?,
        child: u32_at(bytes, 76)?,
        start: u32_at(bytes, 116)?,
        size: u32_at(bytes, 120)?,
    })
}

/// Returns the entries in the root folder. They form a tree, in which a corrupt file may have cycles.
fn top(entries: &[Entry]) -> Vec<usize> {
    let mut seen = vec![false; entries.len()];
    let mut waiting: Vec<u32> = entries.iter().filter(|it| it.kind == 5).map(|it| it.child).take(1).collect();
    let mut top = Vec::new();
    while let Some(next) = waiting.pop() {
        let at = next as usize;
        let Some(entry) = entries.get(at).filter(|_| !seen[at]) else { continue };
        seen[at] = true;
        top.push(at);
        waiting.extend([entry.left, entry.right]);
    }
    top
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).filter_map(|it| u32_at(it, 0)).collect()
}

fn circle() -> WorkbookError {
    WorkbookError::broken("its sectors follow one another in a circle")
}
