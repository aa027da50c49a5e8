//! Tests choosing days in various custom date pickers.

use lemmascope_intent::Cause;
use serde_json::json;

use crate::testing::{Agent, perform};

/// Creates a date picker: `open` is the event that opens it, `arrows` lists the label and the step in months
/// of each arrow, `months` is the number of visible months, and `heading` is the template of their headings.
fn page(open: &str, arrows: &str, months: u32, heading: &str) -> String {
    format!(
        "<!doctype html><title>Trip</title><style>
         .arrow {{ display: inline-block; width: 20px; height: 20px; cursor: pointer; background: silver }}
         #sheet {{ position: absolute; width: 400px; background: white }} td {{ cursor: pointer }}</style>
         <label for=d>Departure</label> <input id=d readonly><div id=sheet hidden></div><button>Search</button>
         <script>
         const names = 'January February March April May June July August September October November December'.split(' ');
         let at = 2026 * 12 + 10;
         const draw = () => {{
           const arrows = {arrows};
           const half = arrows.length / 2;
           const icon = ([name, by]) => `<span class=arrow onclick='at += ${{by}}; draw()'>${{name}}</span>`;
           let html = arrows.slice(0, half).map(icon).join('');
           for (let shown = 0; shown < {months}; shown++) {{
             const year = Math.floor((at + shown) / 12), month = (at + shown) % 12, name = names[month];
             const first = new Date(year, month, 1).getDay(), days = new Date(year, month + 1, 0).getDate();
             let cells = '';
             for (let cell = 0; cell < 42; cell++) {{
               const day = new Date(year, month, 1 + cell - first);
               const isOwn = day.getMonth() === month;
               const shut = isOwn && day.getDate() === 13 ? ' aria-disabled=true class=disabled' : '';
               cells += (cell % 7 ? '' : '<tr>') + `<td${{shut}} onclick='pick(${{+day}}, ${{isOwn}})'>${{day.getDate()}}`;
             }}
             html += `{heading}<table>${{cells}}</table>`;
           }}
           sheet.innerHTML = html + arrows.slice(half).map(icon).join('');
           for (const [place, arrow] of [...sheet.querySelectorAll('.arrow')].entries())
             arrow.style.cssText = `position: absolute; top: 4px; left: ${{place < half ? 4 + 24 * place : 320 + 24 * place}}px`;
         }};
         const pick = (day, isOwn) => {{
           const date = new Date(day);
           d.value = isOwn && date.getDate() !== 13 ? `${{date.getDate()}} ${{names[date.getMonth()]}} ${{date.getFullYear()}}` : 'wrong';
           sheet.hidden = true;
         }};
         d.addEventListener('{open}', () => {{ sheet.hidden = false; draw(); }});
         </script>"
    )
}

async fn picks(agent: &Agent, page: &str, day: &str) -> Result<String, Cause> {
    agent.open(page).await;
    agent.call("select", json!({"target": "Departure", "value": day})).await.map_err(|it| it.cause)?;
    let value = agent.call("execute", json!({"script": "return d.value"})).await.unwrap();
    Ok(value.value.as_text().unwrap_or_default().to_string())
}

#[test]
fn infers_unnamed_calendar_arrows_by_position() {
    perform(|agent| async move {
        let one = page("click", "[['', -1], ['', 1]]", 1, "<p>${name} ${year}</p>");
        assert_eq!(picks(&agent, &one, "2027-03-12").await, Ok("12 March 2027".into()));
        assert_eq!(picks(&agent, &one, "30 September 2026").await, Ok("30 September 2026".into()));
        let four = page("click", "[['', -12], ['', -1], ['', 1], ['', 12]]", 1, "<p>${name} ${year}</p>");
        assert_eq!(picks(&agent, &four, "2024-02-29").await, Ok("29 February 2024".into()));
    });
}

#[test]
fn measures_how_many_months_an_arrow_moves() {
    perform(|agent| async move {
        // Double arrows without single ones change by a month; here the single ones change by two.
        let doubled = page("click", "[['«', -1], ['»', 1]]", 1, "<b>${name}</b> <b>${year}</b>");
        assert_eq!(picks(&agent, &doubled, "2027-01-31").await, Ok("31 January 2027".into()));
        let wide = page("click", "[['‹', -2], ['›', 2]]", 2, "<p>${name} ${year}</p>");
        assert_eq!(picks(&agent, &wide, "2027-04-05").await, Ok("5 April 2027".into()));
    });
}

#[test]
fn ignores_adjacent_month_days_in_two_month_calendar() {
    perform(|agent| async move {
        let two = page("focus", "[['', -1], ['', 1]]", 2, "<b>${name}</b> <b>${year}</b>");
        assert_eq!(picks(&agent, &two, "2026-11-01").await, Ok("1 November 2026".into()));
        assert_eq!(picks(&agent, &two, "2026-12-30").await, Ok("30 December 2026".into()));
    });
}

#[test]
fn refuses_disabled_calendar_days() {
    perform(|agent| async move {
        let one = page("click", "[['', -1], ['', 1]]", 1, "<p>${name} ${year}</p>");
        assert_eq!(picks(&agent, &one, "2026-12-13").await, Err(Cause::ElementDisabled));
        // A read-only field without a date picker.
        let none = "<label for=d>Departure</label><input id=d readonly>";
        assert_eq!(picks(&agent, none, "2026-12-13").await, Err(Cause::TypeFailed));
    });
}
