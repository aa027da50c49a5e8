use super::super::table::Table;
use super::super::tests::scene;
use super::super::thing::Scene;
use super::{Answered, answer};
use crate::goal::sample;
use crate::reader::Tokenized;

fn table(names: &[&str], headers: &str, rows: &[&str]) -> Table {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    Table {
        names: names.iter().map(ToString::to_string).collect(),
        headers: if headers.is_empty() { Vec::new() } else { cells(headers) },
        rows: rows.iter().map(|row| cells(row)).collect(),
    }
}

fn shop() -> (Scene, Vec<Table>) {
    let page = scene(
        "link Home
         link Cart (3)
         button Refund ; row 1001 · Ana Silva
         button Refund ; row 1002 · Bob
         button Save ; states disabled
         checkbox Newsletter ; states checked
         checkbox Terms ; states unchecked
         list Colour ; options Red|Green|Blue ; value Red
         field Email ; states required
         field City ; value Faro
         fact Delivery time ; value 3 days
         heading Orders|57 results found",
    );
    let tables = vec![
        table(
            &["Orders"],
            "Order no. | Customer | Status | Total",
            &[
                "1001 | Ana Silva | paid | $ 20.00",
                "1002 | Bob | open | $ 5.50",
                "1003 | Ana Silva | open | $ 120.00",
                "1004 | Rita | in transit | $ 7.25",
            ],
        ),
        table(&["Messages"], "", &["Hello from Rita", "Invoice from Bob", "Lunch with Rita"]),
        table(
            &["Our lamps", "product card"],
            "",
            &["Desk lamp|Steel|€ 49.00", "Floor lamp|Oak|€ 120.00", "Night light|Glass|€ 15.50"],
        ),
        table(
            &["Staff"],
            "Name | Manager | City",
            &["Eva | Ana | Faro", "Rui | Eva | Porto", "Ana | Rui | Faro"],
        ),
    ];
    (page, tables)
}

fn said(question: &str, (page, tables): &(Scene, Vec<Table>)) -> String {
    let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
    let heard = Tokenized::new(question, now).about(&sample());
    match answer(&heard, page, tables).map(|answer| answer.answered) {
        Some(Answered::Count(count)) => count.to_string(),
        Some(Answered::Texts(texts)) => texts.join("; "),
        Some(Answered::Is(is)) => if is { "yes" } else { "no" }.into(),
        None => "nothing".into(),
    }
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    let page = shop();
    let wrong: Vec<String> = cases
        .iter()
        .map(|(question, wanted)| (question, wanted, said(question, &page)))
        .filter(|(_, wanted, seen)| **wanted != seen)
        .map(|(question, wanted, seen)| format!("{question}\n  wanted {wanted}\n  seen   {seen}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn counts_rows_by_their_cells() {
    check(&[
        ("how many orders are there?", "4"),
        ("How many orders are open?", "2"),
        ("how many open orders does Ana Silva have?", "1"),
        ("how many orders are from Ana?", "2"),
        ("how many orders have the status in transit?", "1"),
        ("count the orders with status paid", "1"),
        ("how many messages are from Rita?", "2"),
        ("how many people in staff have the city Faro?", "nothing"),
        ("how many staff are in Faro?", "2"),
        ("how many columns does the orders table have?", "4"),
        ("quantas orders estão open?", "2"),
        ("quantos messages há de Rita?", "2"),
    ]);
}

#[test]
fn unexplained_words_leave_questions_unanswered() {
    check(&[
        ("how many orders are cancelled?", "nothing"),
        ("how many orders are not open?", "nothing"),
        ("how many orders are open or paid?", "nothing"),
        ("how many orders did I make yesterday?", "nothing"),
        ("what is the capital of France?", "nothing"),
        ("what is my status?", "nothing"),
        ("who is Rita?", "nothing"),
        ("what is Rita?", "nothing"),
        ("is it ready?", "nothing"),
        ("what is in it?", "nothing"),
        // The value is in two columns, and no column is named.
        ("how many staff have Ana?", "nothing"),
        ("how many files are in downloads?", "nothing"),
        ("what is the status?", "nothing"),
        ("how many orders are open, and delete them", "nothing"),
        ("is the order open?", "nothing"),
        ("how many", "nothing"),
    ]);
}

#[test]
fn answers_with_cells() {
    check(&[
        ("what is the status of order 1002?", "open"),
        ("what's the total of 1003?", "$ 120.00"),
        ("who is the customer of order 1004?", "Rita"),
        ("how much is order 1001?", "$ 20.00"),
        ("what is Eva's city?", "Faro"),
        ("who is the manager of Rui?", "Eva"),
        ("who has the manager Rui?", "Ana"),
        ("which staff have the manager Eva?", "Rui · Eva · Porto"),
        ("which order has the highest total?", "1003 · Ana Silva · open · $ 120.00"),
        ("which order is the cheapest?", "1002 · Bob · open · $ 5.50"),
        ("what is the lowest total?", "$ 5.50"),
        ("which orders are open?", "1002 · Bob · open · $ 5.50; 1003 · Ana Silva · open · $ 120.00"),
        ("qual é o status da order 1002?", "open"),
        ("is order 1001 paid?", "yes"),
        ("is order 1002 paid?", "no"),
        ("is the order of Bob open?", "yes"),
        ("is Bob paid?", "no"),
        ("is the order of Ana Silva paid?", "nothing"),
        ("does Bob have an order?", "yes"),
        ("how much is the Desk lamp?", "€ 49.00"),
        ("how much does the night light cost?", "€ 15.50"),
        ("what is the cheapest product?", "Night light · Glass · € 15.50"),
        ("how many products are there?", "3"),
        ("quanto custa Floor lamp?", "€ 120.00"),
    ]);
}

#[test]
fn answers_with_figures_and_labels_of_the_page() {
    check(&[
        ("how many results are there?", "57"),
        ("what is the delivery time?", "3 days"),
        ("how many items are in the cart?", "nothing"),
    ]);
}

#[test]
fn answers_about_controls() {
    check(&[
        ("how many links are on this page?", "2"),
        ("how many Refund buttons are there?", "2"),
        ("count the buttons", "3"),
        ("how many checkboxes are checked?", "1"),
        ("how many buttons are disabled?", "1"),
        ("is the newsletter checkbox checked?", "yes"),
        ("is Terms ticked?", "no"),
        ("is the Save button enabled?", "no"),
        ("is there a Save button?", "yes"),
        ("is there a Logout button?", "no"),
        ("is email required?", "yes"),
        ("is the Email field empty?", "yes"),
        ("how many options does Colour have?", "3"),
        ("what is selected in Colour?", "Red"),
        ("what is in the City field?", "Faro"),
        ("which checkboxes are checked?", "Newsletter"),
        ("quantos botões há nesta página?", "3"),
        ("a caixa Newsletter está marcada?", "yes"),
        ("o botão Save está ativo?", "no"),
        ("the Terms box is checked?", "no"),
        ("the Terms box is checked", "nothing"),
        ("está marcada a caixa Newsletter?", "yes"),
        ("há algum botão Save?", "yes"),
        ("are there any open orders?", "yes"),
        ("is there a message from Rita?", "yes"),
    ]);
}
