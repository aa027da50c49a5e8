use lemmascope_intent::{Kind, Setting};

use crate::embedded::HISTORY;

/// Returns the settings of the board domain.
pub fn settings() -> Vec<Setting> {
    let history = i64::try_from(HISTORY).unwrap_or(i64::MAX);
    vec![
        Setting::new(
            "board.url",
            Kind::Text,
            "",
            "where boards are stored: sqlite:PATH or postgres://…; empty: with the engine's own data",
        )
        .fixed(),
        Setting::new(
            "board.name",
            Kind::Text,
            "",
            "the board that is meant where none is named; empty: the first one",
        ),
        Setting::new(
            "board.kanboard.url",
            Kind::Text,
            "",
            "the address of a Kanboard server that stores the boards, instead of board.url; empty: none",
        )
        .fixed(),
        Setting::new(
            "board.kanboard.user",
            Kind::Text,
            "jsonrpc",
            "the user at the Kanboard server; jsonrpc for the token of the application",
        )
        .fixed(),
        Setting::new(
            "board.kanboard.token",
            Kind::Text,
            "",
            "the token of the application at the Kanboard server, or the token or password of the user",
        )
        .fixed(),
        Setting::new(
            "board.kanboard.done",
            Kind::Text,
            "Done",
            "the title of the column of Kanboard in which tasks are closed; empty: none",
        )
        .fixed(),
        Setting::new("board.user", Kind::Text, "", "the user name that \"me\" stands for on boards"),
        Setting::new(
            "board.history",
            Kind::Count(1, 100_000),
            history,
            "how many operations of a user on a board can be undone",
        )
        .fixed(),
        Setting::new(
            "board.keep_deleted",
            Kind::Duration(3650 * 24 * 60 * 60),
            "30d",
            "how long deleted cards are kept before they are purged; 0s: they are never purged",
        ),
    ]
}
