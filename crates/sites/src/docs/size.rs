//! Generates pages with a given number of elements, deterministically, from the typical content of a portal:
//! text, links, cards, lists, forms, tables and closed menus.

/// Renders a page with this many elements. With `ticking`, a counter in its heading changes continuously.
pub(super) fn page(nodes: usize, ticking: bool) -> String {
    // The elements that every page has: html, head, body, and the content of the head; then the header with
    // its nav and its switch, main, h1.
    const FRAME: usize = 15;
    let mut sheet = Sheet { html: String::with_capacity(nodes * 60), left: nodes.max(FRAME + 1) - FRAME };
    sheet.html.push_str(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Harbour almanac – Tidemark</title>\
         <link rel=\"stylesheet\" href=\"/style.css\"><link rel=\"icon\" href=\"data:,\"><style>main{max-width:1100px;margin:0 auto}.grid{display:grid;\
         grid-template-columns:repeat(3,1fr);gap:14px}.card{border:1px solid var(--line);border-radius:10px;padding:14px}\
         .menu[hidden]{display:none}</style></head><body><header class=\"top\"><a class=\"mark\" href=\"/\">Tidemark</a>\
         <nav aria-label=\"Main\"><a href=\"/guide/install\">Install</a></nav>\
         <button type=\"button\" id=\"toggle\" onclick=\"this.textContent=this.textContent.endsWith('feet')?\
         'Levels in metres':'Levels in feet'\">Levels in metres</button></header><main><h1>Harbour almanac</h1>",
    );
    let mut number = 0;
    while sheet.left > 0 {
        let block = BLOCKS
            .iter()
            .cycle()
            .skip(number % BLOCKS.len())
            .take(BLOCKS.len())
            .find(|it| it.0 <= sheet.left);
        match block {
            Some((cost, write)) => {
                write(&mut sheet.html, number);
                sheet.left -= cost;
            }
            None => break,
        }
        number += 1;
    }
    sheet.html.push_str("</main>");
    if ticking {
        sheet.html.push_str(
            "<script>{let n=0;const h=document.querySelector('h1');setInterval(()=>{h.textContent=`Almanac, issue ${++n}`},250)}</script>",
        );
    }
    sheet.html.push_str("</body></html>");
    sheet.html
}

struct Sheet {
    html: String,
    /// The number of elements still to be written.
    left: usize,
}

/// Writes a numbered block of a page.
type Write = fn(&mut String, usize);

/// The blocks of a page: the number of elements, and the function that writes it. The last one fits any
/// remainder.
const BLOCKS: &[(usize, Write)] = &[
    (6, report),
    (22, cards),
    (16, form),
    (31, table),
    (6, report),
    (19, links),
    (12, menu),
    (6, report),
    (1, line),
];

const TOWNS: &[&str] = &[
    "Anselm",
    "Sable Point",
    "Grey Holm",
    "Marrow",
    "Teasel Bay",
    "Port Ivo",
    "Quill",
    "Saltby",
    "Dun Head",
];
const THINGS: &[&str] = &[
    "spring tide",
    "ferry timetable",
    "storm warning",
    "pilot notice",
    "dredging plan",
    "berth list",
    "light list",
];

fn town(number: usize) -> &'static str {
    TOWNS[number % TOWNS.len()]
}

fn thing(number: usize) -> &'static str {
    THINGS[(number * 3 + number / 7) % THINGS.len()]
}

fn report(html: &mut String, number: usize) {
    let (town, thing) = (town(number), thing(number));
    html.push_str(&format!(
        "<section><h2>{number}. The {thing} of {town}</h2><p>The harbour master of {town} has published the {thing}. Masters of \
         vessels over twelve metres are asked to read it before they leave the berth, and to tell the pilot. It holds until \
         the next one is posted at the gate.</p><p>See the <a href=\"/guide/first-steps?report={number}\">{thing} in full</a> or \
         <a href=\"/reference/errors?town={number}\">corrections for {town}</a>.</p></section>"
    ));
}

fn cards(html: &mut String, number: usize) {
    html.push_str("<div class=\"grid\">");
    for at in number * 3..number * 3 + 3 {
        let (town, thing) = (town(at), thing(at));
        html.push_str(&format!(
            "<div class=\"card\"><div class=\"kicker\"><span>{town}</span></div><h3><a href=\"/guide/deployment?card={at}\">\
             {thing}, sheet {at}</a></h3><p>High water at {:02}:{:02}, {}.{} metres.</p><button type=\"button\">Save sheet {at}</button></div>",
            at % 24,
            at * 7 % 60,
            at % 5 + 1,
            at % 10
        ));
    }
    html.push_str("</div>");
}

fn form(html: &mut String, number: usize) {
    let town = town(number);
    html.push_str(&format!(
        "<form action=\"/search\"><h3>Ask the office of {town}</h3><div><label for=\"name{number}\">Name</label>\
         <input id=\"name{number}\" name=\"name\" autocomplete=\"name\"></div><div><label for=\"mail{number}\">E-mail</label>\
         <input id=\"mail{number}\" type=\"email\" name=\"email\"></div><div><label for=\"kind{number}\">About</label>\
         <select id=\"kind{number}\" name=\"kind\"><option>Berth</option><option>Pilot</option></select></div>\
         <label><input type=\"checkbox\" name=\"copy\"> Send me a copy</label><button>Send question {number}</button></form>"
    ));
}

fn table(html: &mut String, number: usize) {
    html.push_str("<table><thead><tr><th>Time</th><th>Place</th><th>Level</th></tr></thead><tbody>");
    for row in 0..6 {
        let at = number * 6 + row;
        html.push_str(&format!(
            "<tr><td>{:02}:30</td><td>{}</td><td>{}.{}</td></tr>",
            at % 24,
            town(at),
            at % 6,
            at % 10
        ));
    }
    html.push_str("</tbody></table>");
}

fn links(html: &mut String, number: usize) {
    html.push_str("<nav aria-label=\"Related\"><h3>Related notices</h3><ul>");
    for at in number * 8..number * 8 + 8 {
        html.push_str(&format!(
            "<li><a href=\"/search?q={at}\">{} of {}, {at}</a></li>",
            thing(at),
            town(at)
        ));
    }
    html.push_str("</ul></nav>");
}

/// A closed menu, which is in the document but invisible.
fn menu(html: &mut String, number: usize) {
    html.push_str(&format!(
        "<div><button type=\"button\" aria-expanded=\"false\">More about {}</button><div class=\"menu\" hidden><ul>",
        town(number)
    ));
    for at in number..number + 4 {
        html.push_str(&format!("<li><a href=\"/guide/install?menu={at}\">{}</a></li>", thing(at)));
    }
    html.push_str("</ul></div></div>");
}

fn line(html: &mut String, number: usize) {
    html.push_str(&format!("<p>Notice {number}: nothing to report from {}.</p>", town(number)));
}
