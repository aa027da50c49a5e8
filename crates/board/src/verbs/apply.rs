use lemmascope_intent::{
    Args, Cause, Context, Failure, Notation, Object, Outcome, Parameter, Signature, Type, Value,
};
use serde_json::Value as Json;

use super::{outcome, reverting};
use crate::action::{Action, Envelope};
use crate::reply::{Verified, language_of};
use crate::shown;
use crate::site::{Performed, Refusal, Site, texts};

pub(super) fn signature() -> Signature {
    Signature::change("board.apply", "Apply the actions of an envelope in one transaction.")
        .command("board apply <envelope>")
        .parameter(
            Parameter::required("envelope", Type::Object, "The envelope: reply, actions, and so on.")
                .written(Notation::Json),
        )
        .returns(Type::Object)
        .examples(&[
            r##"board apply '{"reply": "Moved #5.", "actions": [{"type": "move_card", "identifier": "#5", "toColumn": "Done"}]}'"##,
        ])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let given = args.get("envelope").cloned().unwrap_or_default();
    let given: Json =
        serde_json::to_value(&given).map_err(|error| invalid(&error.to_string(), "envelope"))?;
    let envelope = Envelope::read(&given).map_err(|fault| {
        invalid(&fault.to_string(), &fault.field)
            .hint("Nothing was applied. See docs/board.md for the schema.")
    })?;
    let language = language_of(&envelope.reply);
    if envelope.needs_clarification {
        let question = envelope.question.clone().unwrap_or_default();
        return Ok(asked(&envelope.reply, &question, &envelope.suggestions, cx));
    }
    match site.perform(cx, args.optional_text("board"), &envelope.actions, language).await {
        Ok(done) => {
            let told = outcome("apply", &done, cx);
            let value = answer(&done, &envelope.actions);
            let line = format!("apply {} actions", envelope.actions.len());
            let undo = done
                .operation
                .as_ref()
                .filter(|it| !it.effects.is_empty())
                .map(|operation| reverting(std::slice::from_ref(operation)));
            Ok(Outcome { value: Value::Object(value), line: Some(line), undo, ..told })
        }
        Err(Refusal::Question(question)) => {
            Ok(asked(&question.finding, &question.question, &question.suggestions, cx))
        }
        Err(Refusal::Failed(failure)) => Err(*failure),
    }
}

/// Returns the response envelope for executed actions, with a result for each.
fn answer(done: &Performed, actions: &[Action]) -> Object {
    let results = done.verified.iter().zip(actions).map(|(one, action)| result(one, action, done));
    let mut value = Object::new();
    value.insert("reply".into(), done.reply.as_str().into());
    value.insert("actions".into(), Value::List(results.collect()));
    value.insert("needsClarification".into(), false.into());
    value.insert("clarificationQuestion".into(), Value::Null);
    value.insert("suggestions".into(), texts(&done.suggestions));
    value
}

fn result(one: &Verified, action: &Action, done: &Performed) -> Value {
    let status = match (one.holds, one.changed) {
        (false, _) if one.is_superseded => "superseded",
        (false, _) => "failed",
        (true, true) => "done",
        (true, false) if matches!(action, Action::ListCards(_) | Action::SearchCards(_)) => "done",
        (true, false) => "unchanged",
    };
    let cards = one.cards.iter().filter_map(|id| done.snapshot.card(*id));
    let mut value = Object::new();
    value.insert("type".into(), action.name().into());
    value.insert("result".into(), status.into());
    value.insert("cards".into(), Value::List(cards.map(|card| shown::card(card, &done.snapshot)).collect()));
    Value::Object(value)
}

/// Returns the response envelope with a question. No action was executed.
fn asked(reply: &str, question: &str, suggestions: &[String], cx: &Context) -> Outcome {
    cx.logbook.section("reply", vec![reply.into(), question.into()], Value::Null);
    let mut value = Object::new();
    value.insert("reply".into(), reply.into());
    value.insert("actions".into(), Value::List(Vec::new()));
    value.insert("needsClarification".into(), true.into());
    value.insert("clarificationQuestion".into(), question.into());
    value.insert("suggestions".into(), texts(suggestions));
    Outcome::found(value)
        .line("apply: nothing, since it has to be asked first")
        .verdict("needs_clarification")
}

fn invalid(message: &str, field: &str) -> Failure {
    Failure::new(Cause::InvalidParameter, message).about(field)
}
