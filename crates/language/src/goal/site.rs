use url::form_urlencoded::byte_serialize;

/// Well-known sites, one per line, with tabs between fields.
const SITES: &str = include_str!("sites.txt");

/// A well-known site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// Its folded name: `youtube`.
    pub name: &'static str,
    /// Its URL.
    pub address: &'static str,
    /// Its search URL, with `%s` for the search text.
    search: Option<&'static str>,
}

impl Site {
    /// Returns the URL of the search results, if the site has a search URL.
    pub fn search_address(&self, query: &str) -> Option<String> {
        let sought: String = byte_serialize(query.as_bytes()).collect();
        self.search.map(|address| address.replace("%s", &sought))
    }
}

/// Returns the site with this name.
pub fn site(name: &str) -> Option<Site> {
    let name = crate::words::fold(&name.trim().to_lowercase());
    sites().find(|site| site.name == name)
}

/// Returns the site of a URL.
pub fn site_at(address: &str) -> Option<Site> {
    sites().find(|site| address.trim_end_matches('/') == site.address)
}

/// Returns all well-known sites.
pub(super) fn sites() -> impl Iterator<Item = Site> {
    SITES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut parts = line.split('\t');
        Some(Site { name: parts.next()?, address: parts.next()?, search: parts.next() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_site_has_valid_urls() {
        assert!(sites().count() > 30);
        for site in sites() {
            assert!(url::Url::parse(site.address).is_ok(), "{site:?}");
            assert_eq!(crate::words::fold(&site.name.to_lowercase()), site.name);
            if let Some(search) = site.search {
                assert_eq!(search.matches("%s").count(), 1, "{site:?}");
                assert!(url::Url::parse(&site.search_address("a b&c").unwrap()).is_ok(), "{site:?}");
            }
        }
    }

    #[test]
    fn search_url_contains_encoded_query() {
        let youtube = site("YouTube").unwrap();
        let address = youtube.search_address("café & leite").unwrap();
        assert_eq!(address, "https://www.youtube.com/results?search_query=caf%C3%A9+%26+leite");
        assert_eq!(site("Wikipédia").map(|site| site.name), Some("wikipedia"));
        assert_eq!(site("gmail").unwrap().search_address("x"), None);
        assert_eq!(site("somewhere"), None);
    }
}
