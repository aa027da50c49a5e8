use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::schema::compile;
use super::{DocumentIntent, DocumentSchema, ErrorCode, ErrorDocument, IntentDocument};
use crate::{Cause, Failure, Report};

static SCHEMAS: LazyLock<[DocumentSchema; 4]> =
    LazyLock::new(|| include!("../../../../schemas/documents.in").map(DocumentSchema::read));

/// Returns the intents of the schemas in the folder `schemas`.
pub(super) fn intents() -> [DocumentIntent; 4] {
    SCHEMAS.each_ref().map(DocumentIntent::new)
}

fn read(text: &str) -> Result<IntentDocument, Box<ErrorDocument>> {
    IntentDocument::read(text, &intents())
}

fn error_schema() -> jsonschema::Validator {
    let text = include_str!("../../../../schemas/error.schema.json");
    compile(&serde_json::from_str(text).unwrap()).unwrap()
}

/// Checks that an error document conforms to the error schema, and that each document that it suggests is
/// valid.
fn check(document: &ErrorDocument) {
    let told = serde_json::to_value(document).unwrap();
    let faults: Vec<String> = error_schema().iter_errors(&told).map(|it| it.to_string()).collect();
    assert!(faults.is_empty(), "{faults:?} in {told}");
    assert!(!document.suggestions.is_empty(), "{told}");
    // The existing files and columns are unknown here; all other fields of the draft are resolved.
    if let Some(draft) = &document.draft {
        let draft = draft.names().into_iter().fold(draft.clone(), |draft, (field, _)| {
            let name = draft.text(field).map(str::to_string).or_else(|| draft.sample(field));
            draft.with(field, name)
        });
        assert!(draft.document().is_some(), "{}", draft.example());
    }
}

fn refused(document: Json) -> Box<ErrorDocument> {
    let refusal = read(&document.to_string()).unwrap_err();
    check(&refusal);
    refusal
}

#[test]
fn schemas_compile_and_accept_their_examples() {
    let base = include_str!("../../../../schemas/base-intent.schema.json");
    let base = compile(&serde_json::from_str(base).unwrap()).unwrap();
    for intent in intents() {
        assert!(super::schema::validator(intent).is_some());
        let example = super::schema::example(intent);
        assert!(base.is_valid(&serde_json::from_str(&example).unwrap()), "{example}");
        assert_eq!(read(&example).unwrap().intent, intent);
    }
}

#[test]
fn first_error_determines_the_error_code() {
    for (document, code) in [
        (json!(["CreateFile"]), ErrorCode::IntentParseFailed),
        (json!({"confidence": 1, "parameters": {}}), ErrorCode::IntentParseFailed),
        (json!({"intent": 5, "confidence": 1, "parameters": {}}), ErrorCode::IntentParseFailed),
        (
            json!({"intent": "CreateFiles", "confidence": 1, "parameters": {}}),
            ErrorCode::UnsupportedOperation,
        ),
        (json!({"intent": "CreateFile", "confidence": 0.69, "parameters": {}}), ErrorCode::LowConfidence),
        (json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {}}), ErrorCode::MissingParameters),
        (json!({"intent": "CreateFile", "parameters": {"title": "a"}}), ErrorCode::MissingParameters),
        (
            json!({"intent": "CreateFile", "confidence": 2, "parameters": {"title": "a"}}),
            ErrorCode::InvalidParameters,
        ),
        (
            json!({"intent": "OpenItem", "confidence": 1, "parameters": {"query": "a"}, "extra": 1}),
            ErrorCode::InvalidParameters,
        ),
        (
            json!({"intent": "OpenItem", "confidence": 1, "parameters": {"query": "Isso"}}),
            ErrorCode::ContextRequired,
        ),
        (
            json!({"intent": "SummarizeDoc", "confidence": 1, "parameters": {"path": "a.txt", "length": "short"}}),
            ErrorCode::InvalidParameters,
        ),
        (
            json!({"intent": "OpenItem", "confidence": 1, "parameters": {"query": "a/../b"}}),
            ErrorCode::InvalidParameters,
        ),
        (
            json!({"intent": "OpenItem", "confidence": 1, "parameters": {"query": "a"}, "context": {"timestamp": "now"}}),
            ErrorCode::InvalidParameters,
        ),
    ] {
        assert_eq!(refused(document.clone()).error.code, code, "{document}");
    }
    for text in ["", "{", "null", "\u{0}", "{\"intent\": \"CreateFile\"", &"[".repeat(100_000)] {
        let refusal = read(text).unwrap_err();
        check(&refusal);
        assert_eq!(refusal.error.code, ErrorCode::IntentParseFailed);
    }
}

