// Selectors that mean one element alone within its root.
//
// None is tried out: each is unique by the way it is made, from an anchor that is counted once for the whole root, down over
// children whose places are counted once for each parent. Trying out a selector goes over the whole page, and a page has
// thousands of elements.
((lemmascope) => {
  const { dom } = lemmascope;

  const ANCHORS = ["id", "data-testid", "data-test", "name", "aria-label"];
  // What cannot be written down in one plain line is no anchor.
  const PLAIN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,120}$/u;
  // A path that is longer than this tells nobody anything.
  const LONGEST_PATH = 2000;

  const anchored = (element, name, value) =>
    name === "id" ? `#${CSS.escape(value)}` : `${CSS.escape(dom.tag(element))}[${name}="${CSS.escape(value)}"]`;

  // The elements of a root that an attribute of theirs tells from all others, with the selector that does.
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

  // Gives each of a parent's children its step: the tag, and its place among those of the same tag where there are several.
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

  // A function from elements to selectors, for as long as the page stays as it is.
  lemmascope.selectors = () => {
    const anchors = new Map();
    const steps = new Map();
    const paths = new Map();

    const stepOf = (element, parent) => {
      if (!steps.has(element)) countChildren(parent, steps);
      return steps.get(element);
    };

    // From the nearest element around it whose path is known, downwards.
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
        // The top of a document, or of a shadow root, where `:host` keeps the path from beginning anywhere.
        else path = dom.type(parent) === 11 ? ":host" : "";
      }
      while (open.length > 0) {
        const next = open.pop();
        const parent = dom.parent(next);
        const step = parent === null ? CSS.escape(dom.tag(next)) : stepOf(next, parent);
        path = path === "" ? step : `${path} > ${step}`;
        // What is too deep has no selector, and neither has what is in it.
        if (path.length > LONGEST_PATH) return null;
        paths.set(next, path);
      }
      return path;
    };
    return pathOf;
  };
})(lemmascope);
