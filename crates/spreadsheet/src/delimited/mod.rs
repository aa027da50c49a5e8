//! Delimited text files, such as CSV, in blocks that are counted in parallel.

mod blocks;
mod dialect;
mod line;
mod record;
mod source;

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use memchr::memchr;

use crate::analysis::{Analysis, Progress};
use crate::analyze::settle;
use crate::fault::Fault;
use crate::field::Field;
use crate::folding::folded;
use crate::kind::HEAD;
use crate::layout::{self, Layout, Row};
use crate::plan::Plan;
use crate::request::Request;
use crate::tally::Tally;
use blocks::{Block, Blocks, Quotes, Trust};
use dialect::Dialect;
use record::{Records, blank, trim_carriage_return};
use source::Source;
pub(crate) use source::is_wide;

/// The minimum size of a file for more than one thread.
const WORTH_SHARING: u64 = 2 << 20;

/// The maximum number of threads; more would wait for each other, because blocks are cut sequentially.
const MOST_THREADS: usize = 4;

/// The number of bytes from which the dialect is detected.
const SHOWN: usize = 256 << 10;

/// The maximum number of cells of a row when searching for the header.
const WIDEST: usize = 16_384;

pub(crate) fn analyze(
    file: &File,
    name: &str,
    request: &Request,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    analyze_with_threads(file, name, request, threads, progress)
}

fn analyze_with_threads(
    file: &File,
    name: &str,
    request: &Request,
    threads: usize,
    progress: &mut dyn FnMut(Progress),
) -> Result<Analysis, Fault> {
    let sheet = check_sheet_name(name, request.sheet.as_deref())?;
    let opened = Opened::new(file, name)?;
    let rows = opened.sample(request.needs_sample())?;
    let layout = layout::find_table(layout::first(&rows), &request.columns)
        .ok_or_else(|| Fault::Empty { what: format!("\"{name}\"") })?;
    let mut plan = Plan::new(request, layout, &rows, sheet, opened.dialect.hint())?;
    if opened.western {
        plan.layout.notes.push("the text is not in UTF-8, and was read as Windows-1252".to_owned());
    }
    drop(rows);
    let threads = if opened.size < WORTH_SHARING { 1 } else { threads };
    let tally = opened.pass(&plan, threads, progress)?;
    settle(request, sheet, (plan, tally), &mut |plan| opened.pass(plan, threads, progress))
}

/// Returns the layout of the only sheet, which has the name of the file.
pub(crate) fn layout(file: &File, name: &str, sheet: Option<&str>) -> Result<(String, Layout), Fault> {
    let sheet = check_sheet_name(name, sheet)?;
    let rows = Opened::new(file, name)?.sample(false)?;
    let layout =
        layout::find_table(&rows, &[]).ok_or_else(|| Fault::Empty { what: format!("\"{name}\"") })?;
    Ok((sheet.to_owned(), layout))
}

/// Returns the name of the only sheet, if it is the requested one.
fn check_sheet_name<'n>(name: &'n str, asked: Option<&str>) -> Result<&'n str, Fault> {
    let sheet = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    match asked.filter(|it| folded(it) != folded(sheet) && folded(it) != folded(name)) {
        Some(asked) => Err(Fault::NoSuchSheet { asked: asked.to_owned(), all: vec![sheet.to_owned()] }),
        None => Ok(sheet),
    }
}

/// A text file with a known dialect.
struct Opened<'f> {
    file: &'f File,
    name: &'f str,
    head: Vec<u8>,
    size: u64,
    dialect: Dialect,
    western: bool,
    /// Whether a row spans several lines although each has an even number of quotes.
    irregular: AtomicBool,
}

