// Checks before an overlay is closed, and before a page is reloaded.
((lemmascope) => {
  const { dom, deepest } = lemmascope;

  const WRITTEN = "input, textarea, select";
  const UNWRITTEN = new Set(["hidden", "submit", "button", "image", "reset", "search"]);

  // Whether the user has filled in a field. A page that keeps values in its own state also writes them to the
  // attribute, so the browser's `:user-valid` state is checked as well.
  const isFilled = (field) => {
    if (field instanceof HTMLSelectElement) {
      const options = Array.from(field.options).slice(0, 300);
      if (!options.some((option) => option.defaultSelected)) return field.selectedIndex > 0;
      return options.some((option) => option.selected !== option.defaultSelected);
    }
    if (UNWRITTEN.has(field.type) || field.readOnly || !dom.shows(field)) return false;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.type === "file") return field.value !== "";
    return field.value !== "" && (field.value !== field.defaultValue || dom.matches(field, ":is(:user-valid, :user-invalid)"));
  };

  const isWithin = (node, box) => {
    for (let at = node; at !== null; at = lemmascope.flatParent(at)) if (at === box) return true;
    return false;
  };

  // Whether a field is filled in: inside the element with the number `within`, or anywhere outside of
  // `without`.
  lemmascope.isFilledIn = (within, without) => {
    const box = within === null ? null : lemmascope.element(within);
    const left = without === null ? null : lemmascope.element(without);
    for (const root of lemmascope.roots()) {
      for (const field of Array.from(dom.all(root, WRITTEN)).slice(0, 2000)) {
        if (box !== null && !isWithin(field, box)) continue;
        if (left !== null && isWithin(field, left)) continue;
        if (isFilled(field)) return true;
      }
    }
    return false;
  };

  // Returns the time since the page's load event in milliseconds, and whether scripts or frames could still
  // insert content.
  lemmascope.maturity = () => {
    const [arrival] = performance.getEntriesByType("navigation");
    const end = arrival?.loadEventEnd ?? 0;
    return { age: end > 0 ? performance.now() - end : 0, scripts: dom.all(document, "script, iframe").length > 0 };
  };

  const SPOTS = [
    [0.02, 0.5],
    [0.98, 0.5],
    [0.5, 0.02],
    [0.5, 0.98],
    [0.02, 0.02],
    [0.98, 0.02],
    [0.02, 0.98],
    [0.98, 0.98],
  ];

  // Whether a click at this place can only reach the backdrop.
  const isShade = (hit, box) => {
    const page = [dom.body(document), dom.html(document)];
    if (page.includes(hit)) return false;
    for (let at = hit; at !== null && !page.includes(at); at = lemmascope.flatParent(at)) {
      if (dom.matches(at, "a[href], button, input, select, textarea, label, [role=button], [role=link]")) return false;
    }
    // The backdrop is around the box, is the dialog's own, or is an empty sibling as large as the window.
    if (hit === box) return dom.tag(box) === "dialog";
    if (isWithin(box, hit)) return true;
    const { position } = dom.style(hit);
    const { width, height } = dom.box(hit);
    const isLarge = width * height > innerWidth * innerHeight * 0.8;
    return isLarge && (position === "fixed" || position === "absolute") && (hit.textContent ?? "").trim() === "";
  };

  // Returns a point next to a box at which a click hits only its backdrop.
  lemmascope.shadeBeside = (key) => {
    const box = lemmascope.element(key);
    if (box === null) return { problem: "gone" };
    const { left, top, right, bottom } = dom.box(box);
    const isWhole = (right - left) * (bottom - top) > innerWidth * innerHeight * 0.9;
    for (const [across, down] of SPOTS) {
      const [x, y] = [innerWidth * across, innerHeight * down];
      const isInside = x >= left && x <= right && y >= top && y <= bottom;
      const hit = deepest(x, y);
      if (hit === null) continue;
      // A region that is the backdrop itself contains the actual box.
      if (isInside && (!isWhole || hit !== box || dom.children(box).length === 0)) continue;
      if ((isInside && hit === box) || isShade(hit, box)) return { x, y };
    }
    return { problem: "none" };
  };

  // Whether a suggestion is selected that the next Enter would accept, and the field's value.
  lemmascope.suggested = (key) => {
    const field = lemmascope.element(key);
    if (field === null) return { problem: "gone" };
    const chosen = dom.attribute(field, "aria-activedescendant") ?? "";
    return { chosen: chosen !== "", value: String(field.value ?? field.textContent ?? "") };
  };
})(lemmascope);
