use std::collections::{BTreeSet, HashMap, HashSet};

use lemmascope_intent::definition::{Step, StepKind, Triggers};
use lemmascope_intent::{Parameter, Situation, Type, host_and_port, is_like};

use super::address::{named_host, path_on, tokens, whole_token};
use crate::catalog::{Caller, Catalog, Entry, Pack, Priority, Registry, Tier, Visitor};

/// The maximum depth of nested intents whose steps are examined.
const DEEPEST: usize = 4;

/// The intents that may be available, indexed by their triggers. The index is built once, when the
/// definitions are loaded, because every observation queries it and there may be a thousand intents. A query
/// examines only the intents that match something on the page.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    /// The intents, sorted by name.
    all: Vec<Offer>,
    by_pattern: HashMap<String, Vec<usize>>,
    /// The intents by a word that the address must contain.
    by_token: HashMap<String, Vec<usize>>,
    /// The intents by the first word of a keyword.
    by_word: HashMap<String, Vec<usize>>,
    /// The intents by the site of their pack, or by the host in their URL patterns.
    by_site: HashMap<String, Vec<usize>>,
    /// The intents that must be examined on every page.
    everywhere: Vec<usize>,
    /// The packs with an intent of the same name, for names that several packs use.
    packs_by_intent: HashMap<String, Vec<Pack>>,
}

/// An intent that may be available.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) name: String,
    /// The usage: the required parameters, and the optional ones without a default.
    pub(crate) usage: String,
    pub(crate) description: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) from_pack: bool,
    pack: Option<Pack>,
    triggers: Triggers,
    /// The offer with the full name, for pages on which another pack has an intent of the same name.
    by_full_name: Option<Box<Offer>>,
}

/// The availability of an intent on the current page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// Available, because the page contains this pattern.
    Met(String),
    /// Available, because of the address or the text of the page.
    Here,
    /// Available on every page.
    Anywhere,
    /// Available on another page of this site, at this path.
    Elsewhere(String),
}

impl Offers {
    /// Builds the index of the definitions that win.
    pub(crate) fn new(registry: &Registry, catalog: &Catalog, priority: &Priority) -> Self {
        let known = Known { registry, catalog, priority };
        let mut offers = Self::default();
        for entry in registry.winners(priority) {
            let definition = &entry.definition;
            let triggers = &definition.triggers;
            let has_triggers =
                !(triggers.patterns.is_empty() && triggers.urls.is_empty() && triggers.keywords.is_empty());
            // A built-in intent without triggers is not listed, although it is always available.
            let is_anywhere = entry.tier != Tier::Builtin
                && known.acts_here(&definition.steps, &Caller::of(entry), DEEPEST);
            if !has_triggers && !is_anywhere {
                continue;
            }
            let index = offers.all.len();
            offers.place(triggers, entry.pack.as_ref(), index);
            offers.all.push(Offer::new(entry, registry.offered_name(entry)));
        }
        for entry in registry.of_packs() {
            if let Some(pack) = &entry.pack {
                let name = entry.definition.intent.value.clone();
                offers.packs_by_intent.entry(name).or_default().push(pack.clone());
            }
        }
        offers.packs_by_intent.retain(|_, packs| packs.len() > 1);
        offers
    }

    fn place(&mut self, triggers: &Triggers, pack: Option<&Pack>, index: usize) {
        let Triggers { patterns, keywords, urls } = triggers;
        let mut under = |map: fn(&mut Self) -> &mut HashMap<String, Vec<usize>>, key: String| {
            map(self).entry(key).or_default().push(index);
        };
        let mut is_found = false;
        for pattern in patterns {
            under(|it| &mut it.by_pattern, pattern.value.clone());
            is_found = true;
        }
        // Keywords are triggers only for an intent without patterns.
        let words = keywords.iter().filter(|_| patterns.is_empty());
        for first in words.filter_map(|keyword| words_of(&keyword.value).next()) {
            under(|it| &mut it.by_word, first);
            is_found = true;
        }
        for url in urls {
            if let Some(host) = named_host(&url.value) {
                under(|it| &mut it.by_site, host.to_lowercase());
            }
            if !is_found && let Some(token) = whole_token(&url.value) {
                under(|it| &mut it.by_token, token.to_string());
            }
        }
        let all_have_tokens = !urls.is_empty() && urls.iter().all(|url| whole_token(&url.value).is_some());
        if let Some(pack) = pack {
            for domain in pack.domains.iter() {
                under(|it| &mut it.by_site, domain.host().to_string());
            }
        } else if !is_found && !all_have_tokens {
            self.everywhere.push(index);
        }
    }

