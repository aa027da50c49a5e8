//! Tests the recognition of effects: each button of a page causes one kind of effect and no other.

use std::fmt::Write;

use lemmascope_sites::{Answer, Server};
use serde_json::json;

use crate::testing::{Agent, perform, told};

const WAV: &str = "data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// Creates a page with a button that runs a script, and additional HTML.
fn page(button: &str, rest: &str) -> String {
    format!(
        "<!doctype html><meta charset=utf-8><title>t</title>
         <style>.on {{ color: red }} button {{ display: block }}</style>
         <button id=b onclick=\"{button}\">Go</button>{rest}"
    )
}

/// Opens the page and clicks its button.
async fn click(agent: &Agent, server: &Server, path: &str) -> String {
    agent.call("goto", json!({"url": server.url(path)})).await.unwrap();
    told(&agent.on("click", "#b").await)
}

const BOARD: &str = "<canvas id=c width=300 height=200></canvas><script>
    const paper = c.getContext('2d');
    paper.fillStyle = 'silver'; paper.fillRect(0, 0, 300, 200);
    </script>";

const GLOBE: &str = "<canvas id=c width=300 height=200></canvas><script>
    const gl = c.getContext('webgl');
    const paint = (red) => { gl.clearColor(red, 0.5, 0.2, 1); gl.clear(gl.COLOR_BUFFER_BIT) };
    paint(0.1);
    </script>";

/// Creates the page in a cross-origin frame.
fn framed(more: &str) -> String {
    let within = |inner: &str| {
        let encoded: String = inner.bytes().map(|byte| format!("%{byte:02x}")).collect();
        format!("<iframe id=f width=400 height=260 src='data:text/html,{encoded}'></iframe>")
    };
    let globe = format!("{GLOBE}<script>onmessage = (event) => paint(event.data); {more}</script>");
    let hall = format!(
        "<p>Hall</p>{}<script>onmessage = (event) => f.contentWindow.postMessage(event.data, '*')</script>",
        within(&globe)
    );
    within(&hall).replace("260", "330")
}

