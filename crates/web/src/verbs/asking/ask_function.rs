use lemmascope_intent::{Args, Failure, Outcome, Reach, Signature, Type};

use crate::verbs::functions::{Kind, admit, answer, call, named, parameters};
use crate::verbs::visit::Visit;

pub(super) fn signature() -> Signature {
    let signature = Signature::observe(
        "web.ask_function",
        "Ask a function of a pack in the page whether something holds.",
    )
    .reach(Reach::Code);
    parameters().into_iter().fold(signature, Signature::parameter).returns(Type::Boolean)
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    admit(visit)?;
    let name = args.text("name")?;
    let call =
        call(visit, args, Kind::Condition).await.map_err(|failure| named(failure, Kind::Condition, name))?;
    let session = visit.page().await?;
    let tab = session.tab()?;
    let answered = tab.evaluate_apart(&call.frame, &call.world, &call.expression, visit.limit()).await;
    let answered = answered.map_err(|failure| named(failure, Kind::Condition, name))?;
    Ok(Outcome::found(answer(&answered).is_truthy()))
}