    /// Returns the intents whose triggers the page does not meet, each with the reason. Omits intents of
    /// packs, which are for other sites.
    pub(crate) fn missing(&self, offered: &[(&Offer, Standing)], situation: &Situation) -> Vec<String> {
        let is_offered = |offer: &&Offer| offered.iter().any(|(known, _)| known.name == offer.name);
        let bound = self.all.iter().filter(|offer| !offer.from_pack && !is_offered(offer));
        let lines = bound.filter_map(|offer| {
            let Triggers { patterns, urls, .. } = &offer.triggers;
            let has_pattern = patterns.iter().any(|pattern| situation.patterns.contains(&pattern.value));
            let named = |texts: Vec<&str>| texts.join(" or ");
            let why = match (patterns.is_empty() || has_pattern, urls.is_empty()) {
                (false, _) => format!("no {}", named(patterns.iter().map(|it| it.value.as_str()).collect())),
                (true, false) => {
                    format!("not at {}", named(urls.iter().map(|it| it.value.as_str()).collect()))
                }
                (true, true) => return None,
            };
            Some(format!("- {}: unavailable ({why})", offer.name))
        });
        lines.collect()
    }

    /// Returns the intents that are available on a page: first those that a pattern triggers, then the
    /// others, then those that are available elsewhere on the site.
    pub(crate) fn at(&self, situation: &Situation, visitor: &Visitor) -> Vec<(&Offer, Standing)> {
        let page = Page::new(situation);
        let mut candidates: BTreeSet<usize> = self.everywhere.iter().copied().collect();
        let found = situation.patterns.iter().filter_map(|pattern| self.by_pattern.get(pattern));
        let addressed = tokens(&situation.url).filter_map(|token| self.by_token.get(token));
        let said = page.words.iter().filter_map(|word| self.by_word.get(word));
        candidates.extend(found.chain(addressed).chain(said).flatten());
        let host = &page.host;
        let sites =
            std::iter::once(host.as_str()).chain(host.match_indices('.').map(|(at, _)| &host[at + 1..]));
        candidates.extend(sites.filter_map(|site| self.by_site.get(site)).flatten());
        let offered = candidates.into_iter().filter_map(|index| self.all.get(index));
        let mut offered: Vec<(&Offer, Standing)> =
            offered.filter_map(|offer| Some((offer, offer.stands(&page, visitor)?))).collect();
        // A short name that two packs of the page share is ambiguous, so their intents are offered by full
        // names.
        for (offer, _) in &mut offered {
            let known = self.packs_by_intent.get(&offer.name).into_iter().flatten();
            if let Some(full) = offer.by_full_name.as_deref()
                && known.filter(|pack| visitor.is_on_page_of(pack)).nth(1).is_some()
            {
                *offer = full;
            }
        }
        // If an intent of a pack overrides another definition of the same name, that definition is not
        // offered.
        let of_packs: HashSet<String> = offered
            .iter()
            .filter(|(offer, _)| offer.from_pack)
            .map(|(offer, _)| offer.name.clone())
            .collect();
        offered.retain(|(offer, _)| offer.from_pack || !of_packs.contains(&offer.name));
        // The sort is stable, so offers with the same availability stay sorted by name.
        offered.sort_by_key(|(_, standing)| standing.order());
        offered
    }
}

impl Standing {
    fn order(&self) -> u8 {
        match self {
            Self::Met(_) => 0,
            Self::Here => 1,
            Self::Anywhere => 2,
            Self::Elsewhere(_) => 3,
        }
    }
}

impl Offer {
    fn new(entry: &Entry, name: String) -> Self {
        let (definition, parameters) = (&entry.definition, entry.parameters());
        let has_short_name = entry.pack.is_some() && name == definition.intent.value;
        Self {
            by_full_name: has_short_name.then(|| Box::new(Self::new(entry, entry.full_name()))),
            usage: call(&name, &parameters),
            name,
            description: definition.description.clone(),
            parameters,
            from_pack: entry.tier == Tier::Pack,
            pack: entry.pack.clone(),
            triggers: definition.triggers.clone(),
        }
    }

    /// Returns the availability of the intent: at least one trigger of each kind must match. Keywords count
    /// only if the intent has no patterns.
    fn stands(&self, page: &Page<'_>, visitor: &Visitor) -> Option<Standing> {
        let on_site = self.pack.as_ref().map(|pack| visitor.is_on_page_of(pack));
        if on_site == Some(false) {
            return None;
        }
        let Triggers { patterns, keywords, urls } = &self.triggers;
        let is_there = urls.is_empty() || page.is_at(&self.triggers);
        let standing = match page.pattern_of(&self.triggers) {
            Some(pattern) => Some(Standing::Met(pattern.into())),
            None if !patterns.is_empty() => None,
            None if keywords.is_empty() && urls.is_empty() => Some(Standing::Anywhere),
            None => (keywords.is_empty() || page.says_one(&self.triggers)).then_some(Standing::Here),
        };
        if is_there {
            return standing;
        }
        let on_site = on_site.unwrap_or(false);
        urls.iter().find_map(|url| path_on(&url.value, page.url, on_site)).map(Standing::Elsewhere)
    }
}

