//! Checks that the figures do not depend on how a file is split into blocks, against a reader that processes
//! single characters.

use std::collections::BTreeMap;
use std::io::{Seek as _, Write as _};

use lemmascope_spreadsheet::{Operation, Request, analyze};
use proptest::prelude::*;

/// Splits a text into rows with the simplest possible reader.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let (mut quoted, mut begun) = (false, false);
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' if quoted => quoted = false,
            '"' if !begun => (quoted, begun) = (true, true),
            ',' if !quoted => {
                row.push(std::mem::take(&mut cell));
                begun = false;
            }
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
                begun = false;
            }
            other => {
                cell.push(other);
                begun = true;
            }
        }
    }
    rows
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-f]{1,6}",
        2 => "[a-f]{1,2}\"[a-f]{1,3}",
        2 => "\"([a-f,\n]|\"\"){0,9}\"",
        1 => "x{300}",
        1 => Just(String::new()),
    ]
}

/// The kinds of lines in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Some rows span several lines.
    Any,
    /// Each line is a row.
    One,
    /// Each line is a row except a late one, whose first line has an even number of quotes.
    OneMissing,
}

fn lines() -> impl Strategy<Value = Lines> {
    prop_oneof![Just(Lines::Any), Just(Lines::One), Just(Lines::OneMissing)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn merged_chunks_equal_the_whole(
        some in prop::collection::vec((cell(), -9999..9999_i64, any::<bool>(), cell()), 20..120),
        lines in lines(),
    ) {
        // Enough rows for several blocks and threads, in an order that repeats only in part.
        let mut text = String::from("Name,Amount,Rest\n");
        let mut at = 0;
        while text.len() < 5 << 19 {
            let (name, amount, in_quotes, rest) = &some[(at * at + at / 7) % some.len()];
            let amount = format!("{}.{:02}", amount, at % 100);
            let amount = if *in_quotes { format!("\"{amount}\"") } else { amount };
            let (name, rest) = match lines {
                Lines::Any => (name.clone(), rest.clone()),
                _ => (name.replace('\n', " "), rest.replace('\n', " ")),
            };
            let name = name.strip_prefix('"').map_or_else(|| format!("k{name}"), |it| format!("\"k{it}"));
            text.push_str(&format!("{name},{amount},{rest}\n"));
            at += 1;
        }
        if lines == Lines::OneMissing {
            text.push_str("k5\" pipe,1.00,\"over\ntwo lines\"\nlast,2.00,\"\"\n");
        }
        let hundredths = |cell: &str| cell.replace('.', "").parse::<i64>().ok();
        let (mut whole, mut count) = (0, 0);
        let mut groups: BTreeMap<String, (i64, u64)> = BTreeMap::new();
        for row in rows(&text).iter().skip(1) {
            let Some(own) = row.get(1).and_then(|cell| hundredths(cell)) else { continue };
            whole += own;
            count += 1;
            let group = groups.entry(row[0].trim().to_owned()).or_default();
            group.0 += own;
            group.1 += 1;
        }

        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        let mut request = Request::new(Operation::Sum, "Amount");
        request.by = vec!["Name".to_owned()];
        let analysis = analyze(file, "pieces.csv", &request, &mut |_| ()).unwrap();
        let figure = &analysis.figures[0];
        let told = |text: &str| (text.parse::<f64>().unwrap() * 100.0).round() as i64;
        prop_assert_eq!(figure.rows, count);
        prop_assert!(figure.value.exact);
        prop_assert_eq!(told(&figure.value.text), whole);
        let found: BTreeMap<String, (i64, u64)> = figure
            .groups
            .iter()
            .map(|it| (it.key.clone(), (told(&it.value.as_ref().unwrap().text), it.rows)))
            .collect();
        prop_assert_eq!(found, groups);
    }
}
