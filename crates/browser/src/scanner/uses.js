// The kinds of input that an element accepts: text, a choice, a check mark, files. Verbs query this first,
// because trying the wrong kind would press, toggle or write into the element.
((lemmascope) => {
  const { dom, fields, closest, isShown } = lemmascope;

  const TYPED_ROLES = new Set(["textbox", "searchbox", "combobox", "spinbutton", "slider"]);
  const LIST_ROLES = new Set(["combobox", "listbox", "tree", "grid", "menu", "radiogroup"]);
  const NO_TEXT = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "file", "hidden"]);
  const PRESSED = "button, a[href], summary, option, [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=checkbox], [role=radio], [role=switch], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]";
  const DRAWN_LIST = /select|drop-?down|combo|picker|autocomplete|typeahead|chosen|choices/i;

  const roleOf = (element) => (dom.attribute(element, "role") ?? "").trim().toLowerCase();
  const isInput = (element) => element instanceof HTMLInputElement;
  const isTextField = (element) =>
    (isInput(element) && !NO_TEXT.has(element.type)) ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLElement && element.isContentEditable) ||
    (fields.isField(element) && !(element instanceof HTMLSelectElement));
  const isControl = (element) => isInput(element) || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || element instanceof HTMLButtonElement;

  const inside = (element, is) => {
    for (const inner of dom.all(lemmascope.shadowOf(element) ?? element, "input, textarea, [contenteditable], [role=textbox]")) if (is(inner) && isShown(inner)) return true;
    return false;
  };

  const takesText = (element) => {
    if (isTextField(element) || lemmascope.surfaceOf(element) !== null || lemmascope.isHandle(element)) return true;
    if (isControl(element)) return false;
    if (TYPED_ROLES.has(roleOf(element)) || dom.tag(element) === "canvas" || dom.tag(element) === "iframe") return true;
    if (element instanceof HTMLLabelElement && element.control !== null) return takesText(element.control);
    // A click on the label around a field focuses the field.
    return inside(element, isTextField);
  };

  const isCalledList = (element) => {
    for (let at = element, steps = 0; at !== null && steps < 3; at = lemmascope.above(at), steps++) {
      if (DRAWN_LIST.test(`${dom.tag(at)} ${(dom.attribute(at, "class") ?? "").slice(0, 300)} ${(dom.attribute(at, "id") ?? "").slice(0, 100)}`)) return true;
    }
    return false;
  };

  const takesChoice = (element) => {
    if (element instanceof HTMLSelectElement) return true;
    if (element instanceof HTMLLabelElement && element.control !== null) return takesChoice(element.control);
    if (LIST_ROLES.has(roleOf(element)) || lemmascope.isPicker(element)) return true;
    if (isInput(element) && (NO_TEXT.has(element.type) ? !["button", "submit"].includes(element.type) : dom.has(element, "list"))) return dom.has(element, "list");
    const popup = dom.attribute(element, "aria-haspopup");
    if ((popup !== null && popup !== "false") || dom.has(element, "aria-expanded") || dom.has(element, "list")) return true;
    if (isInput(element) || element instanceof HTMLTextAreaElement) return isCalledList(element);
    if (dom.matches(element, "a[href], input, [role=link], [role=tab], [role=checkbox], [role=radio], [role=switch]")) return false;
    if (isCalledList(element) || dom.all(element, "select, [role=listbox], [role=combobox], [role=option]").length > 0) return true;
    // A box without a role that contains its list, or has it as the next sibling.
    if (dom.matches(element, PRESSED) || dom.matches(element, "input, [role]")) return false;
    const next = element.nextElementSibling;
    return dom.all(element, "ul, ol").length > 0 || (next !== null && dom.matches(next, "ul, ol, [role=listbox]"));
  };

  const takesTick = (element) => {
    if (element instanceof HTMLLabelElement && element.control !== null) return takesTick(element.control);
    if (isInput(element)) return element.type === "checkbox" || element.type === "radio" || roleOf(element) === "switch";
    if (isControl(element) || dom.matches(element, "a[href], [role=link], [role=tab]")) return dom.has(element, "aria-checked") || dom.has(element, "aria-pressed");
    return lemmascope.ticked(lemmascope.keyOf(element)).ticked !== null;
  };

  const takesFiles = (element) => {
    if (isInput(element)) return element.type === "file" || element.type === "button" || element.type === "submit";
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement || (element instanceof HTMLElement && element.isContentEditable)) return false;
    return !dom.matches(element, "[role=checkbox], [role=radio], [role=switch], [role=textbox], [role=combobox], [role=tab]");
  };

  const USES = { text: takesText, choice: takesChoice, tick: takesTick, files: takesFiles };

  // Returns a word for the kind of element, which indicates how to use it.
  const kindOf = (element) => {
    if (element instanceof HTMLSelectElement) return "list";
    if (isInput(element) && (element.type === "checkbox" || element.type === "radio")) return element.type;
    if (isInput(element) && element.type === "file") return "file field";
    if (isTextField(element)) return "text field";
    const role = roleOf(element);
    if (role === "checkbox" || role === "radio" || role === "switch") return role;
    if (closest(element, "a[href], [role=link]") !== null) return "link";
    if (closest(element, `${PRESSED}, input`) !== null) return "button";
    return LIST_ROLES.has(role) ? "list" : "text";
  };

  const isFixed = (element) => isInput(element) && element.readOnly && !element.disabled;

  lemmascope.takes = (key, use) =>
    lemmascope.having(key, (element) => ({ takes: USES[use](element), kind: kindOf(element), readonly: isFixed(element) }));
})(lemmascope);
