//! Tests custom fields, lists and messages: how they are listed and operated.

use lemmascope_intent::{Cause, Failure, Outcome};
use serde_json::json;

use crate::testing::{Agent, perform, target_of, told};

/// Returns the element lines of `observe` without ids.
async fn lines(agent: &Agent) -> Vec<String> {
    let view = agent.call("observe", json!({"budget": 6000})).await.unwrap().view.unwrap();
    view.lines
        .iter()
        .map(|line| line.split_once("] ").map_or(line.as_str(), |(_, rest)| rest).to_owned())
        .collect()
}

async fn choose(agent: &Agent, field: &str, value: &str) -> Result<Outcome, Failure> {
    agent.call("select", json!({"target": target_of(field), "value": value})).await
}

#[track_caller]
fn holds(lines: &[String], wanted: &str) {
    assert!(lines.iter().any(|line| line == wanted), "{wanted} is not in\n{}", lines.join("\n"));
}

#[test]
fn custom_field_is_one_element_with_name_and_value() {
    perform(|agent| async move {
        agent.visit("widgets", "/drawn").await;
        let seen = lines(&agent).await;
        holds(&seen, r#"combobox/text "Clay" {collapsed, readonly}"#);
        holds(&seen, r#"combobox/text "Tool" {collapsed}"#);
        holds(&seen, r#"combobox/text "Size" = "S" {collapsed}"#);
        // Neither the wrapper of a field nor its placeholder is listed separately.
        for noise in ["Any clay", "down"] {
            assert!(!seen.iter().any(|line| line.contains(noise)), "{noise} in\n{}", seen.join("\n"));
        }
        assert_eq!(seen.iter().filter(|line| line.contains("\"Tool\"")).count(), 1, "{}", seen.join("\n"));
    });
}

#[test]
fn recognizes_roles_of_custom_widgets() {
    perform(|agent| async move {
        agent.visit("widgets", "/drawn").await;
        let seen = lines(&agent).await;
        holds(&seen, r#"radio "One firing" {checked}"#);
        holds(&seen, r#"radio "Two firings""#);
        holds(&seen, r#"switch "Lid""#);
        holds(&seen, r#"input/text "Mark""#);
        holds(&seen, r#"slider/range "Heat" = "30""#);
        holds(&seen, r#"tab "Bowls" {selected}"#);
        holds(&seen, r#"tab "Plates""#);
        holds(&seen, r#"menuitem "Throw""#);
        holds(&seen, r#"tab "Inside" {selected}"#);
        holds(&seen, r#"columnheader "Kiln""#);
        holds(&seen, r#"cell "Small""#);
        holds(&seen, r#"checkbox "Small is busy""#);
        // Focusable boxes are not buttons, a link in a tab is the tab, and a knob is its switch.
        for noise in ["button", "link \"Inside\"", "cell \"Small is busy\""] {
            let found: Vec<_> = seen.iter().filter(|line| line.contains(noise)).collect();
            let expected = if noise == "button" { vec!["button \"Choose a shelf\""] } else { vec![] };
            assert_eq!(found, expected, "in\n{}", seen.join("\n"));
        }
        let view = agent.call("observe", json!({})).await.unwrap().view.unwrap();
        assert!(
            format!("{:?}", view.sections).contains("3 rows, 2 columns, 2 headers"),
            "{:?}",
            view.sections
        );
    });
}

#[test]
fn select_uses_the_listbox_of_its_own_field() {
    perform(|agent| async move {
        agent.visit("widgets", "/drawn").await;
        let clay = choose(&agent, "Clay", "Porcelain").await.unwrap();
        assert_eq!(clay.verdict, Some("changed"));
        // The first list is still fading when this one opens.
        let wheel = choose(&agent, "Wheel", "Porcelain").await.unwrap();
        assert_eq!(wheel.verdict, Some("changed"));
        let seen = lines(&agent).await;
        holds(&seen, r#"combobox/text "Clay" = "Porcelain" {collapsed, readonly}"#);
        holds(&seen, r#"combobox/text "Wheel" = "Porcelain wheel" {collapsed, readonly}"#);
        let none = choose(&agent, "Wheel", "Bicycle").await;
        assert_eq!(none.as_ref().unwrap_err().cause, Cause::TargetNotFound);
        assert!(told(&none).contains("has no option \"Bicycle\""), "{}", told(&none));
        assert!(!lines(&agent).await.iter().any(|line| line.starts_with("option")), "the list was left open");
    });
}

#[test]
fn select_handles_keyboard_virtual_and_roleless_lists() {
    perform(|agent| async move {
        agent.visit("widgets", "/drawn").await;
        // It opens only by a key, and renders only the first five of two hundred options.
        choose(&agent, "Teacher", "Teacher 150").await.unwrap();
        choose(&agent, "Piece", "Jug").await.unwrap();
        choose(&agent, "Choose a shelf", "Lower").await.unwrap();
        let seen = lines(&agent).await;
        holds(&seen, r#"combobox/text "Teacher" = "Teacher 150" {collapsed}"#);
        holds(&seen, r#"button "Lower" {focused}"#);
        assert!(
            seen.iter().any(|line| line.starts_with(r#"combobox/text "Piece" = "Jug""#)),
            "{}",
            seen.join("\n")
        );
    });
}

#[test]
fn type_moves_custom_slider_to_value() {
    perform(|agent| async move {
        agent.visit("widgets", "/drawn").await;
        let moved = agent.call("type", json!({"target": target_of("Heat"), "text": "85"})).await;
        assert!(told(&moved).contains("slider/range \"Heat\": \"30\" → \"85\""), "{}", told(&moved));
        let between = agent.call("type", json!({"target": target_of("Heat"), "text": "42"})).await;
        assert!(told(&between).contains("instead of \"42\""), "{}", told(&between));
    });
}

#[test]
fn delayed_message_is_reported_as_toast() {
    perform(|agent| async move {
        agent.visit("widgets", "/late").await;
        let left = agent.on("click", "Leave a note").await;
        assert!(told(&left).starts_with("ok changed"), "{}", told(&left));
        assert!(told(&left).contains("+ notification_toast \"The note has been left\""), "{}", told(&left));
        assert!(!lines(&agent).await.iter().any(|line| line.starts_with("button \"The note")));
    });
}

#[test]
fn button_ripple_animation_is_no_effect() {
    perform(|agent| async move {
        agent.visit("widgets", "/late").await;
        let idle = agent.on("click", "Idle").await;
        assert_eq!(idle.unwrap_err().verdict, Some("no_effect"));
    });
}

#[test]
fn waits_for_delayed_effects_of_actions() {
    perform(|agent| async move {
        agent.visit("widgets", "/late").await;
        agent.on("click", "Write a letter").await.unwrap();
        // The message may not be visible yet, but is about to appear.
        let posted = agent.on("click", "Post it").await;
        assert!(told(&posted).starts_with("ok changed"), "{}", told(&posted));
        let tip = agent.on("hover", "Stamp").await;
        assert!(told(&tip).contains("\"One penny\""), "{}", told(&tip));
        assert!(!told(&tip).contains("notification_toast"), "{}", told(&tip));
        let unfolded = agent.on("click", "More").await;
        assert!(told(&unfolded).contains("menuitem"), "{}", told(&unfolded));
        assert!(!told(&unfolded).contains("notification_toast"), "{}", told(&unfolded));
    });
}

const CHIPS: &str = "<style>.chip{display:inline-flex;padding:4px;background:#ddd} .hand,.x{cursor:pointer} svg{width:16px;height:16px}</style>
<div class=chip role=button tabindex=0><span>Oak</span><svg class=x viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg></div>
<div class='chip hand' role=button tabindex=0><span>Ash</span><svg class=deleteIcon viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg></div>
<div class=chip><span>Elm</span><svg class=x viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg></div>
<div class='chip hand' role=button tabindex=0><svg class=leaf viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg><span>Fir</span></div>
<button class=hand><svg class=icon-delete viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg>Clear all</button>
<div class=box style='border:1px solid;width:300px'><div class=chip role=button tabindex=-1><span>Yew</span><svg class=x viewBox='0 0 9 9'><path d='M0 0L9 9'/></svg></div>
<input role=combobox aria-expanded=false aria-label=Trees style='border:0;width:60px'><i class=x style='display:inline-block;width:9px;height:9px;background:#888'></i></div>
<script>document.querySelectorAll('.x,.deleteIcon').forEach(it => it.onclick = event => {
  event.stopPropagation(); it.parentElement.remove() })</script>";

#[test]
fn lists_chip_remove_buttons_as_elements() {
    perform(|agent| async move {
        agent.open(CHIPS).await;
        let view = agent.call("observe", json!({"full": true})).await.unwrap().view.unwrap();
        let page = serde_json::to_value(&view.data).unwrap();
        let all = page["elements"].as_array().unwrap();
        let crosses: Vec<&serde_json::Value> =
            all.iter().filter(|element| element["selector"].as_str().unwrap().contains("svg")).collect();
        assert_eq!(crosses.len(), 4, "{all:#?}");
        for name in ["Oak", "Ash", "Fir", "Clear all", "Yew"] {
            assert!(
                all.iter().any(|element| element["type"] == "button" && element["name"] == name),
                "{all:#?}"
            );
        }
        for cross in crosses {
            assert_eq!(cross["type"], "button");
            let clicked = agent.on("click", &format!("[{}]", cross["id"])).await;
            assert!(told(&clicked).contains("\n- "), "{}", told(&clicked));
        }
        let seen = lines(&agent).await.join("\n");
        assert!(!["Oak", "Ash", "Elm", "Yew"].iter().any(|name| seen.contains(name)), "{seen}");
    });
}

/// A code editor that renders its lines asynchronously and gets its input through a hidden element.
const EDITOR: &str = "<style>.editor{position:relative;width:500px;height:120px;border:1px solid;margin:9px;overflow:hidden}
.gutter{position:absolute;left:0;width:30px} .lines{position:absolute;left:40px;right:0;top:0;bottom:0;cursor:text;white-space:pre}
.input{position:absolute;z-index:-10;padding:0;border:0;outline:0;resize:none}</style>
<form><label>Subject <input></label><textarea name=trap style='opacity:0;height:0'></textarea><button>Send</button></form>
<div class=editor><div class=guard style='height:100%'>INPUT<textarea tabindex=-1 aria-hidden=true class=input style='z-index:-10'></textarea>
<div class=gutter>1</div><div class=lines></div></div></div><output></output>
<script>
  const field = document.querySelector('[aria-label=Source]'), lines = document.querySelector('.lines');
  let text = 'let it = 1', all = false;
  const draw = () => requestAnimationFrame(() => { lines.replaceChildren(...text.split('\\n').map(line => {
    const row = document.createElement('div'); row.textContent = line.replaceAll(' ', '\\u00a0'); return row })) });
  const write = added => { text = all ? added : text + added; all = false; draw() };
  document.querySelector('.editor').onmousedown = event => { event.preventDefault(); field.focus() };
  field.addEventListener('keydown', event => {
    if (event.ctrlKey && event.key === 'a') { all = true; event.preventDefault() }
    if (event.ctrlKey && event.key === 'End') { all = false; event.preventDefault() }
  });
  if (field.localName === 'textarea') field.addEventListener('beforeinput', event => {
    event.preventDefault(); write(event.inputType === 'insertLineBreak' ? '\\n' : event.data ?? '') });
  else { field.editContext = new EditContext(); field.editContext.addEventListener('textupdate', event => write(event.text)) }
  draw();
</script>";

#[test]
fn code_editor_is_one_element_with_its_text() {
    perform(|agent| async move {
        for input in [
            "<textarea class=input aria-label=Source style='width:1px;height:1px'></textarea>",
            "<textarea class=input aria-label=Source style='width:90px;height:18px;opacity:0'></textarea>",
            "<div style='overflow:hidden;width:3px;height:0;position:relative'><textarea class=input aria-label=Source style='width:400px'></textarea></div>",
            "<div class=input role=textbox tabindex=0 aria-multiline=true aria-label=Source style='width:0;height:18px'></div>",
        ] {
            agent.open(&EDITOR.replace("INPUT", input)).await;
            let seen = lines(&agent).await;
            let editor: Vec<&String> = seen.iter().filter(|line| line.contains("\"Source\"")).collect();
            assert_eq!(editor.len(), 1, "{input}\n{}", seen.join("\n"));
            assert!(editor[0].ends_with("\"Source\" = \"let it = 1\""), "{input}: {editor:?}");
            assert!(!seen.iter().any(|line| line.contains("trap")), "{}", seen.join("\n"));
            let typed =
                agent.call("type", json!({"target": target_of("Source"), "text": "const x = 42"})).await;
            assert!(told(&typed).starts_with("ok changed"), "{input}: {}", told(&typed));
            let more = json!({"target": target_of("Source"), "text": " + y", "append": true});
            let typed = agent.call("type", more).await;
            assert!(told(&typed).starts_with("ok changed"), "{input}: {}", told(&typed));
            let seen = lines(&agent).await.join("\n");
            assert!(seen.contains("\"Source\" = \"const x = 42 + y\""), "{input}: {seen}");
            agent.on("click", "Source").await.unwrap_err();
        }
    });
}
