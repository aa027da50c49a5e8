//! Tests to which pages credentials are sent.

use serde_json::json;

use super::login::{PASSWORD, keeping, login, login_as, logout, page_text};
use crate::testing::{Agent, perform, stage};

#[test]
fn credential_is_used_only_at_its_origin() {
    perform(async |agent: Agent| {
        let (here, there) = (stage().sites.url("doors", ""), stage().sites.other_url("doors", ""));
        for origin in [there.as_str(), "https://wicket.example", &here.replace("http:", "https:")] {
            agent.visit("doors", "/listening").await;
            let refused = login_as(&agent, keeping(&agent, "robin@example.com", origin, None)).await;
            let failure = refused.refused();
            assert_eq!(failure.cause.as_str(), "forbidden");
            assert!(
                failure.message.contains(origin) && failure.message.contains(&here),
                "{}",
                failure.message
            );
            assert!(refused.actions().is_empty(), "{:?}", refused.actions());
            agent.visit("doors", "/heard").await;
            assert_eq!(page_text(&agent).await, "heard: .");
        }
        // The listener reports the input at the permitted origin, which verifies that it works.
        agent.visit("doors", "/listening").await;
        let entered = login_as(&agent, keeping(&agent, "robin@example.com", &here, None)).await;
        assert!(entered.ended.is_ok(), "{}", entered.everything());
        agent.visit("doors", "/heard").await;
        let heard = page_text(&agent).await;
        assert!(heard.contains("user") && heard.contains("password"), "{heard}");
        // The origin of the frame with the fields decides, not that of the page.
        agent.visit("doors", "/foreign").await;
        let refused = login_as(&agent, keeping(&agent, "robin", &here, None)).await;
        assert_eq!(refused.refused().cause.as_str(), "forbidden");
        let entered = login_as(&agent, keeping(&agent, "robin", &there, None)).await;
        assert!(entered.ended.is_ok(), "{}", entered.everything());
    });
}

#[test]
fn credential_is_not_typed_into_another_document() {
    perform(async |agent: Agent| {
        let here = stage().sites.url("doors", "");
        // A form that requires single characters gets them, and no other field does.
        agent.visit("doors", "/letters").await;
        let entered = login_as(&agent, keeping(&agent, "robin@example.com", &here, None)).await;
        assert!(entered.ended.is_ok(), "{}", entered.everything());
        logout(&agent).await.ended.unwrap();
        let heard = async || {
            agent.visit("doors", "/guarded/heard").await;
            page_text(&agent).await
        };
        let silence = heard().await;
        agent.visit("doors", "/lure").await;
        let refused = login_as(&agent, keeping(&agent, "robin@example.com", &here, None)).await;
        assert_eq!(refused.refused().cause.as_str(), "type_failed", "{}", refused.everything());
        assert_eq!(heard().await, silence);
        // The listener reports real key presses, which verifies that it works.
        agent.visit("doors", "/lure").await;
        login(&agent, "robin@example.com", PASSWORD).await;
        let mut looks = 0;
        while heard().await == silence {
            looks += 1;
            assert!(looks < 100, "nothing was heard");
        }
    });
}

#[test]
fn answers_http_basic_and_digest_authentication() {
    perform(async |agent: Agent| {
        let (here, there) = (stage().sites.url("doors", ""), stage().sites.other_url("doors", ""));
        for room in ["basic", "digest", "blank"] {
            let address = stage().sites.url("doors", &format!("/guarded/{room}"));
            let told = match agent.call("goto", json!({ "url": address })).await {
                Ok(outcome) => format!("{:?}", outcome.changes),
                Err(failure) => format!("{failure:?}"),
            };
            assert!(told.contains("asks for a name and a password"), "{room}: {told}");
            assert!(told.contains("login as <name>"), "{room}: {told}");
            let refused = login(&agent, "robin", "not-the-word-9").await;
            assert_eq!(refused.message(), "authentication failed", "{room}: {}", refused.everything());
            assert!(refused.result().contains("401"), "{room}: {}", refused.everything());
            // A credential of another origin is not sent here.
            let other = login_as(&agent, keeping(&agent, "robin", &there, None)).await;
            assert_eq!(other.refused().cause.as_str(), "forbidden", "{room}");
            let entered = match room {
                "basic" => login_as(&agent, keeping(&agent, "robin", &here, None)).await,
                _ => login(&agent, "robin", PASSWORD).await,
            };
            assert!(entered.ended.is_ok(), "{room}: {}", entered.everything());
            assert!(page_text(&agent).await.contains("Mind the oak"), "{room}");
            assert!(!format!("{}{}", refused.everything(), entered.everything()).contains(PASSWORD));
        }
    });
    // Neither a picture of another site nor the target of a redirect gets the credentials.
    perform(async |agent: Agent| {
        let away = stage().sites.url("doors", "/guarded/away");
        agent.call("goto", json!({ "url": away })).await.ok();
        let away = login(&agent, "robin", PASSWORD).await;
        assert_eq!(away.message(), "authentication failed", "{}", away.everything());
        agent.visit("doors", "/guarded/told").await;
        assert_eq!(page_text(&agent).await, "told 0 times");
    });
}
