// Finds the control that reveals a hidden element: the tab of its panel, the header of its section.
((lemmascope) => {
  const { dom, isShown, above } = lemmascope;

  const byId = (element, id) => element.getRootNode().getElementById?.(id) ?? null;

  // Whatever says that it controls a panel, or that the panel is named by.
  const controlOf = (panel) => {
    if (dom.tag(panel) === "details") return dom.all(panel, "summary")[0] ?? null;
    const id = dom.attribute(panel, "id");
    if (id) {
      const quoted = CSS.escape(id);
      const control = dom.all(panel.getRootNode(), `[aria-controls~="${quoted}"], a[href="#${quoted}"], [data-target="#${quoted}"], [data-bs-target="#${quoted}"]`)[0];
      if (control !== undefined) return control;
    }
    const label = (dom.attribute(panel, "aria-labelledby") ?? "").split(/\s+/)[0];
    const named = label === "" ? null : byId(panel, label);
    return named !== null && dom.matches(named, "[role=tab], [aria-expanded], summary") ? named : null;
  };

  const showerOf = (element) => {
    for (let at = element; at !== null; at = above(at)) {
      const control = controlOf(at);
      if (control !== null && control !== element && !control.contains(element)) return isShown(control) ? control : null;
    }
    return null;
  };

  // For each of these keys, the key of what shows it; none where nothing is known to.
  lemmascope.showers = (keys) =>
    keys.map((key) => {
      const element = lemmascope.element(key);
      const control = element === null ? null : showerOf(element);
      return control === null ? null : lemmascope.keyOf(control);
    });
})(lemmascope);
