//! Checks beyond the file format: references, the catalog, cycles of intents.

use lemmascope_intent::definition::{
    ConditionKind, ErrorAction, ExtractKind, Rules, Scope, StepKind, TargetKind, find_cycles,
};
use lemmascope_intent::{Cause, Definition, Object, Parameter, Signature, Type, Value};

use crate::definition::{files, read, tell};
use crate::pages::verbs;

fn with_steps(steps: &str) -> String {
    let parameters = "parameters: [{name: name, type: string}, {name: folder, type: string}, \
                      {name: who, type: object}, {name: list, type: array}]";
    format!("intent: sample\nversion: 1\n{parameters}\nsteps:\n{steps}")
}

/// Resolves the references of a text with some parameters.
fn resolved(text: &str) -> String {
    let source = with_steps(&format!("  - action: goto\n    url: {text}\n"));
    let definition = read(&source).unwrap_or_else(|told| panic!("{told}"));
    let StepKind::Action(action) = &definition.steps[0].kind else { panic!("an action") };
    let json =
        r#"{"name": "a", "folder": "f", "who": {"first": "Ann", "txt": "T"}, "list": [1, {"x": "y"}]}"#;
    let Value::Object(values) = Value::from(serde_json::from_str::<serde_json::Value>(json).unwrap()) else {
        panic!("an object")
    };
    action.arguments["url"].value.resolve(&Scope::new(values)).to_string()
}

#[test]
fn parses_extent_of_references_in_text() {
    for (text, expected) in [
        ("$folder/$name.txt", "f/a.txt"),
        ("$name.txt", "a.txt"),
        ("\"$name[0]\"", "a[0]"),
        ("$who.first", "Ann"),
        ("\"Hello $who.first. Bye\"", "Hello Ann. Bye"),
        ("${who.first}.txt", "Ann.txt"),
        ("$list[1].x", "y"),
        ("\"${list[1].x}$name\"", "ya"),
        ("$list.length", "2"),
        ("\"$$name costs $5 and $\"", "$name costs $5 and $"),
        ("\"$$$name\"", "$a"),
        ("\"$name$folder\"", "af"),
        ("$who.nobody", "null"),
        ("\"x$who.nobody\"", "x"),
    ] {
        assert_eq!(resolved(text), expected, "{text}");
    }
}

#[test]
fn action_condition_becomes_a_branch() {
    let source = with_steps("  - action: observe\n    condition: $name\n");
    let StepKind::Branch(branch) = &read(&source).unwrap().steps[0].kind else { panic!("a branch") };
    assert!(matches!(branch.then[0].kind, StepKind::Action(_)));
    assert!(branch.otherwise.is_empty());
}

#[test]
fn scripts_are_not_interpolated() {
    let source = with_steps("  - action: execute\n    script: \"return `${x} $y`\"\n    args: [$name]\n");
    let StepKind::Action(action) = &read(&source).unwrap().steps[0].kind else { panic!("an action") };
    assert_eq!(action.arguments["script"].value.to_string(), "\"return `${x} $y`\"");
}

#[test]
fn text_argument_keeps_leading_zeros() {
    let source = with_steps("  - action: type\n    target: Phone\n    text: 0049\n");
    let StepKind::Action(action) = &read(&source).unwrap().steps[0].kind else { panic!("an action") };
    assert_eq!(action.arguments["text"].value.to_string(), "\"0049\"");
}

