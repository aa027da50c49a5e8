use lemmascope_intent::{ThingAction, ThingPart, ThingTool};

use super::kinds;

const FILE: Option<&str> = Some(kinds::FILE);
const FOLDER: Option<&str> = Some(kinds::FOLDER);

const PATH: &[(ThingPart, &str)] = &[(ThingPart::Target, "path")];
const CONTENT: &[(ThingPart, &str)] = &[(ThingPart::Target, "path"), (ThingPart::Content, "content")];
const TO: &[(ThingPart, &str)] = &[(ThingPart::Target, "source"), (ThingPart::Destination, "destination")];
const NAME: &[(ThingPart, &str)] = &[(ThingPart::Target, "path"), (ThingPart::NewName, "new_name")];

/// The verbs for actions on files and folders. Of two for the same action, the first is for whatever the sentence does not say the
/// kind of.
pub(super) const TOOLS: &[ThingTool] = &[
    tool(ThingAction::Create, FILE, "files.create_file", CONTENT),
    tool(ThingAction::Create, FOLDER, "files.create_folder", PATH),
    tool(ThingAction::Delete, FILE, "files.delete_file", PATH),
    tool(ThingAction::Delete, FOLDER, "files.delete_folder", PATH),
    tool(ThingAction::Move, None, "files.move", TO),
    tool(ThingAction::Copy, None, "files.copy", TO),
    tool(ThingAction::Rename, None, "files.rename", NAME),
    tool(ThingAction::Write, FILE, "files.write_file", CONTENT),
    tool(ThingAction::Append, FILE, "files.append_file", CONTENT),
    tool(ThingAction::Read, FILE, "files.read_file", PATH),
    tool(ThingAction::List, FOLDER, "files.list_directory", PATH),
];

const fn tool(
    action: ThingAction,
    kind: Option<&'static str>,
    tool: &'static str,
    parts: &'static [(ThingPart, &'static str)],
) -> ThingTool {
    ThingTool { action, kind, tool, parts, alone: false }
}
