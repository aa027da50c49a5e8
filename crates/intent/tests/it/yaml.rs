//! YAML source locations, and the cost of untrusted files.

use std::time::{Duration, Instant};

use lemmascope_intent::Value;
use lemmascope_intent::yaml::{self, Content, MAX_FAULTS, Node};
use proptest::prelude::*;

fn root(source: &str) -> Node {
    let document = yaml::read(source);
    assert_eq!(document.diagnostics, [], "{source}");
    document.root.unwrap()
}

/// Returns the message of the only error, and checks that reading takes bounded time.
fn fault(source: &str) -> String {
    let begin = Instant::now();
    let document = yaml::read(source);
    assert!(begin.elapsed() < Duration::from_secs(5), "took {:?}", begin.elapsed());
    assert_eq!(document.diagnostics.len(), 1, "{:?}", document.diagnostics);
    assert!(source.get(document.diagnostics[0].span.clone()).is_some(), "{:?}", document.diagnostics);
    document.diagnostics[0].message.clone()
}

/// Checks that the span of every scalar contains its source, whatever precedes it.
fn check_places(source: &str, node: &Node) {
    match &node.content {
        Content::Scalar(scalar) => {
            let written = &source[node.span.clone()];
            let bare = written.trim_matches(['"', '\'']);
            assert!(
                bare == scalar.text || written.contains(['\\', '|', '>', '\n']),
                "{written:?} {scalar:?}"
            );
        }
        Content::List(items) => items.iter().for_each(|item| check_places(source, item)),
        Content::Mapping(entries) => {
            for entry in entries {
                assert_eq!(source[entry.key.span.clone()].trim_matches(['"', '\'']), entry.key.value);
                check_places(source, &entry.value);
            }
        }
    }
}

#[test]
fn records_spans_of_all_nodes() {
    for source in [
        "a: 1\nb:\n  - x # why\n  - \"é\"\n  - 'ü ñ'\nc: { d: ö, e: [1, 2] }\n",
        "\u{feff}ä: ß\r\nb: \"😀\"\r\nc:\r\n  - 日本\r\n",
        "a:\r  b: é\r  c: d\r",
        "{\n\t\"a\":\t\"é\",\n\t\"b\": [\n\t\t1,\n\t\t{\"c\": null}\n\t]\n}",
        "a: { b: \"x\" , c: 'y' } # \"end\"\nd: \"é\"   # \"no\"\ne: [ 'z' ,\n  1 ]  # ]\n",
        "a:   x   # comment\nb:\nc: y",
    ] {
        check_places(source, &root(source));
    }
    let source = "é: {x: ö}\nlast: [1, 2]\n";
    let node = root(source);
    assert_eq!(&source[node.entry("é").unwrap().value.span.clone()], "{x: ö}");
    assert_eq!(&source[node.entry("last").unwrap().value.span.clone()], "[1, 2]");
    let source = "a: { b: [ ] , c: \"\" }  # x\n";
    let node = &root(source).entry("a").unwrap().value.clone();
    assert_eq!(&source[node.span.clone()], "{ b: [ ] , c: \"\" }");
    assert_eq!(&source[node.entry("b").unwrap().value.span.clone()], "[ ]");
    let source = "a:\n  b: 1\n  c:\n    - x\n\n# end\nd: 2\n";
    assert_eq!(&source[root(source).entry("a").unwrap().value.span.clone()], "b: 1\n  c:\n    - x");
}

#[test]
fn preserves_source_text_of_scalars() {
    let node = root("version: 1.0\nquoted: \"1.0\"\nblock: |\n  5\nempty:\n");
    let version = &node.entry("version").unwrap().value;
    assert_eq!(version.as_scalar().unwrap().text, "1.0");
    assert_eq!(version.value(), Value::from(1));
    assert_eq!(node.entry("quoted").unwrap().value.value(), "1.0".into());
    assert_eq!(node.entry("block").unwrap().value.value(), "5\n".into());
    assert!(node.entry("empty").unwrap().value.is_null());
}

