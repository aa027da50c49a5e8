// Fields: their values, the focused field, and the position of its caret.
((lemmascope) => {
  const { dom } = lemmascope;
  // The maximum number of fields to examine.
  const CONTROLS = 5000;

  const isSecret = (control) => lemmascope.isSecret(control);
  const valueOf = (control) => {
    if (control instanceof HTMLSelectElement) {
      return Array.from(control.selectedOptions, (option) => option.label).join(", ");
    }
    if (control.type === "checkbox" || control.type === "radio") {
      return control.indeterminate ? "mixed" : control.checked ? "checked" : "unchecked";
    }
    return control.value;
  };
  const controlsOf = (roots) => {
    const controls = [];
    for (const root of roots) {
      for (const control of dom.all(root, "input, select, textarea")) {
        if (controls.length >= CONTROLS) return controls;
        if (control.type !== "hidden") controls.push(control);
      }
    }
    return controls;
  };

  const focused = () => {
    let active = dom.active(document);
    for (;;) {
      const root = active === null ? null : lemmascope.shadowOf(active);
      const inner = root === null ? null : dom.active(root);
      if (inner === null) return active;
      active = inner;
    }
  };

  // Returns the position of the caret: the selection in a field or in an editable element.
  const caretOf = (element) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      return `${element.selectionStart} ${element.selectionEnd}`;
    }
    const { anchorNode, anchorOffset, focusOffset } = getSelection() ?? {};
    return anchorNode === null || anchorNode === undefined ? "" : `${anchorOffset} ${focusOffset}`;
  };

  const isField = (element) =>
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement &&
      !["button", "submit", "reset", "image", "checkbox", "radio", "file", "color", "range"].includes(element.type)) ||
    (element instanceof HTMLElement && (element.isContentEditable || (element.editContext ?? null) !== null));

  lemmascope.fields = { isSecret, valueOf, controlsOf, focused, caretOf, isField };
})(lemmascope);
