//! Contacts as a kind of thing that sentences refer to by name.

use lemmascope_intent::{NameShape, ThingAction, ThingKind, ThingPart, ThingTool, ThingWords};

/// An agent that the owner knows by names.
pub(crate) const CONTACT: &str = "contact";

pub(crate) const KINDS: &[ThingKind] = &[ThingKind {
    name: CONTACT,
    contains: &[],
    names: NameShape::Words,
    has_text: false,
    default_name: None,
}];

pub(crate) const WORDS: ThingWords = ThingWords {
    english: include_str!("sentences/english.txt"),
    portuguese: include_str!("sentences/portuguese.txt"),
};

pub(crate) const TOOLS: &[ThingTool] = &[
    tool(ThingAction::Create, "channels.contact_add", &[(ThingPart::Name, "name")]),
    tool(ThingAction::Delete, "channels.contact_remove", &[(ThingPart::Name, "contact")]),
    tool(ThingAction::Read, "channels.contact_resolve", &[(ThingPart::Name, "name")]),
];

const fn tool(
    action: ThingAction,
    tool: &'static str,
    parts: &'static [(ThingPart, &'static str)],
) -> ThingTool {
    ThingTool { action, kind: Some(CONTACT), tool, parts, alone: false }
}
