//! Tests signing in with many kinds of login forms, with correct and wrong passwords.

use lemmascope_intent::{Context, Credential, Entries, Failure, Outcome, Secret, Value};
use serde_json::json;
use std::sync::Arc;

use crate::testing::{Agent, perform, stage};

pub(super) const PASSWORD: &str = "open-sesame-42";
/// The shared secret of the user who needs a code.
const TOTP: &str = "otpauth://totp/Wicket:casey?secret=MRXW64TTFVXWMLLPMFVS2NBS&issuer=Wicket";

/// The result of an intent with its log entries.
pub(super) struct Answer {
    pub(super) ended: Result<Outcome, Failure>,
    told: Entries,
}

impl Answer {
    pub(super) fn actions(&self) -> Vec<&str> {
        self.told.actions.iter().map(|action| action.line.as_str()).collect()
    }

    pub(super) fn result(&self) -> String {
        self.told.result.to_string()
    }

    #[track_caller]
    pub(super) fn refused(&self) -> &Failure {
        self.ended.as_ref().err().unwrap_or_else(|| panic!("{:?}", self.told))
    }

    pub(super) fn message(&self) -> &str {
        self.ended.as_ref().err().map_or("ok", |failure| failure.message.as_str())
    }

    pub(super) fn everything(&self) -> String {
        format!("{:?} {:?}", self.ended, self.told)
    }
}

async fn call(agent: &Agent, cx: Context, verb: &str, given: serde_json::Value) -> Answer {
    let ended = agent.call_in_context(&cx, verb, given).await;
    Answer { ended, told: cx.logbook.take() }
}

pub(super) async fn login(agent: &Agent, user: &str, password: &str) -> Answer {
    let given = json!({"username": user, "password": password});
    call(agent, Context::new(&agent.session, "/tmp"), "login", given).await
}

pub(super) async fn logout(agent: &Agent) -> Answer {
    call(agent, Context::new(&agent.session, "/tmp"), "logout", json!({})).await
}

/// Creates the context of a user with a stored credential for an origin.
pub(super) fn keeping(agent: &Agent, user: &str, origin: &str, totp: Option<&str>) -> Context {
    let kept = Credential {
        name: "gate".into(),
        origin: origin.into(),
        username: user.into(),
        password: Secret::new(PASSWORD.into()),
        totp: totp.map(|secret| Secret::new(secret.into())),
    };
    Context {
        credentials: Arc::new(move |_| {
            let kept = kept.clone();
            Box::pin(async move { Ok(kept) })
        }),
        ..Context::new(&agent.session, "/tmp")
    }
}

pub(super) async fn login_as(agent: &Agent, cx: Context) -> Answer {
    call(agent, cx, "login_as", json!({"credentials": "gate"})).await
}

pub(super) async fn page_text(agent: &Agent) -> String {
    agent.call("text", json!({})).await.unwrap().value.to_string()
}

