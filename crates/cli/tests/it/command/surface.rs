//! The behavior that callers rely on besides the canonical form.

use lemmascope_intent::SensitiveFields;
use std::time::{Duration, Instant};

use lemmascope_language::command::{
    Command, ErrorCode, LONGEST_LINE, ParseError, Relation, Target, Value, parse,
};

use crate::composed::{grammar, vocabulary};

fn command(line: &str) -> Command {
    let vocabulary = vocabulary(["checkout", "add_to_cart"]);
    parse(line, &vocabulary).unwrap().unwrap().into_command().unwrap()
}

fn error(line: &str) -> ParseError {
    parse(line, &vocabulary(["add_to_cart"])).unwrap_err()
}

fn masked(line: &str) -> String {
    parse(line, &vocabulary(["checkout"])).unwrap().unwrap().masked()
}

fn check_secrets(line: &str, secrets: &[&str], shown: &str) {
    let vocabulary = vocabulary(["checkout"]);
    let read = parse(line, &vocabulary).unwrap().unwrap();
    assert_eq!(read.command().unwrap().secrets(), secrets, "{line}");
    assert_eq!(read.masked(), shown, "{line}");
    for text in [format!("{read:?}"), format!("{:?}", read.command().unwrap()), read.masked()] {
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text} shows a secret of {line}");
    }
    let parts = format!("{:?} {:?}", read.command().unwrap().arguments(), read.command().unwrap().options());
    assert!(secrets.iter().all(|secret| !parts.contains(secret)), "{parts} shows a secret of {line}");
}

#[test]
fn ignores_blank_lines() {
    for line in ["", " ", "\t", "\n", "\r\n", "  \t ", "\u{feff}", "\u{a0}"] {
        assert_eq!(parse(line, &vocabulary([])), Ok(None), "{line:?}");
    }
}

