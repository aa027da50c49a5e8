//! The page of messages in the console: static files that talk to the routes as every other client.

use lemmascope_intent::Page;

/// A file of the page with its name.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!($name))
    };
}

pub(crate) const PAGES: &[Page] = &[Page {
    path: "/messages",
    title: "Messages",
    files: &[
        file!("approvals.js"),
        file!("contacts.js"),
        file!("decision.js"),
        file!("inbox.js"),
        file!("index.html"),
        file!("live.js"),
        file!("macros.js"),
        file!("messages.css"),
        file!("messages.js"),
        file!("model.js"),
        file!("thread.js"),
    ],
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !["mod.rs", "biome.json"].contains(&name.as_str()))
            .collect();
        let mut served: Vec<String> =
            PAGES.iter().flat_map(|page| page.files).map(|(name, _)| name.to_string()).collect();
        there.sort();
        served.sort();
        assert_eq!(there, served);
    }
}