impl<'f> Opened<'f> {
    fn new(file: &'f File, name: &'f str) -> Result<Opened<'f>, Fault> {
        let unreadable =
            |error: std::io::Error| Fault::Unreadable { name: name.to_owned(), why: error.to_string() };
        let mut head = Vec::new();
        let mut from = file;
        from.rewind().map_err(unreadable)?;
        from.take(HEAD).read_to_end(&mut head).map_err(unreadable)?;
        from.rewind().map_err(unreadable)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut shown = Vec::new();
        let mut source = Source::new(file, &head);
        let mut more = source.fill(&mut shown, SHOWN).map_err(unreadable)?;
        // Skip empty lines at the start.
        let mark = if shown.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while more && shown[mark..].iter().all(|it| matches!(it, b'\n' | b'\r')) {
            shown.truncate(mark);
            more = source.fill(&mut shown, SHOWN).map_err(unreadable)?;
        }
        let dialect = Dialect::of(&shown);
        // A multi-byte character may have been cut at the end.
        let western = std::str::from_utf8(&shown).is_err_and(|error| error.error_len().is_some());
        Ok(Opened { file, name, head, size, dialect, western, irregular: AtomicBool::new(false) })
    }

    fn blocks(&self, trust: Trust) -> Result<Blocks<'f>, Fault> {
        let mut from = self.file;
        from.rewind()
            .map_err(|error| Fault::Unreadable { name: self.name.to_owned(), why: error.to_string() })?;
        Ok(Blocks::new(Source::new(self.file, &self.head), self.name, self.dialect, trust))
    }

    /// Returns the first rows, and more if the values of the columns are needed.
    fn sample(&self, needs_values: bool) -> Result<Vec<Row>, Fault> {
        let mut blocks = self.blocks(Trust::None)?;
        let (mut rows, mut buffer) = (Vec::new(), Vec::new());
        while !layout::has_enough_rows(&rows, needs_values)
            && let Some(block) = blocks.next(&mut buffer)?
        {
            let mut records = Records::new(&buffer, self.dialect);
            let mut number = block.row;
            while !layout::has_enough_rows(&rows, needs_values) {
                number += records.pass_blank();
                let mut cells = Vec::new();
                let read = records.next(|column, field| {
                    if column < WIDEST {
                        cells.push(field.kept());
                    }
                });
                if !read {
                    break;
                }
                if cells.iter().any(|cell| !Field::Cell(cell).is_empty()) {
                    rows.push(Row { number, cells });
                }
                number += 1;
            }
        }
        Ok(rows)
    }

    /// Counts all rows.
    fn pass(&self, plan: &Plan, threads: usize, progress: &mut dyn FnMut(Progress)) -> Result<Tally, Fault> {
        if !self.irregular.load(Ordering::Relaxed) {
            let counted = self.count_in_parallel(plan, threads, Trust::Lines, progress);
            if !self.irregular.load(Ordering::Relaxed) {
                return counted;
            }
        }
        self.count_in_parallel(plan, threads, Trust::None, progress)
    }

    /// Counts all rows in several threads. The result is discarded if the file turns out to be irregular.
    fn count_in_parallel(
        &self,
        plan: &Plan,
        threads: usize,
        trust: Trust,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Tally, Fault> {
        let blocks = Mutex::new(self.blocks(trust)?);
        let work = |told: &mut dyn FnMut(u64)| self.work(&blocks, plan, threads, told);
        std::thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..threads {
                // If no thread can be started, the current one is sufficient.
                others.extend(std::thread::Builder::new().spawn_scoped(scope, || work(&mut |_| ())));
            }
            let whole = self.size;
            let own = work(&mut |done| progress(Progress { done, whole }));
            let others: Vec<_> = others.into_iter().map(|it| it.join()).collect();
            let mut all = own?;
            for other in others {
                let stopped =
                    |_| Fault::Unreadable { name: self.name.to_owned(), why: "a thread stopped".to_owned() };
                all.merge(plan, other.map_err(stopped)??);
            }
            Ok(all)
        })
    }

    /// Counts blocks until there are no more.
    fn work(
        &self,
        blocks: &Mutex<Blocks<'_>>,
        plan: &Plan,
        threads: usize,
        told: &mut dyn FnMut(u64),
    ) -> Result<Tally, Fault> {
        let mut tally = Tally::new(plan, threads);
        let mut buffer = Vec::new();
        loop {
            let (block, done) = {
                let mut blocks = blocks.lock().unwrap_or_else(PoisonError::into_inner);
                let block = blocks.next(&mut buffer).inspect_err(|_| blocks.stop())?;
                (block, blocks.taken())
            };
            let Some(block) = block else { return Ok(tally) };
            told(done);
            tally.begin(plan, block.row);
            let regular = match block.quotes {
                Quotes::Any => {
                    count_quoted(plan, self.dialect, &buffer, block, &mut tally);
                    true
                }
                _ => count_lines(plan, self.dialect, &buffer, block, &mut tally),
            };
            if !regular {
                self.irregular.store(true, Ordering::Relaxed);
            }
            if !regular || tally.fault.is_some() {
                blocks.lock().unwrap_or_else(PoisonError::into_inner).stop();
                return Ok(tally);
            }
        }
    }
}

/// Counts lines, assuming that each is a row. Returns whether the assumption holds.
fn count_lines(plan: &Plan, dialect: Dialect, text: &[u8], block: Block, tally: &mut Tally) -> bool {
    let mut fields = vec![Field::EMPTY; plan.slots.len()];
    let (mut at, mut row) = (0, block.row);
    while at < text.len() {
        let (blank, lines) = blank(&text[at..], dialect.end);
        (at, row) = (at + blank, row + lines);
        let length = memchr(dialect.end, &text[at..]).unwrap_or(text.len() - at);
        let line = trim_carriage_return(&text[at..at + length]);
        at += length + 1;
        fields.fill(Field::EMPTY);
        if block.quotes == Quotes::None {
            line::plain(line, dialect.delimiter, &plan.slots, &mut fields);
        } else if !line::quoted(line, dialect.delimiter, &plan.slots, &mut fields) {
            return false;
        }
        if plan.layout.holds(row) && !line.is_empty() {
            tally.row(plan, row, &fields);
        }
        row += 1;
    }
    true
}

/// Counts rows, some of which may span several lines.
fn count_quoted(plan: &Plan, dialect: Dialect, text: &[u8], block: Block, tally: &mut Tally) {
    let mut fields = vec![Field::EMPTY; plan.slots.len()];
    let mut records = Records::new(text, dialect);
    let mut row = block.row;
    loop {
        row += records.pass_blank();
        fields.fill(Field::EMPTY);
        let mut slot = 0;
        let read = records.next(|column, field| {
            if plan.slots.get(slot) == Some(&column) {
                fields[slot] = field;
                slot += 1;
            }
        });
        if !read {
            return;
        }
        if plan.layout.holds(row) {
            tally.row(plan, row, &fields);
        }
        row += 1;
    }
}
