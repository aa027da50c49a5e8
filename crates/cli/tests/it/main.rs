//! The `lemmascope` command as its users see it, with real processes, files and background engines; and the
//! rules for the workspace as a whole.

// The lints except test functions, but not the helpers that they share.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

#[path = "../../../server/tests/support/refusals.rs"]
#[allow(unreachable_pub, reason = "other crates include the file as well")]
mod refusals;

mod architecture;
mod background;
mod board_page;
mod board_routes;
mod browser_flags;
mod canary;
mod clipboard;
mod command;
mod composed;
mod connectors;
mod console;
mod desk;
mod display;
mod doctor;
mod examples;
mod golden;
mod killed;
mod messages_page;
mod model;
mod opening;
mod pages;
mod proposals;
mod recorder;
mod red_team;
mod reference;
mod reference_http;
mod repl;
mod schemas;
mod sentences;
mod serving;
mod sharing;
mod shell;
mod shipped_packs;
mod state;
mod suggestions;
mod terminal;
mod transcripts;
mod verbs;
