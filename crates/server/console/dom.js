// Elements are built from nodes and text alone. No text from the server or from a page is parsed as markup.

/**
 * Creates an element. Properties that begin with "on" are event listeners, `class` and names with a
 * hyphen are attributes, `dataset` is merged, and the others are assigned.
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  add(element, ...children);
  return element;
}

/** Appends nodes and texts; nested arrays are flattened, and empty values are left out. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : String(child));
  }
  return parent;
}

/** Replaces the children of an element. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, ...children);
}

/** Finds an element of the page by its id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Creates a button. `kind` is a class such as "primary" or "danger". */
export function button(label, onclick, { kind = "", ...properties } = {}) {
  return el("button", { type: "button", class: `button ${kind}`.trim(), onclick, ...properties }, label);
}

/** The parts of a text, with those between backticks as code. */
export function withCode(text) {
  return String(text).split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part));
}

/** Disables a control while its task runs, so that a second click does not repeat the task. */
export async function whileBusy(control, task) {
  if (control.disabled) return undefined;
  control.disabled = true;
  control.setAttribute("aria-busy", "true");
  try {
    return await task();
  } finally {
    control.disabled = false;
    control.removeAttribute("aria-busy");
  }
}

/** Tells screen readers about an event. The same text twice in a row is announced twice. */
export function announce(text) {
  const region = byId("announcements");
  const repeated = region.textContent === text;
  region.textContent = repeated ? `${text}\u00a0` : text;
}
