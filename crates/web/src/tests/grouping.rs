//! Tests which control belongs to a text, on pages with various row markup.

use lemmascope_intent::{Cause, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform, told};

/// A row: name, order number, amount. Some names contain others, and amounts repeat.
struct Row {
    name: String,
    order: String,
    amount: String,
}

fn rows() -> Vec<Row> {
    let row = |at: usize| Row {
        name: format!("{} {}", ["Bob", "Ann", "Bob"][at % 3], [5, 50, 15, 1, 11, 51, 105][at]),
        order: (1001 + at).to_string(),
        amount: format!("${}.00", [5, 50, 5, 1, 50, 1, 5][at]),
    };
    (0..7).map(row).collect()
}

fn button(at: usize) -> String {
    format!("<button onclick='document.title=\"row {at}\"'>Refund</button>")
}

type Layout = fn(&[Row]) -> String;

fn each(rows: &[Row], row: impl Fn(usize, &Row) -> String) -> String {
    rows.iter().enumerate().map(|(at, it)| row(at, it)).collect()
}

/// Layouts of the same list. In each, the control belongs to the texts of its row.
const LAYOUTS: &[(&str, Layout)] = &[
    ("table", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!("<tr><td>{name}</td><td>{order}</td><td>{amount}</td><td>{}</td></tr>", button(at))
        });
        format!("<table><thead><tr><th>Name<th>Order<th>Amount<th></tr></thead><tbody>{body}</tbody></table>")
    }),
    ("table with the control first", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!("<tr><td>{}<td>{name}<td>{order}<td>{amount}", button(at))
        });
        format!("<table>{body}</table>")
    }),
    ("table with high rows and links", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!(
                "<tr style='height:120px'><td valign=top><a href=#{order}>{name}</a><td valign=bottom>{order}<td>{amount}<td valign=bottom>{}",
                button(at)
            )
        });
        format!("<table>{body}</table>")
    }),
    ("table with two lines a row", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!("<tbody><tr><td>{name}<td>{order}<tr><td>{amount}<td>{}</tbody>", button(at))
        });
        format!("<table>{body}</table>")
    }),
    ("grid with roles", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!(
                "<div role=row style='display:flex;gap:20px'><div role=gridcell>{name}</div><div role=gridcell>{order}</div>\
                 <div role=gridcell>{amount}</div><div role=gridcell>{}</div></div>",
                button(at)
            )
        });
        format!("<div role=grid>{body}</div>")
    }),
    ("rows of boxes", |rows| {
        each(rows, |at, Row { name, order, amount }| {
            format!(
                "<div style='display:flex'><div>{name}</div><div>{order}</div><div>{amount}</div><div>{}</div></div>",
                button(at)
            )
        })
    }),
    ("a CSS grid without rows", |rows| {
        let cells = each(rows, |at, Row { name, order, amount }| {
            format!("<div>{name}</div><div>{order}</div><div>{amount}</div>{}", button(at))
        });
        format!("<div style='display:grid;grid-template-columns:1fr 1fr 1fr 1fr'>{cells}</div>")
    }),
    ("a CSS grid with a head and without rows", |rows| {
        let cells = each(rows, |at, Row { name, order, amount }| {
            format!("<span>{name}</span><span>{order}</span><span>{amount}</span><span>{}</span>", button(at))
        });
        format!(
            "<div style='display:grid;grid-template-columns:2fr 1fr 1fr 1fr'><b>Name</b><b>Order</b><b>Amount</b><b></b>{cells}</div><p>7 orders</p>"
        )
    }),
    ("list", |rows| {
        let items = each(rows, |at, Row { name, order, amount }| {
            format!("<li>{name}, {order}, {amount} {}</li>", button(at))
        });
        format!("<ul>{items}</ul>")
    }),
    ("list with marked-up names", |rows| {
        let items = each(rows, |at, Row { name, order, amount }| {
            format!("<li><b>{name}</b><br><small>{order}</small> <i>{amount}</i><p>{}</p></li>", button(at))
        });
        format!("<h2>Orders</h2><ol>{items}</ol>")
    }),
    ("cards in columns", |rows| {
        let cards = each(rows, |at, Row { name, order, amount }| {
            format!(
                "<div class=card style='width:180px;height:200px;float:left;border:1px solid'><h3>{name}</h3>\
                 <p>{order}</p><p>{amount}</p><div style='margin-top:60px'>{}</div></div>",
                button(at)
            )
        });
        format!("<div>{cards}</div>")
    }),
    ("articles", |rows| {
        each(rows, |at, Row { name, order, amount }| {
            format!(
                "<article><header><h3>{name}</h3></header><section><p>{order}</p><p>{amount}</p></section>\
                 <footer>{}</footer></article>",
                button(at)
            )
        })
    }),
    ("definition list", |rows| {
        let items = each(rows, |at, Row { name, order, amount }| {
            format!("<dt>{name}</dt><dd>{order}</dd><dd>{amount}</dd><dd>{}</dd>", button(at))
        });
        format!("<dl>{items}</dl>")
    }),
    ("headings side by side with what they head", |rows| {
        each(rows, |at, Row { name, order, amount }| {
            format!("<h3>{name}</h3><p>{order} for {amount}</p>{}", button(at))
        })
    }),
    ("controls before their texts, side by side", |rows| {
        let all = each(rows, |at, Row { name, order, amount }| {
            format!("{}<p>{name}</p><p>{order}</p><p>{amount}</p>", button(at))
        });
        format!("<div>{all}</div>")
    }),
    ("lines that breaks part", |rows| {
        let lines = each(rows, |at, Row { name, order, amount }| {
            format!("{name} - {order} - {amount} {}<br>", button(at))
        });
        format!("<p>{lines}</p>")
    }),
    ("one line for all", |rows| {
        let all = each(rows, |at, Row { name, order, amount }| {
            format!("<span>{name} {order} {amount}</span> {} ", button(at))
        });
        format!("<p>{all}</p>")
    }),
    ("tables in tables", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!(
                "<tr><td>{name}<td>{order}<td>{amount}<td>{}<td><table><tr><td>Item A<td><button>Refund</button>\
                 <tr><td>Item B<td><button>Refund</button></table>",
                button(at)
            )
        });
        format!("<table>{body}</table>")
    }),
    ("a table that lays out the page", |rows| {
        let body = each(rows, |at, Row { name, order, amount }| {
            format!("<tr><td>{name}<td>{order}<td>{amount}<td>{}", button(at))
        });
        format!(
            "<table><tr><td width=200><a href=#a>Orders</a><td><h1>Orders</h1><table>{body}</table><td>Help</table>"
        )
    }),
    ("parts of a component", |rows| {
        let all = each(rows, |at, Row { name, order, amount }| {
            format!(
                "<order-row><template shadowrootmode=open><div><slot></slot><p>{amount}</p>{}</div></template>\
                 <b>{name}</b> <i>{order}</i></order-row>",
                button(at)
            )
        });
        format!("<section>{all}</section>")
    }),
];

