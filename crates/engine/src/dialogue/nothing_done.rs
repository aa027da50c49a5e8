//! Replies that report that nothing was done.

use lemmascope_intent::{Cause, Failure, Report, Status, Value};
use lemmascope_language::words::{Tongue, tongue};

use crate::request::Reply;

/// Returns the reply to a cancellation.
pub(super) fn called_off(sentence: &str) -> Reply {
    let said = match tongue(sentence) {
        Tongue::English => "Nothing was done.",
        Tongue::Portuguese => "Nada foi feito.",
    };
    Reply::Report(Box::new(Report { result: Value::from(said), ..Report::ok("cancel") }))
}

/// Returns the question about a sentence that requests one action and excludes another.
pub(super) fn in_part(request: &str) -> Reply {
    let mut report = Report::new(Status::Ask, "say");
    report.summary = Some(match tongue(request) {
        Tongue::English => {
            format!(
                "Nothing was done: a part of this is not to be done. Say “{request}” alone to have that done."
            )
        }
        Tongue::Portuguese => {
            format!(
                "Nada foi feito: uma parte disto não é para fazer. Diz só “{request}” para isso ser feito."
            )
        }
    });
    Reply::Report(Box::new(report))
}

/// Returns the reply to a "yes" that confirms nothing: because no question is open, or because the person did
/// not say it.
pub(super) fn not_agreed(sentence: &str, is_stale: bool) -> Reply {
    let is_english = tongue(sentence) == Tongue::English;
    let (message, hint) = match (is_stale, is_english) {
        (true, true) => ("nothing waits for a yes; nothing was done", "Say again what is to be done."),
        (true, false) => ("nada espera por um sim; nada foi feito", "Diz outra vez o que se deve fazer."),
        (false, true) => ("only the person can agree to this", "A program adds --confirm with the code."),
        (false, false) => {
            ("só a pessoa pode concordar com isto", "Um programa acrescenta --confirm com o código.")
        }
    };
    let failure = Failure::new(Cause::InvalidParameter, message).hint(hint);
    Reply::Report(Box::new(Report::error("confirm", &failure)))
}