/// A page, prepared for matching against triggers.
pub(super) struct Page<'a> {
    pub(super) url: &'a str,
    host: String,
    patterns: &'a [String],
    /// The prominent texts, each as its words with a space on either side of each.
    said: Vec<String>,
    words: HashSet<String>,
}

impl<'a> Page<'a> {
    pub(super) fn new(situation: &'a Situation) -> Self {
        let spaced = |text: &String| words_of(text).fold(String::from(" "), |said, word| said + &word + " ");
        let (host, _) = host_and_port(&situation.url).unwrap_or_default();
        Self {
            url: &situation.url,
            host,
            patterns: &situation.patterns,
            said: situation.texts.iter().map(spaced).collect(),
            words: situation.texts.iter().flat_map(|text| words_of(text)).collect(),
        }
    }

    pub(super) fn is_at(&self, triggers: &Triggers) -> bool {
        triggers.urls.iter().any(|glob| is_like(self.url, &glob.value))
    }

    /// Returns the first pattern of the triggers that the page contains.
    pub(super) fn pattern_of<'t>(&self, triggers: &'t Triggers) -> Option<&'t str> {
        let named = triggers.patterns.iter().map(|pattern| pattern.value.as_str());
        named.into_iter().find(|name| self.patterns.iter().any(|found| found == name))
    }

    pub(super) fn says_one(&self, triggers: &Triggers) -> bool {
        triggers.keywords.iter().any(|keyword| {
            let phrase = words_of(&keyword.value).fold(String::from(" "), |said, word| said + &word + " ");
            phrase.len() > 1 && self.said.iter().any(|said| said.contains(&phrase))
        })
    }
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    tokens(text).map(str::to_lowercase)
}

/// Returns the usage of an intent: the required parameters, and the optional ones without a default.
fn call(name: &str, parameters: &[Parameter]) -> String {
    let mut call = name.to_string();
    for parameter in parameters.iter().filter(|parameter| parameter.required) {
        call.push_str(&format!(" <{}>", parameter.name));
    }
    for parameter in parameters.iter().filter(|it| !it.required && it.default.is_none()) {
        let name = &parameter.name;
        call.push_str(&match parameter.kind {
            Type::Boolean => format!(" [--{name}]"),
            Type::Number => format!(" [--{name} <n>]"),
            _ => format!(" [--{name} <{name}>]"),
        });
    }
    call
}

/// The registered intents and verbs, with which the steps of an intent are examined.
struct Known<'a> {
    registry: &'a Registry,
    catalog: &'a Catalog,
    priority: &'a Priority,
}

