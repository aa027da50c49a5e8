// Relations between elements, and lookup by selector, XPath or text.
((lemmascope) => {
  const { dom, course } = lemmascope;

  // Returns the parent in the composed tree: from a shadow root to its host, without slots.
  const above = (element) => {
    const parent = dom.parent(element);
    if (parent === null) return null;
    if (dom.type(parent) === 1) return parent;
    return parent instanceof ShadowRoot ? parent.host : null;
  };

  lemmascope.holds = (outer, inner) => {
    for (let element = inner; element !== null; element = above(element)) if (element === outer) return true;
    return false;
  };

  const CLICKABLE =
    "a[href], button, summary, label, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [onclick]";
  const closest = (element, selector) => {
    for (let at = element; at !== null; at = above(at)) if (dom.matches(at, selector)) return at;
    return null;
  };

  // Whether a click on the element at a point counts as a click on the target.
  lemmascope.meets = (element, hit) => {
    if (lemmascope.holds(element, hit)) return true;
    const label = closest(hit, "label");
    if (label !== null && label.control === element) return true;
    if (element instanceof HTMLLabelElement && element.control !== null && lemmascope.holds(element.control, hit))
      return true;
    if (lemmascope.isPicker(element)) {
      const box = lemmascope.fieldBox(element);
      if (box !== null && lemmascope.holds(box, hit)) return true;
    }
    // Text and pictures inside a clickable element count as that element.
    const button = closest(element, CLICKABLE);
    return button !== null && button !== element && lemmascope.holds(button, hit);
  };

  const line = (text, limit) => {
    const flat = text.replace(/\s+/g, " ").trim();
    return flat.length > limit ? `${flat.slice(0, limit)}…` : flat;
  };

  // Returns the words that describe an element without text: its label, or an image inside it.
  const NAMING = ["aria-label", "alt", "title", "placeholder"];
  const wordsOf = (element) => {
    const inner = element.querySelector("[aria-label], [alt], [title]");
    for (const called of inner === null ? [element] : [element, inner]) {
      for (const name of NAMING) if (dom.attribute(called, name)) return dom.attribute(called, name);
    }
    return "";
  };

  // Returns a short description of an element and the numbers of its ancestors, so that the caller can name
  // the nearest listed one.
  lemmascope.brief = (element) => {
    const path = [];
    for (let at = element; at !== null && path.length < 12; at = above(at)) path.push(lemmascope.keyOf(at));
    const id = dom.attribute(element, "id");
    const role = dom.attribute(element, "role");
    const name = dom.attribute(element, "aria-label") ?? "";
    const marks = id ? `#${line(id, 40)}` : "";
    const classes = dom.attribute(element, "class")?.trim().split(/\s+/).slice(0, 2).join(".") ?? "";
    return {
      path,
      tag: dom.tag(element),
      role,
      marks: marks || (classes === "" ? "" : `.${line(classes, 60)}`),
      text: line(name || (element instanceof HTMLElement ? element.innerText : element.textContent) || wordsOf(element), 60),
    };
  };

  lemmascope.above = above;
  lemmascope.closest = closest;
  lemmascope.line = line;

  const everything = function* (root) {
    for (const element of dom.all(root, "*")) {
      yield element;
      const inner = lemmascope.shadowOf(element);
      if (inner !== null) yield* everything(inner);
    }
  };

  const byCss = (css) => {
    const roots = course.cover();
    if (roots.length === 1) return Array.from(dom.all(document, css));
    // Tries the selector once, so that an invalid one throws here and not at the first element.
    document.createDocumentFragment().querySelector(css);
    return Array.from(everything(document)).filter((element) => dom.matches(element, css));
  };

  const byXpath = (xpath) => {
    const found = [];
    const answer = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE, null);
    for (let node = answer.iterateNext(); node !== null; node = answer.iterateNext()) {
      if (node instanceof Element) found.push(node);
      else if (node.parentElement !== undefined && node.parentElement !== null) found.push(node.parentElement);
      else if (node.ownerElement !== undefined && node.ownerElement !== null) found.push(node.ownerElement);
    }
    return found;
  };

  const byText = (text) => {
    const wanted = line(text, 10000).toLowerCase();
    const says = (element) => {
      const own = line(element.innerText ?? element.textContent ?? "", 10000).toLowerCase();
      return own.includes(wanted);
    };
    const found = [];
    for (const root of course.cover()) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (
          parent === null ||
          found.includes(parent) ||
          ["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"].includes(parent.tagName)
        )
          continue;
        const piece = line(node.data, 10000).toLowerCase();
        if (piece.includes(wanted)) found.push(parent);
      }
    }
    if (found.length > 0) return found;
    // A text that spans several elements belongs to the innermost element that contains all of it.
    const [html] = dom.all(document, "body");
    if (html === undefined || !says(html)) return [];
    let innermost = html;
    for (;;) {
      const next = Array.from(dom.children(innermost)).find((child) => child instanceof HTMLElement && says(child));
      if (next === undefined) return [innermost];
      innermost = next;
    }
  };

  const MOST_FOUND = 1000;

  // Returns the elements that contain a text, listed or not; a text that spans several elements is matched in
  // rendering order.
  const bySaying = (text) => {
    const found = lemmascope.sayers(text);
    if (found.length > 0 || text.trim().length < 3 || !/\p{L}/u.test(text)) return found;
    return byText(text).filter(lemmascope.isShown);
  };

  // Finds elements by selector, XPath or text, in document order. `visible` excludes hidden ones.
  lemmascope.find = ({ css, xpath, says, visible }) => {
    let found;
    try {
      found = css !== undefined ? byCss(css) : xpath !== undefined ? byXpath(xpath) : bySaying(says ?? "");
    } catch (error) {
      return { error: line(String(error?.message ?? error), 200) };
    }
    if (visible === true) found = found.filter(lemmascope.isShown);
    return { count: found.length, keys: found.slice(0, MOST_FOUND).map(lemmascope.keyOf) };
  };
})(lemmascope);
