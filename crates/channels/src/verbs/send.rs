//! Sending by name or address. All doors that call verbs send with this one (commands, sentences, MCP, A2A,
//! calls over HTTP), and it sends the same envelope as the adapters.

use lemmascope_intent::{
    Args, Cause, Context, Failure, Format, Notation, Outcome, Parameter, Reach, Risk, Signature, Type, Value,
};
use serde_json::{Value as Json, json};

use super::{failure, owner};
use crate::Address;
use crate::adapters::{Connector, RequestContext};
use crate::gateway::Trace;
use crate::kinds;
use crate::settings::confirmation_days;
use crate::site::Site;

pub(super) fn signature() -> Signature {
    let types = Notation::Choice(&["intent.ask.v1", "intent.reply.v1"]);
    let statuses = Notation::Choice(&["answered", "needs_clarification", "declined", "timeout"]);
    Signature::send("channels.send", "Send a question or an answer to a contact.")
        .command("send <recipient> <message>")
        .aliases(&["contact send"])
        .parameter(
            Parameter::required(
                "recipient",
                Type::String,
                "The contact: a name, or an address such as agent://bob.",
            )
            .format(Format::Kind(kinds::CONTACT)),
        )
        .parameter(
            Parameter::required("message", Type::String, "The question or answer.").written(Notation::Phrase),
        )
        .parameter(Parameter::optional("type", Type::String, "A question unless it is given.").written(types))
        .parameter(Parameter::optional("context", Type::String, "The context of the message."))
        .parameter(Parameter::optional(
            "deadline",
            Type::String,
            "Until when an answer is needed, in RFC 3339.",
        ))
        .parameter(
            Parameter::optional("status", Type::String, "The outcome of the question, for an answer.")
                .written(statuses),
        )
        .parameter(Parameter::optional(
            "clarification",
            Type::String,
            "The missing information, for an answer.",
        ))
        .parameter(Parameter::optional("conversation", Type::String, "The id of the conversation, a UUID."))
        .parameter(
            Parameter::optional("key", Type::String, "The same for every attempt at the same message.")
                .format(Format::Title),
        )
        .parameter(Parameter::defaulted(
            "confirmed",
            false,
            Type::Boolean,
            "Whether the user has confirmed the recipient.",
        ))
        .returns(Type::Object)
        .reach(Reach::People)
        .risk(Risk::Medium)
        .checked_by(super::recipient::NAME)
        .examples(&[
            r#"send Bob "Are you free at five?""#,
            r#"send agent://ana.silva "Done." --type intent.reply.v1"#,
        ])
}

pub(super) async fn act(site: &Site, args: Args, cx: &Context) -> Result<Outcome, Failure> {
    let owner = owner(cx);
    let body = body(&args, owner.as_str(), cx)?;
    let context = RequestContext {
        site,
        owner: owner.as_str(),
        permissions: cx.permissions,
        trace: Trace::default(),
        days: confirmation_days(cx.setting("channels.confirmation_days")),
    };
    let answer = context.adapt(Connector::Json, &body).await.map_err(|fault| {
        let field = fault.field.as_deref().map(|field| parameter(field).to_string());
        failure(crate::gateway::GatewayFailure { field, ..fault })
    })?;
    let mode = answer.get("decision_mode").and_then(Json::as_str).unwrap_or_default().to_string();
    if mode != "sent" {
        return Err(question(&mode, &answer));
    }
    let to = answer.pointer("/envelope/to_agent").and_then(Json::as_str).unwrap_or_default();
    let line = format!("send to {to}");
    Ok(Outcome::found(Value::from(answer)).line(line).verdict("sent"))
}

/// Returns the request in plain JSON.
fn body(args: &Args, owner: &str, cx: &Context) -> Result<Json, Failure> {
    let recipient = address_of(args.text("recipient")?);
    let mut body =
        json!({"from_agent": Address::for_owner(owner).as_str(), "message": args.text("message")?});
    let field = if recipient.contains("://") { "to_agent" } else { "recipient_name" };
    body[field] = json!(recipient);
    for (parameter, field) in FIELDS {
        if let Some(text) = args.optional_text(parameter) {
            body[*field] = json!(text);
        }
    }
    if args.flag("confirmed") {
        body["confirm_send"] = json!(true);
    }
    // All attempts of the engine at this step have the same key.
    if args.optional_text("key").is_none() && !cx.idempotency_key.is_empty() {
        body["idempotency_key"] =
            json!(crate::envelope::derived_key(&["step", &cx.session, &cx.idempotency_key]));
    }
    Ok(body)
}

/// Normalizes a recipient: removes the colon of `send Ana: hello`, and extracts the address from a candidate,
/// which is shown as `Ana Silva (agent://ana.silva)`.
pub(super) fn address_of(recipient: &str) -> &str {
    let recipient = recipient.trim().trim_end_matches(':').trim_end();
    let address = recipient.strip_suffix(')').and_then(|it| it.rsplit_once('(')).map(|(_, address)| address);
    address.filter(|address| address.starts_with("agent://")).unwrap_or(recipient)
}

const FIELDS: &[(&str, &str)] = &[
    ("type", "intent_type"),
    ("context", "context"),
    ("deadline", "deadline_at"),
    ("status", "status"),
    ("clarification", "clarification_question"),
    ("conversation", "correlation_id"),
    ("key", "idempotency_key"),
];

/// Returns the parameter from which a field of the request came.
fn parameter(field: &str) -> &str {
    match field {
        "to_agent" | "recipient_name" => "recipient",
        field => FIELDS.iter().find(|(_, name)| *name == field).map_or(field, |(parameter, _)| parameter),
    }
}

/// Returns the question that must be answered before the message is sent. An answer is one of the candidates,
/// with its address.
pub(super) fn question(mode: &str, answer: &Json) -> Failure {
    let resolution = answer.get("resolution").cloned().unwrap_or_default();
    let items = |name: &str| resolution.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
    let text = |value: &Json, name: &str| value[name].as_str().unwrap_or_default().to_string();
    let said = text(&resolution, "query");
    if mode == "contact_not_found" {
        return Failure::new(Cause::TargetNotFound, format!("no contact is called \"{said}\""))
            .about("recipient")
            .hint("Add the contact: `contact add <name> <agent>`, or give an address.");
    }
    let candidates = items("candidates");
    let named: Vec<String> =
        candidates.iter().map(|it| format!("{} ({})", text(it, "alias"), text(it, "agent"))).collect();
    let mut message = match named.as_slice() {
        [only] => format!("\"{said}\" may be {only}"),
        several => format!("\"{said}\" may be any of {}", several.join(", ")),
    };
    for warning in items("warnings").iter().filter_map(Json::as_str) {
        message = format!("{message}; be careful: {warning}");
    }
    Failure::new(Cause::TargetAmbiguous, message).about("recipient").instead(named).asking()
}
