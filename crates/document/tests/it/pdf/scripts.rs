//! Text layers in other scripts, as local programs write them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lemmascope_document::{Length, summarize};

use super::press::{file, stream};
use super::read_bytes;

/// The mapping of codes to characters in a composite font.
struct Font {
    encoding: &'static str,
    ordering: &'static str,
    /// The ToUnicode map.
    table: Option<String>,
}

/// Returns a page with these lines, each a string of codes.
fn page(font: &Font, lines: &[Vec<u8>]) -> Vec<u8> {
    let mut content = String::from("BT /F1 12 Tf 60 760 Td 18 TL\n");
    for line in lines {
        let codes: String = line.iter().fold(String::new(), |mut codes, byte| {
            let _ = write!(codes, "{byte:02x}");
            codes
        });
        let _ = writeln!(content, "<{codes}> Tj T*");
    }
    content.push_str("ET");
    let Font { encoding, ordering, table } = font;
    // East Asian fonts declare that all letters have the same width.
    let flags = if *ordering == "Identity" { 4 } else { 5 };
    let to_unicode = if table.is_some() { "/ToUnicode 8 0 R" } else { "" };
    let mut objects = vec![
        (1, "<< /Type /Catalog /Pages 2 0 R >>".to_owned()),
        (2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".into()),
        (3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>".into()),
        (4, stream("", &content)),
        (5, format!("<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding /{encoding} /DescendantFonts [6 0 R] {to_unicode} >>")),
        (6, format!("<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Some /CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 2 >> /DW 1000 /FontDescriptor 7 0 R >>")),
        (7, format!("<< /Type /FontDescriptor /FontName /Some /Flags {flags} /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>")),
    ];
    objects.extend(table.as_ref().map(|table| (8, stream("", table))));
    file(&objects)
}

/// Returns a font whose codes are Unicode characters, with a ToUnicode map and `more` entries.
fn plain(text: &str, more: &str) -> Font {
    let letters: BTreeSet<char> = text.chars().collect();
    let mut table =
        format!("begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange\n9 beginbfchar\n{more}");
    for letter in letters {
        let _ = writeln!(table, "<{:04x}> <{:04x}>", u32::from(letter), u32::from(letter));
    }
    table.push_str("endbfchar endcmap");
    Font { encoding: "Identity-H", ordering: "Identity", table: Some(table) }
}

fn wide(line: &str) -> Vec<u8> {
    line.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

/// Checks the language of the document and the sentences of its summary.
fn check(bytes: &[u8], language: &str, sentences: &[&str]) {
    let document = read_bytes(bytes).expect("a document");
    assert_eq!(document.language, language, "{document:?}");
    let summary = summarize(&document, Length::Bullets).expect("a summary");
    let told: Vec<&str> = summary.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
    assert_eq!(told, sentences, "{document:?}");
}

#[test]
fn decodes_japanese_by_cmap_and_by_cid() {
    let lines = ["港は春のあいだ修理のために閉鎖された。船は隣の町へ行", "った！反対する人はいるだろうか？"];
    let sentences =
        ["港は春のあいだ修理のために閉鎖された。", "船は隣の町へ行った！", "反対する人はいるだろうか？"];
    let font = Font { encoding: "UniJIS-UTF16-H", ordering: "Japan1", table: None };
    check(&page(&font, &lines.map(wide)), "ja", &sentences);
    // The codes are CIDs of the collection, in which lower-case letters are consecutive.
    let number = |letter: char| match letter {
        '。' => 635_u16,
        letter => u16::try_from(u32::from(letter) - 0x3041 + 842).unwrap(),
    };
    let numbered =
        |line: &str| line.chars().flat_map(|letter| number(letter).to_be_bytes()).collect::<Vec<u8>>();
    let font = Font { encoding: "Identity-H", ordering: "Japan1", table: None };
    let lines = ["みなとはしまった。", "ふねはとなりのまちへいった。"];
    check(&page(&font, &lines.map(numbered)), "ja", &lines);
}

#[test]
fn decodes_chinese_and_korean_by_predefined_cmaps() {
    let font = Font { encoding: "UniGB-UTF16-H", ordering: "GB1", table: None };
    let lines = ["港口在春天因维修而关闭。", "市议会决定修建一座新桥。"];
    check(&page(&font, &lines.map(wide)), "zh", &lines);
    let font = Font { encoding: "UniKS-UTF16-H", ordering: "Korea1", table: None };
    let lines = ["항구는 봄 동안 수리를 위해 폐쇄되었다.", "시의회는 새 다리를 짓기로 결정했다."];
    check(&page(&font, &lines.map(wide)), "ko", &lines);
}

#[test]
fn reads_arabic_and_hebrew_in_visual_and_logical_order() {
    for (language, lines) in [
        ("ar", ["أغلق الميناء في فصل الربيع.", "هل سيوافق سكان المدينة على الخطة؟"]),
        ("he", ["הנמל נסגר באביב לצורך תיקונים.", "האם יסכימו התושבים לתכנית?"]),
    ] {
        let font = plain(&lines.concat(), "");
        let turned = lines.map(|line| wide(&line.chars().rev().collect::<String>()));
        check(&page(&font, &turned), language, &lines);
        check(&page(&font, &lines.map(wide)), language, &lines);
    }
}

#[test]
fn preserves_letter_order_of_arabic_ligatures() {
    // Lam and alef form a ligature with a single code, and letters have contextual forms.
    let line = "خلال السلام قال إلا المدينة.";
    let shaped: String = line.replace("لا", "\u{e000}").replace('م', "\u{fee3}").chars().rev().collect();
    let font = plain(&shaped.replace('\u{e000}', ""), "<e000> <06440627>\n");
    check(&page(&font, &[wide(&shaped)]), "ar", &[line]);
}

#[test]
fn reads_unicode_map_with_empty_entries() {
    let lines = ["बंदरगाह वसंत में बंद था। जहाज शहर चले गए।"];
    let font = plain(lines[0], "<0261> <>\n<025e> <>\n");
    check(&page(&font, &lines.map(wide)), "hi", &["बंदरगाह वसंत में बंद था।", "जहाज शहर चले गए।"]);
}

#[test]
fn splits_greek_cyrillic_and_thai_sentences() {
    for (language, lines) in [
        ("el", ["Το λιμάνι έκλεισε την άνοιξη για επισκευές.", "Θα συμφωνήσουν οι κάτοικοι της πόλης;"]),
        ("ru", ["Порт был закрыт весной на ремонт.", "Корабли ушли в соседний город."]),
        ("th", ["ท่าเรือถูกปิดในฤดูใบไม้ผลิเพื่อซ่อมแซม", "เรือไปยังเมืองใกล้เคียงและพ่อค้าเปิดร้าน"]),
    ] {
        let font = plain(&lines.concat(), "");
        check(&page(&font, &lines.map(wide)), language, &lines);
    }
}