#[test]
fn reads_the_parts_of_a_definition() {
    let valid = files("valid").into_iter().find(|path| path.ends_with("conditions.yaml")).unwrap();
    let definition = read(&std::fs::read_to_string(valid).unwrap()).unwrap();
    assert_eq!(definition.version.value, "3");
    let StepKind::Wait(wait) = &definition.steps[0].kind else { panic!("a wait") };
    let ConditionKind::All(conditions) = &wait.condition.kind else { panic!("all of them") };
    assert_eq!(conditions.len(), 11);
    assert!(
        matches!(&conditions[9].kind, ConditionKind::Probe { capability, .. } if capability.value == "files.exists")
    );
    assert!(matches!(&definition.success.extract["size"].kind,
        ExtractKind::From { source, arguments, .. } if source.value == "files.size" && arguments.len() == 1));
    let retry = definition.options.retry.unwrap();
    assert_eq!((retry.max_attempts, retry.on), (Some(3), vec![Cause::TargetNotFound, Cause::ElementStale]));
    assert_eq!(definition.options.on_error.causes[&Cause::Timeout], ErrorAction::Skip);
    assert_eq!(definition.options.on_error.default, Some(ErrorAction::Fail));
    let example = &definition.examples[0];
    assert_eq!(example.text, "file milk, eggs as groceries");
    let slots: Vec<&str> = example.slots.iter().map(|slot| &example.text[slot.range.clone()]).collect();
    assert_eq!(slots, ["milk, eggs", "groceries"]);
}

#[test]
fn shows_conditions_and_targets_on_one_line() {
    let show = |condition: &str| {
        let source = with_steps(&format!("  - action: wait\n    condition: {condition}\n"));
        let definition = read(&source).unwrap_or_else(|told| panic!("{told}"));
        let StepKind::Wait(wait) = &definition.steps[0].kind else { panic!("a wait") };
        wait.condition.to_string()
    };
    for (condition, shown) in [
        ("idle", "idle"),
        ("$name", "$name"),
        ("\"($name == 'a') && true\"", "$name == \"a\" and true"),
        ("{url_contains: [a, $name]}", "the URL contains \"a\" or $name"),
        ("{url_matches: \"^a\"}", "the URL matches \"^a\""),
        ("{count: {selector: .row, min: 1}}", "\".row\" matches at least 1 elements"),
        ("{files.exists: {path: \"$name.txt\"}}", "files.exists path=\"${name}.txt\""),
        (
            "{visible: {pattern: form.ok, fallback: {role: submit, text: Go, match: exact}}}",
            "pattern \"form.ok\", else role \"submit\" and text \"Go\" (exact) is visible",
        ),
        (
            "{any: [load, {text_contains: \"Hi\\n$name\", within: {id: 3}}, {all: [idle, ready]}]}",
            "load or there is the text \"Hi\\n${name}\" within id 3 or (idle and ready)",
        ),
    ] {
        assert_eq!(show(condition), shown);
    }
}

