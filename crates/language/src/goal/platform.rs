//! Extracts the site of a search from a sentence: "search lofi on youtube".

use std::ops::Range;

use super::scanned_name::QUOTES;
use super::site::sites;
use crate::literal::{Value, literals};
use crate::stance::is_verb_form;
use crate::words::{Tongue, Word, words};

/// A site in a sentence, and the sentence without it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Platform {
    /// The name of the site, or its URL.
    pub site: String,
    /// The sentence with "this site" in place of the name.
    pub here: String,
    /// The words after the name, if these are the search text.
    pub behind: Option<String>,
}

impl Platform {
    /// Whether a presumed search text contains the site: "umbrellas and youtube for chords" names two sites.
    pub fn is_named_in(&self, taken: &str) -> bool {
        ["this site", "neste site"].iter().any(|site| taken.contains(site))
    }

    /// Returns the search text, given the presumed one. Words after the name of the site are the search text
    /// if present.
    pub fn query(&self, taken: &str) -> String {
        let whole =
            self.behind.as_deref().and_then(|behind| Some(&behind[..behind.find(taken)? + taken.len()]));
        let is_quoted = |text: &&str| text.starts_with(QUOTES);
        whole.filter(|whole| !is_quoted(whole)).unwrap_or(taken).to_string()
    }
}

/// Prepositions before the site of a search.
const ON: [&str; 17] = [
    "on", "in", "at", "via", "using", "through", "over", "no", "na", "nos", "nas", "em", "pelo", "pela",
    "dentro", "usando", "atraves",
];
/// Words between a site and the search text.
const FOR: [&str; 5] = ["for", "about", "por", "sobre", "pelo"];
/// Names of sites that are used as verbs, each with the site.
const VERBS: [(&str, &str); 6] = [
    ("google", "google"),
    ("googla", "google"),
    ("googlar", "google"),
    ("googlear", "google"),
    ("googleia", "google"),
    ("bing", "bing"),
];
/// Words that may precede a verb.
const BEFORE_VERB: [&str; 10] = ["please", "you", "to", "just", "and", "then", "favor", "podes", "pode", "e"];

/// Finds a site that a sentence names as a location. The caller determines whether the sentence is a search.
pub fn platform(sentence: &str, tongue: Tongue, now: jiff::civil::DateTime) -> Option<Platform> {
    let words = words(sentence);
    let places = places(sentence, &words, tongue, now);
    let named = places.iter().rev().find_map(|(range, site)| {
        let (before, after) = (range.start.checked_sub(1), words.get(range.end));
        let is =
            |at: Option<usize>, list: &[&str]| at.is_some_and(|at| list.contains(&words[at].folded.as_str()));
        let article = before.filter(|at| ["the", "o", "a"].contains(&words[*at].folded.as_str()));
        let on = if article.is_some() { before.and_then(|at| at.checked_sub(1)) } else { before };
        if is(on, &ON) {
            let span = words[on?].span.start..words[range.end - 1].span.end;
            // The search text follows the site if the verb has no object before it.
            let is_bare = on.and_then(|on| words.get(on.checked_sub(1)?)).is_some_and(|word| {
                is_verb_form(&word.folded) || matches!(word.folded.as_str(), "up" | "me" | "for" | "por")
            });
            let is_sought = after.filter(|word| is_bare && word.pause.is_none());
            let here = match is_sought {
                Some(word) if !FOR.contains(&word.folded.as_str()) => on_this_site_for(tongue),
                _ => on_this_site(tongue),
            };
            return Some(told(sentence, span, site, here));
        }
        // "Search youtube for lofi": the site is the object of the verb.
        let is_verb = VERBS.iter().any(|(verb, _)| *verb == words[range.start].folded);
        let is_searched =
            (before.is_some() || !is_verb) && after.is_some_and(|word| FOR.contains(&word.folded.as_str()));
        let span = words[range.start].span.start..words[range.end - 1].span.end;
        let this = if tongue == Tongue::English { "this site" } else { "neste site" };
        is_searched.then(|| told(sentence, span, site, this))
    });
    named.or_else(|| verb(sentence, &words, tongue))
}

/// Finds a site name that is used as a verb: "Google the weather".
fn verb(sentence: &str, words: &[Word], tongue: Tongue) -> Option<Platform> {
    let leads = |at: usize| at == 0 || BEFORE_VERB.contains(&words[at - 1].folded.as_str());
    let (at, site) =
        words.iter().enumerate().take(words.len().saturating_sub(1)).find_map(|(at, word)| {
            let (_, site) = VERBS.iter().find(|(verb, _)| *verb == word.folded)?;
            leads(at).then_some((at, *site))
        })?;
    let search = if tongue == Tongue::English { "search this site for" } else { "pesquisa neste site por" };
    Some(told(sentence, words[at].span.clone(), site, search))
}

