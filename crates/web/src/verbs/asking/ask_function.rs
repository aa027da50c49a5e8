use lemmascope_intent::{Args, Failure, Outcome, Reach, Signature, Type};

use crate::verbs::functions::{Kind, admit, answer, expression, named, parameters};
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
    let expression = expression(visit, args, Kind::Condition).await?;
    let session = visit.page().await?;
    let tab = session.tab()?;
    let frame = match &session.scope {
        Some(scope) => scope.clone(),
        None => tab.main_frame()?,
    };
    let answered = tab.evaluate(&frame, &expression, visit.limit()).await;
    let answered = answered.map_err(|failure| named(failure, Kind::Condition, name))?;
    Ok(Outcome::found(answer(&answered).is_truthy()))
}
