//! The commands that take sentences, call an intent by its name, or end the conversation. The engine carries them out before
//! anything is dispatched.

use lemmascope_intent::{LineShape, Notation, Parameter, Signature, Type};

pub(super) fn signatures() -> Vec<Signature> {
    let switch = |name, about| Parameter::defaulted(name, false, Type::Boolean, about);
    let why = || switch("why", "With the reasons for the reading.");
    vec![
        Signature::change("engine.exit", "Leave.")
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
            .parameter(why())
            .parameter(switch("yes", "Agree to what can be undone."))
            .parameter(
                Parameter::optional("confirm", Type::String, "The code that was shown.")
                    .written(Notation::Name),
            ),
        Signature::observe("engine.understand", "Show how a sentence is read, and do nothing.")
            .command("understand")
            .shape(LineShape::Sentence)
            .parameter(why()),
        Signature::change("engine.goal", "Say what you want and have it planned.")
            .command("goal")
            .shape(LineShape::Goal),
        Signature::change("engine.modify", "Change the plan that was shown, and show it again.")
            .command("modify")
            .shape(LineShape::Goal),
    ]
}

/// The command that calls an intent by its name.
pub(super) fn calling() -> Vec<Signature> {
    let run = Signature::change("engine.run", "Run an intent by its name.").command("run");
    vec![run.shape(LineShape::Open).calls_intent()]
}