impl Known<'_> {
    /// Whether any of the steps acts on the current address of the session.
    fn acts_here(&self, steps: &[Step], caller: &Caller, depth: usize) -> bool {
        let any = |steps: &[Step]| self.acts_here(steps, caller, depth);
        steps.iter().any(|step| match &step.kind {
            StepKind::Action(action) => self.catalog.acts_here(&action.name.value),
            StepKind::Branch(branch) => any(&branch.then) || any(&branch.otherwise),
            StepKind::Loop(repeated) => any(&repeated.steps),
            StepKind::Try(attempt) => any(&attempt.steps) || any(&attempt.catch),
            StepKind::Parallel(parallel) => any(&parallel.steps),
            StepKind::Block(_) => true,
            StepKind::Intent(sub) => {
                match (self.registry.resolve(&sub.name.value, caller, self.priority), depth) {
                    (Some(entry), 1..) => {
                        self.acts_here(&entry.definition.steps, &Caller::of(entry), depth - 1)
                    }
                    _ => false,
                }
            }
            StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::definition::Rules;
    use std::sync::Arc;

    use lemmascope_intent::{Definition, Domain, Here, PackDomain};

    use super::*;
    use crate::catalog::{Choice, PackOrigin};

    fn registry(definitions: &[(&str, Tier, Option<&str>)]) -> Registry {
        let mut registry = Registry::default();
        for (text, tier, site) in definitions {
            let checked = Definition::read(text, &Rules::default());
            registry.insert(Entry {
                definition: checked.definition.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)).into(),
                tier: *tier,
                origin: String::new(),
                source: "".into(),
                pack: site.map(|site| Pack {
                    name: site.into(),
                    path: site.into(),
                    origin: PackOrigin::Folder,
                    domains: PackDomain::read(site).into_iter().collect(),
                    manifest: Arc::default(),
                    seal: None,
                }),
            });
        }
        registry
    }

    fn catalog() -> Catalog {
        let here: Here = Arc::new(|_| None);
        Catalog::new(&[Domain { here: Some(here), ..Domain::new("lab", Vec::new()) }], &[])
    }

    fn told(registry: &Registry, situation: &Situation) -> Vec<String> {
        let offers = Offers::new(registry, &catalog(), &Priority::new(&[], true));
        let visitor = Visitor::new(Some(&situation.url), Choice::default(), true);
        let told = offers
            .at(situation, &visitor)
            .into_iter()
            .map(|(offer, standing)| format!("{} {standing:?}", offer.usage));
        told.collect()
    }

    const STEPS: &str = "steps: [{ action: lab.press, target: Save }]";

    #[test]
    fn offers_intents_by_pattern_keyword_and_url_triggers() {
        let text = |name: &str, triggers: &str| {
            format!("intent: {name}\nversion: 1\ntriggers: {{ {triggers} }}\n{STEPS}")
        };
        let by_pattern = text("by_pattern", "patterns: [other, cart_summary], keywords: [nothing like it]");
        let by_words = text("by_words", "keywords: [buy NOW]");
        let by_address = text("by_address", "urls: ['*/orders/*']");
        let both = text("both", "patterns: [cart_summary], urls: ['*/elsewhere']");
        let loose = text("loose", "urls: ['*rders*']");
        let anywhere = format!("intent: anywhere\nversion: 1\n{STEPS}");
        let at_hand = format!("intent: at_hand\nversion: 1\n{STEPS}");
        let files = "intent: files\nversion: 1\nsteps: [{ action: garden.plant, path: a }]";
        let user = [&by_pattern, &by_words, &by_address, &both, &loose, &anywhere];
        let mut all: Vec<(&str, Tier, Option<&str>)> =
            user.map(|text| (text.as_str(), Tier::User, None)).to_vec();
        all.extend([(at_hand.as_str(), Tier::Builtin, None), (files, Tier::User, None)]);
        let registry = registry(&all);
        let mut situation = Situation {
            url: "https://a.com/orders/5".into(),
            patterns: vec!["cart_summary".into()],
            texts: vec!["Checkout".into(), "Buy now, pay later".into()],
            ..Situation::default()
        };
        let expected = [
            "by_pattern Met(\"cart_summary\")",
            "by_address Here",
            "by_words Here",
            "loose Here",
            "anywhere Anywhere",
        ];
        assert_eq!(told(&registry, &situation), expected);
        situation.texts = vec!["Buy nowhere".into()];
        situation.url = "https://a.com/".into();
        situation.patterns.clear();
        assert_eq!(told(&registry, &situation), ["anywhere Anywhere"]);
    }

    #[test]
    fn offers_pack_intents_on_their_site_with_target_path() {
        let issue = format!(
            "intent: create_issue\nversion: 1\ntriggers: {{ patterns: [issue_form], urls: ['*/issues/new*'] }}\n{STEPS}"
        );
        let named =
            format!("intent: mine\nversion: 1\ntriggers: {{ urls: ['github.com/settings'] }}\n{STEPS}");
        let star = format!("intent: star\nversion: 1\n{STEPS}");
        let site = Some("github.com");
        let registry =
            registry(&[(&issue, Tier::Pack, site), (&star, Tier::Pack, site), (&named, Tier::User, None)]);
        let at = |url: &str| told(&registry, &Situation { url: url.into(), ..Situation::default() });
        let there =
            ["star Anywhere", "create_issue Elsewhere(\"/issues/new\")", "mine Elsewhere(\"/settings\")"];
        assert_eq!(at("https://github.com/ann/tool"), there);
        assert_eq!(at("https://gist.github.com/x")[..2], there[..2]);
        assert!(at("https://gitlab.com/issues/new").is_empty());
    }

    #[test]
    fn call_syntax_lists_required_and_optional_parameters() {
        let parameters = [
            Parameter::optional("quantity", Type::Number, ""),
            Parameter::required("size", Type::String, ""),
            Parameter::optional("gift", Type::Boolean, ""),
            Parameter::optional("coupon", Type::String, ""),
            Parameter::defaulted("wait", "5s", Type::String, ""),
        ];
        assert_eq!(call("add", &parameters), "add <size> [--quantity <n>] [--gift] [--coupon <coupon>]");
    }
}
