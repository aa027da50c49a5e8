//! Tests typing, choosing, checking and clicking, and their effects.

use lemmascope_intent::{Cause, Context, MASK, Value};
use serde_json::json;

use crate::testing::{Agent, perform, target_of, told};

const FORM: &str = r#"<!doctype html><title>Form</title>
<form onsubmit="event.preventDefault(); out.textContent = 'sent ' + name.value">
<label>Name <input id=name value=old></label>
<label>Mail <input type=email required></label>
<label>Password <input type=password></label>
<label>Day <input type=date></label>
<label>Voucher <input oninput="this.value = this.value.replace(/\D/g, '').replace(/(.{4})(?=.)/g, '$1 ')"></label>
<label>Short <input maxlength=3></label>
<label>Locked <input readonly value=x></label>
<label>Bio <textarea></textarea></label>
<div contenteditable aria-label=Note>hello</div>
<label>Country <select><option value=pt>Portugal<option value=es>Spain<option value=de disabled>Germany</select></label>
<label><input type=checkbox> Agree</label>
<label><input type=radio name=r> One</label> <label><input type=radio name=r> Two</label>
<label>File <input type=file></label>
<button>Send</button></form><p id=out role=status></p>"#;

async fn write(agent: &Agent, target: &str, text: &str) -> String {
    told(&agent.call("type", json!({"target": target_of(target), "text": text})).await)
}

