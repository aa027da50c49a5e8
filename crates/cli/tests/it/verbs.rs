//! Commands and definitions speak to the verbs of pages by name; both sides must use the same ones.

use lemmascope_intent::definition::{STANDARD_ACTIONS, TargetUse};
use lemmascope_intent::{Signature, Type};
use lemmascope_language::command::{Kind, commands};

fn signatures() -> Vec<Signature> {
    let domain = lemmascope_web::domain(lemmascope_web::Settings::default());
    domain.capabilities.iter().map(|capability| capability.signature().clone()).collect()
}

#[test]
fn a_command_gives_its_verb_what_it_takes() {
    let signatures = signatures();
    let mut wrong = Vec::new();
    for form in commands() {
        let Some(name) = form.capability() else { continue };
        let Some(verb) = signatures.iter().find(|signature| signature.name == name) else { continue };
        let takes = |given: &str| verb.parameters.iter().find(|parameter| parameter.name == given);
        let slots = form.slots.iter().filter(|slot| !matches!(slot.kind, Kind::Literal(_)));
        let slots: Vec<&str> = slots.map(|slot| slot.name).collect();
        let options = form.options().filter(|opt| !["timeout", "json"].contains(&opt.name));
        let options: Vec<String> = options.map(|opt| opt.name.replace('-', "_")).collect();
        let given = slots.iter().copied().chain(options.iter().map(String::as_str));
        wrong.extend(
            given.filter(|given| takes(given).is_none()).map(|given| format!("{name} takes no {given}")),
        );
        let direction = form.slots.iter().any(|slot| slot.kind == Kind::Direction);
        if direction && takes("direction").is_none() {
            wrong.push(format!("{name} takes no direction"));
        }
        for slot in form.slots.iter().filter(|slot| matches!(slot.kind, Kind::Target | Kind::Css)) {
            if takes(slot.name).is_some_and(|parameter| parameter.kind != Type::Any) {
                wrong.push(format!("{name} takes {} as something else than Any", slot.name));
            }
        }
        let must = |given: &str| form.slots.iter().any(|slot| slot.name == given && slot.required);
        let needed = verb.parameters.iter().filter(|parameter| parameter.required && !must(&parameter.name));
        wrong.extend(needed.map(|parameter| format!("{name} needs {}", parameter.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_action_gives_its_verb_what_it_takes() {
    let signatures = signatures();
    let mut wrong = Vec::new();
    for action in STANDARD_ACTIONS {
        let name = format!("web.{}", action.name);
        let Some(verb) = signatures.iter().find(|signature| signature.name == name) else { continue };
        let takes = |given: &str| verb.parameters.iter().any(|parameter| parameter.name == given);
        let target = (action.target != TargetUse::None).then_some("target");
        let given = action.arguments.iter().map(|argument| argument.name).chain(target);
        wrong.extend(given.filter(|given| !takes(given)).map(|given| format!("{name} takes no {given}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_verb_of_pages_states_its_reach() {
    let silent: Vec<&str> =
        signatures().iter().filter(|verb| verb.reach.is_none()).map(|verb| verb.name).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
