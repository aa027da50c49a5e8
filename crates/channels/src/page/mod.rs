//! The message page of the console: static files that use the routes like any other client.

use lemmascope_intent::Page;

/// Returns a file of the page with its name.
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