#[test]
fn type_reports_the_resulting_field_value() {
    perform(|agent| async move {
        agent.open(FORM).await;
        let name = write(&agent, "Name", "Ann Läufer 漢").await;
        assert!(name.starts_with("ok changed type [1] \"Ann Läufer 漢\"\n~ [1] input"), "{name}");
        assert!(name.contains("\"old\" → \"Ann Läufer 漢\""), "{name}");
        let more = agent
            .call("type", json!({"target": target_of("Name"), "text": "!", "append": true}))
            .await
            .unwrap();
        assert_eq!(more.value.to_string(), r#"{"value":"Ann Läufer 漢!"}"#);
        // A field may reformat its value.
        let card = agent
            .call("type", json!({"target": target_of("Voucher"), "text": "4111111111111111"}))
            .await
            .unwrap();
        assert_eq!(card.value.to_string(), r#"{"value":"4111 1111 1111 1111"}"#);
        let day =
            agent.call("type", json!({"target": target_of("Day"), "text": "2026-12-24"})).await.unwrap();
        assert_eq!(day.value.to_string(), r#"{"value":"2026-12-24"}"#);
        let note = agent.call("type", json!({"target": target_of("Note"), "text": "world"})).await.unwrap();
        assert_eq!(note.value.to_string(), r#"{"value":"world"}"#);
        let lines = agent.call("type", json!({"target": target_of("Bio"), "text": "a\nb"})).await.unwrap();
        assert_eq!(lines.value.as_object().unwrap()["value"], Value::from("a\nb"));

        let short = write(&agent, "Short", "abcdef").await;
        assert_eq!(short, "STEP_FAILED changed [6] \"Short\" holds \"abc\" instead of what was typed");
        assert!(write(&agent, "Day", "tomorrow").await.contains("instead of what was typed"));
        assert!(write(&agent, "Country", "Spain").await.contains("takes no text"));
        let locked = json!({"target": target_of("Locked"), "text": "y", "timeout": "200ms"});
        assert_eq!(agent.call("type", locked).await.unwrap_err().cause, Cause::ElementDisabled);

        assert_eq!(agent.on("clear", "Bio").await.unwrap().verdict, Some("changed"));
        assert_eq!(
            agent.on("clear", "Bio").await.unwrap().line.unwrap(),
            "clear [8] \"Bio\" (already empty)"
        );
    });
}

#[test]
fn type_masks_secret_values_in_reports() {
    perform(|agent| async move {
        agent.open(FORM).await;
        let secret = Value::from("hunter2").into_secret();
        let capability_of = |outcome: &lemmascope_intent::Outcome| format!("{outcome:?}");
        let typed =
            agent.call("type", json!({"target": target_of("Password"), "text": "hunter2"})).await.unwrap();
        assert_eq!(typed.line.as_deref(), Some(format!("type [3] \"{MASK}\"").as_str()));
        assert!(!capability_of(&typed).contains("hunter2"), "{typed:?}");
        // A secret in a field that is not secret.
        let typed = agent.type_value("Name", secret).await.unwrap();
        assert_eq!(typed.line.as_deref(), Some(format!("type [1] \"{MASK}\"").as_str()));
        assert_eq!(typed.value.to_string(), format!(r#"{{"value":"{MASK}"}}"#));
    });
}

#[test]
fn select_check_and_upload_set_form_controls() {
    perform(|agent| async move {
        agent.open(FORM).await;
        let select = async |value: serde_json::Value| {
            agent.call("select", json!({"target": target_of("Country"), "value": value})).await
        };
        let spain = told(&select(json!("spain")).await);
        assert!(spain.contains("\"Portugal\" → \"Spain\""), "{spain}");
        assert!(select(json!("es")).await.unwrap().line.unwrap().ends_with("(already chosen)"));
        assert!(told(&select(json!(1)).await).contains("→ \"Portugal\""));
        assert_eq!(select(json!("Germany")).await.unwrap_err().verdict, Some("disabled"));
        let missing = select(json!("Spane")).await.unwrap_err();
        assert_eq!(missing.verdict, Some("not_found"));
        assert!(missing.hint.unwrap().contains("\"Spain\""));

        assert!(told(&agent.on("check", "Agree").await).contains("unchecked → checked"));
        assert!(agent.on("check", "Agree").await.unwrap().line.unwrap().ends_with("(already checked)"));
        assert!(told(&agent.on("uncheck", "Agree").await).contains("checked → unchecked"));
        assert_eq!(agent.on("check", "One").await.unwrap().verdict, Some("changed"));
        assert_eq!(agent.on("uncheck", "One").await.unwrap_err().cause, Cause::InvalidParameter);

        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("photo.txt"), "x").unwrap();
        let cx = Context::new(&agent.session, folder.path());
        let upload = json!({"target": target_of("File"), "files": ["photo.txt"]});
        let outcome = agent.call_in_context(&cx, "upload", upload.clone()).await;
        assert!(told(&outcome).contains("\"photo.txt\""), "{}", told(&outcome));
        let untrusted = Context {
            sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())),
            ..Context::new(&agent.session, folder.path())
        };
        assert_eq!(
            agent.call_in_context(&untrusted, "upload", upload).await.unwrap_err().cause,
            Cause::Forbidden
        );
    });
}

#[test]
fn press_sends_keys_and_submits_forms() {
    perform(|agent| async move {
        agent.open(FORM).await;
        let press = async |key: &str| told(&agent.call("press", json!({"key": key})).await);
        agent.on("focus", "Name").await.unwrap();
        assert!(press("tab").await.starts_with("ok changed press tab\n+ focus [2] \"Mail\""));
        assert!(press("f7").await.starts_with("STEP_FAILED no_effect"));
        agent.on("focus", "Name").await.unwrap();
        assert!(press("control+a").await.starts_with("ok changed"));
        assert!(press("Backspace").await.contains("\"old\" → empty"));
        assert!(press("nokey").await.starts_with("PARAMETER_INVALID"));
        agent.call("keydown", json!({"key": "Shift"})).await.unwrap();
        assert_eq!(agent.call("keys", json!({})).await.unwrap().value.to_string(), r#"["shift"]"#);
        agent.call("keyup", json!({"key": "all"})).await.unwrap();
        assert_eq!(
            agent.call("keyup", json!({"key": "shift"})).await.unwrap_err().verdict,
            Some("no_effect")
        );
        // A required field prevents the submission, and the browser's message is reported.
        let refused = told(&agent.call("submit", json!({})).await);
        assert!(refused.contains("+ invalid [2] \"Mail\": \"Please fill out this field.\""), "{refused}");
        write(&agent, "Mail", "ann@example.com").await;
        let sent =
            agent.call("type", json!({"target": target_of("Name"), "text": "Bob", "enter": true})).await;
        assert!(told(&sent).contains("\"sent Bob\""), "{}", told(&sent));
    });
}

#[test]
fn select_chooses_from_custom_comboboxes() {
    perform(|agent| async move {
        agent.visit("widgets", "/combobox").await;
        let select = async |target: &str, value: &str| {
            told(&agent.call("select", json!({"target": {"selector": target}, "value": value})).await)
        };
        let teacher = select("#teacher", "Jonas Weber").await;
        assert!(teacher.starts_with("ok changed select"), "{teacher}");
        let class = select("#class", "Raku firing").await;
        assert!(class.starts_with("ok changed select"), "{class}");
        let missing = select("#teacher", "Nobody at all").await;
        assert!(missing.starts_with("TARGET_NOT_FOUND not_found"), "{missing}");
        let said =
            json!({"script": "[teacher.textContent.trim(), document.getElementById('class').value].join()"});
        assert_eq!(agent.call("execute", said).await.unwrap().value, Value::from("Jonas Weber,Raku firing"));
    });
}

#[test]
fn drag_delivers_transfer_data_to_drop_target() {
    perform(|agent| async move {
        agent
            .open(
                "<title>Drag</title><style>div { width: 150px; height: 80px; margin: 20px; background: #ccc }</style>\
                 <div id=card role=button draggable=true ondragstart=\"event.dataTransfer.setData('text', 'card')\">Card</div>\
                 <div id=bin role=button ondragover=\"event.preventDefault()\" \
                 ondrop=\"event.preventDefault(); this.textContent = 'got ' + event.dataTransfer.getData('text')\">Bin</div>\
                 <div id=post role=button>Post</div>",
            )
            .await;
        let drag = async |from: &str, to: &str| {
            told(&agent.call("drag", json!({"target": target_of(from), "destination": target_of(to)})).await)
        };
        let dropped = drag("#card", "#bin").await;
        assert!(dropped.starts_with("ok changed drag") && dropped.contains("got card"), "{dropped}");
        let nowhere = drag("#bin", "#post").await;
        assert!(nowhere.starts_with("STEP_FAILED no_effect"), "{nowhere}");
    });
}

#[test]
fn scroll_until_finds_lazily_loaded_element() {
    perform(|agent| async move {
        agent
            .open(
                "<title>Long</title><ul id=list></ul><script>let n = 0; const more = () => { for (let i = 0; i < 30; i++) \
                 list.insertAdjacentHTML('beforeend', `<li style='height:40px'><button>Item ${++n}</button>`) }; more(); \
                 addEventListener('scroll', () => { if (n < 120 && innerHeight + scrollY > document.body.scrollHeight - 200) \
                 setTimeout(more, 50) })</script>",
            )
            .await;
        let down = told(&agent.call("scroll", json!({"direction": "down", "amount": 300})).await);
        assert_eq!(down, "ok changed scroll down\n~ scroll: 0,0 → 0,300");
        let found = agent.call("scroll_until", json!({"target": target_of("Item 100")})).await;
        assert!(told(&found).starts_with("ok"), "{}", told(&found));
        let missing =
            agent.call("scroll_until", json!({"target": target_of("Item 500"), "timeout": "20s"})).await;
        assert_eq!(missing.unwrap_err().verdict, Some("not_found"));
        assert_eq!(agent.on("scroll_to", "Item 1").await.unwrap().verdict, Some("changed"));
        assert_eq!(agent.on("scroll_to", "Item 1").await.unwrap().verdict, Some("no_effect"));
        let down = told(&agent.call("scroll", json!({"direction": "up", "amount": 99999})).await);
        assert!(down.starts_with("ok"), "{down}");
    });
}

#[test]
fn download_saves_to_the_output_path() {
    perform(|agent| async move {
        agent.visit("trouble", "/downloads").await;
        let folder = tempfile::tempdir().unwrap();
        let cx = Context::new(&agent.session, folder.path());
        let wanted = json!({"target": target_of("Shipments (CSV)"), "output": "kept.csv"});
        let done = agent.call_in_context(&cx, "download", wanted.clone()).await.unwrap();
        assert_eq!(done.verdict, Some("changed"));
        assert!(
            std::fs::read_to_string(folder.path().join("kept.csv")).unwrap().starts_with("parcel,to,state")
        );
        assert_eq!(
            agent.call_in_context(&cx, "download", wanted).await.unwrap_err().cause,
            Cause::AlreadyExists
        );
        let outside = json!({"target": target_of("Shipments (CSV)"), "output": "../kept.csv"});
        assert_eq!(
            agent.call_in_context(&cx, "download", outside).await.unwrap_err().cause,
            Cause::OutsideRoots
        );
        let address = crate::testing::stage().sites.url("trouble", "/files/rates.txt");
        let done = agent.call_in_context(&cx, "download", json!({"url": address})).await;
        assert!(told(&done).contains("+ download rates.txt"), "{}", told(&done));
    });
}

#[test]
fn execute_requires_trusted_context() {
    perform(|agent| async move {
        agent.open(FORM).await;
        let run = json!({"script": "document.title + args[0]", "args": ["!"]});
        assert_eq!(agent.call("execute", run.clone()).await.unwrap().value, Value::from("Form!"));
        let change = json!({"script": "const all = document.querySelectorAll('button'); all[0].textContent = 'Go'; return all.length"});
        let changed = agent.call("execute", change).await;
        assert!(told(&changed).contains("\"Go\""), "{}", told(&changed));
        assert_eq!(changed.unwrap().value, Value::from(1));
        assert!(agent.call("execute", json!({"script": "nothing.at.all"})).await.is_err());
        let untrusted = Context {
            sandbox: Some(std::sync::Arc::new(lemmascope_intent::Sandbox::of_page())),
            ..Context::new(&agent.session, "/tmp")
        };
        assert_eq!(
            agent.call_in_context(&untrusted, "execute", run).await.unwrap_err().cause,
            Cause::Forbidden
        );
    });
}

#[test]
fn type_sets_color_and_range_inputs() {
    perform(|agent| async move {
        agent
            .open(
                "<title>Paint</title><label>Ink <input type=color></label>
                 <label>Size <input type=range min=0 max=10></label>",
            )
            .await;
        for (field, text) in [("Ink", "#ff8800"), ("Size", "7")] {
            let put = agent.call("type", json!({"target": target_of(field), "text": text})).await.unwrap();
            assert_eq!(put.value.to_string(), format!(r#"{{"value":"{text}"}}"#));
            assert_eq!(put.verdict, Some("changed"));
        }
        let wrong = json!({"target": target_of("Size"), "text": "lots"});
        assert_eq!(agent.call("type", wrong).await.unwrap_err().cause, Cause::TypeFailed);
    });
}

#[test]
fn upload_rejects_two_files_for_single_file_input() {
    perform(|agent| async move {
        agent.open("<title>Up</title><label>Photo <input type=file></label>").await;
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<String> = ["a.txt", "b.txt"]
            .iter()
            .map(|name| {
                let path = folder.path().join(name);
                std::fs::write(&path, "x").unwrap();
                path.to_string_lossy().into_owned()
            })
            .collect();
        let both = agent.call("upload", json!({"target": target_of("Photo"), "files": files})).await;
        let both = both.unwrap_err();
        assert!(both.message.contains("takes one file"), "{}", both.message);
        assert_eq!(both.verdict, Some("no_effect"));
        let one = agent.call("upload", json!({"target": target_of("Photo"), "files": files[0]})).await;
        assert_eq!(one.unwrap().verdict, Some("changed"));
    });
}

#[test]
fn focus_and_hover_report_no_effect() {
    perform(|agent| async move {
        agent
            .open("<title>Still</title><button>One</button><button>Two</button><button hidden>Three</button>")
            .await;
        assert_eq!(agent.on("focus", "One").await.unwrap().verdict, Some("changed"));
        let moved = told(&agent.on("focus", "Two").await);
        assert_eq!(moved, "ok changed focus [2] \"Two\"\n+ focus [2] \"Two\"");
        assert_eq!(agent.on("focus", "Two").await.unwrap().verdict, Some("no_effect"));
        assert_eq!(agent.on("hover", "One").await.unwrap().verdict, Some("no_effect"));
        assert_eq!(agent.on("click", "Three").await.unwrap_err().verdict, Some("not_found"));
        let slow = json!({"target": target_of("One"), "text": "word", "delay": "50s"});
        assert_eq!(agent.call("type", slow).await.unwrap_err().verdict, Some("timeout"));
    });
}

/// Each button reports its events. One handler is slow, and one opens a dialog.
const HEARD: &str = "<style>output{display:block}</style><title>Heard</title>
<button id=b>Press</button><button id=slow>Slowly</button><button id=ask>Ask</button><output id=o role=status></output>
<script>
  const say = (text) => { o.textContent += text + ' ' };
  for (const name of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu']) {
    b.addEventListener(name, () => say(name));
    slow.addEventListener(name, () => { const end = performance.now() + 250; while (performance.now() < end); say(name) });
  }
  b.addEventListener('click', () => setTimeout(say, 0, 'after'));
  ask.addEventListener('mousedown', () => { say('asks'); alert('Sure?') });
  ask.addEventListener('click', () => say('click'));
</script>";

#[test]
fn click_waits_for_mouse_up_before_reporting() {
    perform(|agent| async move {
        let heard = async |given: serde_json::Value| {
            agent.open(HEARD).await;
            told(&agent.call("click", given).await)
        };
        let once = heard(json!({"target": target_of("#b")})).await;
        assert!(once.contains("mousedown mouseup click after"), "{once}");
        let twice = heard(json!({"target": target_of("#b"), "double": true})).await;
        assert!(twice.contains("mousedown mouseup click") && twice.contains("dblclick"), "{twice}");
        let right = heard(json!({"target": target_of("#b"), "right": true})).await;
        assert!(right.contains("mousedown contextmenu mouseup"), "{right}");
        let slow = heard(json!({"target": target_of("#slow")})).await;
        assert!(slow.contains("mousedown mouseup click"), "{slow}");
        let asked = heard(json!({"target": target_of("#ask")})).await;
        assert!(asked.contains("dialog alert \"Sure?\""), "{asked}");
    });
}

#[test]
fn click_fails_when_navigation_fails() {
    perform(|agent| async move {
        agent.open("<title>Start</title><a href='http://127.0.0.1:9/'>Away</a>").await;
        let failure = agent.on("click", "Away").await.unwrap_err();
        assert!(failure.message.contains("cannot be opened"), "{}", failure.message);
        assert_eq!(failure.verdict, Some("navigated"));
    });
}

/// Lists that are sorted by dragging, where the center of an item determines its position.
const SORTED: &str = "<style>li{height:30px;width:200px;list-style:none;border:1px solid;user-select:none}
.row{display:flex} .row li{width:80px}</style><ul id=list CLASS><li DRAG>Ash<li DRAG>Elm<li DRAG>Fir<li DRAG>Oak<li DRAG>Yew</ul><output></output>
<script>
  const list = document.querySelector('#list'), across = list.className === 'row';
  let held = null;
  const at = event => [...list.children].find(item => { const box = item.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX < box.right && event.clientY >= box.top && event.clientY < box.bottom });
  const place = event => { const item = at(event); if (!held || !item || item === held) return;
    const box = item.getBoundingClientRect();
    const behind = across ? event.clientX > box.left + box.width / 2 : event.clientY > box.top + box.height / 2;
    list.insertBefore(held, behind ? item.nextSibling : item) };
  const told = () => { document.querySelector('output').textContent = [...list.children].map(item => item.textContent).join(' ') };
  list.addEventListener('dragstart', event => { held = event.target; event.dataTransfer.setData('text', 'x') });
  list.addEventListener('dragover', event => event.preventDefault());
  list.addEventListener('drop', event => { event.preventDefault(); place(event); held = null; told() });
  if (!list.firstChild.draggable) {
    list.addEventListener('mousedown', event => { held = event.target });
    document.addEventListener('mousemove', place);
    document.addEventListener('mouseup', () => { held = null; told() });
  }
</script>";

#[test]
fn drag_reorders_list_items() {
    perform(|agent| async move {
        for (class, drag) in
            [("", "draggable=true"), ("", ""), ("class=row", "draggable=true"), ("class=row", "")]
        {
            for (from, to, right) in [
                ("Ash", "Fir", "Elm Fir Ash Oak Yew"),
                ("Ash", "Elm", "Elm Ash Fir Oak Yew"),
                ("Yew", "Elm", "Ash Yew Elm Fir Oak"),
                ("Fir", "Elm", "Ash Fir Elm Oak Yew"),
                ("Elm", "Yew", "Ash Fir Oak Yew Elm"),
            ] {
                agent.open(&SORTED.replace("CLASS", class).replace("DRAG", drag)).await;
                let dragged = agent
                    .call("drag", json!({"target": target_of(from), "destination": target_of(to)}))
                    .await;
                assert!(told(&dragged).contains(right), "{class} {drag} {from} to {to}: {}", told(&dragged));
            }
        }
    });
}

/// A virtual list in a scrollable box, beside another scrollable box.
const NESTED: &str = "<style>body{margin:0} nav{float:right;width:150px;height:200px;overflow:auto} #outer{height:400px;overflow:auto;width:500px}
#list{height:200px;overflow:auto;position:relative;border:1px solid} #list>div{position:relative;height:3000px} #list p{position:absolute;margin:0;height:20px}</style>
<nav><div style='height:500px'>Chapters</div></nav>
<div id=outer><div style='height:600px'>Above</div><div id=list><div></div></div><div style='height:900px'>Below</div></div><div style='height:TALLpx'></div>
<script>
  const inner = list.firstChild;
  const draw = () => { const first = Math.floor(list.scrollTop / 20);
    inner.replaceChildren(...Array.from({ length: 12 }, (_, at) => first + at).filter(row => row < 150).map(row => {
      const line = document.createElement('p'); line.style.top = `${row * 20}px`;
      line.innerHTML = `<button>Row ${row}</button>`; return line })) };
  list.onscroll = draw; draw();
</script>";

#[test]
fn scroll_until_scrolls_nested_containers() {
    perform(|agent| async move {
        for tall in ["0", "2000"] {
            agent.open(&NESTED.replace("TALL", tall)).await;
            let wanted = json!({"target": target_of("Row 90"), "timeout": "30s"});
            let found = agent.call("scroll_until", wanted).await;
            assert!(told(&found).starts_with("ok"), "{tall}: {}", told(&found));
            let clicked = agent.on("click", "Row 90").await;
            assert_eq!(clicked.unwrap_err().verdict, Some("no_effect"), "it can be reached");
            let missing =
                agent.call("scroll_until", json!({"target": target_of("Row 500"), "timeout": "40s"})).await;
            assert_eq!(missing.unwrap_err().verdict, Some("not_found"));
        }
    });
}
