//! The routes of contacts.

use serde_json::json;

use crate::desk::Backend;
use crate::exchanges::with_the_contacts;

async fn mode(desk: &crate::desk::Desk, owner: &str, query: &str) -> (String, serde_json::Value) {
    let (status, body) = desk.post(owner, "/contacts/resolve", json!({"query": query})).await;
    assert_eq!(status, 200, "{body}");
    (body["decision_mode"].as_str().unwrap().to_string(), body["resolution"].clone())
}

pub(crate) async fn contacts_are_added_listed_and_removed(backend: Backend) {
    let desk = backend.open();
    let body = json!({"agent": "agent://bob", "aliases": ["Bob", "Роберт", "bob", "鮑勃"]});
    let (_, added) = desk.post("maria", "/contacts", body.clone()).await;
    assert_eq!(added["contact"]["aliases"], json!(["Bob", "Роберт", "鮑勃"]), "{added}");
    assert_eq!(added["created"], json!(true));
    let (_, again) = desk.post("maria", "/contacts", body).await;
    assert_eq!(
        (&again["created"], &again["contact"]["aliases"]),
        (&json!(false), &added["contact"]["aliases"])
    );
    let (_, more) = desk.post("maria", "/contacts", json!({"agent": "bob", "aliases": ["Bobby"]})).await;
    assert_eq!(more["contact"]["contact_id"], added["contact"]["contact_id"]);

    let (_, listed) = desk.get("maria", "/contacts").await;
    assert_eq!(listed["contacts"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get("maria", "/contacts?query=роб").await.1["contacts"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get("maria", "/contacts?query=zoe").await.1["contacts"], json!([]));

    let id = &added["contact"]["contact_id"];
    let (status, removed) = desk.delete("maria", &format!("/contacts/{id}?alias=BOBBY")).await;
    assert_eq!((status, &removed["removed"]), (200, &json!(["Bobby"])), "{removed}");
    assert_eq!(mode(&desk, "maria", "Роберт").await.0, "resolved");
    assert_eq!(desk.delete("maria", &format!("/contacts/{id}")).await.0, 200);
    assert_eq!(desk.delete("maria", &format!("/contacts/{id}")).await.0, 404);
    assert_eq!(mode(&desk, "maria", "Роберт").await.0, "contact_not_found");
    desk.close().await;
}

pub(crate) async fn an_owner_sees_no_contact_of_another(backend: Backend) {
    let desk = backend.open();
    with_the_contacts(&desk, "maria").await;
    let id = desk.get("maria", "/contacts").await.1["contacts"][0]["contact_id"].clone();
    let (_, confirmed) =
        desk.post("maria", "/contacts/confirm", json!({"query": "Rob", "agent": "agent://bob"})).await;
    let confirmation = &confirmed["confirmation"]["confirmation_id"];
    assert_eq!(desk.get("eve", "/contacts").await.1["contacts"], json!([]));
    assert_eq!(desk.get("eve", "/contacts/confirmations").await.1["confirmations"], json!([]));
    assert_eq!(mode(&desk, "eve", "Bob").await.0, "contact_not_found");
    for path in [format!("/contacts/{id}"), format!("/contacts/confirmations/{confirmation}")] {
        assert_eq!(desk.delete("eve", &path).await.0, 404, "{path}");
    }
    assert_eq!(
        desk.get("maria", "/contacts/confirmations").await.1["confirmations"].as_array().unwrap().len(),
        1
    );
    desk.close().await;
}

pub(crate) async fn a_confirmed_choice_is_remembered_until_it_is_revoked(backend: Backend) {
    let desk = backend.open();
    with_the_contacts(&desk, "maria").await;
    assert_eq!(mode(&desk, "maria", "Rob Harrington").await.0, "needs_confirmation");
    let body = json!({"query": "Rob Harrington", "agent": "agent://bob"});
    let (status, confirmed) = desk.post("maria", "/contacts/confirm", body).await;
    assert_eq!(status, 200, "{confirmed}");
    desk.close().await;

    let desk = backend.open();
    let (decision, resolution) = mode(&desk, "maria", "rob harrington").await;
    assert_eq!((decision.as_str(), &resolution["match_type"]), ("resolved", &json!("memory")));
    let id = &desk.get("maria", "/contacts/confirmations").await.1["confirmations"][0]["confirmation_id"];
    assert_eq!(desk.delete("maria", &format!("/contacts/confirmations/{id}")).await.0, 200);
    assert_eq!(mode(&desk, "maria", "Rob Harrington").await.0, "needs_confirmation");
    desk.close().await;
}

pub(crate) async fn a_choice_that_has_become_ambiguous_is_asked_about_again(backend: Backend) {
    let desk = backend.open();
    with_the_contacts(&desk, "maria").await;
    let body = json!({"query": "Ana", "agent": "agent://ana.silva"});
    assert_eq!(desk.post("maria", "/contacts/confirm", body.clone()).await.0, 200);
    assert_eq!(mode(&desk, "maria", "Ana").await.0, "resolved");
    for newcomer in ["Ana Pinto", "Ana"] {
        let agent = format!("agent://{}", newcomer.replace(' ', "."));
        desk.post("maria", "/contacts", json!({"agent": agent, "aliases": [newcomer]})).await;
        let (decision, resolution) = mode(&desk, "maria", "Ana").await;
        assert_eq!(decision, "needs_disambiguation", "{resolution}");
        assert_eq!(resolution["candidates"][0]["agent"], "agent://ana.silva");
        assert_eq!(desk.post("maria", "/contacts/confirm", body.clone()).await.0, 200);
        assert_eq!(mode(&desk, "maria", "Ana").await.0, "resolved");
    }
    desk.close().await;
}

pub(crate) async fn a_choice_goes_with_its_contact(backend: Backend) {
    let desk = backend.open();
    with_the_contacts(&desk, "maria").await;
    desk.post("maria", "/contacts/confirm", json!({"query": "the boss", "agent": "agent://bob"})).await;
    assert_eq!(mode(&desk, "maria", "The Boss").await.1["agent"], "agent://bob");
    let id = desk.get("maria", "/contacts").await.1["contacts"][0]["contact_id"].clone();
    assert_eq!(desk.delete("maria", &format!("/contacts/{id}")).await.0, 200);
    assert_eq!(mode(&desk, "maria", "the boss").await.0, "contact_not_found");
    desk.post("maria", "/contacts", json!({"agent": "agent://bob", "aliases": ["Bob"]})).await;
    assert_eq!(mode(&desk, "maria", "the boss").await.0, "contact_not_found");
    desk.close().await;
}

pub(crate) async fn names_that_deceive_are_neither_aliases_nor_remembered(backend: Backend) {
    let desk = backend.open();
    with_the_contacts(&desk, "maria").await;
    for (alias, code) in [
        ("\u{410}lice", "INVALID_INPUT"),
        ("Al\u{200b}ice", "INVALID_INPUT"),
        ("Al\u{202e}ice", "INVALID_INPUT"),
        ("…", "INVALID_INPUT"),
    ] {
        let (status, body) =
            desk.post("maria", "/contacts", json!({"agent": "agent://eve", "aliases": [alias]})).await;
        assert_eq!(
            (status, &body["error"]["code"], &body["error"]["field"]),
            (422, &json!(code), &json!("aliases.0")),
            "{body}"
        );
        let (status, body) =
            desk.post("maria", "/contacts/confirm", json!({"query": alias, "agent": "agent://alice"})).await;
        assert_eq!((status, &body["error"]["field"]), (422, &json!("query")), "{body}");
    }
    // A name that is confusable with one in another script may be legitimate. From then on, both names need a
    // confirmation.
    let body = json!({"agent": "agent://copa", "aliases": ["COPA"]});
    assert_eq!(desk.post("maria", "/contacts", body).await.0, 200);
    let (_, added) =
        desk.post("maria", "/contacts", json!({"agent": "agent://sora", "aliases": ["СОРА"]})).await;
    assert_eq!(added["notes"].as_array().unwrap().len(), 1, "{added}");
    for name in ["COPA", "СОРА"] {
        let (decision, resolution) = mode(&desk, "maria", name).await;
        assert_eq!(decision, "needs_disambiguation", "{resolution}");
        assert_eq!(resolution["warnings"], json!(["looks_alike"]));
    }
    desk.close().await;
}

pub(crate) async fn two_processes_see_each_others_contacts(backend: Backend) {
    let (here, there) = (backend.open(), backend.open());
    with_the_contacts(&here, "maria").await;
    assert_eq!(mode(&there, "maria", "Bob").await.0, "resolved");
    for turn in 0..5 {
        let (one, other) = if turn % 2 == 0 { (&here, &there) } else { (&there, &here) };
        let name = format!("Person{turn}");
        one.post(
            "maria",
            "/contacts",
            json!({"agent": format!("agent://p{turn}"), "aliases": [name.clone()]}),
        )
        .await;
        assert_eq!(mode(other, "maria", &name).await.0, "resolved", "{turn}");
        assert_eq!(mode(one, "maria", &name).await.0, "resolved", "{turn}");
    }
    here.close().await;
    there.close().await;
}

pub(crate) async fn many_writers_lose_no_contact(backend: Backend) {
    let desk = std::sync::Arc::new(backend.open());
    let writers = (0..16).map(|number| {
        let desk = std::sync::Arc::clone(&desk);
        tokio::spawn(async move {
            let body = json!({"agent": "agent://shared", "aliases": [format!("Alias {number}")]});
            assert_eq!(desk.post("maria", "/contacts", body).await.0, 200);
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let (_, listed) = desk.get("maria", "/contacts").await;
    assert_eq!(listed["contacts"].as_array().unwrap().len(), 1);
    assert_eq!(listed["contacts"][0]["aliases"].as_array().unwrap().len(), 16);
    for number in 0..16 {
        assert_eq!(mode(&desk, "maria", &format!("alias {number}")).await.0, "resolved");
    }
}