/// The login forms, their users, and their messages for a wrong password.
const DOORS: &[(&str, &str, Option<&str>)] = &[
    ("plain", "robin@example.com", Some("The name or the password is wrong.")),
    ("username", "robin", Some("The name or the password is wrong.")),
    ("phone", "+351912345678", Some("The name or the password is wrong.")),
    ("password", "whoever", Some("The name or the password is wrong.")),
    ("steps", "robin@example.com", Some("That password is not right.")),
    ("slide", "robin@example.com", Some("The name or the password is wrong.")),
    ("formless", "robin", Some("The name or the password is wrong.")),
    ("fetched", "robin@example.com", Some("The name or the password is wrong.")),
    ("framed", "robin@example.com", Some("The name or the password is wrong.")),
    ("foreign", "robin", Some("The name or the password is wrong.")),
    ("open-shadow", "robin@example.com", Some("The name or the password is wrong.")),
    ("closed-shadow", "robin@example.com", Some("The name or the password is wrong.")),
    ("dialog", "robin", Some("The name or the password is wrong.")),
    ("page", "robin", Some("The name or the password is wrong.")),
    ("slow", "robin@example.com", Some("The name or the password is wrong.")),
    ("silent", "robin@example.com", None),
    ("mute", "robin@example.com", None),
    ("toast", "robin@example.com", Some("The name or the password is wrong.")),
    ("live", "robin@example.com", Some("The name or the password is wrong.")),
    ("alert", "robin@example.com", Some("The name or the password is wrong.")),
    ("later", "robin@example.com", Some("The name or the password is wrong.")),
    ("chain", "robin@example.com", Some("The name or the password is wrong.")),
    ("table", "robin", Some("Login incorrect")),
    ("controlled", "robin@example.com", Some("The name or the password is wrong.")),
    ("portuguese", "robin@example.com", Some("Utilizador ou palavra-passe incorretos.")),
    ("german", "robin", Some("Benutzername oder Kennwort falsch.")),
    ("valid", "robin", Some("The name or the password is wrong.")),
    ("floating", "robin@example.com", Some("The name or the password is wrong.")),
    ("remember", "robin@example.com", Some("The name or the password is wrong.")),
    ("query", "robin@example.com", Some("The name or the password is wrong.")),
    ("crowded", "robin@example.com", Some("The name or the password is wrong.")),
    ("decoys", "robin", Some("The name or the password is wrong.")),
    ("covered", "robin@example.com", Some("The name or the password is wrong.")),
    ("letters", "robin@example.com", Some("The name or the password is wrong.")),
    ("puzzle-solved", "robin@example.com", Some("The name or the password is wrong.")),
    ("puzzle-unseen", "robin@example.com", Some("The name or the password is wrong.")),
    (
        "animated",
        "robin@example.com",
        Some("Your account or password is incorrect. If you don’t remember your password, reset it now."),
    ),
    ("widget-two", "robin", Some("Unable to sign in")),
    ("providers", "robin@example.com", Some("The name or the password is wrong.")),
    ("passkey", "robin", Some("The name or the password is wrong.")),
    ("tabbed", "robin@example.com", Some("The name or the password is wrong.")),
    ("blurred", "robin", Some("The name or the password is wrong.")),
    ("discovery", "robin@example.com", Some("The name or the password is wrong.")),
    ("breeze", "robin@example.com", Some("These credentials do not match our records.")),
    ("french", "robin", Some("Identifiant ou mot de passe incorrect.")),
    ("japanese", "robin", Some("ユーザー名またはパスワードが正しくありません。")),
    ("arabic", "robin", Some("اسم المستخدم أو كلمة المرور غير صحيحة.")),
    ("realm", "robin", Some("The name or the password is wrong.")),
];

