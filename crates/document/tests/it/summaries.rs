//! The guarantees of summaries.

use lemmascope_document::{Block, Document, Fault, Kind, Length, Page, Summary, summarize};

use crate::formats::given;

const ENGLISH: &str = include_str!("texts/harbour.md");
const PORTUGUESE: &str = include_str!("texts/cooperativa.md");

#[test]
fn summaries_read_as_recorded() {
    let mut told = String::new();
    for text in [ENGLISH, PORTUGUESE] {
        let document = given(text.as_bytes(), "a.md").unwrap();
        for length in [Length::Short, Length::Bullets, Length::Tweet] {
            let summary = summarize(&document, length).unwrap();
            told.push_str(&format!("{length:?} ({})\n{}\n\n", summary.language, summary.text));
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn summary_omits_repeated_sentences_and_licenses() {
    let notice = "Visitors keep to the marked path.";
    let document = given(format!("{notice}\n\n").repeat(5).as_bytes(), "a.md").unwrap();
    assert_eq!(summarize(&document, Length::Short).unwrap().text, notice);

    let licence = "The reader of the harbour report may copy the harbour report for the harbour office.";
    let chapter = format!("## The full license\n\n{licence}\n");
    let document = given(format!("{notice}\n\n{chapter}").as_bytes(), "a.md").unwrap();
    assert_eq!(summarize(&document, Length::Short).unwrap().text, notice);
    // Without other content, the license is the content of the document.
    let document = given(chapter.as_bytes(), "a.md").unwrap();
    assert_eq!(summarize(&document, Length::Tweet).unwrap().text, licence);
}

#[test]
fn summary_quotes_the_document_within_length_limits() {
    for text in [ENGLISH, PORTUGUESE] {
        let document = given(text.as_bytes(), "a.md").unwrap();
        let whole: Vec<&str> =
            document.pages.iter().flat_map(|page| &page.blocks).map(|block| block.text.as_str()).collect();
        let whole = whole.join(" ").to_lowercase();
        let said = |summary: &Summary| {
            for sentence in &summary.sentences {
                assert!(whole.contains(&sentence.text.to_lowercase()), "not in the text: {}", sentence.text);
                assert_eq!(sentence.pages, [1]);
            }
        };
        let short = summarize(&document, Length::Short).unwrap();
        assert!(short.text.split_whitespace().count() <= 150);
        said(&short);
        let bullets = summarize(&document, Length::Bullets).unwrap();
        assert!((4..=7).contains(&bullets.text.lines().count()), "{}", bullets.text);
        said(&bullets);
        let tweet = summarize(&document, Length::Tweet).unwrap();
        assert!(tweet.text.chars().count() <= 280 && tweet.sentences.len() == 1);
        said(&tweet);
        assert_eq!(short, summarize(&document, Length::Short).unwrap());
    }
}

/// Checks that the points cover the whole document, and not only its start.
#[test]
fn summary_covers_start_and_end_of_the_document() {
    let document = given(ENGLISH.as_bytes(), "a.md").unwrap();
    let blocks = &document.pages[0].blocks;
    let bullets = summarize(&document, Length::Bullets).unwrap();
    let place = |text: &str| blocks.iter().position(|block| block.text.contains(text)).unwrap();
    let places: Vec<usize> =
        bullets.sentences.iter().map(|sentence| place(sentence.text.trim_end_matches('.'))).collect();
    assert!(places.iter().any(|place| *place < blocks.len() / 3), "{places:?}");
    assert!(places.iter().any(|place| *place > blocks.len() * 2 / 3), "{places:?}");
}

#[test]
fn summary_of_short_document_is_the_document() {
    let document = given(b"The shop is closed today. It opens again on Monday.", "a.txt").unwrap();
    let summary = summarize(&document, Length::Short).unwrap();
    assert_eq!(summary.text, "The shop is closed today. It opens again on Monday.");
}

#[test]
fn summary_excludes_tables_captions_and_references() {
    let block = |kind, text: &str| Block { kind, text: text.into(), continues: false };
    let mut document = document(vec![vec![
        block(Kind::Row, "Year\tCars sold in the whole country and abroad."),
        block(Kind::Caption, "Figure 1 shows how many cars were sold that year."),
        block(Kind::Reference, "Brown, P. 1993. The mathematics of machine translation."),
    ]]);
    let fault = summarize(&document, Length::Short).unwrap_err();
    assert_eq!(fault, Fault::NoSentences { found: "tables and captions, notes or references".into() });
    document.pages[0].blocks.push(block(Kind::Paragraph, "Only this is a sentence of the text."));
    assert_eq!(summarize(&document, Length::Tweet).unwrap().text, "Only this is a sentence of the text.");
}

#[test]
fn sentence_across_two_pages_cites_both() {
    let block = |text: &str, continues| Block { kind: Kind::Paragraph, text: text.into(), continues };
    let pages = vec![
        vec![block("The first page ends well. The second sentence begins here and", true)],
        vec![block("goes on there. The last stands alone.", false)],
    ];
    let summary = summarize(&document(pages), Length::Bullets).unwrap();
    let pages: Vec<&[usize]> = summary.sentences.iter().map(|sentence| sentence.pages.as_slice()).collect();
    assert_eq!(pages, [&[1][..], &[1, 2], &[2]]);
    assert_eq!(summary.sentences[1].text, "The second sentence begins here and goes on there.");
}

#[test]
fn summarizes_ocr_text_of_scanned_pages() {
    let mut document = Document {
        pages: vec![Page { blocks: Vec::new(), scanned: true }, Page { blocks: Vec::new(), scanned: true }],
        language: "und".into(),
        ..Document::default()
    };
    assert_eq!(summarize(&document, Length::Short), Err(Fault::NoTextLayer { pages: 2 }));
    document
        .put_ocr(2, "The second page was read by its looks and it\nsays that the mill is for sale.\n\u{c}");
    document.put_ocr(9, "There is no such page.");
    assert_eq!(document.scanned_pages(), [1]);
    assert_eq!(document.language, "en");
    let summary = summarize(&document, Length::Short).unwrap();
    assert_eq!(summary.text, "The second page was read by its looks and it says that the mill is for sale.");
    assert_eq!(summary.sentences[0].pages, [2]);
}

fn document(pages: Vec<Vec<Block>>) -> Document {
    let pages = pages.into_iter().map(|blocks| Page { blocks, scanned: false }).collect();
    Document { pages, language: "en".into(), ..Document::default() }
}