#[test]
fn reports_all_missing_and_invalid_fields() {
    let refusal = refused(json!({
        "intent": "AnalyzeSpreadsheet", "confidence": 0.9, "parameters": {"op": "median"},
        "context": {"userInput": "sum the column"}
    }));
    assert_eq!(refusal.error.details.missing_fields, ["path", "column"]);
    assert_eq!(refusal.error.details.invalid_fields[0].field, "op");
    assert_eq!(refusal.error.details.user_input.as_deref(), Some("sum the column"));

    let refusal =
        refused(json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": "<>invalid"}}));
    let field = &refusal.error.details.invalid_fields[0];
    assert_eq!((field.field.as_str(), &field.value), ("title", &json!("<>invalid")));
    assert_eq!(field.reason, "Contains invalid characters for filename");
    assert_eq!(refusal.draft.unwrap().text("title"), Some("invalid"));
}

#[test]
fn validates_file_names() {
    let title =
        |title: &str| json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": title}});
    for bad in [
        "a/b",
        "a\\b",
        "a:b",
        "a\u{7}b",
        "",
        &"x".repeat(256),
        &"é".repeat(128),
        "..",
        "a\"b",
        "what?",
        "a|b",
        "*",
    ] {
        assert_eq!(refused(title(bad)).error.code, ErrorCode::InvalidParameters, "{bad:?}");
    }
    for good in ["a.txt", "ação.md", "a b (1)", &"x".repeat(255)] {
        assert!(read(&title(good).to_string()).is_ok(), "{good:?}");
    }
    for path in ["A.PDF", "x/y.Pdf"] {
        let document = json!({"intent": "SummarizeDoc", "confidence": 0.7, "parameters": {"path": path, "length": "tweet"}});
        assert!(read(&document.to_string()).is_ok());
    }
}

#[test]
fn failures_name_the_field_and_alternatives() {
    let text = json!({
        "intent": "AnalyzeSpreadsheet", "confidence": 0.9,
        "parameters": {"path": "a.csv", "op": "sum", "column": "Salry"}
    });
    let document = read(&text.to_string()).unwrap();
    let failure = Failure::new(Cause::InvalidParameter, "there is no column \"Salry\"")
        .about("column")
        .instead(["Salary", "Salesman"]);
    let refusal = document.answer(&Report::error("calculate", &failure)).unwrap_err();
    check(&refusal);
    assert_eq!(refusal.error.code, ErrorCode::InvalidParameters);
    assert_eq!(refusal.error.details.invalid_fields[0].field, "column");

    let failure = Failure::new(Cause::TargetAmbiguous, "two files are called so")
        .about("path")
        .instead(["a.csv", "b.csv"]);
    let refusal = document.answer(&Report::error("calculate", &failure)).unwrap_err();
    check(&refusal);
    assert_eq!(refusal.error.code, ErrorCode::AmbiguousIntent);
    let offered = refusal.suggestions[0].example.as_deref().unwrap();
    assert!(offered.contains("a.csv") && offered.contains("b.csv"), "{offered}");

    let mut report = Report::ok("calculate");
    report.result = crate::Value::from(json!({"value": 3}));
    let done = document.answer(&report).unwrap();
    assert_eq!((&done["ok"], &done["result"]["value"]), (&json!(true), &json!(3)));
}

#[test]
fn rejects_paths_to_parent_directories() {
    for path in [
        "..",
        "../a.X",
        "a/../b.X",
        "..\\a.X",
        "a\\..\\b.X",
        "/a/../../b.X",
        "a/ .. /b.X",
        "../../etc/passwd",
    ] {
        for (intent, field, extension) in [
            ("CreateFile", "path", "txt"),
            ("OpenItem", "query", "txt"),
            ("AnalyzeSpreadsheet", "path", "csv"),
            ("SummarizeDoc", "path", "pdf"),
        ] {
            let mut parameters = json!({"title": "a", "query": "a", "path": "a", "op": "sum", "column": "A", "length": "short"});
            let known = super::schema::parameters(DocumentIntent::named(intent, &intents()).unwrap())
                .collect::<Vec<_>>();
            parameters
                .as_object_mut()
                .unwrap()
                .retain(|name, _| known.contains(&name.as_str()) && name != "content");
            parameters[field] = path.replace('X', extension).into();
            let refusal = refused(json!({"intent": intent, "confidence": 0.9, "parameters": parameters}));
            assert_eq!(refusal.error.code, ErrorCode::InvalidParameters, "{intent} {path}");
            let fields = &refusal.error.details.invalid_fields;
            assert_eq!(fields[0].field, field, "{intent} {path}");
            if path.ends_with('X') {
                assert_eq!(fields[0].reason, "Leads upwards with \"..\"", "{intent} {path}");
            }
        }
    }
}

#[test]
fn drafts_corrected_requests_with_schema_names() {
    for (given, draft) in [
        (
            json!({"intent": "create-file", "confidence": 0.9, "parameters": {"name": "plan.md", "text": "x"}}),
            json!({"title": "plan.md", "content": "x"}),
        ),
        (
            json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"path": "notes/todo.txt"}}),
            json!({"title": "todo.txt", "path": "notes"}),
        ),
        (
            json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": "a/b/c.txt"}}),
            json!({"title": "c.txt", "path": "a/b"}),
        ),
        (
            json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": 2024}}),
            json!({"title": "2024"}),
        ),
        (
            json!({"intent": "AnalyzeSpreadsheet", "confidence": 0.9, "file": "s.csv",
                "parameters": {"operation": "Average", "col": "Price"}}),
            json!({"path": "s.csv", "op": "avg", "column": "Price"}),
        ),
        (
            json!({"confidence": 0.9, "parameters": {"path": "r.pdf", "length": "tweet"}}),
            json!({"path": "r.pdf", "length": "tweet"}),
        ),
        (
            json!({"intent": "SummarizeDoc", "confidence": 0.2, "parameters": {"path": "r.pdf"},
                "context": {"userInput": "bullets of r.pdf, please"}}),
            json!({"path": "r.pdf", "length": "bullets"}),
        ),
    ] {
        let refusal = refused(given.clone());
        let example: Json = serde_json::from_str(&refusal.draft.unwrap().example()).unwrap();
        assert_eq!(example["parameters"], draft, "{given}");
    }
}
