//! Commands of the language that this build does not carry out: packs from elsewhere, sharing. They are declared, so that a
//! line that uses one is read, and the answer says what is missing.

use lemmascope_intent::{Notation, Parameter, Signature, Type};

pub(super) fn signatures() -> Vec<Signature> {
    let name = || Parameter::required("name", Type::String, "Its name.").written(Notation::Name);
    let source = || Parameter::optional("source", Type::String, "Where it is from.").written(Notation::Name);
    let optional = |parameter: Parameter| Parameter { required: false, ..parameter };
    let change = Signature::change;
    let all = vec![
        Signature::observe("engine.search_intents", "Look for intents that others shared.")
            .command("search intents <words>")
            .parameter(Parameter::required("words", Type::String, "What they do.").written(Notation::Phrase)),
        change("engine.pack_update", "Update a pack, or all.")
            .command("pack update [name]")
            .parameter(optional(name()))
            .parameter(source()),
        change("engine.pack_install", "Install a pack.")
            .command("pack install <name>")
            .parameter(name())
            .parameter(source()),
        change("engine.publish", "Share an intent.")
            .command("publish <name>")
            .parameter(name())
            .parameter(Parameter::required("to", Type::String, "The repository.").written(Notation::Name)),
        change("engine.install_intent", "Install a shared intent.")
            .command("install intent <name>")
            .parameter(name())
            .parameter(Parameter::optional("author", Type::String, "Whose it is.").written(Notation::Name)),
    ];
    all.into_iter().map(Signature::planned).collect()
}
