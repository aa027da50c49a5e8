//! Prints the blocks of documents, for inspection and benchmarks: `text FILE...`; with `--quiet` it only
//! reads them.

use std::fs::File;
use std::io::{self, Write as _};

use lemmascope_document::{Limits, read};

fn main() -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (flags, names): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    for name in names {
        match read(File::open(&name)?, &name, &Limits::default(), &mut |_| {}) {
            Ok(_) if flags.iter().any(|flag| flag == "--quiet") => {}
            Ok(document) => {
                writeln!(out, "=== {name} title={:?} notes={:?}", document.title, document.notes)?;
                for (number, page) in (1..).zip(&document.pages) {
                    writeln!(out, "--- {number}{}", if page.scanned { " scanned" } else { "" })?;
                    for block in &page.blocks {
                        let more = if block.continues { " …" } else { "" };
                        writeln!(out, "{:?}: {}{more}", block.kind, block.text)?;
                    }
                }
            }
            Err(fault) => writeln!(out, "=== {name} {fault}; {}", fault.remedy())?,
        }
    }
    out.flush()
}
