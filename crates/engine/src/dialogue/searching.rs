//! Searches on a site that the sentence names: "search lofi on youtube".

use lemmascope_intent::document::ErrorCode;
use lemmascope_intent::{Object, Operation, Value};
use lemmascope_language::goal::{platform, site};
use lemmascope_language::reader::{Decision, Reader, Reading, Surroundings};

use super::messaging::read_message;
use super::understand::now;
use crate::catalog::Catalog;
use crate::sessions::Tool;

/// The parameter of a search for its site.
pub(super) const SITE: &str = "platform";

/// Reads a request. If it names a site, and would be a search on the open site without it, it is a search on
/// the named site.
pub(super) fn read_request(
    sentence: &str,
    reader: &Reader,
    catalog: &Catalog,
    around: &Surroundings<'_>,
) -> Reading {
    let heard = reader.tokenize(sentence, now());
    let message = read_message(&heard, reader, catalog, around.lexicon);
    let read = message.or_else(|| on_site(sentence, reader, catalog, around));
    read.unwrap_or_else(|| reader.read(sentence, now(), around))
}

/// Reads a search on a site that the sentence names.
pub(super) fn on_site(
    sentence: &str,
    reader: &Reader,
    catalog: &Catalog,
    around: &Surroundings<'_>,
) -> Option<Reading> {
    let tongue = lemmascope_language::words::tongue(sentence);
    let named = platform(sentence, tongue, now())?;
    let mut reading = reader.read(&named.here, now(), around);
    let is_search = reading.intent.as_deref().is_some_and(|it| catalog.serves(it, Operation::Search))
        && matches!(reading.code, None | Some(ErrorCode::MissingParameters));
    if !is_search || reading.is_refrained() {
        return None;
    }
    if let Some(taken) = reading.parameters.get("query").and_then(Value::as_text) {
        let query = named.query(taken);
        let is_mixed = named.is_named_in(taken) || named.is_named_in(&query);
        // "Lofi on youtube and headphones" needs two searches.
        if is_mixed || platform(&query, tongue, now()).is_some_and(|other| other.site != named.site) {
            (reading.decision, reading.code) = (Decision::Ask, Some(ErrorCode::LowConfidence));
        }
        reading.parameters.insert("query".into(), query.into());
    }
    reading.parameters.insert(SITE.into(), named.site.into());
    Some(reading)
}

/// Returns the tool for a search on a site: navigation to the results page if the site has a URL for it, or
/// else a search after opening the site.
pub(super) fn searched((name, mut arguments): Tool, catalog: &Catalog) -> Tool {
    let text = |name: &str| arguments.get(name).and_then(Value::as_text).map(str::to_string);
    let (Some(query), Some(named)) =
        (text("query"), text(SITE).filter(|_| catalog.serves(&name, Operation::Search)))
    else {
        return (name, arguments);
    };
    match site(&named) {
        Some(site) => match site.search_address(&query).zip(catalog.operation(Operation::Visit)) {
            Some((address, visit)) => {
                (visit.into(), Object::from_iter([("url".to_string(), Value::from(address))]))
            }
            None => {
                arguments.insert(SITE.into(), site.address.into());
                (name, arguments)
            }
        },
        None => (name, arguments),
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::Domain;

    use super::*;

    const OPERATIONS: &[(Operation, &str)] = &[(Operation::Search, "look_up"), (Operation::Visit, "lab.go")];

    fn look_up(given: &[(&str, &str)]) -> Tool {
        let given = given.iter().map(|(name, value)| (name.to_string(), Value::from(*value)));
        let catalog = Catalog::new(&[Domain::new("lab", Vec::new()).operations(OPERATIONS)], &[]);
        searched(("look_up".into(), given.collect()), &catalog)
    }

    #[test]
    fn site_with_search_url_opens_results_directly() {
        let (name, arguments) = look_up(&[("query", "lo-fi beats"), (SITE, "youtube")]);
        assert_eq!(name, "lab.go");
        let address = arguments["url"].as_text().unwrap();
        assert_eq!(address, "https://www.youtube.com/results?search_query=lo-fi+beats");
    }

    #[test]
    fn other_sites_are_opened_and_searched() {
        let (name, arguments) = look_up(&[("query", "bike"), (SITE, "olx")]);
        assert_eq!((name.as_str(), arguments[SITE].as_text()), ("look_up", Some("https://www.olx.pt")));
        let (name, arguments) = look_up(&[("query", "bike"), (SITE, "shop.example.com")]);
        assert_eq!((name.as_str(), arguments[SITE].as_text()), ("look_up", Some("shop.example.com")));
        let (name, arguments) = look_up(&[("query", "bike")]);
        assert_eq!((name.as_str(), arguments.len()), ("look_up", 1));
    }
}
