//! The board page of the console: static files that use the routes like any other client.

use lemmascope_intent::Page;

/// Returns a file of the page with its name.
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
