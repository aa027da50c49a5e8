// Finds the control that reveals a hidden element: the tab of its panel, the header of its section, the button of its menu.
((lemmascope) => {
  const { dom, isShown, above, closest } = lemmascope;

  // The maximum number of controls to check, and of siblings to count.
  const MOST = 300;
  const CONTROLS = "button, a, summary, li, [role=tab], [role=button], [role=menuitem], [aria-haspopup], [aria-expanded], [tabindex], [onclick]";
  // Attributes that may contain an element's id without controlling the element.
  const OTHERWISE = new Set(["id", "class", "name", "for", "style", "title", "value", "aria-label", "aria-labelledby", "aria-describedby"]);

  const byId = (element, id) => element.getRootNode().getElementById?.(id) ?? null;
  const isHidden = (element) => !isShown(element);

  const namesIt = (control, id) => dom.names(control).some((name) => !OTHERWISE.has(name) && [id, `#${id}`].includes(dom.attribute(control, name)));

  // Returns the control that references a panel, or that the panel's label references.
  const saidControl = (panel) => {
    if (dom.tag(panel) === "details") return dom.all(panel, "summary")[0] ?? null;
    const id = dom.attribute(panel, "id");
    if (id) {
      const quoted = CSS.escape(id);
      const root = panel.getRootNode();
      const control = dom.all(root, `[aria-controls~="${quoted}"], a[href="#${quoted}"], [data-target="#${quoted}"], [data-bs-target="#${quoted}"]`)[0];
      if (control !== undefined) return control;
      const named = Array.from(dom.all(root, CONTROLS)).slice(0, MOST).find((one) => !panel.contains(one) && namesIt(one, id));
      if (named !== undefined) return named;
    }
    const label = (dom.attribute(panel, "aria-labelledby") ?? "").split(/\s+/)[0];
    const named = label === "" ? null : byId(panel, label);
    return named !== null && dom.matches(named, "[role=tab], [aria-expanded], summary") ? named : null;
  };

  // If there are as many tabs as panels, returns the tab at the same index.
  const tabOf = (panel) => {
    if (dom.attribute(panel, "role") !== "tabpanel") return null;
    const around = above(panel);
    const panels = around === null ? [] : Array.from(around.children).slice(0, MOST).filter((one) => dom.attribute(one, "role") === "tabpanel");
    const tabs = Array.from(dom.all(panel.getRootNode(), "[role=tab]"));
    return panels.length > 1 && panels.length === tabs.length ? (tabs[panels.indexOf(panel)] ?? null) : null;
  };

  const isPressed = (element) => dom.matches(element, CONTROLS) || dom.style(element).cursor === "pointer";

  // Returns the only clickable element directly before a collapsed part or closed menu.
  const besideOf = (panel) => {
    const before = panel.previousElementSibling;
    if (before === null || isHidden(before) || !isHidden(panel)) return null;
    if (isPressed(before)) return before;
    const inner = Array.from(dom.all(before, "button, a, summary, [role=button], [aria-expanded]")).slice(0, 3).filter(isShown);
    return inner.length === 1 ? inner[0] : null;
  };

  const showerOf = (element) => {
    for (let at = element; at !== null; at = above(at)) {
      const control = saidControl(at) ?? tabOf(at);
      if (control !== null && control !== element && !control.contains(element)) return isShown(control) ? control : null;
    }
    // The outermost hidden ancestor is the part that opens.
    let folded = element;
    for (let at = above(element); at !== null && isHidden(at); at = above(at)) folded = at;
    const beside = besideOf(folded);
    return beside !== null && closest(element, "form, dialog, [role=dialog]") === closest(beside, "form, dialog, [role=dialog]") ? beside : null;
  };

  // Returns for each key the key of the control that reveals the element; null if none is known.
  lemmascope.showers = (keys) =>
    keys.map((key) => {
      const element = lemmascope.element(key);
      const control = element === null ? null : showerOf(element);
      return control === null ? null : lemmascope.keyOf(control);
    });
})(lemmascope);
