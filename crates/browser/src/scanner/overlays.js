// What has to be known of boxes that lie over a page before they are closed, and of a page before it is loaded again.
((lemmascope) => {
  const { dom, deepest } = lemmascope;

  const WRITTEN = "input, textarea, select";
  const UNWRITTEN = new Set(["hidden", "submit", "button", "image", "reset", "search"]);

  // Whether somebody has put something into a field. A page that keeps the value in its own state writes it into the
  // attribute too, so what the browser says of the user's doing is asked as well.
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

  // Whether something is filled in: in the element of that number, or anywhere outside of the one that is left out.
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

  // How long ago the page was there, in milliseconds, and whether a script could bring something yet.
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

  // Whether nothing happens at a place but that a click on the shade is heard.
  const isShade = (hit, box) => {
    const page = [dom.body(document), dom.html(document)];
    if (page.includes(hit)) return false;
    for (let at = hit; at !== null && !page.includes(at); at = lemmascope.flatParent(at)) {
      if (dom.matches(at, "a[href], button, input, select, textarea, label, [role=button], [role=link]")) return false;
    }
    // The shade is around the box, or is the box's own, or lies beside it, empty and as large as the window.
    if (hit === box) return dom.tag(box) === "dialog";
    if (isWithin(box, hit)) return true;
    const { position } = dom.style(hit);
    const { width, height } = dom.box(hit);
    const isLarge = width * height > innerWidth * innerHeight * 0.8;
    return isLarge && (position === "fixed" || position === "absolute") && (hit.textContent ?? "").trim() === "";
  };

  // A point beside a box at which only its shade is clicked.
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
      // A region that is the shade itself has the real box in it.
      if (isInside && (!isWhole || hit !== box || dom.children(box).length === 0)) continue;
      if ((isInside && hit === box) || isShade(hit, box)) return { x, y };
    }
    return { problem: "none" };
  };

  // Whether a field has a suggestion chosen that the next Enter would take, and what it holds.
  lemmascope.suggested = (key) => {
    const field = lemmascope.element(key);
    if (field === null) return { problem: "gone" };
    const chosen = dom.attribute(field, "aria-activedescendant") ?? "";
    return { chosen: chosen !== "", value: String(field.value ?? field.textContent ?? "") };
  };
})(lemmascope);