fn kinds() -> Vec<(&'static str, &'static str, String)> {
    let board = |more: &str| format!("{BOARD}<script>{more}</script>");
    let globe = |more: &str| format!("{GLOBE}<script>{more}</script>");
    vec![
        // Attributes and classes.
        ("/unhide", "changed", page("p.hidden = false", "<p id=p hidden>More</p>")),
        (
            "/class-and-back",
            "no_effect",
            page("p.classList.add('on'); p.classList.remove('on')", "<p id=p>More</p>"),
        ),
        // Canvas drawings.
        ("/draw", "changed", page("paper.fillStyle = 'red'; paper.fillRect(10, 10, 3, 3)", BOARD)),
        ("/draw-later", "changed", page("setTimeout(() => paper.clearRect(0, 0, 50, 50), 200)", BOARD)),
        ("/draw-dead", "no_effect", page("", BOARD)),
        (
            "/draw-restless",
            "no_effect",
            page(
                "",
                &board(
                    "setInterval(() => { paper.fillStyle = `hsl(${Math.random() * 360} 50% 50%)`; paper.fillRect(9, 9, 9, 9) }, 40)",
                ),
            ),
        ),
        (
            "/draw-tick",
            "no_effect",
            page("", &board("let n = 0; setInterval(() => { paper.fillRect(0, n++ % 190, 300, 1) }, 600)")),
        ),
        (
            "/draw-far",
            "changed",
            page(
                "paper.clearRect(10, 10, 90, 90)",
                &board("window.onload = () => paper.drawImage(far, 0, 0)"),
            )
            .replacen("<canvas", "<img id=far src=FAR/dot.svg width=20 height=20><canvas", 1),
        ),
        ("/throws", "no_effect", page("nothing.paint(0.9)", "")),
        ("/globe", "changed", page("paint(0.9)", GLOBE)),
        ("/globe-dead", "no_effect", page("", GLOBE)),
        (
            "/globe-restless",
            "no_effect",
            page(
                "",
                &globe("const spin = () => { paint(Math.random()); requestAnimationFrame(spin) }; spin()"),
            ),
        ),
        ("/globe-framed", "changed", page("f.contentWindow.postMessage(0.9, '*')", &framed(""))),
        ("/globe-framed-dead", "no_effect", page("f.contentWindow.postMessage(0.1, '*')", &framed(""))),
        (
            "/globe-framed-restless",
            "no_effect",
            page(
                "",
                &framed("const spin = () => { paint(Math.random()); requestAnimationFrame(spin) }; spin()"),
            ),
        ),
        // Media, dialogs and visibility.
        ("/play", "changed", page("a.play()", &format!("<audio id=a loop src={WAV}></audio>"))),
        ("/details", "changed", page("d.open = true", "<details id=d><summary>More</summary>text</details>")),
        ("/dialog", "changed", page("d.showModal()", "<dialog id=d>text</dialog>")),
        ("/popover", "changed", page("p.showPopover()", "<div popover id=p>text</div>")),
        ("/fullscreen", "changed", page("w.requestFullscreen()", "<div id=w>text</div>")),
        ("/print", "changed", page("print()", "")),
        (
            "/copy",
            "changed",
            page("getSelection().selectAllChildren(w); document.execCommand('copy')", "<p id=w>text</p>"),
        ),
        ("/clipboard", "changed", page("navigator.clipboard.writeText('text')", "")),
        // Requests, storage, selection, scrolling and focus.
        ("/fetch", "changed", page("fetch('/asked')", "")),
        ("/beacon", "no_effect", page("navigator.sendBeacon('/told', 'x')", "")),
        ("/store", "no_effect", page("localStorage.k = Math.random()", "")),
        ("/class", "changed", page("w.className = 'on'", "<p id=w>text</p>")),
        ("/checked", "changed", page("x.checked = true", "<input type=checkbox id=x>")),
        ("/value", "changed", page("x.value = 'full'", "<input id=x>")),
        ("/scroll", "changed", page("window.scrollBy(0, 300)", "<div style='height: 3000px'></div>")),
        (
            "/scroll-box",
            "changed",
            page(
                "w.scrollTop = 300",
                "<div id=w style='height: 90px; overflow: auto'><div style='height: 900px'></div></div>",
            ),
        ),
        ("/focus", "changed", page("x.focus()", "<input id=x>")),
        ("/focus-other", "changed", page("x.focus()", "<h2 id=x tabindex=-1>Results</h2>")),
        ("/dead", "no_effect", page("", "<input>")),
        ("/log", "no_effect", page("console.log('x')", "")),
    ]
}

#[test]
fn each_click_effect_gets_expected_verdict() {
    perform(|agent| async move {
        let agent = agent.in_regular_browser();
        let far = std::sync::Arc::new(std::sync::OnceLock::<String>::new());
        let known = std::sync::Arc::clone(&far);
        let server = Server::start(move |path| {
            if path == "/dot.svg" {
                let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
                let kind = ("Content-Type".to_string(), "image/svg+xml".to_string());
                return Some(Answer::Raw(200, vec![kind], picture.into()));
            }
            let (.., html) = kinds().into_iter().find(|(at, ..)| *at == path)?;
            Some(Answer::Page(html.replace("FAR", known.get()?)))
        })
        .await.unwrap();
        far.set(server.elsewhere("")).unwrap();
        let mut wrong = String::new();
        // Without a graphics card, WebGL depends on the build of the browser. A missing feature is reported,
        // and is not an effect.
        agent.call("goto", json!({"url": server.url("/dead")})).await.unwrap();
        let script = json!({"script": "document.createElement('canvas').getContext('webgl') !== null"});
        let has_globes = agent.call("execute", script).await.unwrap().value.as_bool().unwrap();
        for (path, verdict, _) in kinds() {
            let said = click(&agent, &server, path).await;
            if path == "/throws" || (path == "/globe" && !has_globes) {
                let failure = agent.on("click", "#b").await.unwrap_err();
                let is_told = |line: &String| line.starts_with("the page's script failed: ");
                assert!(failure.context.iter().any(is_told), "{path}: {failure:?}");
            }
            let verdict = if path.starts_with("/globe") && !has_globes { "no_effect" } else { verdict };
            if said.split(' ').nth(1) != Some(verdict) {
                let _ = writeln!(wrong, "{path} should be {verdict}: {said}");
            }
        }
        assert!(wrong.is_empty(), "\n{wrong}");
    });
}