/// Clicks the control near a text, and returns the title that its row sets, and the element's id.
async fn pressed(agent: &Agent, near: &str) -> (String, String) {
    let title = json!({"script": "document.title = ''"});
    agent.call("execute", title).await.unwrap();
    match agent.call("click", json!({"target": {"text": "Refund", "near": near}})).await {
        Err(failure) => (format!("{:?}", failure.cause), String::new()),
        Ok(clicked) => {
            let read = agent.call("execute", json!({"script": "return document.title"})).await.unwrap();
            (read.value.to_string(), id_in(&clicked))
        }
    }
}

/// Returns the id of the control near a text, by a verb without effects. That verb accepts any element, so
/// the role is given.
async fn found(agent: &Agent, near: &str) -> String {
    let target = json!({"text": "Refund", "role": "button", "near": near});
    match agent.call("box", json!({"target": target})).await {
        Err(failure) => format!("{:?}", failure.cause),
        Ok(found) => id_in(&found),
    }
}

/// Extracts the element id after the verb in a log line.
fn id_in(outcome: &Outcome) -> String {
    outcome.line.as_deref().and_then(|line| line.split(' ').nth(1)).unwrap().to_string()
}

#[test]
fn near_finds_row_button_in_every_layout() {
    let rows = rows();
    let mut wrong = Vec::new();
    perform(|agent| async {
        let agent = agent;
        for (layout, page) in LAYOUTS {
            agent.open(&format!("<!doctype html><body>{}", page(&rows))).await;
            for (at, row) in rows.iter().enumerate() {
                let Row { name, order, amount } = row;
                let (got, id) = pressed(&agent, name).await;
                if got != format!("row {at}") {
                    wrong.push(format!("{layout}: near {name:?} pressed {got:?}, not row {at}"));
                }
                // A click waits for effects, so the other texts are resolved without one.
                for near in [order.clone(), format!("{name} · {order} · {amount}")] {
                    let got = found(&agent, &near).await;
                    if got != id {
                        wrong.push(format!("{layout}: near {near:?} is {got}, not {id}"));
                    }
                }
            }
            // The amounts and the names without a number are ambiguous.
            for near in ["$5.00", "Bob"] {
                let got = found(&agent, near).await;
                if got != "TargetAmbiguous" {
                    wrong.push(format!("{layout}: near {near:?} is {got}"));
                }
            }
        }
        assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    });
}

