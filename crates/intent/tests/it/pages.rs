//! Verbs of a domain for web pages, for definitions that call them by their short names.

use std::sync::LazyLock;

use lemmascope_intent::definition::Rules;
use lemmascope_intent::{Notation, Parameter, Reach, Signature, Type};

static VERBS: LazyLock<Vec<Signature>> = LazyLock::new(|| {
    let target = || Parameter::required("target", Type::Any, "").written(Notation::Target);
    let area = || Parameter::optional("target", Type::Any, "").written(Notation::Area);
    let form = || Parameter::optional("target", Type::Any, "").written(Notation::Form);
    let switch = |name| Parameter::defaulted(name, false, Type::Boolean, "");
    let text = |name| Parameter::required(name, Type::String, "");
    let duration = |name| Parameter::optional(name, Type::String, "").written(Notation::Duration);
    let word = |name, words| Parameter::optional(name, Type::String, "").written(Notation::Choice(words));
    let change = |name| Signature::change(name, "").reach(Reach::Page).action();
    let look = |name| Signature::observe(name, "").reach(Reach::Page).action();
    let on_element = |name| change(name).parameter(target());
    vec![
        on_element("page.click")
            .parameter(word("button", &["left", "right", "middle"]))
            .parameter(Parameter::optional("count", Type::Number, "").within(1, 10))
            .parameter(switch("force")),
        on_element("page.type")
            .parameter(text("text"))
            .parameter(switch("clear"))
            .parameter(switch("enter"))
            .parameter(Parameter::optional("delay", Type::Any, "").written(Notation::Millis)),
        on_element("page.select")
            .parameter(Parameter::required("value", Type::Any, "").written(Notation::TextOrIndex)),
        on_element("page.check"),
        on_element("page.uncheck"),
        on_element("page.clear"),
        on_element("page.hover"),
        on_element("page.focus"),
        on_element("page.scroll_to"),
        on_element("page.drag")
            .parameter(Parameter::required("destination", Type::Any, "").written(Notation::Target)),
        on_element("page.upload")
            .parameter(Parameter::required("files", Type::Any, "").written(Notation::Path)),
        change("page.scroll")
            .parameter(area())
            .parameter(word("direction", &["up", "down", "left", "right"]).beside_action())
            .parameter(
                Parameter::optional("amount", Type::Any, "").written(Notation::Amount).beside_action(),
            ),
        change("page.fill_form")
            .parameter(Parameter::required("data", Type::Object, ""))
            .parameter(form())
            .parameter(switch("partial")),
        change("page.submit_form").parameter(form()).parameter(duration("wait")),
        change("page.submit").parameter(form()),
        change("page.execute")
            .reach(Reach::Code)
            .parameter(text("script").written(Notation::Script))
            .parameter(Parameter::optional("args", Type::Array, "").beside_action()),
        change("page.press")
            .parameter(text("key").written(Notation::Keys))
            .parameter(Parameter::optional("target", Type::Any, "").written(Notation::Target)),
        change("page.download")
            .parameter(Parameter::optional("target", Type::Any, "").written(Notation::Target))
            .parameter(Parameter::optional("url", Type::String, "").beside_action())
            .parameter(Parameter::optional("output", Type::String, "").beside_action()),
        change("page.goto").parameter(text("url").written(Notation::Url)),
        change("page.refresh"),
        change("page.back"),
        change("page.forward"),
        look("page.observe"),
        look("page.screenshot")
            .parameter(area())
            .parameter(Parameter::optional("output", Type::String, "").beside_action()),
        change("page.login")
            .parameter(text("username"))
            .parameter(text("password"))
            .parameter(switch("no_submit"))
            .parameter(duration("wait")),
        change("page.logout"),
        change("page.search")
            .parameter(text("query"))
            .parameter(word("submit", &["enter", "click", "auto"]))
            .parameter(duration("wait")),
        change("page.accept_cookies").parameter(switch("reject")).parameter(duration("wait")),
        change("page.dismiss_popups")
            .parameter(switch("all"))
            .parameter(word("type", &["any", "modal", "overlay", "toast", "banner"])),
    ]
});

static CATALOG: LazyLock<Vec<&'static Signature>> = LazyLock::new(|| VERBS.iter().collect());

/// Returns rules with the verbs for pages; verbs of other domains are accepted unchecked.
pub(crate) fn rules() -> Rules<'static> {
    Rules { catalog: Some(&CATALOG), blocks: &["tab"], trusts_full_names: true, ..Rules::default() }
}

/// Returns the signatures, to be combined with others.
pub(crate) fn verbs() -> &'static [&'static Signature] {
    &CATALOG
}