#[test]
fn target_converts_to_value_of_file_format() {
    let source = with_steps(
        "  - action: click\n    target: {pattern: a.b, fallback: {text: $name, fallback: {text_contains: [x, y]}}}\n  \
         - action: scroll\n    target: viewport\n  - action: fill_form\n    target: '#f'\n    data: $who\n",
    );
    let definition = read(&source).unwrap_or_else(|told| panic!("{told}"));
    let targets: Vec<String> = definition
        .steps
        .iter()
        .map(|step| match &step.kind {
            StepKind::Action(action) => action.target.as_ref().unwrap().to_template().to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        targets,
        [
            "{pattern: \"a.b\", fallback: {text: $name, match: \"contains\", fallback: {text_contains: [\"x\", \"y\"]}}}",
            "\"viewport\"",
            "{selector: \"#f\"}",
        ]
    );
    let StepKind::Action(fill) = &definition.steps[2].kind else { panic!("an action") };
    assert!(matches!(fill.target.as_ref().unwrap().kinds[0], TargetKind::Selector(_)));
}

#[test]
fn parses_target_signals_and_relations() {
    let source = "intent: a\nversion: 1\nsteps:\n  - action: click\n    target:\n      role: button\n      text: Add\n      \
                  name: Add to cart\n      label: Add\n      selector: .add\n      xpath: //b\n      frame: shop\n      \
                  near: Blue shirt\n      inside: { pattern: results, near: $name }\nparameters:\n  - { name: name, type: string }\n";
    let definition = read(source).unwrap_or_else(|told| panic!("{told}"));
    let StepKind::Action(click) = &definition.steps[0].kind else { panic!("an action") };
    let target = click.target.as_ref().unwrap();
    assert_eq!(
        target.to_template().to_string(),
        "{role: \"button\", text: \"Add\", match: \"contains\", name: \"Add to cart\", label: \"Add\", selector: \".add\", \
         xpath: \"//b\", frame: \"shop\", relations: [{relation: \"near\", target: {text: \"Blue shirt\", match: \"contains\"}}, \
         {relation: \"inside\", target: {pattern: \"results\", relations: [{relation: \"near\", target: {text: $name, \
         match: \"contains\"}}]}}]}"
    );
    assert!(
        target.to_string().ends_with("near text \"Blue shirt\" inside (pattern \"results\" near text $name)"),
        "{target}"
    );
}

#[test]
fn checks_verbs_against_the_catalog() {
    let copy = Signature::change("files.copy", "Copy a file")
        .parameter(Parameter::required("source", Type::String, ""))
        .parameter(Parameter::required("target", Type::String, ""))
        .parameter(Parameter::optional("overwrite", Type::Boolean, ""));
    let exists = Signature::observe("files.exists", "Whether a file is there")
        .parameter(Parameter::required("path", Type::String, ""));
    let card = Signature::change("board.add_card", "Add a card")
        .parameter(Parameter::required("title", Type::String, ""))
        .parameter(Parameter::optional("description", Type::String, ""))
        .parameter(Parameter::optional("labels", Type::Array, ""));
    let catalog: Vec<&Signature> =
        [&copy, &exists, &card].into_iter().chain(verbs().iter().copied()).collect();
    let rules = Rules { allow_execute: false, catalog: Some(&catalog), ..Rules::default() };
    let told = |steps: &str| {
        let source = with_steps(steps);
        let told = tell(&source, &Definition::read(&source, &rules).diagnostics);
        told.lines().filter(|line| !line.starts_with("  ")).map(str::to_string).collect::<Vec<_>>().join("\n")
    };
    for fine in [
        "  - {action: files.copy, source: a, target: $name.txt, overwrite: true, timeout: 5s}",
        "  - {action: files.copy, source: 1, target: b, options: {overwrite: $name}, description: x}",
        "  - {action: board.add_card, title: x, description: y, labels: [a, $name], condition: {files.exists: {path: x}}}",
        "  - {action: board.add_card, title: x, labels: \"a, b\"}",
        "  - {action: click, target: Save}",
    ] {
        assert_eq!(told(fine), "", "{fine}");
    }
    for (steps, expected) in [
        ("  - {action: files.copi, source: a}", "INTENT_NOT_FOUND 5:14 there is no action \"files.copi\""),
        (
            "  - {action: files.copy, source: a}",
            "PARAMETER_MISSING 5:14 files.copy needs the parameter \"target\"",
        ),
        (
            "  - {action: files.copy, source: a, target: b, overwite: true}",
            "DEFINITION_INVALID 5:48 files.copy has no parameter \"overwite\"",
        ),
        (
            "  - {action: files.copy, source: a, target: b, overwrite: [1]}",
            "PARAMETER_INVALID 5:59 parameter \"overwrite\" must be true or false, not array",
        ),
        (
            "  - {action: files.copy, source: {a: $name}, target: b}",
            "PARAMETER_INVALID 5:35 parameter \"source\" is no object",
        ),
        (
            "  - {action: wait, condition: {files.copy: {source: a, target: b}}}",
            "DEFINITION_INVALID 5:32 files.copy changes something, and a condition may only look",
        ),
        (
            "  - {action: wait, condition: {files.exist: {path: b}}}",
            "INTENT_NOT_FOUND 5:32 there is no condition \"files.exist\"",
        ),
        (
            "  - {action: wait, condition: {files.exists: {}}}",
            "PARAMETER_MISSING 5:32 files.exists needs the parameter \"path\"",
        ),
    ] {
        assert_eq!(told(steps), expected, "{steps}");
    }
}

fn calling(name: &str, others: &[&str]) -> Definition {
    let steps: String = others
        .iter()
        .map(|other| format!("  - try: {{steps: [{{action: intent, name: {other}}}], catch: []}}\n"))
        .collect();
    read(&format!("intent: {name}\nversion: 1\nsteps:\n  - action: observe\n{steps}")).unwrap()
}

#[test]
fn finds_call_cycles_of_intents() {
    let definitions = [
        calling("a", &["b", "d"]),
        calling("b", &["c"]),
        calling("c", &["a", "nobody"]),
        calling("d", &["b"]),
    ];
    let definitions: Vec<&Definition> = definitions.iter().collect();
    let cycles = find_cycles(&definitions);
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].names, ["a", "b", "c"]);
    assert_eq!(cycles[0].closing(), 2);
    assert!(cycles[0].diagnostic().message.ends_with("a → b → c → a"));
    assert!(find_cycles(&definitions[1..]).is_empty());
}

