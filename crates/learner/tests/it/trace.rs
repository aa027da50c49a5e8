//! Constructors of steps for tests.

use lemmascope_intent::{Notation, Parameter, Signature, Subject, SubjectGroup, Type};
use lemmascope_learner::{Held, Kind, Learner, Proposal, Step};
use serde_json::Value;

pub(crate) fn signatures() -> Vec<Signature> {
    let target = || Parameter::required("target", Type::Any, "").written(Notation::Target);
    vec![
        Signature::change("web.click", "").command("click <target>").parameter(target()),
        Signature::change("web.type", "")
            .command("type <target> <text>")
            .parameter(target())
            .parameter(Parameter::required("text", Type::String, "")),
        Signature::change("web.press", "").command("press <key>").parameter(Parameter::required(
            "key",
            Type::String,
            "",
        )),
    ]
}

pub(crate) fn lines(proposal: &Proposal) -> Vec<String> {
    let signatures = signatures();
    proposal.lines(|verb| signatures.iter().find(|signature| signature.name == verb))
}

/// Returns an object with a kind and a name. All words of the name are distinctive, except these.
pub(crate) fn thing(kind: &str, name: &str, common: &[&str]) -> Subject {
    let words = name.split_whitespace().map(str::to_lowercase);
    Subject {
        parameter: "target".into(),
        kind: kind.into(),
        name: name.into(),
        telling: words.filter(|word| word.len() > 2 && !common.contains(&word.as_str())).collect(),
        ..Subject::default()
    }
}

pub(crate) fn click(subject: Subject) -> Step {
    Step { verb: "web.click".into(), subjects: vec![subject], ..Step::default() }
}

pub(crate) fn button(name: &str) -> Step {
    click(thing("button", name, &[]))
}

pub(crate) fn submit(name: &str) -> Step {
    click(Subject { role: Some("submit".into()), ..thing("button", name, &["review"]) })
}

pub(crate) fn star(index: u32) -> Step {
    let group = SubjectGroup { class: "star".into(), name: Some("Rating".into()), index, size: 5 };
    click(Subject { group: Some(group), ..thing("button", &format!("{index} stars"), &[]) })
}

pub(crate) fn field(kind: &str, label: &str, name: &str, value: impl Into<Value>) -> Step {
    let field = Some(name).filter(|name| !name.is_empty()).map(str::to_string);
    let subject = Subject { field, alone: true, ..thing(kind, label, &[]) };
    Step {
        verb: "web.type".into(),
        subjects: vec![subject],
        arguments: vec![("text".into(), Held::Value(value.into()))],
        ..Step::default()
    }
}

pub(crate) fn hole(label: &str, name: &str) -> Step {
    let mut step = field("input", label, name, "");
    step.arguments = vec![("text".into(), Held::Hole)];
    step
}

pub(crate) fn press(key: &str) -> Step {
    let arguments = vec![("key".into(), Held::Value(key.into()))];
    Step { verb: "web.press".into(), arguments, ..Step::default() }
}

pub(crate) fn visit(url: &str) -> Step {
    let arguments = vec![("url".into(), Held::Value(url.into()))];
    Step { verb: "web.goto".into(), kind: Kind::Visit, arguments, ..Step::default() }
}

pub(crate) fn look() -> Step {
    Step { verb: "web.wait".into(), kind: Kind::Look, ..Step::default() }
}

pub(crate) fn failure(intent: &str, given: &[(&str, &str)]) -> Step {
    let arguments = given.iter().map(|(name, value)| (name.to_string(), Held::Value((*value).into())));
    Step { verb: intent.into(), kind: Kind::Failure, arguments: arguments.collect(), ..Step::default() }
}

/// Runs sessions one after another. Returns the proposals with the indices of the session and the step.
pub(crate) fn taught(learner: &mut Learner, sessions: &[Vec<Step>]) -> Vec<(usize, usize, Proposal)> {
    let mut proposed = Vec::new();
    for (number, steps) in sessions.iter().enumerate() {
        for (at, step) in steps.iter().enumerate() {
            let ready = learner.observe(&format!("s{number}"), step.clone());
            proposed.extend(ready.into_iter().map(|proposal| (number, at, proposal)));
        }
    }
    proposed
}
