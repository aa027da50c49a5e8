use lemmascope_intent::{Args, Failure, Outcome, Parameter, Reach, Signature, Type};

use crate::verbs::functions::{Kind, admit, answer, call, named, parameters};
use crate::verbs::parameters::timeout;
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature = Signature::change("web.run_function", "Run a function of a pack in the page.")
        .reach(Reach::Code)
        .lasting();
    parameters()
        .into_iter()
        .fold(signature, Signature::parameter)
        .parameter(Parameter::optional("params", Type::Object, "The arguments of the function."))
        .parameter(timeout())
        .returns(Type::Any)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    admit(visit)?;
    let name = args.text("name")?;
    let call = call(visit, args, Kind::Action).await.map_err(|failure| named(failure, Kind::Action, name))?;
    let mut session = visit.page().await?;
    let tab = session.tab()?;
    let watch = session.watch(None).await?;
    let mut answered = serde_json::Value::Null;
    let limit = visit.limit();
    let aftermath = session
        .conclude_soon(watch, async {
            answered = tab.evaluate_apart(&call.frame, &call.world, &call.expression, limit).await?;
            Ok(())
        })
        .await
        .map_err(|failure| named(failure, Kind::Action, name))?;
    Ok(Outcome { value: answer(&answered), ..aftermath.welcome(name.to_string()) })
}