#[test]
fn handles_long_call_chains() {
    let names: Vec<String> = (0..5000).map(|n| format!("i{n}")).collect();
    let definitions: Vec<Definition> =
        (0..5000).map(|n| calling(&names[n], &[&names[(n + 1) % 5000]])).collect();
    let definitions: Vec<&Definition> = definitions.iter().collect();
    let cycles = find_cycles(&definitions);
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].members.len(), 5000);
}

#[test]
fn parses_defaults_by_parameter_type() {
    let source = "intent: a\nversion: 1\nparameters: [{name: o, type: object, default: {a: [1]}}]\nsteps: [{action: observe}]";
    let definition = read(source).unwrap();
    let mut expected = Object::new();
    expected.insert("a".into(), Value::List(vec![1.into()]));
    assert_eq!(definition.parameters[0].value.default, Some(Value::Object(expected)));
}

#[test]
fn verb_intent_forwards_parameters_to_verb() {
    let verb = Signature::change("shop.order", "Order something.")
        .parameter(Parameter::required("item", Type::Any, "The item."))
        .parameter(Parameter::defaulted("count", 1, Type::Number, "How many."))
        .parameter(Parameter::optional("timeout", Type::String, "How long to wait."));
    let catalog = [&verb];
    let rules = Rules { catalog: Some(&catalog), ..Rules::default() };
    let read = |body: &str| Definition::read(&format!("intent: order\nversion: 1\n{body}"), &rules);
    let definition = read(
        "verb: shop.order\nparameters: [{name: item, type: string, format: title, required: true}]\n\
         examples: [\"order [7](count) [lamps](item)\"]\noptions: {timeout: 50s}\n",
    );
    assert_eq!(definition.diagnostics, []);
    let definition = definition.definition.unwrap();
    let parameters: Vec<_> = definition
        .parameters
        .iter()
        .map(|it| (it.value.name.as_str(), it.value.kind, it.value.required))
        .collect();
    assert_eq!(parameters, [("item", Type::String, true), ("count", Type::Number, false)]);
    assert_eq!(definition.parameters[1].value.default, Some(Value::from(1)));
    let [step] = definition.steps.as_slice() else { panic!("one step") };
    let StepKind::Action(action) = &step.kind else { panic!("an action") };
    assert_eq!(action.name.value, "shop.order");
    assert_eq!(action.timeout, Some(std::time::Duration::from_secs(50)));
    let given = Object::from_iter([("item".to_string(), "x".into()), ("count".to_string(), 2.into())]);
    let scope = Scope::new(given);
    let passed: Vec<_> =
        action.arguments.iter().map(|(name, it)| (name.as_str(), it.value.resolve(&scope))).collect();
    assert_eq!(passed, [("item", Value::from("x")), ("count", Value::from(2))]);

    for (body, fault) in [
        ("verb: shop.oder\n", "there is no action \"shop.oder\""),
        ("verb: order\n", "\"order\" is not the full name of a verb"),
        ("verb: shop.order\nparameters: [{name: size, type: string}]\n", "shop.order takes no \"size\""),
        (
            "verb: shop.order\nsteps: [{action: shop.order, item: a}]\n",
            "a definition has \"verb\" or \"steps\", not both",
        ),
        ("verb: shop.order\nexamples: [\"order [lamps](thing)\"]\n", "thing"),
    ] {
        let found = read(body).diagnostics;
        assert!(found.iter().any(|it| it.message.contains(fault)), "{body}: {found:?}");
    }
}
