// Elements that are clickable only by script: no role, no pointer cursor, only a listener on them or on an
// ancestor.
((lemmascope) => {
  const { dom, isShown, tidy, above } = lemmascope;

  const MOST = 400;
  const LENGTH = 80;
  const CONTEXT = 200;
  const LEVELS = 6;
  const CONTROLS = "button, a[href], input, select, textarea, label, option";
  const LISTED = "[draggable=true]";
  const LISTS = "ul, ol, menu, [role=group], [role=menu], [role=list]";

  // Returns the text of an element without the text of nested lists, which are separate entries.
  const textOf = (element) => {
    const inner = Array.from(dom.children(element));
    if (!inner.some((one) => dom.matches(one, LISTS))) return tidy((element.innerText || element.textContent || "").slice(0, 4 * LENGTH), LENGTH);
    const parts = Array.from(element.childNodes).filter((node) => dom.type(node) === 3 || (dom.type(node) === 1 && !dom.matches(node, LISTS)));
    return tidy(parts.map((node) => node.textContent ?? "").join(" ").slice(0, 4 * LENGTH), LENGTH);
  };

  // The title of an SVG and the alternative text of an image name the element.
  const ownNames = (element) => {
    const titles = ["aria-label", "title", "alt", "data-tooltip"].map((name) => dom.attribute(element, name) ?? "");
    const inner = element.querySelector?.(":scope > title, :scope > img[alt], :scope > svg > title");
    const drawn = inner === null || inner === undefined ? "" : (dom.attribute(inner, "alt") ?? inner.textContent ?? "");
    return [...titles, drawn, textOf(element)].map((name) => tidy(name, LENGTH)).filter((name) => name !== "");
  };

  const signature = (element) => `${dom.tag(element)} ${(dom.attribute(element, "class") ?? "").split(/\s+/)[0]}`;

  // Returns the text of the entry that contains an element: the nearest ancestor that has similar siblings.
  lemmascope.entryOf = (element) => {
    for (let at = above(element), steps = 0; at !== null && steps < LEVELS; at = above(at), steps++) {
      const parent = above(at);
      if (parent === null || dom.tag(at) === "body" || dom.tag(at) === "td") continue;
      const own = signature(at);
      const text = (at.innerText ?? "").trim();
      const others = Array.from(dom.children(parent)).filter((one) => one !== at && signature(one) === own);
      if (others.length > 0 && text.length > textOf(element).length) {
        const lines = text.split(/[\n\t]+/).map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line));
        return tidy(lines.join(" · "), CONTEXT);
      }
    }
    return null;
  };

  const isWhole = (element) => element === document || dom.tag(element) === "html" || dom.tag(element) === "body";
  const isLeaf = (element) => dom.children(element).length === 0 || Array.from(dom.children(element)).every((inner) => dom.tag(inner) === "title" || dom.tag(inner) === "br");

  // Several similar children are entries whose parent only handles their events.
  const isList = (element) => {
    const makes = Array.from(dom.children(element), signature);
    return new Set(makes).size < makes.length && Array.from(dom.children(element)).filter((inner) => (inner.textContent ?? "").trim() !== "").length > 1;
  };

  // `listed` holds the keys of known elements; `nodes` are those with click listeners.
  lemmascope.pressables = (listed, ...nodes) => {
    const known = new Set(listed.map((key) => lemmascope.element(key)));
    const isKnown = (element) => known.has(element) || lemmascope.closest(element, CONTROLS) !== null || Array.from(known).some((one) => one !== null && dom.contains(one, element));
    const found = new Map();
    // The listening element directly before or around a collapsed part expands it.
    const unfolds = (element) => {
      let folded = element;
      for (let at = above(element); at !== null && !isShown(at); at = above(at)) folded = at;
      // A menu entry contains the list that it expands.
      const unfolding = [folded.previousElementSibling, above(folded)].find((one) => one !== null && isShown(one) && nodes.includes(one) && !isWhole(one));
      return unfolding === undefined ? null : lemmascope.keyOf(unfolding);
    };
    const add = (element, isOwn) => {
      if (found.size >= MOST || found.has(element) || isKnown(element)) return;
      const behind = isShown(element) ? null : unfolds(element);
      if (behind === null && !isShown(element)) return;
      if (dom.matches(element, LISTED)) return;
      const names = ownNames(element);
      const drawn = !names.some((name) => /[\p{L}\p{N}]/u.test(name)) || element instanceof SVGElement;
      if (names.length === 0 && !isOwn && !(element instanceof SVGElement) && (dom.attribute(element, "class") ?? "") === "") return;
      found.set(element, {
        key: lemmascope.keyOf(element), names, own: isOwn, drawn, behind,
        classes: (dom.attribute(element, "class") ?? "").slice(0, 200), id: dom.attribute(element, "id") ?? "",
      });
    };
    const listening = nodes.filter((node) => node === document || (node instanceof Element && dom.root(node) === document));
    // Elements with their own listener; descendants with a listener count separately.
    for (const node of listening) {
      if (isWhole(node) || dom.tag(node) === "form" || dom.tag(node) === "table" || dom.tag(node) === "svg" && dom.children(node).length > 1) continue;
      const hasLists = Array.from(dom.children(node)).some((one) => dom.matches(one, LISTS));
      if (((node.textContent ?? "").trim().length <= LENGTH || hasLists) && textOf(node).length <= LENGTH && !isList(node)) add(node, true);
    }
    for (const node of listening) {
      const root = isWhole(node) ? dom.body(document) : node;
      if (root === null || found.has(root)) continue;
      for (const inner of Array.from(dom.all(root, "*")).slice(0, 3000)) {
        if (isLeaf(inner) && !["script", "style", "title", "br", "option"].includes(dom.tag(inner)) && !listening.some((other) => other !== node && found.has(other) && dom.contains(other, inner))) add(inner, false);
      }
    }
    return Array.from(found.values());
  };

  // Returns the list that an element is an entry of, and its index there.
  const placeOf = (element) => {
    const parent = above(element);
    if (parent === null) return null;
    const alike = Array.from(dom.children(parent)).filter((one) => signature(one) === signature(element));
    return alike.length > 1 ? { list: lemmascope.keyOf(parent), place: alike.indexOf(element) + 1 } : null;
  };

  // Returns the entry, the index, the group and the appearance of each element.
  lemmascope.surroundings = (keys) => {
    const known = new Map();
    return keys.map((key) => {
      const element = lemmascope.element(key);
      if (element === null) return null;
      const own = { entry: lemmascope.entryOf(element), place: placeOf(element), ...lemmascope.belonging(element, known) };
      return { ...lemmascope.appearance(element), ...own };
    });
  };
})(lemmascope);
