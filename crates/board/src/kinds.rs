//! Boards, columns and cards as kinds of things that sentences refer to by name.

use lemmascope_intent::{NameShape, ThingAction, ThingKind, ThingPart, ThingTool, ThingWords};

/// A board of columns.
const BOARD: &str = "board";
/// A column of cards. The name `column` belongs to spreadsheets.
pub(crate) const COLUMN: &str = "stage";
/// A card in a column.
pub(crate) const CARD: &str = "card";

pub(crate) const KINDS: &[ThingKind] =
    &[kind(CARD, &[], true), kind(COLUMN, &[CARD], false), kind(BOARD, &[COLUMN], false)];

const fn kind(name: &'static str, contains: &'static [&'static str], has_text: bool) -> ThingKind {
    ThingKind { name, contains, names: NameShape::Words, has_text, default_name: None }
}

pub(crate) const WORDS: ThingWords = ThingWords {
    english: include_str!("sentences/english.txt"),
    portuguese: include_str!("sentences/portuguese.txt"),
};

const IDENTIFIED: &[(ThingPart, &str)] = &[(ThingPart::Name, "identifier")];

pub(crate) const TOOLS: &[ThingTool] = &[
    tool(
        ThingAction::Create,
        CARD,
        "board.create_card",
        &[(ThingPart::Name, "title"), (ThingPart::Container, "column"), (ThingPart::Content, "description")],
    ),
    tool(
        ThingAction::Move,
        CARD,
        "board.move_card",
        &[(ThingPart::Name, "identifier"), (ThingPart::Destination, "column")],
    ),
    tool(
        ThingAction::Rename,
        CARD,
        "board.update_card",
        &[(ThingPart::Name, "identifier"), (ThingPart::NewName, "title")],
    ),
    tool(ThingAction::Delete, CARD, "board.delete_card", IDENTIFIED),
    tool(ThingAction::Read, CARD, "board.show_card", IDENTIFIED),
    tool(
        ThingAction::Write,
        CARD,
        "board.update_card",
        &[(ThingPart::Name, "identifier"), (ThingPart::Content, "description")],
    ),
    tool(
        ThingAction::Append,
        CARD,
        "board.add_comment",
        &[(ThingPart::Name, "identifier"), (ThingPart::Content, "comment")],
    ),
    tool(ThingAction::Create, COLUMN, "board.create_column", &[(ThingPart::Name, "title")]),
    tool(
        ThingAction::Rename,
        COLUMN,
        "board.rename_column",
        &[(ThingPart::Name, "column"), (ThingPart::NewName, "title")],
    ),
    tool(ThingAction::Delete, COLUMN, "board.archive_column", &[(ThingPart::Name, "column")]),
    tool(ThingAction::List, COLUMN, "board.list_cards", &[(ThingPart::Name, "column")]),
    tool(ThingAction::Create, BOARD, "board.create_board", &[(ThingPart::Name, "name")]),
];

const fn tool(
    action: ThingAction,
    kind: &'static str,
    tool: &'static str,
    parts: &'static [(ThingPart, &'static str)],
) -> ThingTool {
    ThingTool { action, kind: Some(kind), tool, parts, alone: false }
}