fn at_every_door(part: usize) {
    let mut wrong = Vec::new();
    for (door, user, message) in DOORS.iter().skip(part).step_by(4) {
        perform(async |agent: Agent| {
            agent.visit("doors", &format!("/{door}")).await;
            let refused = login(&agent, user, "not-the-word-9").await;
            let said = match message {
                Some(message) => format!("Form error: \"{message}\""),
                None => "Form error: none shown; the form is there again.".to_string(),
            };
            if refused.message() != "authentication failed" || refused.result() != said {
                wrong.push(format!("{door} refused: {}", refused.everything()));
            }
            agent.visit("doors", &format!("/{door}")).await;
            let entered = login(&agent, user, PASSWORD).await;
            let text = page_text(&agent).await;
            let is_inside = text.contains("Three gates are on their way");
            if entered.ended.is_err() || !is_inside || !entered.result().contains("true") {
                wrong.push(format!("{door} entered: {} on {text:?}", entered.everything()));
            }
            for answer in [refused, entered] {
                assert!(!answer.everything().contains(PASSWORD), "{door} tells the password");
                assert!(!answer.everything().contains("not-the-word-9"), "{door} tells the password");
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn login_forms_accept_only_right_password_part_1() {
    at_every_door(0);
}

#[test]
fn login_forms_accept_only_right_password_part_2() {
    at_every_door(1);
}

#[test]
fn login_forms_accept_only_right_password_part_3() {
    at_every_door(2);
}

#[test]
fn login_forms_accept_only_right_password_part_4() {
    at_every_door(3);
}

#[test]
fn login_reports_actions_and_changes() {
    perform(async |agent: Agent| {
        agent.visit("doors", "/plain").await;
        let entered = login(&agent, "robin@example.com", PASSWORD).await;
        let actions = entered.actions();
        assert_eq!(actions.len(), 4, "{actions:?}");
        assert!(
            actions[0].starts_with("type [") && actions[0].ends_with("\"robin@example.com\""),
            "{actions:?}"
        );
        assert!(actions[1].starts_with("type [") && actions[1].ends_with("\"••••••••\""), "{actions:?}");
        assert!(actions[2].starts_with("click [") && actions[2].ends_with("\"Sign in\""), "{actions:?}");
        assert_eq!(actions[3], "wait navigation");
        let changes: Vec<String> = entered.told.changes.iter().map(ToString::to_string).collect();
        for change in ["~ url: /plain → /inside", "- login_form", "+ user_menu"] {
            assert!(changes.iter().any(|one| one == change), "{change} is not in {changes:?}");
        }
        let Value::Object(result) = &entered.told.result else { panic!("{:?}", entered.told) };
        assert_eq!(result["authenticated"], true.into());
        assert_eq!(result["redirect"], "/inside".into());
    });
}

#[test]
fn login_distinguishes_failure_reasons() {
    perform(async |agent: Agent| {
        for (user, message, said) in [
            ("casey@example.com", "a second factor is wanted", "Two-factor"),
            ("alex@example.com", "password change demanded", "password"),
            ("morgan@example.com", "account locked", "locked after too many"),
            ("sam@example.com", "account not active", "not been verified"),
            ("kim@example.com", "the server answered with status 500", ""),
            ("lee@example.com", "account locked", ""),
            ("jo@example.com", "captcha shown", "not a robot"),
            ("pat@example.com", "authentication failed", "2 attempts left"),
            ("nobody@example.com", "authentication failed", "wrong"),
        ] {
            agent.visit("doors", "/plain").await;
            let stopped = login(&agent, user, PASSWORD).await;
            assert_eq!(stopped.message(), message, "{user}: {}", stopped.everything());
            assert!(stopped.result().contains(said), "{user}: {}", stopped.everything());
            assert!(stopped.refused().hint.is_some());
        }
        agent.visit("doors", "/steps").await;
        let unknown = login(&agent, "nobody@example.com", PASSWORD).await;
        assert_eq!(unknown.message(), "authentication failed");
        assert!(unknown.result().contains("couldn't find an account"), "{}", unknown.everything());
        for (door, message, said) in [
            ("magic", "no password is asked for: a link was sent by e-mail", "sign-in link"),
            ("mailed", "a second factor is wanted", "verification code"),
        ] {
            agent.visit("doors", &format!("/{door}")).await;
            let stopped = login(&agent, "robin@example.com", PASSWORD).await;
            assert_eq!(stopped.message(), message, "{}", stopped.everything());
            assert!(stopped.result().contains(said), "{}", stopped.everything());
        }
        // If the form has a captcha from the beginning, nothing is submitted that would count as an attempt.
        for door in ["puzzle", "puzzle-box", "puzzle-frameless", "puzzle-late"] {
            agent.visit("doors", &format!("/{door}")).await;
            let puzzled = login(&agent, "robin@example.com", PASSWORD).await;
            assert_eq!(puzzled.message(), "captcha shown", "{door}: {}", puzzled.everything());
            let actions = puzzled.actions();
            assert!(!actions.iter().any(|line| line.starts_with("click")), "{door}: {actions:?}");
        }
    });
}

#[test]
fn login_enters_generated_totp_code() {
    perform(async |agent: Agent| {
        let origin = stage().sites.url("doors", "");
        agent.visit("doors", "/plain").await;
        let entered = login_as(&agent, keeping(&agent, "casey@example.com", &origin, Some(TOTP))).await;
        assert!(entered.ended.is_ok(), "{}", entered.everything());
        let typed: Vec<&str> =
            entered.actions().into_iter().filter(|line| line.starts_with("type")).collect();
        assert_eq!(typed.len(), 3, "{typed:?}");
        assert!(typed[2].ends_with("\"••••••••\""), "{typed:?}");
        assert!(page_text(&agent).await.contains("Three gates"));
        logout(&agent).await.ended.unwrap();
        // A wrong secret generates a code that is refused, and is tried only once.
        agent.visit("doors", "/plain").await;
        let other = keeping(&agent, "casey@example.com", &origin, Some("GEZDGNBVGY3TQOJQ"));
        let refused = login_as(&agent, other).await;
        assert_eq!(refused.message(), "the one-time code was not accepted", "{}", refused.everything());
        assert!(refused.result().contains("not right"), "{}", refused.everything());
    });
}

#[test]
fn login_with_no_submit_only_fills_form() {
    perform(async |agent: Agent| {
        agent.visit("doors", "/remember").await;
        let given = json!({"username": "robin@example.com", "password": PASSWORD, "no_submit": true});
        let filled = call(&agent, Context::new(&agent.session, "/tmp"), "login", given).await;
        assert!(filled.ended.is_ok(), "{}", filled.everything());
        assert_eq!(filled.actions().len(), 2);
        assert!(filled.result().contains("submitted"), "{}", filled.result());
        let held =
            agent.call("execute", json!({"script": "document.getElementById('pass').value.length"})).await;
        assert_eq!(held.unwrap().value, Value::from(PASSWORD.len() as i64));
        // With `remember`, the checkbox is checked, which this form refuses.
        agent.visit("doors", "/remember").await;
        let given = json!({"username": "robin@example.com", "password": PASSWORD, "remember": true});
        let ticked = call(&agent, Context::new(&agent.session, "/tmp"), "login", given).await;
        assert_eq!(ticked.message(), "authentication failed");
    });
}

#[test]
fn login_reports_prompt_after_password() {
    perform(async |agent: Agent| {
        agent.visit("doors", "/stay").await;
        let entered = login(&agent, "robin@example.com", PASSWORD).await;
        assert!(entered.ended.is_ok(), "{}", entered.everything());
        assert!(entered.result().contains("Stay signed in?"), "{}", entered.result());
    });
}

#[test]
fn login_reports_missing_form_or_username() {
    perform(async |agent: Agent| {
        agent.visit("doors", "/about").await;
        let missing = login(&agent, "robin", PASSWORD).await;
        assert_eq!(missing.message(), "there is no login form on the page");
        assert!(missing.refused().context.iter().any(|line| line.contains("password field")));
        agent.open("<form action=/x><label>E-mail <input name=user type=email required></label><label>Password <input type=password required></label><button>Sign in</button></form>").await;
        let invalid = login(&agent, "robin", PASSWORD).await;
        assert_eq!(invalid.message(), "authentication failed", "{}", invalid.everything());
        assert!(invalid.result().contains("'@'"), "{}", invalid.result());
        agent.open("<form onsubmit='return false'><label>User <input name=user></label><label>Password <input type=password></label><button>Sign in</button></form>").await;
        let inert = login(&agent, "robin", PASSWORD).await;
        assert_eq!(inert.message(), "the page did not react to the form", "{}", inert.everything());
        agent.open("<form><label>Password <input type=password></label><button>Unlock</button></form>").await;
        let nobody = login(&agent, " ", PASSWORD).await;
        assert_eq!(nobody.message(), "the user name is missing", "{}", nobody.everything());
    });
}

#[test]
fn logs_out_by_every_kind_of_control() {
    let mut wrong = Vec::new();
    for way in [
        "link",
        "form",
        "quiet",
        "menu",
        "hover",
        "face",
        "drawer",
        "account",
        "sure",
        "confirm",
        "modal",
        "view",
        "portuguese",
    ] {
        perform(async |agent: Agent| {
            agent.visit("doors", "/plain").await;
            login(&agent, "robin@example.com", PASSWORD).await.ended.unwrap();
            agent.visit("doors", &format!("/inside/{way}")).await;
            let left = logout(&agent).await;
            agent.visit("doors", "/inside").await;
            let text = page_text(&agent).await;
            if left.ended.is_err() || text.contains("Three gates") || !left.result().contains("false") {
                wrong.push(format!("{way}: {} on {text:?}", left.everything()));
            }
            if left.everything().contains("Delete") {
                wrong.push(format!("{way} has to do with what deletes: {}", left.everything()));
            }
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn logout_reports_why_it_failed() {
    perform(async |agent: Agent| {
        agent.visit("doors", "/plain").await;
        assert_eq!(logout(&agent).await.message(), "not logged in");
        login(&agent, "robin@example.com", PASSWORD).await.ended.unwrap();
        agent.visit("doors", "/inside/dead").await;
        assert_eq!(logout(&agent).await.message(), "still signed in");
        agent.visit("doors", "/inside/none").await;
        let lost = logout(&agent).await;
        assert_eq!(lost.message(), "there is nothing to sign out with", "{}", lost.everything());
        assert!(!lost.everything().contains("Delete"), "{}", lost.everything());
    });
}
