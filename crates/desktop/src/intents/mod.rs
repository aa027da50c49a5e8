//! The desktop intents: creating a file, opening an item, calculating with a spreadsheet, summarizing a
//! document.
//!
//! Each consists of a verb, and a small definition that gives it a name, parameters and examples like any
//! intent. Listing the columns of a spreadsheet is only a verb, which the sentence parser calls to learn the
//! column names.

pub(crate) mod analyze_spreadsheet;
mod chart_spreadsheet;
mod create_file;
mod list_columns;
mod open_item;
mod scanned_pages;
pub(crate) mod summarize_doc;
mod wording;

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use lemmascope_intent::document::{DocumentIntent, DocumentSchema};
use lemmascope_intent::{
    Category, Domain, Kind, Operation, Reach, Setting, Signature, Source, ThingAction, ThingPart, ThingTool,
};

use crate::files;
use crate::reader::Reader;
use crate::system;
use crate::verb::{Act, Verb};

/// The settings of the domain.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The file access.
    pub files: files::Access,
    /// The sandboxed file reader.
    pub reader: Reader,
    /// The folders that are searched for programs.
    pub programs: Vec<PathBuf>,
    /// The settings of this machine: its display, its applications.
    pub system: Arc<system::Settings>,
}

/// Returns the configurable settings of the domain.
pub(crate) fn settings() -> Vec<Setting> {
    vec![
        Setting::new(
            "desktop.reader_memory",
            Kind::Count(128, 1 << 20),
            1024,
            "the most memory, in MB, that a process may use which reads a spreadsheet or a document",
        )
        .fixed(),
        Setting::new(
            "desktop.reading_time",
            Kind::Duration(3600),
            "20s",
            "how long reading a document may take; the pages that are not read by then are left out, and the answer names them",
        ),
    ]
}

const DEFINITIONS: &[Source] = &[
    Source { name: "create_file", text: include_str!("create_file.yaml") },
    Source { name: "open_item", text: include_str!("open_item.yaml") },
    Source { name: "analyze_spreadsheet", text: include_str!("analyze_spreadsheet.yaml") },
    Source { name: "chart_spreadsheet", text: include_str!("chart_spreadsheet.yaml") },
    Source { name: "summarize_doc", text: include_str!("summarize_doc.yaml") },
];

/// The schemas of requests in document form.
static SCHEMAS: LazyLock<[DocumentSchema; 4]> =
    LazyLock::new(|| include!("../../../../schemas/documents.in").map(DocumentSchema::read));

/// Returns the verbs and definitions of this domain.
pub fn domain(settings: Settings) -> Domain {
    let settings = Arc::new(settings);
    let verb = |signature: fn() -> Signature, act: Act<Settings>| {
        Verb::made(signature().reach(Reach::Files), act, &settings)
    };
    let capabilities = vec![
        verb(create_file::signature, |settings, args, cx| Box::pin(create_file::act(settings, args, cx))),
        verb(open_item::signature, |settings, args, cx| Box::pin(open_item::act(settings, args, cx))),
        verb(analyze_spreadsheet::signature, |settings, args, cx| {
            Box::pin(analyze_spreadsheet::act(settings, args, cx))
        }),
        verb(chart_spreadsheet::signature, |settings, args, cx| {
            Box::pin(chart_spreadsheet::act(settings, args, cx))
        }),
        verb(list_columns::signature, |settings, args, cx| Box::pin(list_columns::act(settings, args, cx))),
        verb(summarize_doc::signature, |settings, args, cx| Box::pin(summarize_doc::act(settings, args, cx))),
    ];
    Domain {
        definitions: DEFINITIONS,
        sentences: &[Source { name: "desktop", text: include_str!("sentences.txt") }],
        categories: &[
            ("desktop", Category::OfficeOperation),
            ("analyze_spreadsheet", Category::OfficeOperation),
            ("chart_spreadsheet", Category::OfficeOperation),
            ("summarize_doc", Category::OfficeOperation),
            ("open_item", Category::ApplicationLaunch),
            ("create_file", Category::FileOperation),
        ],
        operations: &[(Operation::Open, "open_item")],
        documents: SCHEMAS.iter().map(DocumentIntent::new).collect(),
        highlights: &["create_file", "open_item", "analyze_spreadsheet", "summarize_doc"],
        things: &[ThingTool {
            action: ThingAction::Create,
            kind: Some("file"),
            tool: "create_file",
            parts: &[
                (ThingPart::Name, "title"),
                (ThingPart::Container, "path"),
                (ThingPart::Content, "content"),
            ],
            alone: true,
        }],
        checks: vec![
            crate::reader::check(settings.reader.clone()),
            crate::recognition::check(settings.programs.clone()),
        ],
        ..Domain::new("desktop", capabilities)
    }
}
