use super::*;
use crate::analysis::{Answer, Column, Figure, Group, Match, Skipped};
use crate::operation::Operation;
use crate::unit::Unit;

pub(crate) fn analysis(by: Option<&str>, figures: Vec<Figure>) -> Analysis {
    Analysis {
        sheet: "Data".to_owned(),
        table: "A1:B9".to_owned(),
        others: Vec::new(),
        header_row: Some(1),
        figures,
        by: by.map(column).into_iter().collect(),
        notes: Vec::new(),
    }
}

pub(crate) fn figure(name: &str, value: &str, groups: &[(&str, Option<&str>)]) -> Figure {
    let group = |(key, value): &(&str, Option<&str>)| Group {
        key: (*key).to_owned(),
        value: value.map(answer),
        rows: 1,
        name: None,
    };
    Figure {
        operation: Operation::Sum,
        column: column(name),
        with: None,
        value: answer(value),
        rows: 3,
        skipped: Skipped::default(),
        unit: None,
        groups: groups.iter().map(group).collect(),
        found: Vec::new(),
        values: Vec::new(),
    }
}

fn column(name: &str) -> Column {
    Column { asked: name.to_owned(), name: name.to_owned(), letter: "B".to_owned(), matched: Match::Exact }
}

fn answer(text: &str) -> Answer {
    Answer { text: text.to_owned(), number: text.parse().ok(), exact: true }
}

/// Returns the texts of a picture in drawing order.
fn texts(svg: &str) -> Vec<String> {
    svg.lines()
        .filter_map(|it| it.strip_prefix("<text ")?.split_once('>')?.1.strip_suffix("</text>"))
        .map(str::to_owned)
        .collect()
}

/// Returns the number of bars, without the background.
fn bars(svg: &str) -> usize {
    svg.lines().filter(|it| it.contains("rx=\"3\"")).count()
}

fn many(count: usize) -> Figure {
    let groups: Vec<(String, String)> =
        (0..count).map(|it| (format!("Group number {it}"), format!("{}", it * 10))).collect();
    let groups: Vec<_> = groups.iter().map(|(key, value)| (&**key, Some(&**value))).collect();
    figure("Sales", "1", &groups)
}

#[test]
fn single_figure_is_drawn_large() {
    let mut figure = figure("Sales", "1234567.5", &[]);
    figure.unit = Some(Unit::Currency("€".to_owned()));
    let svg = svg(&analysis(None, vec![figure]));
    assert_eq!(texts(&svg)[..2], ["Sum of Sales", "€\u{202f}1\u{202f}234\u{202f}567.50"]);
}

#[test]
fn draws_bar_and_value_per_group() {
    let groups = [("North", Some("10")), ("South", Some("-4.5")), ("East", None)];
    let svg = svg(&analysis(Some("Region"), vec![figure("Sales", "5.5", &groups)]));
    assert_eq!(bars(&svg), 2);
    let texts = texts(&svg);
    for text in ["Sum of Sales by Region", "North", "South", "East", "10", "\u{2212}4.5", "–"] {
        assert!(texts.iter().any(|it| it == text), "{text}: {texts:?}");
    }
}

#[test]
fn draws_at_most_forty_bars() {
    let svg = svg(&analysis(Some("Region"), vec![many(1000)]));
    assert_eq!(bars(&svg), 40);
    assert!(texts(&svg).iter().any(|it| it == "The 40 largest are shown; 960 more are not."));
}

#[test]
fn escapes_names_in_svg() {
    let groups = [("</text><script>alert('1')</script>", Some("1")), ("a\u{0}\u{ffff}\nb", Some("2"))];
    let svg = svg(&analysis(Some("\"><x>"), vec![figure("&amp;", "3", &groups)]));
    assert!(!svg.contains("<script") && !svg.contains("<x>") && !svg.contains(['\0', '\u{ffff}']), "{svg}");
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

#[test]
fn renders_charts_of_extreme_numbers_and_any_script() {
    let odd = [
        ("東京", Some("1e308")),
        ("القاهرة", Some("-1e308")),
        ("😀\u{e000}", Some("NaN")),
        ("", Some("1e-320")),
    ];
    let all = [
        analysis(Some("Città"), vec![figure("A", "1", &odd), figure("B", "inf", &odd)]),
        analysis(Some("x"), vec![]),
        analysis(None, vec![]),
        analysis(None, vec![figure(&"long ".repeat(500), "2024-12-31", &[])]),
        analysis(None, vec![figure("a", "0", &[]), figure("b", "0", &[])]),
        analysis(Some("x"), vec![many(1), many(1000), many(7)]),
    ];
    for one in &all {
        let bytes = png(one).unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        let reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().width, 1920);
        assert!((200..20_000).contains(&reader.info().height), "{}", reader.info().height);
        assert!(!svg(one).contains("NaN\"") && !svg(one).contains("inf\""));
    }
}

#[test]
fn png_bars_match_their_coordinates() {
    let groups = [("A", Some("10")), ("B", Some("5"))];
    let bytes = png(&analysis(Some("x"), vec![figure("Sales", "15", &groups)])).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let mut points = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut points).unwrap();
    let blue = [0x2f, 0x6f, 0xb5];
    let column = |from: usize, to: usize| {
        points
            .chunks_exact(3)
            .enumerate()
            .filter(|(at, point)| (from..to).contains(&(at % 1920)) && **point == blue)
            .count()
    };
    // The first bar is twice as high as the second.
    let ratio = column(0, 960) as f64 / column(960, 1920) as f64;
    assert!((1.9..2.1).contains(&ratio), "{ratio}");
}
