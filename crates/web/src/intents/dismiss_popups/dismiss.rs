use lemmascope_intent::{Args, Failure, Notation, Outcome, Parameter, Signature, Type};

use super::dismissal::{PopupFilter, dismiss_all};
use crate::intents::PageActor;
use crate::verbs::Visit;

pub(in crate::intents) fn signature() -> Signature {
    Signature::change("web.dismiss", "Close popups, modals, banners, or the popup with a text.")
        .command("dismiss <what>")
        .calls_intent()
        .lasting()
        .parameter(
            Parameter::required(
                "what",
                Type::String,
                "popups, modals, modal, banner, or words that it says.",
            )
            .written(Notation::WordOrPhrase(&["popups", "modals", "modal", "banner"])),
        )
        .returns(Type::Object)
        .examples(&["dismiss popups", "dismiss banner", "dismiss \"newsletter\""])
}

pub(in crate::intents) async fn act(visit: &Visit<'_>, args: &Args) -> Result<Outcome, Failure> {
    let what = args.text("what")?.trim();
    let of = |kind: &str, all: bool| PopupFilter {
        kind: kind.into(),
        words: None,
        all,
        is_requested: kind == "modal",
    };
    let filter = match what.to_lowercase().as_str() {
        "popups" | "popup" | "all" => of("any", true),
        "modals" | "dialogs" => of("modal", true),
        "modal" | "dialog" => of("modal", false),
        "banners" | "banner" => of("banner", true),
        "toasts" | "toast" => of("toast", true),
        "overlays" | "overlay" => of("overlay", true),
        _ => PopupFilter { kind: "any".into(), words: Some(what.into()), all: true, is_requested: true },
    };
    dismiss_all(&mut PageActor::on(visit).await?, &filter).await
}
