//! Extraction of a value by its label on the page: `order_number` is the text after "Order number:".

use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::{comparable, tame};
use lemmascope_intent::{Cause, Failure};
use serde_json::json;

use crate::verbs::reading::{Of, joined, read};
use crate::verbs::visit::Visit;

/// The maximum length of a value; longer texts are prose.
const LONGEST: usize = 200;

/// Returns the value with this name.
pub(super) async fn called(
    visit: &Visit<'_>,
    session: &mut WebSession,
    name: &str,
) -> Result<String, Failure> {
    let labels = labels(name);
    let text = joined(&read(visit, session, Of::Page, "text", json!({})).await?);
    if let Some(value) = text_after_label(&text, &labels) {
        return Ok(tame(&value, LONGEST));
    }
    if let Ok(said) = read(visit, session, Of::Css(&marked(name)), "text", json!({})).await {
        let said = joined(&said[..said.len().min(1)]);
        let value = text_after_label(&said, &labels).unwrap_or_else(|| said.trim().to_string());
        if !value.is_empty() && value.chars().count() <= LONGEST {
            return Ok(tame(&value, LONGEST));
        }
    }
    Err(Failure::new(Cause::TargetNotFound, format!("nothing on the page is called \"{name}\""))
        .verdict("not_found"))
}

/// Returns the possible labels of a name: `order_number` also as "order no" and "order #".
fn labels(name: &str) -> Vec<String> {
    let plain = comparable(&name.replace(['_', '-'], " "));
    let mut labels = vec![plain.clone()];
    if let Some(stem) = plain.strip_suffix(" number").or_else(|| plain.strip_suffix(" id")) {
        labels.extend(["number", "no.", "no", "nr.", "nr", "#", "id"].map(|word| format!("{stem} {word}")));
        labels.push(stem.to_string());
    }
    labels
}

/// Returns selectors for elements with the name in their source.
fn marked(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .map(str::to_lowercase)
        .collect();
    let camel = words.iter().enumerate().map(|(at, word)| match (at, word.chars().next()) {
        (1.., Some(first)) => first.to_uppercase().chain(word.chars().skip(1)).collect(),
        _ => word.clone(),
    });
    let spellings = [words.join("_"), words.join("-"), camel.collect::<String>()];
    let attributes = ["id", "itemprop", "data-testid", "data-test", "data-field", "name"];
    let by_attribute =
        spellings.iter().flat_map(|word| attributes.map(|attribute| format!("[{attribute}=\"{word}\"]")));
    let by_class = spellings.iter().map(|word| format!("[class~=\"{word}\"]"));
    by_attribute.chain(by_class).collect::<Vec<_>>().join(", ")
}

/// Returns the text after a label: on the same line, or on the next one if the label has a separate line.
fn text_after_label(text: &str, labels: &[String]) -> Option<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    labels
        .iter()
        .find_map(|label| {
            lines.iter().enumerate().find_map(|(at, line)| {
                let words = label.split(' ').count();
                let rest = rest_after_label(line, label, words)?;
                let value = rest.trim_start_matches([':', '#', '.', '\t', ' ', '–', '-', '=']).trim();
                let is_marked = rest.starts_with([':', '\t', '#', '='])
                    || rest.starts_with(" #")
                    || rest.starts_with(" :");
                // "Total paid: 5": the label continues before the colon.
                let value = match value.split_once(": ") {
                    Some((more, value)) if !is_marked && more.split_whitespace().count() <= 2 => value.trim(),
                    _ => value,
                };
                match value.is_empty() {
                    true => lines.get(at + 1).map(|next| (*next).to_string()),
                    // "Order a book" is not an order number; a value without a colon has to be one short word
                    // with a digit.
                    false if is_marked || is_figure(value) => Some(value.to_string()),
                    false => None,
                }
            })
        })
        .filter(|value| value.chars().count() <= LONGEST)
}

/// Returns the rest of a line that begins with the words of a label.
fn rest_after_label<'t>(line: &'t str, label: &str, words: usize) -> Option<&'t str> {
    let ends = line.char_indices().map(|(at, c)| at + c.len_utf8());
    let mut best = None;
    for end in ends.take(label.len() * 4 + words) {
        if comparable(line[..end].trim_end_matches([':', '#', '\t'])) == *label
            && !line[end..].starts_with(char::is_alphanumeric)
        {
            best = Some(end);
            break;
        }
    }
    best.map(|end| &line[end..])
}

fn is_figure(value: &str) -> bool {
    value.split_whitespace().count() <= 2 && value.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extracts_value_after_its_label() {
        for (name, text, value) in [
            ("order_number", "Thanks!\nOrder number: 1042\nTotal\n$ 12.00", Some("1042")),
            ("total", "Subtotal: 10\nTotal\n$ 12.00", Some("$ 12.00")),
            ("order_number", "Your order #77 is on its way", None),
            ("order_number", "Order #77", Some("77")),
            ("order_number", "Order no. A-5", Some("A-5")),
            ("order_number", "Order a book of 5 pages today", None),
            ("total", "TOTAL\t€ 5", Some("€ 5")),
            ("total", "Total paid: £19.40", Some("£19.40")),
            ("price", "nothing", None),
        ] {
            assert_eq!(text_after_label(text, &labels(name)).as_deref(), value, "{name} in {text:?}");
        }
    }

    #[test]
    fn selector_covers_snake_kebab_and_camel_case() {
        let selector = marked("order_number");
        for part in ["[id=\"order_number\"]", "[data-testid=\"order-number\"]", "[class~=\"orderNumber\"]"] {
            assert!(selector.contains(part), "{selector}");
        }
    }
}
