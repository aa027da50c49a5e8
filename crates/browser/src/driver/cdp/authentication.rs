use super::super::http_credentials::Challenge;
use super::browser::{Inner, Member};
use super::connection::ProtocolEvent;
use super::interception::is_main_document;
use super::protocol::fetch::{AuthRequired, ChallengeResponse, ContinueWithAuth};

/// Responds to an HTTP authentication challenge. Without credentials from the caller, the challenge is
/// cancelled, and the server's error page is shown instead of a browser prompt that no user could see.
pub(super) fn answer(inner: &Inner, member: &Member, protocol_event: &ProtocolEvent) {
    let Some(asked) = protocol_event.read::<AuthRequired>() else { return };
    let is_main = is_main_document(member, &asked.resource_type, &asked.frame_id);
    let mut rules = member.context_state().rules();
    let challenge = Challenge {
        origin: &asked.auth_challenge.origin,
        url: &asked.request.url,
        is_of_proxy: asked.auth_challenge.is_of_proxy(),
        is_main,
    };
    let identity = rules.credentials_mut().and_then(|admission| admission.answer(&challenge));
    let response = match identity {
        Some(identity) => ChallengeResponse {
            response: "ProvideCredentials",
            username: Some(&identity.username),
            password: Some(identity.password.expose()),
        },
        // The browser handles challenges of a proxy, according to how it was configured.
        None if asked.auth_challenge.is_of_proxy() => ChallengeResponse::plain("Default"),
        None => ChallengeResponse::plain("CancelAuth"),
    };
    let answer = ContinueWithAuth { request_id: &asked.request_id, auth_challenge_response: response };
    inner.connection.tell(protocol_event.session.as_deref(), &answer);
}
