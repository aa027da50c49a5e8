// One listed element in its serialized form: short keys, without default values. `raw.rs` on the reading side
// has the same names.
((lemmascope) => {
  const { dom, tidy } = lemmascope;

  const CHOICES = 100;
  const KEPT = new Set((
    "id name type autocomplete href class data-testid data-test data-qa for inputmode pattern maxlength minlength passwordrules min max step title " +
    "target accept aria-describedby aria-controls aria-haspopup aria-label download formaction rel itemprop placeholder contenteditable aria-hidden " +
    "formcontrolname ng-model data-cy"
  ).split(" "));
  const LENGTH = 160;
  // The maximum length of a value in a scan; `text` returns the whole value.
  const VALUE = 4000;
  const MOST_ATTRIBUTES = 100;

  const SECRET_HINT = /pass(?!port|enger|age)|pwd|cvv|cvc|csc|card.?(?:num|no)|\botp\b|one.?time|\bpin\b|secret|token|\bssn\b|iban/i;
  const SECRET_PURPOSE = /(?:^|\s)(?:cc-number|cc-csc|one-time-code|current-password|new-password)(?:\s|$)/i;
  const SECRET_LABEL = /api.?key|security code|card number|\bpin\b|senha|contraseñ|passwor[dt]|mot de passe|cart[aã]o de cr[eé]dito|n[uú]mero do cart[aã]o|c[oó]digo de seguran[cç]a/i;
  // The content of these fields is never a secret, whatever text is next to them.
  const OPEN_TYPES = new Set("email url search date month week time datetime-local color range file".split(" "));
  const LONGEST_LABEL = 40;
  const BESIDE = new Set("th td dt label span strong b".split(" "));
  // A field that was once a password field remains secret, even while the page shows it in clear text.
  const secrets = new WeakSet();

  // Splits a name or label into words, also at camel-case humps, by the same rule as for parameter names.
  const wordsOf = (text) =>
    text
      .slice(0, 400)
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== "");
  const isSensitive = (text) => {
    const words = wordsOf(text);
    return lemmascope.sensitive.some((name) => {
      const together = name.join("");
      if (words.some((_, at) => name.every((word, offset) => words[at + offset] === word))) return true;
      if (together.length < 5) return words.includes(together);
      return words.some((word) => (together.length < 8 ? word.endsWith(together) : word.includes(together)));
    });
  };

  // Returns the visible names of a field: its labels, its placeholder, and the text directly before it.
  const labelsOf = (element) => {
    const texts = ["aria-label", "placeholder", "title"].map((name) => dom.attribute(element, name) ?? "");
    for (const label of element.labels ?? []) texts.push(label.textContent ?? "");
    const root = element.getRootNode();
    for (const id of (dom.attribute(element, "aria-labelledby") ?? "").split(/\s+/).slice(0, 5)) {
      if (id !== "" && "getElementById" in root) texts.push(root.getElementById(id)?.textContent ?? "");
    }
    const before = (element.closest("td, dd") ?? element).previousSibling;
    const text = tidy(before?.textContent ?? "", LONGEST_LABEL + 1);
    // A full sentence before a field is not specific to that field.
    if (before?.nodeType === 1 ? BESIDE.has(dom.tag(before)) && !text.endsWith("?") : text.endsWith(":")) texts.push(text);
    return texts.map((text) => tidy(text, LONGEST_LABEL + 1)).filter((text) => text.length <= LONGEST_LABEL);
  };

  // Custom elements may expose their role only to the browser's accessibility tree; most are named after it.
  const NAMED_AFTER = /-(radio|tab|checkbox|switch|option|slider|menu-item|treeitem|tree-item)$/;
  lemmascope.roleOfTag = (element, tag) => {
    const role = (NAMED_AFTER.exec(tag)?.[1] ?? "").replace("-", "");
    const inner = role === "" ? null : lemmascope.shadowOf(element);
    // The inner control is listed instead.
    return inner !== null && dom.all(inner, `[role=${role}], input`).length > 0 ? "" : role;
  };

  const isSecret = (element, tag) => {
    if (tag !== "input" && tag !== "textarea") return false;
    // Filter lists set `autocomplete=new-password` to suppress the browser's suggestions.
    if (tag === "input" && element.type !== "password" && dom.attribute(element, "role") === "combobox") return false;
    if (secrets.has(element)) return true;
    const type = tag === "input" ? element.type : "";
    if (type === "checkbox" || type === "radio" || type === "submit" || type === "button") return false;
    const is =
      type === "password" ||
      SECRET_PURPOSE.test(dom.attribute(element, "autocomplete") ?? "") ||
      [dom.attribute(element, "name") ?? "", dom.attribute(element, "id") ?? ""].some(
        (name) => SECRET_HINT.test(name.slice(0, 200)) || (!OPEN_TYPES.has(type) && isSensitive(name)),
      ) ||
      (!OPEN_TYPES.has(type) && labelsOf(element).some((label) => SECRET_LABEL.test(label) || isSensitive(label)));
    if (is) secrets.add(element);
    return is;
  };
  // Whether the label of a value marks it as a secret.
  lemmascope.isSecretLabel = (text) => SECRET_LABEL.test(text) || SECRET_HINT.test(text) || isSensitive(text);
  lemmascope.isSecret = (element) => isSecret(element, dom.tag(element));

  const STATE = {
    required: 1, disabled: 2, readonly: 4, focused: 8, invalid: 16, multiple: 32, busy: 64, checkable: 128, checked: 256,
    mixed: 512, selectable: 1024, selected: 2048, pressable: 4096, pressed: 8192, expandable: 16384, expanded: 32768,
    current: 65536, interactive: 131072, secret: 262144, byCursor: 524288, emphasised: 1048576, text: 2097152,
    alarming: 4194304,
  };
  lemmascope.states = STATE;

  const isAria = (name) => name.startsWith("aria-");
  const yes = (element, name) => dom.attribute(element, name) === "true";

  // `names` are the element's attribute names: one query instead of a dozen, because most elements have none
  // of these attributes.
  lemmascope.stateOf = (element, tag, isFocused, names = dom.names(element)) => {
    let state = isFocused ? STATE.focused : 0;
    const isControl = tag === "input" || tag === "select" || tag === "textarea" || tag === "button";
    if (isControl) {
      if (element.required === true) state |= STATE.required;
      if (dom.matches(element, ":disabled")) state |= STATE.disabled;
      if (element.readOnly === true) state |= STATE.readonly;
      if (element.multiple === true) state |= STATE.multiple;
      if (tag === "input" && (element.type === "checkbox" || element.type === "radio")) {
        state |= STATE.checkable;
        if (element.checked) state |= STATE.checked;
        if (element.indeterminate) state |= STATE.mixed;
      }
      if (tag !== "button" && dom.matches(element, ":user-invalid")) state |= STATE.invalid;
    }
    if (tag === "option") {
      state |= STATE.selectable;
      if (element.selected) state |= STATE.selected;
    }
    if (tag === "summary") {
      state |= STATE.expandable;
      const details = dom.parent(element);
      if (details !== null && dom.type(details) === 1 && dom.has(details, "open")) state |= STATE.expanded;
    }
    if (names.length > 0 && tag.includes("-")) state |= ownState(element, tag);
    if (!names.some(isAria)) return state;
    if (yes(element, "aria-required")) state |= STATE.required;
    if (yes(element, "aria-disabled")) state |= STATE.disabled;
    if (yes(element, "aria-readonly")) state |= STATE.readonly;
    if (yes(element, "aria-multiselectable")) state |= STATE.multiple;
    if (yes(element, "aria-busy")) state |= STATE.busy;
    const invalid = dom.attribute(element, "aria-invalid");
    if (invalid !== null && invalid !== "" && invalid !== "false") state |= STATE.invalid;
    const checked = dom.attribute(element, "aria-checked");
    if (checked !== null && (state & STATE.checkable) === 0) {
      state |= STATE.checkable;
      if (checked === "true") state |= STATE.checked;
      if (checked === "mixed") state |= STATE.mixed;
    }
    const selected = dom.attribute(element, "aria-selected");
    if (selected === "true" || selected === "false") {
      state |= STATE.selectable;
      if (selected === "true") state |= STATE.selected;
    }
    const pressed = dom.attribute(element, "aria-pressed");
    if (pressed !== null) {
      state |= STATE.pressable;
      if (pressed === "true") state |= STATE.pressed;
      if (pressed === "mixed") state |= STATE.mixed;
    }
    const expanded = dom.attribute(element, "aria-expanded");
    if (expanded === "true" || expanded === "false") {
      state |= STATE.expandable;
      if (expanded === "true") state |= STATE.expanded;
    }
    const current = dom.attribute(element, "aria-current");
    if (current !== null && current !== "" && current !== "false") state |= STATE.current;
    return state;
  };

  // Returns the externally visible state of a custom element.
  const ownState = (element, tag) => {
    const role = dom.attribute(element, "role") ?? lemmascope.roleOfTag(element, tag);
    const is = (names) => names.some((name) => dom.has(element, name) || dom.matches(element, `:state(${name})`));
    let state = dom.has(element, "disabled") ? STATE.disabled : 0;
    if (role === "radio" || role === "checkbox" || role === "switch") {
      state |= STATE.checkable;
      if (is(["checked", "selected"])) state |= STATE.checked;
    } else if (role === "tab" || role === "option") {
      state |= STATE.selectable;
      if (is(["active", "selected"])) state |= STATE.selected;
    }
    return state;
  };

  lemmascope.keptAttributes = (element, names) => {
    const kept = {};
    for (const name of names) {
      if (!KEPT.has(name)) continue;
      const value = dom.attribute(element, name);
      // `<div contenteditable>` is an editor as well.
      if (name === "contenteditable" && value === "") kept[name] = "true";
      if (value !== "") kept[name] = value.length > LENGTH ? value.slice(0, LENGTH) : value;
    }
    return kept;
  };

  // Returns all attributes of an element, without the value of a secret field.
  lemmascope.allAttributes = (element) => {
    const all = {};
    const attributes = dom.attributes(element);
    const secret = lemmascope.isSecret(element);
    for (let at = 0; at < attributes.length && at < MOST_ATTRIBUTES; at++) {
      const { name, value } = attributes[at];
      if (!secret || name !== "value") all[clip(name, 100)] = clip(value, 2000);
    }
    return all;
  };

  // Returns the typed or selected value, unless it is a secret.
  lemmascope.valueOf = (element, tag, role) => {
    if (tag === "input") {
      const { type } = element;
      if (type === "checkbox" || type === "radio") return tidy((dom.attribute(element, "value") ?? "").slice(0, 500));
      if (type === "file") return Array.from(element.files ?? [], (file) => file.name).slice(0, 10).join(", ");
      if (type === "submit" || type === "button" || type === "reset" || type === "image") return "";
      return clip(element.value, VALUE);
    }
    if (tag === "textarea") return clip(lemmascope.textOnSurface(element) ?? element.value, VALUE);
    if (tag === "select") {
      const chosen = [];
      const options = element.selectedOptions;
      for (let at = 0; at < options.length && at < 10; at++) chosen.push(tidy(options[at].text.slice(0, 300)));
      return chosen.join(", ");
    }
    if (role === "slider" || role === "spinbutton" || role === "scrollbar") {
      const value = dom.attribute(element, "aria-valuetext") ?? dom.attribute(element, "aria-valuenow");
      return clip(value ?? (role === "slider" ? lemmascope.handlePlace(element) : ""), 100);
    }
    if (role === "textbox" || role === "searchbox" || role === "combobox" || dom.has(element, "contenteditable")) {
      const text = lemmascope.textOnSurface(element) ?? element.textContent ?? "";
      return clip(tidy(text.slice(0, VALUE), VALUE), VALUE);
    }
    return "";
  };

  const clip = (text, length) => (text.length > length ? text.slice(0, length) : text);

  lemmascope.choicesOf = (select) => {
    const { options } = select;
    const choices = [];
    for (let at = 0; at < options.length; at++) {
      const option = options[at];
      const { selected } = option;
      if (at >= CHOICES && !selected) {
        if (at > 5000) break;
        continue;
      }
      const text = tidy((option.label || option.text).slice(0, 300), 80);
      const value = clip(option.value, 80);
      choices.push(selected ? [text, value === text ? 0 : value, 1] : value === text ? [text] : [text, value]);
      if (choices.length > CHOICES) break;
    }
    return choices;
  };
})(lemmascope);
