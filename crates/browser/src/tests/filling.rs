//! Tests filling many fields at once.

use std::time::Duration;

use crate::session::{Content, Fill, Found, LookOptions, WebSession};
use crate::testing::{open, sessions};

const LIMIT: Duration = Duration::from_secs(20);

/// A page that keeps the state of its fields in a script, as component frameworks do, and reacts to user
/// events.
const CONTROLLED: &str = r#"<!doctype html><title>Controlled</title><form>
<label>Name <input id=name></label>
<label>Mail <input id=mail type=email></label>
<label>Count <input id=count type=number></label>
<label>Card <input id=card></label>
<label>Bio <textarea id=bio>old</textarea></label>
<label>Day <input id=day type=date></label>
<label>Land <select id=land><option value=pt>Portugal<option value=es>Spain</select></label>
<label><input type=checkbox id=ok> Fine</label>
<label>Locked <input id=locked readonly></label>
<label>Off <input id=off disabled></label>
<label>Short <input id=short maxlength=3></label>
<label>Keys <input id=keys></label>
</form><output id=heard></output><script>
const heard = [];
const state = {};
for (const field of document.querySelectorAll("input:not([type=checkbox]), textarea")) {
  field.addEventListener("input", (event) => {
    if (!event.isTrusted && field.type !== "date") return;
    let value = field.value;
    if (field.id === "card") value = value.replace(/\D/g, "").replace(/(.{4})(?=.)/g, "$1 ");
    state[field.id] = value;
    // Re-rendered from the state asynchronously.
    Promise.resolve().then(() => { field.value = state[field.id] ?? ""; });
  });
  field.addEventListener("change", () => { heard.push(field.id); document.getElementById("heard").textContent = heard.join(" "); });
}
// An old-style input mask that accepts only keyboard events.
const keys = document.getElementById("keys");
let typed = "";
keys.addEventListener("keydown", (event) => {
  if (/^\d$/.test(event.key)) typed += event.key;
  if (event.key === "Backspace" || event.key === "Delete") typed = "";
});
keys.addEventListener("input", () => { keys.value = typed; });
keys.addEventListener("blur", () => { keys.value = typed; });
</script>"#;

async fn found(session: &mut WebSession, name: &str) -> Found {
    let look = session.look(&LookOptions::default()).await.unwrap();
    let element = look.elements.iter().find(|element| element.name == name).unwrap();
    Found::listed(element, &look).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn fills_many_fields_and_reports_rejected_values() {
    let sessions = sessions("filling");
    let mut session = open(&sessions, CONTROLLED).await;
    let text = |text: &str| Content::Text(text.into());
    let wanted = [
        ("Name", text("Ann Läufer 漢")),
        ("Mail", text("ann@example.org")),
        ("Count", text("12.5")),
        ("Card", text("4111111111111111")),
        ("Bio", text("one\ntwo")),
        ("Day", Content::Put("2026-12-24".into())),
        ("Land", Content::Options(vec![(1, "es".into())])),
        ("Fine", Content::Ticked(true)),
        ("Locked", text("x")),
        ("Off", text("x")),
        ("Short", text("abcdef")),
        ("Keys", text("123")),
    ];
    let mut fills = Vec::new();
    for (name, content) in &wanted {
        fills.push(Fill { found: found(&mut session, name).await, content: content.clone() });
    }
    let held = session.fill(&fills, false).await.unwrap();
    let told: Vec<String> = wanted
        .iter()
        .zip(&held)
        .map(|((name, content), held)| {
            format!("{name}: {} {:?} {}", held.has(content), held.value, held.problem)
        })
        .collect();
    assert_eq!(
        told.join("\n"),
        "Name: true \"Ann Läufer 漢\" \nMail: true \"ann@example.org\" \nCount: true \"12.5\" \n\
             Card: true \"4111 1111 1111 1111\" \nBio: true \"one\\ntwo\" \nDay: true \"2026-12-24\" \n\
             Land: true \"Spain\" \nFine: true \"on\" \nLocked: false \"\" readonly\nOff: false \"\" disabled\n\
             Short: false \"abc\" \nKeys: false \"\" "
    );
    let tab = session.tab().unwrap();
    let script = "document.getElementById('heard').textContent";
    let heard = tab.evaluate(&tab.main_frame().unwrap(), script, LIMIT).await.unwrap();
    assert_eq!(heard, "name mail count card bio day short keys");
}
