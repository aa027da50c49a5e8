//! The longest page of the documentation, generated from a table.

/// The subjects of functions, with a description.
const SUBJECTS: &[(&str, &str)] = &[
    ("level", "the height of the water"),
    ("wind", "the speed of the wind"),
    ("swell", "the height of the waves"),
    ("air", "the temperature of the air"),
    ("sea", "the temperature of the water"),
    ("rain", "the rain of an hour"),
];

const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("mean", "The mean of {} over a span.", "span"),
    ("highest", "The highest value of {} in a span, with its time.", "span"),
    ("lowest", "The lowest value of {} in a span, with its time.", "span"),
    ("trend", "Whether {} rises or falls, as change for an hour.", "span, window"),
    ("crossing", "When {} went through a value.", "span, value"),
    ("gaps", "Spans in which {} was not read.", "span, longest"),
    ("known", "What was believed about {} at an earlier time.", "time, as_known"),
    ("compare", "{} of one span beside that of another.", "span, other"),
];

/// Renders the sections of the page.
pub(super) fn reference() -> String {
    SUBJECTS
        .iter()
        .flat_map(|(subject, what)| FUNCTIONS.iter().map(move |it| section(subject, what, it)))
        .collect()
}

fn section(subject: &str, what: &str, (name, text, arguments): &(&str, &str, &str)) -> String {
    let rows: String = arguments
        .split(", ")
        .map(|argument| format!("<tr><td><code>{argument}</code></td><td>{}</td></tr>", meaning(argument)))
        .collect();
    let mut said = text.replace("{}", what);
    if let Some(first) = said.get(..1).map(str::to_uppercase) {
        said.replace_range(..1, &first);
    }
    format!(
        "<h2 id=\"{subject}-{name}\">{subject}.{name}</h2><p>{said} See also <a href=\"#{subject}-mean\">{subject}.mean</a>.</p>\
         <table><thead><tr><th>Argument</th><th>Meaning</th></tr></thead><tbody>{rows}</tbody></table>\
         <pre><code>tide ask '{subject}.{name}({arguments})'</code></pre>"
    )
}

fn meaning(argument: &str) -> &'static str {
    match argument {
        "span" | "other" => "From when to when, such as <code>yesterday</code>",
        "window" => "How much is looked at on both sides",
        "value" => "The value to cross, in the unit of the series",
        "longest" => "Shorter ones are left out",
        "time" => "The moment in question",
        _ => "The moment at which it was known",
    }
}