fn on_this_site_for(tongue: Tongue) -> &'static str {
    if tongue == Tongue::English { "on this site for" } else { "neste site por" }
}

fn on_this_site(tongue: Tongue) -> &'static str {
    if tongue == Tongue::English { "on this site" } else { "neste site" }
}

fn told(sentence: &str, span: Range<usize>, site: &str, here: &str) -> Platform {
    let behind = sentence[span.end..].trim_start();
    let first = behind.split_whitespace().next().unwrap_or_default();
    let sought = if FOR.contains(&first) { behind[first.len()..].trim_start() } else { behind };
    let here = format!("{}{here}{}", &sentence[..span.start], &sentence[span.end..]);
    let behind = Some(sought).filter(|sought| !sought.is_empty()).map(str::to_string);
    Platform { site: site.to_string(), here, behind }
}

/// Returns the sites of a sentence with their words: known names, and URLs.
fn places(
    sentence: &str,
    words: &[Word],
    tongue: Tongue,
    now: jiff::civil::DateTime,
) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    for start in 0..words.len() {
        // "Google maps" is longer than "google".
        let longest = (1..=2).rev().find_map(|length| {
            let these = words.get(start..start + length)?;
            let name: Vec<&str> = these.iter().map(|word| word.folded.as_str()).collect();
            let site = sites().find(|site| site.name == name.join(" "))?;
            Some((start..start + length, site.name.to_string()))
        });
        let is_inside = |range: &Range<usize>| found.last().is_some_and(|(last, _)| last.end > range.start);
        found.extend(longest.filter(|(range, _)| !is_inside(range)));
    }
    for literal in literals(sentence, tongue, now) {
        let Value::Url(address) = &literal.value else { continue };
        let inside = words
            .iter()
            .enumerate()
            .filter(|(_, word)| word.span.start >= literal.span.start && word.span.end <= literal.span.end);
        let at: Vec<usize> = inside.map(|(at, _)| at).collect();
        if let (Some(first), Some(last)) = (at.first(), at.last()) {
            found.push((*first..last + 1, address.clone()));
        }
    }
    found.sort_by_key(|(range, _)| range.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sentence: &str) -> Option<(String, String)> {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        platform(sentence, crate::words::tongue(sentence), now).map(|it| (it.site, it.here))
    }

    #[test]
    fn separates_site_name_from_search_sentence() {
        for (sentence, site, here) in [
            ("search lofi on youtube", "youtube", "search lofi on this site"),
            ("search youtube for lofi", "youtube", "search this site for lofi"),
            ("pesquisa no google voos para Roma", "google", "pesquisa neste site por voos para Roma"),
            ("on youtube, search for lofi", "youtube", "on this site, search for lofi"),
            ("look up maps on Google Maps", "google maps", "look up maps on this site"),
            ("procura receitas no YouTube", "youtube", "procura receitas neste site"),
            ("pesquisa na Wikipédia por Pessoa", "wikipedia", "pesquisa neste site por Pessoa"),
            ("google the weather", "google", "search this site for the weather"),
            ("please google it", "google", "please search this site for it"),
            ("look up shoes on google and hats", "google", "look up shoes on this site and hats"),
            ("look up on google cheap shoes", "google", "look up on this site for cheap shoes"),
            ("search lofi on youtube please", "youtube", "search lofi on this site please"),
            ("find lamps on shop.example.com", "shop.example.com", "find lamps on this site"),
        ] {
            assert_eq!(found(sentence), Some((site.to_string(), here.to_string())), "{sentence}");
        }
    }

    #[test]
    fn query_starts_at_first_word_after_site() {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let query = |sentence: &str, taken: &str| {
            platform(sentence, crate::words::tongue(sentence), now).unwrap().query(taken)
        };
        assert_eq!(query("google how to tie a tie please", "tie a tie"), "how to tie a tie");
        assert_eq!(query("search youtube for the best of jazz", "jazz"), "the best of jazz");
        assert_eq!(query("search lofi on youtube", "lofi"), "lofi");
    }

    #[test]
    fn site_name_inside_query_is_not_the_site() {
        for sentence in
            ["search for youtube", "search for a youtube poster", "look for lamps on this site", "google", ""]
        {
            assert_eq!(found(sentence), None, "{sentence}");
        }
    }
}
