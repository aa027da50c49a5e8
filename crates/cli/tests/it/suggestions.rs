//! Checks that the documents suggested by an error document are accepted.

use serde_json::{Value as Json, json};

use crate::desk::Desk;

/// A page with a sentence or two.
const REPORT: &str = "%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Count 1 /Kids [3 0 R] >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
/Resources << /Font << /F 5 0 R >> >> >> endobj
4 0 obj << /Length 140 >> stream
BT /F 11 Tf 60 700 Td (The harbour was closed for repairs in the spring of that year.) Tj
0 -14 Td (The ships went to the next town.) Tj ET
endstream endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
trailer << /Size 6 /Root 1 0 R >>
%%EOF
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.without_browser();
    desk.write("employees.csv", "Name,Salary\nAnn,100.10\nBob,200.20\n");
    desk.write("sales.csv", "Article,Price,Sold\nlamp,12.50,3\nchair,40,1\n");
    desk.write("notes.txt", "Buy milk.\n");
    desk.write("docs/letter.txt", "Dear Ann.\n");
    desk.write("fake.pdf", "This is a text, although it is called otherwise. Nobody noticed for a year.\n");
    desk.write("page.pdf", "<!DOCTYPE html><html><body><p>Please sign in to go on.</p></body></html>\n");
    desk.write("report.pdf", REPORT);
    desk
}

fn ask(desk: &Desk, document: &str) -> Json {
    let done = desk.lemmascope(&["--json", "intent", document]);
    serde_json::from_str(&done.out).unwrap_or_else(|error| panic!("{error}: {document}\n{done:?}"))
}

/// Returns the documents that a refusal suggests.
fn suggested(refusal: &Json) -> Vec<&str> {
    let suggestions = refusal["suggestions"].as_array().map(Vec::as_slice).unwrap_or_default();
    suggestions.iter().filter_map(|it| it["example"].as_str()).filter(|it| it.starts_with('{')).collect()
}

#[test]
fn suggested_documents_are_accepted() {
    let desk = desk();
    let table = include_str!("suggestions.txt").lines().filter(|line| line.contains('{'));
    let mut cases: Vec<(String, String)> = Vec::new();
    for line in table {
        let (code, document) = line.split_once(' ').unwrap();
        cases.push((code.into(), document.into()));
    }
    for title in ["x".repeat(256), "é".repeat(128), format!("{}.txt", "語".repeat(100)), "a".repeat(100_000)]
    {
        let document = json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": title}});
        cases.push(("INVALID_PARAMETERS".into(), document.to_string()));
        for (intent, extension) in [("AnalyzeSpreadsheet", "csv"), ("SummarizeDoc", "pdf")] {
            let mut parameters = json!({"path": format!("{title}.{extension}")});
            match intent {
                "SummarizeDoc" => parameters["length"] = "short".into(),
                _ => (parameters["op"], parameters["column"]) = ("sum".into(), "Price".into()),
            }
            let document = json!({"intent": intent, "confidence": 0.9, "parameters": parameters});
            cases.push(("INVALID_PARAMETERS".into(), document.to_string()));
        }
    }
    let query = json!({"intent": "OpenItem", "confidence": 0.9, "parameters": {"query": "q".repeat(501)}});
    cases.push(("INVALID_PARAMETERS".into(), query.to_string()));

    let (mut wrong, mut without) = (Vec::new(), Vec::new());
    for (code, document) in cases {
        let shown: String = document.chars().take(160).collect();
        let refusal = ask(&desk, &document);
        if refusal["error"]["code"] != code.as_str() {
            wrong.push(format!("{shown}\n    is {refusal}, not {code}"));
            continue;
        }
        let documents = suggested(&refusal);
        if documents.is_empty() {
            without.push(shown.clone());
        }
        for suggested in documents {
            let answer = ask(&desk, suggested);
            // Without a display nothing can be opened, which is not a fault of the document.
            let opens =
                suggested.contains("\"OpenItem\"") && answer["error"]["code"] == "UNSUPPORTED_OPERATION";
            if answer["ok"] != true && !opens {
                wrong.push(format!("{shown}\n    suggests {suggested}\n    which is answered by {answer}"));
            }
            desk.lemmascope(&["undo"]);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    // If the intention is unknown, nothing is suggested.
    assert!(without.len() <= 3, "without a document:\n{}", without.join("\n"));
}

#[test]
fn suggestions_combine_the_request_with_existing_names() {
    let desk = desk();
    let suggestion = |document: Json| -> Json {
        let refusal = ask(&desk, &document.to_string());
        let documents = suggested(&refusal);
        let first = documents.first().unwrap_or_else(|| panic!("nothing is suggested: {refusal}"));
        serde_json::from_str::<Json>(first).unwrap()["parameters"].clone()
    };
    let analyze = |parameters: Json| json!({"intent": "AnalyzeSpreadsheet", "confidence": 0.9, "parameters": parameters});
    for (document, expected) in [
        (
            analyze(json!({"path": "sales.csv", "op": "mean", "column": "Prise"})),
            json!({"path": "sales.csv", "op": "avg", "column": "Price"}),
        ),
        (
            analyze(json!({"path": "sale.csv", "op": "total", "column": "Sold"})),
            json!({"path": "sales.csv", "op": "total", "column": "Sold"}),
        ),
        (
            analyze(json!({"path": "employees.csv", "op": "sum", "column": "Name"})),
            json!({"path": "employees.csv", "op": "sum", "column": "Salary"}),
        ),
        (
            json!({"intent": "AnalyzeSpreadsheet", "confidence": 0.9, "parameters": {"op": "sum"},
                "context": {"userInput": "sum what was sold, from sales.csv"}}),
            json!({"path": "sales.csv", "op": "sum", "column": "Sold"}),
        ),
        (
            json!({"intent": "SummarizeDoc", "confidence": 0.9, "parameters": {"path": "report.txt", "length": "tweet"}}),
            json!({"path": "report.pdf", "length": "tweet"}),
        ),
        (
            json!({"intent": "OpenItem", "confidence": 0.9, "parameters": {"query": "notess.txt", "type": "text"}}),
            json!({"query": "notes.txt"}),
        ),
        (
            json!({"intent": "CreateFile", "confidence": 0.9, "parameters": {"title": "plan?.txt", "path": "../docs"}}),
            json!({"title": "plan.txt", "path": "docs"}),
        ),
    ] {
        assert_eq!(suggestion(document.clone()), expected, "{document}");
    }
}

#[test]
fn answer_repeats_the_requested_operation_name() {
    let desk = desk();
    for op in ["sum", "avg", "count", "total"] {
        let document = json!({"intent": "AnalyzeSpreadsheet", "confidence": 0.9,
            "parameters": {"path": "sales.csv", "op": op, "column": "Price"}});
        assert_eq!(ask(&desk, &document.to_string())["result"]["op"], op);
    }
}

#[test]
fn reports_detected_type_of_files_that_are_not_pdf() {
    let desk = desk();
    for (path, is) in [("fake.pdf", "a text"), ("page.pdf", "a web page")] {
        let document = json!({"intent": "SummarizeDoc", "confidence": 0.9, "parameters": {"path": path, "length": "short"}});
        let refusal = ask(&desk, &document.to_string());
        assert_eq!(refusal["error"]["code"], "INVALID_PARAMETERS", "{refusal}");
        let field = &refusal["error"]["details"]["invalidFields"][0];
        assert_eq!(field["field"], "path", "{refusal}");
        assert!(field["reason"].as_str().unwrap().contains(is), "{refusal}");
    }
}
