// The element that a user's pointer or keyboard reaches, and its value, for the recording of manual actions.
((lemmascope) => {
  const { dom, fields, closest, having, deepest, outOf } = lemmascope;

  const CONTROLS =
    "a[href], button, input, select, textarea, summary, option, label, [contenteditable], [role=button], [role=link], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=checkbox], [role=radio], [role=switch], [role=treeitem], [role=combobox], [role=textbox], [role=searchbox]";
  const TICKED = "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]";
  // Fields whose value the pointer changes directly.
  const SCALES = "input[type=range], input[type=color]";

  // Returns the intended element: the control of a label, the button around a text.
  const meant = (element) => {
    const control = closest(element, CONTROLS) ?? element;
    return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
  };

  const useOf = (element) => {
    if (element instanceof HTMLSelectElement) return "choice";
    if (element instanceof HTMLInputElement && element.type === "file") return "files";
    if (dom.matches(element, TICKED)) return "tick";
    return fields.isField(element) || dom.matches(element, SCALES) ? "text" : "press";
  };

  const chosen = (element) => Array.from(element.selectedOptions, (option) => option.label.trim());

  const stateOf = (element) => {
    const use = useOf(element);
    const secret = element instanceof HTMLInputElement && fields.isSecret(element);
    const value = use === "text" ? lemmascope.fieldTextOf(element) : "";
    return {
      use,
      // For a secret, only the length matters.
      value: secret ? "•".repeat(value.length) : value,
      chosen: use === "choice" ? chosen(element) : [],
      ticked: use === "tick" && lemmascope.ticked(lemmascope.keyOf(element)).ticked === true,
      secret,
    };
  };

  // Maps a point of this frame to the document of a child frame.
  const inward = (frame, { x, y }) => {
    const [zero, one] = [outOf(frame)({ x: 0, y: 0 }), outOf(frame)({ x: 1, y: 1 })];
    return { x: (x - zero.x) / (one.x - zero.x || 1), y: (y - zero.y) / (one.y - zero.y || 1) };
  };

  // Returns the element at a point, or the focused one. If that is a frame, the caller must query the frame's
  // document.
  lemmascope.reached = (point) => {
    const hit = point === null ? fields.focused() : deepest(point.x, point.y);
    if (hit === null || (point === null && (hit === dom.body(document) || hit === dom.html(document)))) return null;
    if (hit instanceof HTMLIFrameElement || hit instanceof HTMLFrameElement) {
      return { frame: lemmascope.keyOf(hit), at: point === null ? null : inward(hit, point) };
    }
    const element = point === null ? hit : meant(hit);
    return { element: lemmascope.brief(element), state: stateOf(element) };
  };

  lemmascope.reachedState = (key) => having(key, stateOf);
})(lemmascope);
