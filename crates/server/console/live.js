// The live picture of a session's browser, and the hand-over of its mouse and keyboard.

import { followPictures, getPicture, path, post } from "./api.js";
import { announce, byId, fill } from "./dom.js";
import { showProblem } from "./problem.js";
import { currentSession, emit, may, on, state } from "./state.js";

/** Milliseconds between two pictures of a server without a stream, and between two attempts while no page is open. */
const INTERVAL = 500;
const IDLE_INTERVAL = 3000;
/** Milliseconds between two streams: the server ends each after a while. */
const RENEWAL = 100;
/** Milliseconds between two moves of the pointer that are sent. */
const MOVE_INTERVAL = 100;

let address = null;
let timer = 0;
let isVisible = false;
let isSupported = true;
let isStreamed = true;
let aborting = null;
let isTakenOver = false;
let inputs = Promise.resolve();
let lastMove = 0;

/** Connects the picture and its buttons. */
export function startLive() {
  const picture = byId("picture");
  byId("take-over").addEventListener("click", () => setTakenOver(!isTakenOver));
  document.addEventListener("visibilitychange", schedule);
  on("session", () => {
    setTakenOver(false);
    clear("Waiting for a picture…");
    schedule();
  });
  on("sessions", () => schedule());
  const stage = byId("stage");
  stage.addEventListener("click", (event) => sendAt(event, picture, { kind: "click" }));
  stage.addEventListener("pointermove", (event) => {
    if (event.timeStamp - lastMove < MOVE_INTERVAL) return;
    lastMove = event.timeStamp;
    sendAt(event, picture, { kind: "move" });
  });
  stage.addEventListener("wheel", (event) => {
    if (!isTakenOver) return;
    event.preventDefault();
    const { width, height } = picture.getBoundingClientRect();
    sendAt(event, picture, { kind: "scroll", dx: event.deltaX / width, dy: event.deltaY / height });
  }, { passive: false });
  stage.addEventListener("keydown", onKey);
  stage.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain");
    if (isTakenOver && text) sendInput({ kind: "text", text });
  });
}

/** Starts or pauses the picture: it is read only while it is on screen. */
export function setLiveVisible(isShown) {
  isVisible = isShown;
  if (!isShown) setTakenOver(false);
  schedule();
}

function schedule(delay = 0) {
  clearTimeout(timer);
  aborting?.abort();
  if (!isVisible || document.hidden || !isSupported) return;
  timer = setTimeout(readPicture, Number.isFinite(delay) ? delay : 0);
}

async function readPicture() {
  const session = state.session;
  if (!currentSession()?.url) {
    clear("No page is open in this session. Open one with a command such as goto https://example.com.");
    timer = setTimeout(readPicture, IDLE_INTERVAL);
    return;
  }
  aborting = new AbortController();
  const { signal } = aborting;
  const shown = async (blob) => {
    if (session === state.session && !signal.aborted) await show(blob);
  };
  let delay = isStreamed ? RENEWAL : INTERVAL;
  try {
    if (isStreamed) await followPictures(path("/v1/sessions/{}/pictures", session), shown, { signal });
    else await shown(await getPicture(path("/v1/sessions/{}/picture", session), { signal }));
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    delay = IDLE_INTERVAL;
    if (error.isUnknownPath && isStreamed) {
      // A proxy or a server that has no stream may have single pictures.
      isStreamed = false;
      schedule();
      return;
    }
    if (error.isUnknownPath) {
      isSupported = false;
      clear("This server provides no live picture.");
      return;
    }
    clear(error.status === 409 ? "No page is open in this session." : `No picture: ${error.message}`);
  }
  timer = setTimeout(readPicture, delay);
}

async function show(blob) {
  const picture = byId("picture");
  const next = URL.createObjectURL(blob);
  const previous = address;
  address = next;
  picture.src = next;
  try {
    await picture.decode();
  } catch {
    clear("The picture cannot be decoded.");
    return;
  }
  if (previous) URL.revokeObjectURL(previous);
  picture.hidden = false;
  byId("stage").classList.add("has-picture");
  byId("placeholder").hidden = true;
  byId("take-over").hidden = !may("act");
  emit("picture", true);
}

function clear(text) {
  byId("picture").hidden = true;
  byId("stage").classList.remove("has-picture");
  byId("take-over").hidden = true;
  emit("picture", false);
  const placeholder = byId("placeholder");
  placeholder.hidden = false;
  if (placeholder.textContent !== text) placeholder.textContent = text;
}

/** Takes the browser over, or gives it back. */
export function setTakenOver(isOn) {
  if (isOn === isTakenOver) return;
  isTakenOver = isOn;
  const stage = byId("stage");
  const control = byId("take-over");
  control.textContent = isOn ? "Give back" : "Take over";
  control.setAttribute("aria-pressed", String(isOn));
  stage.classList.toggle("taken-over", isOn);
  stage.tabIndex = isOn ? 0 : -1;
  // Screen readers pass every key on to an application, and none to a group.
  stage.setAttribute("role", isOn ? "application" : "group");
  byId("take-over-hint").hidden = !isOn;
  fill(byId("live-problem"));
  if (isOn) {
    stage.focus();
    announce("You control the browser. Shift and Escape give it back.");
  } else {
    announce("The browser is given back.");
    // The page can have changed in the meantime.
    emit("run-finished", { session: state.session });
  }
}

function onKey(event) {
  if (!isTakenOver || event.isComposing) return;
  if (event.key === "Escape" && event.shiftKey) {
    event.preventDefault();
    setTakenOver(false);
    byId("take-over").focus();
    return;
  }
  const isChord = event.ctrlKey || event.metaKey || event.altKey;
  // The browser turns this chord into a paste, which is sent as text.
  if (isChord && event.key.toLowerCase() === "v") return;
  if (["Shift", "Control", "Alt", "Meta", "AltGraph", "Dead"].includes(event.key)) return;
  event.preventDefault();
  const isText = [...event.key].length === 1 && (!isChord || event.getModifierState("AltGraph"));
  if (isText) sendInput({ kind: "text", text: event.key });
  else sendInput({ kind: "key", key: chordOf(event) });
}

/** A key with its modifiers, as in `Control+Shift+K`. */
function chordOf(event) {
  const modifiers = [["Control", event.ctrlKey], ["Alt", event.altKey], ["Meta", event.metaKey], ["Shift", event.shiftKey]];
  const held = modifiers.filter(([, isHeld]) => isHeld).map(([name]) => name);
  return [...held, event.key === " " ? "Space" : event.key].join("+");
}

function sendAt(event, picture, input) {
  if (!isTakenOver || picture.hidden) return;
  const box = picture.getBoundingClientRect();
  const x = (event.clientX - box.left) / box.width;
  const y = (event.clientY - box.top) / box.height;
  if (x < 0 || x > 1 || y < 0 || y > 1) return;
  sendInput({ ...input, x, y });
}

/** Sends inputs one after the other, so that they arrive in their order. */
function sendInput(input) {
  const address = path("/v1/sessions/{}/input", state.session);
  inputs = inputs.then(async () => {
    if (!isTakenOver) return;
    try {
      const { steps } = await post(address, input);
      if (steps) emit("recorded", steps);
    } catch (error) {
      setTakenOver(false);
      showProblem(byId("live-problem"), error);
    }
  });
}
