//! A domain for tests: a verb that takes as long as it is let, one that has to be agreed to, and one that looks.

use std::sync::Arc;

use lemmascope_intent::{
    Args, BoxFuture, Capability, Cause, Context, Domain, Effect, Failure, Object, Operation, Outcome,
    Parameter, Reach, Signature, Type, View,
};

pub(crate) fn domain() -> Domain {
    let verb = |signature: Signature| -> Arc<dyn Capability> { Arc::new(Verb(signature)) };
    let note = || Parameter::required("note", Type::String, "What it is for.");
    Domain::new(
        "lab",
        vec![
            verb(Signature::observe("lab.look", "Look at the bench.").reach(Reach::Page)),
            verb(Signature::observe("lab.picture", "Take a picture of the bench.").reach(Reach::Page)),
            verb(Signature::change("lab.stir", "Stir until somebody stops it.").reach(Reach::Page)),
            verb(Signature::send("lab.mail", "Write to somebody.").reach(Reach::People).parameter(note())),
            verb(
                Signature::change("lab.mark", "Put a mark on the bench.")
                    .reach(Reach::Page)
                    .parameter(note()),
            ),
        ],
    )
    .operations(&[(Operation::Observe, "lab.look"), (Operation::Picture, "lab.picture")])
}

struct Verb(Signature);

impl Capability for Verb {
    fn signature(&self) -> &Signature {
        &self.0
    }

    fn call<'a>(&'a self, args: Args, cx: &'a Context) -> BoxFuture<'a, Result<Outcome, Failure>> {
        Box::pin(async move {
            match self.0.verb() {
                "look" => {
                    let view = View { head: "@ bench".into(), ..View::default() };
                    Ok(Outcome::default().view(view))
                }
                "picture" => Ok(Outcome::found(Object::from_iter([("data".to_string(), "/9j/".into())]))),
                "stir" => {
                    cx.cancellation.cancelled().await;
                    Err(Failure::new(Cause::Cancelled, "the stirring was stopped"))
                }
                verb => {
                    let is_sent = self.0.effect == Effect::Send;
                    let line =
                        format!("{verb} \"{}\"{}", args.text("note")?, if is_sent { " sent" } else { "" });
                    Ok(Outcome::default().line(line))
                }
            }
        })
    }
}
