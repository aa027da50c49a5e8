//! The commands that take sentences, call an intent by its name, or end the conversation. The engine handles
//! them before the dispatch of other commands.

use lemmascope_intent::{LineShape, Notation, Parameter, Signature, Type};

pub(super) fn signatures() -> Vec<Signature> {
    let switch = |name, about| Parameter::defaulted(name, false, Type::Boolean, about);
    let why = || switch("why", "With the reasons for the reading.");
    vec![
        Signature::change("engine.exit", "Leave the shell.")
            .command("exit")
            .aliases(&["quit", "bye"])
            .known_as(&["close"])
            .everyday("engine"),
        Signature::change("engine.say", "Say what you want in your own words.")
            .command("say")
            .aliases(&["act"])
            .known_as(&["agent", "ask", "do", "prompt"])
            .everyday("engine")
            .shape(LineShape::Sentence)
            .parameter(switch("plan", "Show the plan, and do nothing."))
            .parameter(switch("dry_run", "The same as `plan`."))
            .parameter(why())
            .parameter(switch("yes", "Confirm reversible actions."))
            .parameter(
                Parameter::optional("confirm", Type::String, "The code that was shown.")
                    .written(Notation::Name),
            ),
        Signature::observe("engine.understand", "Show how a sentence is interpreted, without executing it.")
            .command("understand")
            .shape(LineShape::Sentence)
            .parameter(why()),
        Signature::change("engine.goal", "Plan a goal in your own words.")
            .command("goal")
            .shape(LineShape::Goal),
        Signature::change("engine.modify", "Change the shown plan.").command("modify").shape(LineShape::Goal),
    ]
}

/// Returns the signature of the command that calls an intent by its name.
pub(super) fn calling() -> Vec<Signature> {
    let run = Signature::change("engine.run", "Run an intent by its name.").command("run");
    vec![run.shape(LineShape::Open).calls_intent()]
}