#[test]
fn near_fails_for_row_without_button() {
    perform(|agent| async move {
        for page in [
            "<table><tr><td>Ann<td>1<td><button>Refund</button><tr><td>Zed<td>2<td><tr><td>Bob<td>3<td><button>Refund</button></table>",
            "<table><tr><td>Ann<td><button>Refund</button><tr><td>Zed<td></table>",
            "<ul><li>Ann <button>Refund</button><li>Zed<li>Bob <button>Refund</button></ul>",
            "<div class=r>Ann <button>Refund</button></div><div class=r>Zed</div><div class=r>Bob <button>Refund</button></div>",
            "<dl><dt>Ann<dd><button>Refund</button><dt>Zed<dd>none<dt>Bob<dd><button>Refund</button></dl>",
            "<h3>Ann</h3><p>x</p><button>Refund</button><h3>Zed</h3><p>y</p><h3>Bob</h3><p>z</p><button>Refund</button>",
            "<p>Ann <button>Refund</button><br>Zed<br>Bob <button>Refund</button></p>",
        ] {
            agent.open(page).await;
            let got = agent
                .call("click", json!({"target": {"text": "Refund", "near": "Zed"}, "timeout": "300ms"}))
                .await;
            let failure = got.expect_err(page);
            assert_eq!(failure.cause, Cause::TargetNotFound, "{page}: {}", failure.message);
        }
    });
}

#[test]
fn near_text_outside_list_is_ambiguous() {
    perform(|agent| async move {
        for page in [
            "<h1>Orders</h1><table><tr><th>Name<th>Do<tr><td>Ann<td><button>Refund</button><tr><td>Bob<td><button>Refund</button></table>",
            "<main><h2>Orders</h2><ul><li>Ann <button>Refund</button><li>Bob <button>Refund</button></ul></main>",
        ] {
            agent.open(page).await;
            let got = agent.call("click", json!({"target": {"text": "Refund", "near": "Orders"}})).await;
            let failure = got.expect_err(page);
            assert_eq!(failure.cause, Cause::TargetAmbiguous, "{page}: {}", failure.message);
            assert_eq!(failure.context.len(), 2);
        }
    });
}

