//! Closes popups and overlays. Never clicks a control that subscribes, buys, accepts or leaves the page.

pub(super) mod dismiss;
mod dismissal;

use lemmascope_intent::{Args, Cause, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::PageActor;
use crate::verbs::Visit;
use dismissal::{PopupFilter, dismiss_all};

const TYPES: &[&str] = &["any", "modal", "overlay", "toast", "banner"];

pub(super) fn signature() -> Signature {
    Signature::change("web.dismiss_popups", "Close dialogs, overlays and banners that cover the page.")
        .command("dismiss_popups")
        .calls_intent()
        .lasting()
        .parameter(Parameter::defaulted("all", true, Type::Boolean, "All of them, not only the uppermost."))
        .parameter(
            Parameter::defaulted("type", "any", Type::String, "any, modal, overlay, toast or banner.")
                .written(Notation::Choice(&["any", "modal", "overlay", "toast", "banner"])),
        )
        .returns(Type::Object)
        .examples(&["dismiss_popups", "dismiss_popups --type toast"])
}

pub(super) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let kind = args.optional_text("type").unwrap_or("any").to_lowercase();
    if !TYPES.contains(&kind.as_str()) {
        return Err(Failure::new(Cause::InvalidParameter, "there is no such type of popup")
            .hint("It is any, modal, overlay, toast or banner."));
    }
    let is_requested = kind == "modal";
    let filter = PopupFilter { kind, words: None, all: args.flag("all"), is_requested };
    dismiss_all(&mut PageActor::on(visit).await?, &filter).await
}
