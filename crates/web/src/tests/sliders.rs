//! Tests moving various sliders to a number.

use serde_json::json;

use crate::testing::{Agent, perform};

/// A slider without a role whose handle only the pointer moves; a text beside it shows its value.
const DRAWN: &str = "<!doctype html><style>
  .track { position: relative; width: 240px; height: 8px; background: silver; margin: 40px }
  .track.tall { width: 8px; height: 200px }
  .grip { position: absolute; width: 16px; height: 16px; background: navy; cursor: pointer }</style>
  <p>Rooms <b id=n1>2</b></p><div class=track><div class=grip id=g1 style='left: 20%; top: -4px'></div></div>
  <p>Nights <b id=n2>10</b> of 30</p><div class='track tall'><div class=grip id=g2 style='bottom: 33%; left: -4px'></div></div>
  <button>Next</button><script>
  const slide = (grip, said, most, tall) => grip.onpointerdown = () => {
    const { left, width, bottom, height } = grip.parentElement.getBoundingClientRect();
    const move = (event) => {
      const share = Math.min(Math.max(tall ? (bottom - event.clientY) / height : (event.clientX - left) / width, 0), 1);
      grip.style[tall ? 'bottom' : 'left'] = `calc(${share * 100}% - 8px)`;
      said.textContent = Math.round(share * most);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
  };
  slide(g1, n1, 12, false); slide(g2, n2, 30, true);</script>";

/// A slider with a large step by keys and a finer one by the pointer.
const COARSE: &str = "<!doctype html><style>
  #track { position: relative; width: 400px; height: 10px; margin: 40px; background: silver }
  #grip { position: absolute; width: 12px; height: 12px; background: navy }</style>
  <div id=track><div id=grip role=slider tabindex=0 aria-label=Price aria-valuemin=0 aria-valuemax=200 aria-valuenow=0 style='left: 0'></div></div>
  <script>
  const put = (value) => { const to = Math.min(Math.max(value, 0), 200); grip.ariaValueNow = to; grip.style.left = `${to * 2 - 6}px`; };
  grip.onkeydown = (event) => put(+grip.ariaValueNow + ({ ArrowRight: 20, ArrowLeft: -20 }[event.key] ?? 0));
  grip.onpointerdown = () => { grip.onpointermove = (event) => put(Math.round((event.clientX - track.getBoundingClientRect().left) / 2)); };
  grip.onpointerup = () => { grip.onpointermove = null; };
  document.onpointermove = (event) => grip.onpointermove?.(event);
  document.onpointerup = () => grip.onpointerup();</script>";

async fn sliders(agent: &Agent) -> Vec<u32> {
    let view = agent.call("observe", json!({})).await.unwrap().view.unwrap();
    let lines = view.lines.iter().filter(|line| line.contains("slider"));
    lines.filter_map(|line| line.trim_start_matches('[').split(']').next()?.parse().ok()).collect()
}

async fn script(agent: &Agent, script: &str) -> String {
    let told = agent.call("execute", json!({"script": script})).await.unwrap();
    told.value.as_text().map_or_else(|| told.value.to_string(), str::to_string)
}

#[test]
fn recognizes_handle_on_track_as_slider() {
    perform(|agent| async move {
        agent.open(DRAWN).await;
        let [first, second] = sliders(&agent).await[..] else { panic!("two sliders") };
        for (id, number) in [(first, "7"), (second, "25"), (first, "0")] {
            agent.call("type", json!({"target": id, "text": number})).await.unwrap();
        }
        assert_eq!(script(&agent, "return n1.textContent + ' ' + n2.textContent").await, "0 25");
        let beyond = agent.call("type", json!({"target": first, "text": "40"})).await.unwrap_err();
        assert!(beyond.message.contains("stands at 12 instead of"), "{}", beyond.message);
    });
}

#[test]
fn slider_reaches_values_between_key_steps() {
    perform(|agent| async move {
        agent.open(COARSE).await;
        agent.call("type", json!({"target": "Price", "text": "87"})).await.unwrap();
        assert_eq!(script(&agent, "return grip.ariaValueNow").await, "87");
    });
}
