//! Prints the summary of a file: `summary FILE [short|bullets|tweet|prose|blocks]`.
#![allow(clippy::print_stdout)]

use std::fs::File;

use lemmascope_document::{Kind, Length, Limits, read, summarize};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: summary FILE [short|bullets|tweet|prose|blocks]")?;
    let wanted = arguments.next();
    let length = match wanted.as_deref() {
        None | Some("short") => Some(Length::Short),
        Some("bullets") => Some(Length::Bullets),
        Some("tweet") => Some(Length::Tweet),
        _ => None,
    };
    let document = read(File::open(&path)?, &path, &Limits::default(), &mut |_| ())?;
    match length {
        Some(length) => println!("{}", summarize(&document, length)?.text),
        None if wanted.as_deref() == Some("prose") => {
            let blocks = document.pages.iter().flat_map(|page| &page.blocks);
            for block in blocks.filter(|block| matches!(block.kind, Kind::Paragraph | Kind::Item)) {
                println!("{}{}", block.text, if block.continues { "" } else { "\n" });
            }
        }
        None => {
            println!("title: {:?}, language: {}", document.title, document.language);
            for (number, page) in (1..).zip(&document.pages) {
                for block in &page.blocks {
                    println!(
                        "{number} {:?}{} {}",
                        block.kind,
                        if block.continues { " …" } else { "" },
                        block.text
                    );
                }
            }
        }
    }
    Ok(())
}
