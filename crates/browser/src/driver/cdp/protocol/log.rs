use serde::Deserialize;

use super::plain_command;

plain_command!(Enable, "Log.enable");

#[derive(Debug, Deserialize)]
pub(crate) struct EntryAdded {
    pub(crate) entry: Entry,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    pub(crate) level: String,
    pub(crate) text: String,
    pub(crate) url: Option<String>,
    pub(crate) line_number: Option<u32>,
}
