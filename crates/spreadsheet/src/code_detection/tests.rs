use std::borrow::Cow;

use super::*;
use crate::number::Convention;
use crate::value::{Reading, of_text};

/// Classifies a column, in as many passes as necessary.
fn check(cells: &str) -> &'static str {
    let mut reading = Reading { convention: Some(Convention::Point), ..Reading::default() };
    for _ in 0..3 {
        let mut shapes = ShapeCounts::default();
        let (mut numbers, mut texts) = (0, 0);
        for (row, cell) in cells.split(" | ").enumerate() {
            let value = of_text(Cow::Borrowed(cell), reading);
            numbers += usize::from(matches!(value, Value::Number { .. }));
            texts += usize::from(matches!(value, Value::Text(..)));
            shapes.take(&value, row as u64, Some(cell.len()));
        }
        let next =
            Reading { worded: shapes.allows_currency_words(), powers: shapes.allows_exponents(), ..reading };
        if next != reading {
            reading = next;
            continue;
        }
        return match shapes.codes() {
            Some(_) => "codes",
            None if numbers * 4 >= texts && numbers > 0 => "numbers",
            None => "text",
        };
    }
    "undecided"
}

#[test]
fn detects_columns_of_codes() {
    for cells in [
        "4E099 | 4E1A2 | 4E100",
        "4E099 | 4E100 | 5E201",
        "12E3 | B893 | A886 | 42E8",
        "1E10 | 00123 | 7-11 | 4E099",
        "01310 | 20040 | 90210",
        "00501 | 10001 | 94105",
        "004 | 008 | 250 | 840",
        "1001 | 1002 | A1003 | 1004 | B77",
        "113803 | A/5 21171 | 17463 | PC 17599 | 349909",
        "912 345 678 | 933 111 222 | 217 000 999",
        "4006381333931 | 5601234567890 | 7891000315507",
        "4111111111111111 | 5500000000000004 | 3400000000000093",
        "100 | 200 | 300-X | 400",
        "555-1234 | 555-9876 | 5551111",
    ] {
        assert_eq!(check(cells), "codes", "{cells}");
    }
}

#[test]
fn detects_columns_of_numbers() {
    for cells in [
        "1.5E+05 | 2.0E+04 | 3.25E-3",
        "1e5 | 2e6 | 1.5e3",
        "1E5 | 2E6 | 350000",
        "6.02e23 | 1.6e-19 | 9.1E-31",
        "-4E9 | 2.5 | 3E7",
        "10 | 20 | 30 | n/a",
        "10 | 20 | see note 3 | 30",
        "10 | 20 | Qtr 1 | 30",
        "12 | 15 | 9 kg | 20 | 18 | 33",
        "12 | 15 | 10-20 | 20 | 18 | 33",
        "05 | 10 | 15 | 45",
        "1 234 567 | 12 500 | 999",
        "1.234,5 | 3.25 | 7",
        "100.5 | 200.25 | A7 | 300",
        "2019 | 2020 | 2021",
        "1700000000 | 1700000060 | 1700000120",
        "123456.78 | 0.5 | 42",
        "$12.50 | $8 | 19",
        "1234567890123 | 42 | 7",
        "0 | 0 | 1 | 1",
    ] {
        assert_eq!(check(cells), "numbers", "{cells}");
    }
}

#[test]
fn currency_codes_require_amounts_in_all_cells() {
    let worded = |cells: &str| {
        let reading = Reading { convention: Some(Convention::Point), ..Reading::default() };
        let mut shapes = ShapeCounts::default();
        for (row, cell) in cells.split(" | ").enumerate() {
            shapes.take(&of_text(Cow::Borrowed(cell), reading), row as u64, Some(cell.len()));
        }
        shapes.allows_currency_words()
    };
    for cells in ["123 TL | 50 TL | 7 TL", "24.19 EUR | 34.08 EUR", "12 kr | 1 000 kr | € 5", "5 | 7 | 9"] {
        assert!(worded(cells), "{cells}");
    }
    for cells in
        ["123 TL | 320 d | 520 i", "123 TL | 15 | 16 | 17", "45 MT | Zetor 50 | Belarus", "PHP 7 | Perl 5"]
    {
        assert!(!worded(cells), "{cells}");
    }
}

#[test]
fn recognizes_identifier_column_names() {
    for name in [
        "Order ID",
        "order_id",
        "PassengerId",
        "customerID",
        "id",
        "ZIP",
        "Zip Code",
        "CEP",
        "Telefone",
        "código",
        "Código postal",
        "NIF",
        "SKU",
        "phone",
        "Product Code",
    ] {
        assert!(is_code_name(name), "{name}");
    }
    for name in
        ["Amount", "Valid", "Paid", "Idade", "Code lines added", "Grid", "Humidity", "Telephone costs", ""]
    {
        assert!(!is_code_name(name), "{name}");
    }
}
