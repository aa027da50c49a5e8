//! Tests filling forms from data.

use lemmascope_intent::{Cause, Context, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform};

/// Returns the logged sections and the result.
async fn fill(agent: &Agent, given: serde_json::Value) -> (String, Result<Outcome, Failure>) {
    let cx = Context::new(&agent.session, "/tmp");
    let result = agent.call_in_context(&cx, "fill_form", given).await;
    let mut told = String::new();
    let entries = cx.logbook.take();
    let standing = entries.standing.into_iter().filter(|section| !section.lines.is_empty());
    for section in entries.sections.into_iter().chain(standing) {
        told.push_str(&format!("# {}\n", section.name));
        for line in section.lines {
            told.push_str(&format!("{line}\n"));
        }
    }
    (told, result)
}

async fn script(agent: &Agent, script: &str) -> String {
    agent.call("execute", json!({"script": script})).await.unwrap().value.to_string()
}

/// Removes the ids from the lines of a section.
fn without_numbers(told: &str) -> String {
    let lines = told.lines().map(|line| match line.split_once("] ") {
        Some((number, rest)) if number.starts_with('[') => rest.to_string(),
        _ => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn fills_and_verifies_every_field_type() {
    perform(|agent| async move {
        agent.visit("office", "/permit").await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("plan.pdf"), "x").unwrap();
        let cx = Context::new(&agent.session, folder.path());
        let data = json!({
            "nome": "John", "surname": "Smith", "email": "john@example.com", "tel": "+351 912 345 678",
            "address": {"street": "Rua A 1", "city": "Porto", "zip": "4000-001"}, "country": "USA",
            "kind_of_work": "renovation", "start_date": "24.12.2026", "working_hours_from": "8:30 am", "storeys": 3,
            "noise": 7, "front": "#336699", "materials": ["Wood", "Glass"], "description": "one\ntwo",
            "plan": "plan.pdf", "subscribe": true, "accept_terms": "sim",
        });
        let result = agent.call_in_context(&cx, "fill_form", json!({"data": data})).await;
        let entries = cx.logbook.take();
        let lines = entries.sections[0].lines.join("\n");
        result.unwrap();
        assert_eq!(entries.sections.len(), 1, "{:?}", entries.sections);
        assert!(entries.standing.iter().all(|section| section.lines.is_empty()), "{:?}", entries.standing);
        assert_eq!(
            without_numbers(&lines),
            "input \"First name\" ← \"John\"\n\
             input \"Last name\" ← \"Smith\"\n\
             input \"Email\" ← \"john@example.com\"\n\
             input \"Phone number\" ← \"+351 912 345 678\"\n\
             input \"Street address\" ← \"Rua A 1\"\n\
             input \"City\" ← \"Porto\"\n\
             input \"Postal code\" ← \"4000-001\"\n\
             select \"Country\" ← \"United States\"\n\
             radio \"Renovation\" ← checked\n\
             input \"Start date\" ← \"2026-12-24\"\n\
             input \"Working hours from\" ← \"08:30\"\n\
             input \"Storeys\" ← \"3\"\n\
             slider \"Noise\" ← \"7\"\n\
             input \"Colour of the front\" ← \"#336699\"\n\
             select \"Materials\" ← \"Wood, Glass\"\n\
             textarea \"Description\" ← \"one two\"\n\
             file \"Plan\" ← \"plan.pdf\"\n\
             checkbox \"Subscribe to the gazette\" ← checked\n\
             checkbox \"I accept the terms\" ← checked"
        );
        let sent = "return new URLSearchParams(new FormData(document.querySelector('main form'))).toString()";
        let sent = script(&agent, sent).await;
        assert!(
            sent.contains("country=840&kind=r&start=2026-12-24&from=08%3A30&storeys=3&noise=7"),
            "{sent}"
        );
        assert!(sent.contains("materials=Wood&materials=Glass"), "{sent}");
    });
}

#[test]
fn fails_on_unknown_key_without_changing_fields() {
    perform(|agent| async move {
        agent.visit("office", "/permit").await;
        let before =
            script(&agent, "window.heard = 0; addEventListener('input', () => heard++, true); return 0")
                .await;
        assert_eq!(before, "0");
        let (told, result) =
            fill(&agent, json!({"data": {"email": "a@b.example", "middle_name": "Q"}})).await;
        let failure = result.unwrap_err();
        assert_eq!(told, "");
        assert_eq!(failure.cause, Cause::TargetNotFound, "{failure:?}");
        assert_eq!(failure.message, "no field was found for \"middle_name\"");
        assert!(failure.hint.unwrap().contains("--partial"));
        assert_eq!(script(&agent, "return heard + document.querySelector('[name=email]').value").await, "0");

        let (told, result) =
            fill(&agent, json!({"data": {"email": "a@b.example", "middle_name": "Q"}, "partial": true}))
                .await;
        result.unwrap();
        assert!(
            told.contains(
                "input \"Email\" ← \"a@b.example\"\n# skipped\n\"middle_name\": no matching field found\n"
            ),
            "{told}"
        );
        assert!(told.contains("# still empty\n"), "{told}");
        assert!(told.contains("input \"First name\" {required}"), "{told}");

        // Problems that are known in advance are reported before any field is filled.
        let (told, result) =
            fill(&agent, json!({"data": {"first_name": "Ann", "country": "Atlantis"}})).await;
        let failure = result.unwrap_err();
        assert_eq!((told.as_str(), failure.cause), ("", Cause::TargetNotFound), "{failure:?}");
        assert!(failure.message.contains("there is no option \"Atlantis\""), "{failure:?}");
        let (_, result) =
            fill(&agent, json!({"data": {"first_name": "Ann", "reference": "x", "officer": "y"}})).await;
        let failure = result.unwrap_err();
        assert_eq!(failure.cause, Cause::VerificationFailed, "{failure:?}");
        assert_eq!(script(&agent, "return document.querySelector('[name=first]').value").await, "Ann");
    });
}

#[test]
fn fills_portuguese_form_with_localized_formats() {
    perform(|agent| async move {
        agent.visit("office", "/matricula").await;
        let data = json!({
            "first_name": "Ana", "last_name": "Sá", "dob": "2015-03-24", "nif": "123456789", "email": "ana@example.pt",
            "mobile": "912345678", "street": "Rua B 2", "zip": "4000-001", "city": "Porto", "gender": "female",
            "mes_de_inicio": "October", "transporte": true, "terms": true, "observacoes": "nada",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        result.unwrap();
        for line in [
            "input \"Nome próprio\" ← \"Ana\"",
            "input \"Apelido\" ← \"Sá\"",
            "input \"Data de nascimento\" ← \"24/03/2015\"",
            "select \"Sexo\" ← \"Feminino\"",
            "select \"Mês de início\" ← \"outubro\"",
            "radio \"Sim\" ← checked",
            "checkbox \"Li e aceito os termos\" ← checked",
            "textarea \"Observações\" ← \"nada\"",
        ] {
            assert!(told.contains(line), "{line} in {told}");
        }
        assert!(told.contains("input \"NIF\" ← \"••••••••\""), "{told}");
    });
}

#[test]
fn fills_fields_that_are_rerendered_or_appear_later() {
    perform(|agent| async move {
        agent.visit("office", "/live").await;
        let data = json!({
            "county": "Kerry", "country": "IE", "age": 41, "card": "abc123", "name": "Ann Lee", "email": "ann@example.ie",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        assert!(told.contains("select \"County\" ← \"Kerry\""), "{told}");
        agent.on("click", "Save resident").await.unwrap();
        let said = script(&agent, "return document.getElementById('said').textContent").await;
        assert_eq!(said, "Saved: Ann Lee, ann@example.ie, ABC-123, 41, ie, Kerry");

        // If a field does not appear, the attempt leaves no changes.
        agent.visit("office", "/live").await;
        let (told, result) =
            fill(&agent, json!({"data": {"country": "IE", "shoe_size": 41, "name": "x"}})).await;
        let failure = result.unwrap_err();
        assert_eq!((told.as_str(), failure.cause), ("", Cause::TargetNotFound), "{failure:?}");
        let left = script(
            &agent,
            "return document.getElementById('land').value + document.getElementById('name').value",
        )
        .await;
        assert_eq!(left, "");
    });
}

#[test]
fn splits_values_across_multi_part_fields() {
    perform(|agent| async move {
        agent.visit("office", "/parts").await;
        let data = json!({
            "full_name": "John Michael Smith", "dob": "1990-03-24", "card_number": "4111 1111 1111 1111", "expiry": "12/28",
            "cvv": "123", "code": "123456",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        let sent = "return new URLSearchParams(new FormData(document.querySelector('main form'))).toString()";
        let sent = script(&agent, sent).await;
        assert_eq!(
            sent,
            "fn=John+Michael&ln=Smith&dob_day=24&dob_month=3&dob_year=1990&card1=4111&card2=1111&card3=1111&card4=1111&\
             exp_month=12&exp_year=2028&cvv=123&digit1=1&digit2=2&digit3=3&digit4=4&digit5=5&digit6=6"
        );
        assert!(!told.contains("4111") && !told.contains("\"123\""), "{told}");
    });
}

#[test]
fn rejects_equally_matching_fields_as_ambiguous() {
    perform(|agent| async move {
        agent.visit("office", "/places").await;
        let (_, result) = fill(&agent, json!({"data": {"city": "Porto"}})).await;
        let failure = result.unwrap_err();
        assert_eq!(failure.cause, Cause::TargetAmbiguous, "{failure:?}");
        assert!(failure.message.contains("2 fields match equally well"), "{failure:?}");
        let data = json!({
            "shipping_address": {"street": "A 1", "city": "Porto"}, "billing_address": {"street": "B 2", "city": "Faro"},
            "way": "Lorry", "drivers_licence": "L-1",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        let sent = "return new URLSearchParams(new FormData(document.querySelector('main form'))).toString()";
        assert_eq!(
            script(&agent, sent).await,
            "ship_street=A+1&ship_city=Porto&bill_street=B+2&bill_city=Faro&way=lorry&licence=L-1"
        );
    });
}

#[test]
fn fills_custom_widgets() {
    perform(|agent| async move {
        agent.visit("office", "/drawn").await;
        let data = json!({
            "trade": "Florist", "town": "Portimão", "market_day": "Saturday", "electricity": true, "goods": "roses",
            "phone": "5551234567", "stall_code": "1234",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        let state = script(&agent, "const $ = (id) => document.getElementById(id); return [$('trade').textContent, $('town').value, \
            document.querySelector('#days [aria-selected=true]').textContent, $('power').getAttribute('aria-checked'), \
            $('goods').innerText, $('phone').value, $('stall-code').value].join('|')").await;
        assert_eq!(state, "Florist|Portimão|Saturday|true|roses|(555) 123-4567|12-34");
    });
}

#[test]
fn fills_fields_in_frames_shadow_roots_and_by_id() {
    perform(|agent| async move {
        agent.visit("office", "/framed").await;
        let data = json!({"reader_name": "Ann", "reader_email": "ann@example.org", "branch": "South", "shelf_mark": "Q 1"});
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        assert!(
            told.contains("input \"Reader name\" ← \"Ann\"")
                && told.contains("select \"Branch\" ← \"South\""),
            "{told}"
        );

        agent.visit("office", "/native").await;
        let (told, result) =
            fill(&agent, json!({"data": {"css(\"[name=thing]\")": "Umbrella", "email": "a@b.example"}}))
                .await;
        assert!(result.is_ok(), "{result:?} {told}");
        let first = told.lines().find(|line| line.contains("Thing")).unwrap().to_string();
        let number = first[1..first.find(']').unwrap()].to_string();
        let (told, result) = fill(&agent, json!({"data": {number: "Hat"}})).await;
        assert!(result.is_ok() && told.contains("input \"Thing\" ← \"Hat\""), "{result:?} {told}");
        let by_target = json!({"data": {"email": "c@d.example"}, "target": {"selector": "footer form"}});
        let (told, result) = fill(&agent, by_target).await;
        assert!(result.is_ok() && told.contains("input \"Newsletter e-mail\""), "{result:?} {told}");
    });
}

#[test]
fn fills_date_with_date_picker() {
    perform(|agent| async move {
        agent.visit("widgets", "/dates").await;
        let (told, result) =
            fill(&agent, json!({"data": {"glazing_day": "2026-06-24", "holiday_week": "2026-12-24"}})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        let state =
            "return document.getElementById('picked').value + '|' + document.getElementById('week').value";
        assert_eq!(script(&agent, state).await, "24 June 2026|2026-W52");
        let (_, result) = fill(&agent, json!({"data": {"glazing_day": "2026-07-24"}})).await;
        assert_eq!(result.unwrap_err().cause, Cause::VerificationFailed);
    });
}

#[test]
fn reaches_distant_dates_in_few_calendar_steps() {
    perform(|agent| async move {
        agent.visit("office", "/calendars").await;
        let data = json!({
            "date_of_birth": "1974-03-29", "wedding_day": "1999-09-18",
            "start_date": "2031-02-14", "end_date": "2044-07-01",
        });
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{told} {result:?}");
        let held = script(
            &agent,
            "return Array.from(document.querySelectorAll('[data-sheet]'), one => one.value).join()",
        )
        .await;
        assert_eq!(held, "29/03/1974,18/09/1999,14/02/2031,01/07/2044");
        // Going month by month would take more than a thousand clicks.
        let turned = script(&agent, "return turns").await;
        assert!(turned.parse::<u32>().unwrap() <= 30, "{turned}");
    });
}

#[test]
fn fills_sole_textarea_group_checkbox_and_fitting_field() {
    perform(|agent| async move {
        agent
            .open(
                r#"<title>Edit</title><form>
            <textarea name="wpTextbox1" aria-label="Source editor" rows="20"></textarea>
            <label>Summary <input name="wpSummary"></label>
            <fieldset><legend>Membership</legend><label><input type="checkbox" name="open"> Anyone can register</label></fieldset>
            <table><tr><th>planted<td><select name="function[planted]"><option>now<option>NULL</select>
              <td><input name="fields[planted]"></table>
            <button>Save</button></form>"#,
            )
            .await;
        let data = json!({"content": "Plums are blue", "summary": "first", "membership": true, "planted": "2024-06-01"});
        let (told, result) = fill(&agent, json!({"data": data})).await;
        assert!(result.is_ok(), "{result:?} {told}");
        let sent =
            script(&agent, "return new URLSearchParams(new FormData(document.forms[0])).toString()").await;
        assert_eq!(
            sent,
            "wpTextbox1=Plums+are+blue&wpSummary=first&open=on&function%5Bplanted%5D=now&fields%5Bplanted%5D=2024-06-01"
        );
        // Of two large text fields, neither is chosen.
        agent
            .open("<title>Two</title><form><textarea name=x1></textarea><textarea name=x2></textarea><button>Save</button></form>")
            .await;
        let (_, result) = fill(&agent, json!({"data": {"content": "x"}})).await;
        assert_eq!(result.unwrap_err().cause, Cause::TargetNotFound);
    });
}