#[test]
fn treats_line_endings_and_byte_order_marks_as_whitespace() {
    for line in ["click 5\n", "click 5\r\n", "\u{feff}click 5", "\u{a0}click\u{a0}5"] {
        assert_eq!(command(line).to_string(), "click 5", "{line:?}");
    }
    assert_eq!(error("click 5\nclick 6").code, ErrorCode::UnexpectedInput);
    assert_eq!(error("click 5\nclick 6").position, 7);
    assert_eq!(error("# a\nclick 6").position, 3);
    assert_eq!(command("type 5 \"a\nb\"").to_string(), r#"type 5 "a\nb""#);
}

#[test]
fn separates_comments_from_commands() {
    let line = parse("click 5  #  go on ", &vocabulary([])).unwrap().unwrap();
    assert_eq!((line.comment(), line.to_string().as_str()), (Some("go on"), "click 5 #  go on"));
    let alone = parse("# x", &vocabulary([])).unwrap().unwrap();
    assert!(alone.command().is_none());
}

#[test]
fn syntax_tree_contains_targets_options_and_arguments() {
    let click = command(r#"click "Add" near "Shirt" inside css(.r) --timeout 2s --force"#);
    assert_eq!(click.name(), "click");
    let located = click.targets().next().unwrap();
    assert_eq!(located.target, Target::Text("Add".into()));
    assert_eq!(located.relations[0], (Relation::Near, Target::Text("Shirt".into())));
    assert_eq!(located.relations[1], (Relation::Inside, Target::Css(".r".into())));
    assert_eq!(click.option("timeout").unwrap().as_duration(), Some(Duration::from_secs(2)));
    assert!(click.has("force") && !click.has("double"));

    let wait = command("wait items .row 10");
    assert_eq!(wait.argument("n").unwrap().as_count(), Some(10));
    assert_eq!(wait.argument("selector").unwrap().as_str(), Some(".row"));

    let upload = command("upload 5 a.txt b.txt");
    let paths: Vec<_> =
        upload.arguments().iter().filter(|a| a.name == "files").map(|a| a.value.clone()).collect();
    assert_eq!(paths, [Value::Path("a.txt".into()), Value::Path("b.txt".into())]);

    let call = command("add_to_cart 2 --gift --note hi");
    assert!(call.is_intent() && call.form().is_none());
    assert_eq!(call.arguments()[0].value, Value::Number(2.0));
    assert_eq!(call.option("note"), Some(&Value::Text("hi".into())));
    assert!(command("login a b").is_intent() && !command("click 5").is_intent());

    let keys = command("press Control+A");
    assert!(matches!(keys.argument("key"), Some(Value::Keys(k)) if k.keys() == ["control", "a"]));
}

#[test]
fn parser_errors_have_hints() {
    assert_eq!(error("clik 5").hint.unwrap(), "did you mean `click`?");
    assert_eq!(error("add_to_crt").hint.unwrap(), "did you mean `add_to_cart`?");
    assert_eq!(
        error("click").hint.unwrap(),
        "usage: click <target> [--double] [--right] [--middle] [--button left|right|middle] [--count <n>] [--force] \
         [--timeout <duration>]"
    );
    assert!(error("dialog auto").hint.unwrap().contains("dialog auto off"));
    assert!(error("click 5#x").hint.unwrap().contains("space before `#`"));
    assert!(error("click 5 --frce").hint.unwrap().contains("--force"));
    assert!(error("goto a.com --timeout 5x").hint.unwrap().contains("5s"));
    assert!(error("click Sign in").message.contains("`in`"));
    assert!(error(&format!("back {}", "x".repeat(900))).message.chars().count() < 120);
    assert_eq!(error("clik").to_string(), "UNKNOWN_COMMAND at 0: `clik` is neither a command nor an intent");
}

#[test]
fn error_codes_match_the_reference() {
    let codes = [
        ErrorCode::UnknownCommand,
        ErrorCode::MissingArgument,
        ErrorCode::InvalidValue,
        ErrorCode::UnterminatedString,
        ErrorCode::UnexpectedInput,
        ErrorCode::ConflictingOptions,
    ];
    let spelled = "UNKNOWN_COMMAND MISSING_ARGUMENT INVALID_VALUE UNTERMINATED_STRING UNEXPECTED_INPUT CONFLICTING_OPTIONS";
    assert_eq!(codes.map(ErrorCode::as_str).join(" "), spelled);
}

#[test]
fn detects_and_masks_secrets() {
    check_secrets("login bob hunter2", &["hunter2"], r#"login "bob" "••••••••""#);
    check_secrets("type password hunter2", &["hunter2"], r#"type password "••••••••""#);
    check_secrets(
        "type login_form.password hunter2 --enter",
        &["hunter2"],
        r#"type login_form.password "••••••••" --enter"#,
    );
    check_secrets(r#"type "Card number" 4111"#, &["4111"], r#"type "Card number" "••••••••""#);
    check_secrets("checkout --cvv 123 --note hi", &["123"], r#"checkout --cvv "••••••••" --note "hi""#);
    check_secrets("run pay --newPassword abc", &["abc"], r#"run pay --newpassword "••••••••""#);
    check_secrets(
        r#"fill_form {"user": "bob", "card": {"card_number": 4111, "cvv": "12"}}"#,
        &["4111", "12"],
        r#"fill_form "{\"user\":\"bob\",\"card\":{\"card_number\":\"••••••••\",\"cvv\":\"••••••••\"}}""#,
    );
    check_secrets("cookies set session_token abc", &["abc"], r#"cookies set session_token "••••••••""#);
    check_secrets("storage set api-key abc --local", &["abc"], r#"storage set api-key "••••••••" --local"#);
    check_secrets("config set model.api_key abc", &["abc"], r#"config set model.api_key "••••••••""#);
    check_secrets(
        "goto https://bob:pw1@a.com/x?token=t0k#y",
        &["pw1", "t0k"],
        "goto https://bob:••••••••@a.com/x?token=••••••••#y",
    );
    check_secrets(
        r#"goto a.com --headers {"Authorization": "Bearer x1", "X-A": "b"}"#,
        &["Bearer x1"],
        r#"goto https://a.com --headers "{\"Authorization\":\"••••••••\",\"X-A\":\"b\"}""#,
    );
    check_secrets(r#"headers set {"Cookie": "a=b"}"#, &["a=b"], r#"headers set "{\"Cookie\":\"••••••••\"}""#);
    check_secrets("click 5", &[], "click 5");
    check_secrets("checkout --className abc", &[], r#"checkout --classname "abc""#);
    assert_eq!(masked("fill_form {\"a\":  1}"), r#"fill_form "{\"a\":  1}""#);
    let line = command("checkout --iban NO1 --password x");
    assert_eq!(line.secrets_with(&SensitiveFields::new(["iban"])), ["NO1"]);
}

#[test]
fn parser_errors_do_not_contain_secrets() {
    let lines = [
        "login bob my hunter2",
        "type password my hunter2",
        "cookies set token my hunter2",
        "login bob \"hunter2",
        "login bob --hunter2",
        "type password -hunter2",
        "login bob x --hunter2",
        "fill_form {\"password\": hunter2}",
        "files.pay --password {hunter2",
        "files.pay --pin 123#hunter2",
    ];
    for line in lines {
        let error = error(line);
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{line}: {error:?}");
    }
}

#[test]
fn limits_line_length_and_parsing_time() {
    let half = LONGEST_LINE / 2 - 20;
    let lines = [
        "x".repeat(LONGEST_LINE),
        format!("click {}", "{ ".repeat(half)),
        format!("checkout {}", "{ ".repeat(half)),
        format!("checkout {}", "[ ".repeat(half)),
        format!("checkout {}", "a ".repeat(half)),
        format!("click css({}", "(".repeat(half)),
        format!("search {}", "a ".repeat(half)),
        format!("press {}", "a+".repeat(half)),
        format!("click 5 {}", "near 5 ".repeat(half / 4)),
        format!("type 5 \"{}", "\\\"".repeat(half)),
        format!("click {}5", " ".repeat(half)),
        format!("goal: {}", "\" ".repeat(half)),
        format!("define a: {}", "'# ".repeat(half / 2)),
        format!("checkout {}", "--a ".repeat(half / 2)),
        format!("checkout {}", (0..90_000).map(|n| format!("--a{n} ")).collect::<String>()),
        format!("upload 5 {}", "a ".repeat(half)),
    ];
    let vocabulary = vocabulary(["checkout"]);
    for line in lines {
        let before = Instant::now();
        if let Ok(Some(read)) = parse(&line, &vocabulary) {
            assert!(read.masked().len() <= 4 * LONGEST_LINE);
        }
        let head: String = line.chars().take(20).collect();
        assert!(before.elapsed() < Duration::from_secs(10), "{head}… took {:?}", before.elapsed());
    }
    let error = parse(&"x".repeat(LONGEST_LINE + 1), &vocabulary).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidValue);
}

#[test]
fn command_table_is_consistent() {
    let forms: Vec<_> = grammar().forms().collect();
    for (at, form) in forms.iter().enumerate() {
        assert!(!form.summary.is_empty(), "{} has no summary", form.name);
        assert!(form.usage().starts_with(form.name));
        assert!(
            forms.iter().skip(at + 1).all(|other| other.name != form.name),
            "{} is there twice",
            form.name
        );
        let names: Vec<_> = form.options.iter().map(|opt| opt.name.as_str()).collect();
        assert!(names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)), "{}", form.name);
        assert_eq!(command(&format!("help {}", form.name)).to_string(), format!("help {}", form.name));
    }
}
