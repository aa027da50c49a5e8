// Unique selectors within a root.
//
// The code constructs unique selectors instead of testing candidates: each starts at an anchor attribute,
// whose values are counted once for the whole root, and descends through children, whose positions are
// counted once for each parent. Each test of a selector would search the whole page, and a page has thousands
// of elements.
((lemmascope) => {
  const { dom } = lemmascope;

  const ANCHORS = ["id", "data-testid", "data-test", "name", "aria-label"];
  // A value that does not fit on one plain line is not used as an anchor.
  const PLAIN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,120}$/u;
  // A longer path is of no use to a reader.
  const LONGEST_PATH = 2000;

  const anchored = (element, name, value) =>
    name === "id" ? `#${CSS.escape(value)}` : `${CSS.escape(dom.tag(element))}[${name}="${CSS.escape(value)}"]`;

  // Returns the elements with a unique attribute value in a root, and their selectors.
  const anchorsOf = (root) => {
    const anchors = new Map();
    for (const name of ANCHORS) {
      const owners = new Map();
      for (const element of dom.all(root, `[${name}]`)) {
        const value = dom.attribute(element, name);
        if (!PLAIN.test(value)) continue;
        const selector = anchored(element, name, value);
        owners.set(selector, owners.has(selector) ? null : element);
      }
      for (const [selector, element] of owners) if (element !== null && !anchors.has(element)) anchors.set(element, selector);
    }
    return anchors;
  };

  // Assigns each child of a parent its step: the tag, and the index among siblings with the same tag if there
  // are several.
  const countChildren = (parent, steps) => {
    const families = new Map();
    for (let child = dom.first(parent); child !== null; child = dom.next(child)) {
      if (dom.type(child) !== 1) continue;
      const tag = dom.tag(child);
      const family = families.get(tag);
      if (family === undefined) families.set(tag, [child]);
      else family.push(child);
    }
    for (const [tag, family] of families) {
      const step = CSS.escape(tag);
      family.forEach((child, at) => {
        steps.set(child, family.length === 1 ? step : `${step}:nth-of-type(${at + 1})`);
      });
    }
  };

  // Returns a function from elements to selectors, which is valid until the page changes.
  lemmascope.selectors = () => {
    const anchors = new Map();
    const steps = new Map();
    const paths = new Map();

    const stepOf = (element, parent) => {
      if (!steps.has(element)) countChildren(parent, steps);
      return steps.get(element);
    };

    // Builds the path down from the nearest ancestor with a known path.
    const pathOf = (element) => {
      const root = dom.root(element);
      if (!anchors.has(root)) anchors.set(root, anchorsOf(root));
      const known = anchors.get(root);
      const open = [];
      let path = null;
      let at = element;
      while (path === null) {
        path = paths.get(at) ?? known.get(at) ?? null;
        if (path !== null) break;
        const parent = dom.parent(at);
        open.push(at);
        if (parent === null) path = "";
        else if (dom.type(parent) === 1) at = parent;
        // The root of a document or of a shadow tree; `:host` anchors the path in the latter.
        else path = dom.type(parent) === 11 ? ":host" : "";
      }
      while (open.length > 0) {
        const next = open.pop();
        const parent = dom.parent(next);
        const step = parent === null ? CSS.escape(dom.tag(next)) : stepOf(next, parent);
        path = path === "" ? step : `${path} > ${step}`;
        // Elements that are too deep have no selector, and neither have their descendants.
        if (path.length > LONGEST_PATH) return null;
        paths.set(next, path);
      }
      return path;
    };
    return pathOf;
  };
})(lemmascope);