#[test]
fn near_prefers_markup_over_visual_distance() {
    perform(|agent| async move {
        for (page, near, wanted) in [
            ("<label for=a>One</label><label for=b>Two</label><br><input id=a><input id=b>", "Two", "b"),
            ("Name<br><input id=a><br>Mail<br><input id=b><br>", "Mail", "b"),
            ("Name<br><input id=a><br>Mail<br><input id=b><br>", "Name", "a"),
            (
                "<div style='float:left;width:90px'><p style='height:20px'>One<p style='height:20px'>Two</div>
                 <div style='float:left'><p style='height:20px'><input id=a><p style='height:20px'><input id=b></div>",
                "Two",
                "b",
            ),
            (
                "<table><tr><td>One<td>Two<tr><td><input id=a><td><input id=b></table>",
                "Two",
                "b",
            ),
            ("<div class=f><span>One</span></div><div class=f><input id=a></div><div class=f><span>Two</span></div><div class=f><input id=b></div>", "Two", "b"),
            ("<div class=row><h3>Ship to</h3></div><div class=row><label>Street <input id=a></label></div><p>and</p><fieldset><legend>Bill to</legend><label>Street <input id=b></label></fieldset>", "Bill to", "b"),
            ("<fieldset><legend>2013</legend><input id=a></fieldset><fieldset><legend>2014</legend><input id=b></fieldset>", "2014", "b"),
            ("<h3>2013</h3><ul><li><input id=a></ul><h3>2014</h3><ul><li><input id=b></ul>", "2014", "b"),
            ("<p>-1 <input id=a></p><p>1 <input id=b></p><p>11 <input id=c></p>", "1", "b"),
            ("<p>C++ <input id=a></p><p>C <input id=b></p><p>c# <input id=c></p>", "C", "b"),
        ] {
            agent.open(page).await;
            let target = json!({"target": {"role": "textbox", "near": near}, "text": "x"});
            let typed = agent.call("type", target).await;
            assert!(typed.is_ok(), "near {near} on {page}: {}", told(&typed));
            let script = "return [...document.querySelectorAll('input')].filter(one => one.value === 'x').map(one => one.id).join()";
            let read = agent.call("execute", json!({"script": script})).await.unwrap();
            assert_eq!(read.value.to_string(), wanted, "near {near} on {page}");
        }
    });
}

#[test]
fn inside_after_and_before_follow_document_order() {
    let rows = rows();
    perform(|agent| async {
        let agent = agent;
        for (layout, page) in LAYOUTS
            .iter()
            .filter(|(name, _)| matches!(*name, "table" | "list" | "articles" | "grid with roles"))
        {
            agent.open(&page(&rows)).await;
            for (at, Row { name, order, .. }) in rows.iter().enumerate() {
                let button = format!("row {at}");
                for relation in ["inside", "after"] {
                    let target = json!({"text": "Refund", relation: name});
                    agent.call("click", json!({"target": target})).await.unwrap();
                    let read =
                        agent.call("execute", json!({"script": "return document.title"})).await.unwrap();
                    assert_eq!(read.value.to_string(), button, "{layout}: {relation} {name}");
                }
                let target = json!({"text": "Refund", "before": order});
                let before = agent.call("click", json!({"target": target})).await;
                match at {
                    0 => assert_eq!(before.unwrap_err().cause, Cause::TargetNotFound),
                    _ => {
                        before.unwrap();
                        let read =
                            agent.call("execute", json!({"script": "return document.title"})).await.unwrap();
                        assert_eq!(
                            read.value.to_string(),
                            format!("row {}", at - 1),
                            "{layout}: before {order}"
                        );
                    }
                }
            }
        }
    });
}

/// Returns the lines of an observation.
async fn observed(agent: &Agent, options: serde_json::Value) -> Vec<String> {
    agent.call("observe", options).await.unwrap().view.unwrap().lines
}

