use lemmascope_intent::{Args, Context, Failure, Outcome, Parameter, Signature, Type};

use super::Settings;

pub(super) fn signature() -> Signature {
    Signature::change("desktop.create_file", "Create a file by its title, in a folder.")
        .parameter(Parameter::required("title", Type::String, "The name of the file."))
        .parameter(Parameter::optional("path", Type::String, "The folder that it goes into."))
        .parameter(Parameter::optional("content", Type::String, "The content."))
        .returns(Type::Object)
        .examples(&[r#"desktop.create_file notes.txt --path documents --content "Agenda""#])
}

/// Runs the file verb, under stricter rules for names from any source.
pub(super) async fn act(settings: &Settings, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let outcome = settings.files.create_titled(args, cx).await?;
    cx.logbook.result(outcome.value.clone());
    Ok(outcome)
}
