//! Handles sentences that are not requests for an immediate action.

use lemmascope_intent::document::ErrorCode;

use super::reading::{Decision, Reading};
use super::speakable::Speakable;
use crate::stance::{Person, Stance, Standing};
use crate::words::Tongue;

/// Changes the decision of a reading whose sentence is not a request. Observations are answered for questions
/// as well as for requests.
pub(super) fn refrain(reading: &mut Reading, speakable: &Speakable) {
    let standing = reading.stance.standing();
    let holds = match standing {
        Standing::Request => false,
        Standing::Negated | Standing::Supposition => true,
        // "The computer is online" may be a question without a question mark.
        Standing::Statement => {
            let Stance { person, reported, deed, .. } = reading.stance;
            speakable.changes || person != Person::Third || reported || deed
        }
        Standing::Question | Standing::Conditional | Standing::Scheduled => speakable.changes,
    };
    if !holds {
        return;
    }
    let wanted = wanted(reading);
    let say = |english: String, portuguese: String| match reading.tongue {
        Tongue::English => english,
        Tongue::Portuguese => portuguese,
    };
    let (condition, time) = (reading.stance.condition.as_deref(), reading.stance.time.as_deref());
    let (condition, time) = (condition.unwrap_or_default(), time.unwrap_or_default());
    let (decision, code, question) = match standing {
        Standing::Request | Standing::Negated => (Decision::None, None, None),
        Standing::Scheduled => {
            let question = say(
                format!(
                    "Nothing was done: requests for later (“{time}”) are not supported. Say it without the time to do it now"
                ),
                format!(
                    "Nada foi feito: pedidos para mais tarde (“{time}”) não são suportados. Diz sem a hora para ser feito agora"
                ),
            );
            (Decision::Unknown, Some(ErrorCode::UnsupportedOperation), Some(question))
        }
        Standing::Conditional => {
            let question = say(
                format!("The condition “{condition}” cannot be checked. Do it now anyway: {wanted}?"),
                format!(
                    "A condição “{condition}” não pode ser verificada. Faço agora mesmo assim: {wanted}?"
                ),
            );
            (Decision::Ask, Some(ErrorCode::LowConfidence), Some(question))
        }
        Standing::Question => {
            let question = say(
                format!("Nothing was done, since this is a question. Do you want it done: {wanted}?"),
                format!("Nada foi feito, porque isto é uma pergunta. Queres que se faça: {wanted}?"),
            );
            (Decision::Ask, Some(ErrorCode::LowConfidence), Some(question))
        }
        Standing::Statement | Standing::Supposition => {
            let question = say(
                format!("Nothing was done, since this is not a request. Do you want it done: {wanted}?"),
                format!("Nada foi feito, porque isto não é um pedido. Queres que se faça: {wanted}?"),
            );
            (Decision::Ask, Some(ErrorCode::LowConfidence), Some(question))
        }
    };
    (reading.decision, reading.code, reading.question) = (decision, code, question);
}

/// Describes the action with its values.
pub(super) fn wanted(reading: &Reading) -> String {
    let values = reading.parameters.iter().map(|(name, value)| format!(" {name}={value}"));
    format!("{}{}", reading.intent.as_deref().unwrap_or_default(), values.collect::<String>())
}