#[test]
fn same_named_controls_are_listed_with_context() {
    let rows = rows();
    perform(|agent| async {
        let agent = agent;
        for (layout, page) in LAYOUTS.iter().filter(|(name, _)| *name != "tables in tables") {
            agent.open(&format!("<!doctype html><body>{}", page(&rows))).await;
            let lines = observed(&agent, json!({"budget": 20000})).await;
            let mut buttons = lines.iter().filter(|line| line.contains("button \"Refund\""));
            for Row { name, .. } in &rows {
                let line = buttons.next().unwrap();
                let context = line.split_once('(').map_or("", |(_, context)| context);
                let says = context.contains(&format!("{name} "))
                    || context.contains(&format!("{name}\""))
                    || context.contains(&format!("{name},"));
                assert!(says, "{layout}: {name} is not in {line}");
            }
        }
        agent
            .open(
                "<h3>2013</h3><ul><li><a href=#1>March</a><li><a href=#2>May</a></ul>
                 <h3>2014</h3><ul><li><a href=#3>March</a><li><a href=#4>July</a></ul>
                 <header><button>Search</button></header><footer><button>Search</button></footer>
                 <button>Only</button>",
            )
            .await;
        let lines = observed(&agent, json!({})).await;
        let has = |wanted: &str| lines.iter().any(|line| line.ends_with(wanted));
        assert!(has("link \"March\" (section \"2014\")"), "{lines:?}");
        assert!(has("link \"May\""), "{lines:?}");
        assert!(has("(footer)") && has("(header)"), "{lines:?}");
        assert!(has("button \"Only\""), "{lines:?}");
        // The printed context of a control resolves to it.
        let clicked = agent.call("click", json!({"target": {"text": "March", "near": "2014"}})).await;
        let line = lines.iter().find(|line| line.ends_with("(section \"2014\")")).unwrap();
        let id = line.split(' ').next().unwrap();
        assert!(told(&clicked).contains(&format!("{id} \"March\"")), "{}", told(&clicked));
    });
}

#[test]
fn observe_shows_table_cells_within_token_budget() {
    let rows = rows();
    perform(|agent| async {
        let agent = agent;
        agent.open(&LAYOUTS[0].1(&rows)).await;
        let lines = observed(&agent, json!({})).await;
        let text = lines.join("\n");
        assert!(text.contains("\n  head \"Name\" | \"Order\" | \"Amount\" | \"\"\n  row \"Bob 5\" | \"1001\" | \"$5.00\" | \"Refund\" ["), "{text}");
        let body: String =
            (0..900).map(|at| format!("<tr><td>Person {at}<td>{at}<td><a href=#{at}>Open</a>")).collect();
        agent
            .open(&format!(
                "<table><tr><th>Name<th>No.<th>Do{body}</table><select><option>a<option>b</select>"
            ))
            .await;
        let lines = observed(&agent, json!({"budget": 700})).await;
        let text = lines.join("\n");
        assert!(text.contains("row \"Person 3\" | \"3\""), "{text}");
        assert!(text.contains("more rows: extract tables"), "{text}");
        // The only list of the page is not omitted in favor of the many links.
        assert!(text.contains("select [a,b]"), "{text}");
        assert!(text.contains("\"Person 1 · 1\""), "{text}");
    });
}

#[test]
fn long_text_is_paged() {
    perform(|agent| async move {
        let lines: String = (0..3000).map(|at| format!("<p>Paragraph {at} of the story.</p>")).collect();
        agent.open(&format!("{lines}<textarea id=t>{}</textarea>", "long ".repeat(1000))).await;
        let first = agent.call("text", json!({"budget": 200})).await.unwrap().value.to_string();
        assert!(first.starts_with("Paragraph 0"), "{first}");
        assert!(first.ends_with("text --page 2"), "{first}");
        let second = agent.call("text", json!({"budget": 200, "page": 2})).await.unwrap().value.to_string();
        assert!(
            second.starts_with("Paragraph ") && !first.contains(second.lines().next().unwrap()),
            "{second}"
        );
        let usual = agent.call("text", json!({})).await.unwrap().value.to_string();
        assert!(usual.contains("more characters: text --page 2"), "{}", usual.len());
    });
}