#[test]
fn reads_json() {
    let node = root("{\"a\": [1, 2.5, true, null, \"x\\n\\u00e9\\/\"], \"b\":{\"c\":\"d\"}}");
    assert_eq!(node.value().to_string(), "{\"a\":[1,2.5,true,null,\"x\\né/\"],\"b\":{\"c\":\"d\"}}");
}

#[test]
fn expands_aliases() {
    let node = root("a: &x [1, 2]\nb: *x\n");
    assert_eq!(node.entry("b").unwrap().value.value().to_string(), "[1,2]");
}

#[test]
fn rejects_yaml_bombs_quickly() {
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_string();
    for level in 1..20 {
        let below = format!("*a{}", level - 1);
        let row = vec![below; 9].join(", ");
        laughs.push_str(&format!("a{level}: &a{level} [{row}]\n"));
    }
    assert!(fault(&laughs).contains("more than 100000 values"));
    fault(&"[".repeat(1_000_000));
    fault(&"{".repeat(1_000_000));
    fault(&"- ".repeat(500_000));
    fault(&"? ".repeat(500_000));
    fault(&"a: &a [*a]\n".repeat(90_000));
    fault(&(0..70_000).map(|n| format!("k{n}: &a [*a]\n")).collect::<String>());
    assert!(fault(&"x".repeat(10_000_000)).contains("bytes"));
    fault(&(0..1400).map(|n| " ".repeat(n) + "a:\n").collect::<String>());
    fault(&format!("a: &a {}\nb: [{}]", "x".repeat(300_000), "*a, ".repeat(90_000)));
    fault(&format!("[{}", "a, ".repeat(300_000)));
    fault(&"&a ".repeat(300_000));
    fault(&"!x ".repeat(300_000));
    fault(&format!("a: {}", "'".repeat(999_999)));
}

#[test]
fn limits_number_of_diagnostics() {
    let document = yaml::read(&"a: 1\n".repeat(200_000));
    assert!(document.diagnostics.len() <= MAX_FAULTS + 1);
}

#[test]
fn rejects_empty_multiple_and_tagged_documents() {
    assert!(fault("").contains("empty"));
    assert!(fault("\u{feff}").contains("empty"));
    assert!(fault("# only a comment\n").contains("empty"));
    assert!(fault("a: 1\n---\nb: 2\n").contains("more than one document"));
    assert!(fault("a: 1\na: 2\n").contains("duplicated"));
    assert!(fault("a: !secret x\n").contains("tag"));
    assert!(fault("a: !!binary aGk=\n").contains("tag"));
    assert!(fault("a: 1\0\nb: 2\n").contains("control character"));
    assert!(fault("? [a]\n: b\n").contains("key"));
    assert!(fault("a: *nobody\n").contains("not valid YAML"));
    fault("a:\n\tb: 1\n");
    fault("a: b: c\n");
    let halves = yaml::read("{\"a\": \"\\ud83d\\ude00\"}");
    assert!(halves.diagnostics[0].remedy.contains("the character itself"));
    fault("a: \"unfinished\n");
    assert!(yaml::decode(b"a: \xff").unwrap_err().message.contains("UTF-8"));
    assert!(yaml::decode(&vec![b'a'; 10_000_000]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn never_panics_on_text(text in any::<String>()) {
        yaml::read(&text);
    }

    #[test]
    fn never_panics_on_yaml_like_text(text in "[a-c:,&*!?|>'\"#%@`{}\\[\\]\\- \t\r\n~0-9.é<=\\\\-]{0,60}") {
        let document = yaml::read(&text);
        for fault in document.diagnostics {
            prop_assert!(text.get(fault.span.clone()).is_some());
        }
    }

    #[test]
    fn never_panics_on_bytes(bytes in any::<Vec<u8>>()) {
        if let Ok(text) = yaml::decode(&bytes) {
            yaml::read(text);
        }
    }
}
