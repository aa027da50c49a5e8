// Editors that draw their own text and receive input through a hidden field: a text area of one pixel, or an
// element without size. The visible and clickable part is the editor surface around it.
((lemmascope) => {
  const { dom, marks: MARK } = lemmascope;

  const SHOWN = { visibilityProperty: true, opacityProperty: true };
  const OTHERS = ":is(input:not([type=hidden]), select, textarea, button, [role=textbox]):not([aria-hidden=true])";
  const BOUNDS = new Set(["form", "fieldset", "label", "main", "body", "html", "dialog"]);
  const TINY = 4;
  const STEPS = 7;
  // The maximum number of a surface's elements to query for their cursor.
  const LOOKED_AT = 60;

  const isTiny = ({ width, height }) => width < TINY || height < TINY;

  // Whether a field accepts text that it does not display itself.
  const isUnseen = (element) => {
    if (element.tabIndex < 0 || element.disabled === true || dom.attribute(element, "aria-hidden") === "true") return false;
    if (!dom.shows(element, { visibilityProperty: true })) return false;
    if (isTiny(dom.box(element)) || !dom.shows(element, SHOWN)) return true;
    const around = lemmascope.flatParent(element);
    return around !== null && isTiny(dom.box(around));
  };

  // Returns the outermost part of a surface with a text cursor: the lines, without the line numbers.
  const linesIn = (surface, field) => {
    const all = dom.all(surface, "*");
    for (let at = 0; at < all.length && at < LOOKED_AT; at++) {
      const tag = dom.tag(all[at]);
      if (all[at] !== field && tag !== "textarea" && tag !== "input" && dom.style(all[at]).cursor === "text") return all[at];
    }
    return null;
  };

  const find = (element) => {
    const tag = dom.tag(element);
    const isText = tag === "textarea" || (tag !== "input" && (dom.attribute(element, "role") ?? "").trim() === "textbox");
    if (!isText || !isUnseen(element)) return null;
    let at = lemmascope.flatParent(element);
    for (let steps = 0; at !== null && steps < STEPS; steps++, at = lemmascope.flatParent(at)) {
      if (BOUNDS.has(dom.tag(at))) return null;
      for (const other of dom.all(at, OTHERS)) if (other !== element) return null;
      const { width, height } = dom.box(at);
      if (width < 60 || height < 16 || !dom.shows(at, SHOWN)) continue;
      const lines = linesIn(at, element);
      if (lines !== null) return { surface: at, lines };
    }
    return null;
  };

  // Returns the surface of the editor with this input field, or null.
  lemmascope.surfaceOf = (element) => find(element)?.surface ?? null;

  // Returns the text of the rendered lines.
  lemmascope.textOnSurface = (element) => {
    const found = find(element);
    return found === null ? null : found.lines.innerText.replaceAll("\u00a0", " ").replace(/\n$/, "");
  };

  // Maps the row of each such field to the row of its surface.
  lemmascope.surfaces = ({ nodes, tags, end, count }, { rows }, { marks, roles }) => {
    let surfaces = null;
    for (let row = 0; row < count; row++) {
      if ((marks[row] & MARK.FIELD) === 0 || (tags[row] !== "textarea" && roles[row] !== "textbox")) continue;
      const surface = lemmascope.surfaceOf(nodes[row]);
      const at = surface === null ? undefined : rows.get(surface);
      if (at === undefined) continue;
      surfaces ??= new Map();
      surfaces.set(row, at);
      // Other internal fields of the editor are not listed.
      for (let part = at + 1; part < end[at]; part++) if (part !== row && (marks[part] & MARK.FIELD) !== 0) marks[part] = 0;
    }
    return surfaces;
  };
})(lemmascope);
