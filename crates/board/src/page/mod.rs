//! The page of boards in the console: static files that talk to the routes as every other client.

use lemmascope_intent::Page;

/// A file of the page with its name.
macro_rules! file {
    ($name:literal) => {
        ($name, include_str!($name))
    };
}

pub(crate) const PAGES: &[Page] = &[Page {
    path: "/board",
    title: "Board",
    files: &[
        file!("actions.js"),
        file!("board.css"),
        file!("board.js"),
        file!("boards.js"),
        file!("card_dialog.js"),
        file!("card_view.js"),
        file!("chat.js"),
        file!("column_menu.js"),
        file!("columns.js"),
        file!("drag.js"),
        file!("filter.js"),
        file!("history.js"),
        file!("icons.js"),
        file!("index.html"),
        file!("keyboard.js"),
        file!("live.js"),
        file!("model.js"),
        file!("moving.js"),
        file!("notice.js"),
        file!("panel.js"),
        file!("quick_add.js"),
        file!("rename.js"),
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
