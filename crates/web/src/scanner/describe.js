// All that there is to tell of single elements, also of ones that a scan does not list.
((lemmascope) => {
  const { dom } = lemmascope;
  const LENGTH = 2000;

  // A selector that means this element alone within its root.
  lemmascope.selectorOf = (element) => {
    const root = dom.root(element);
    const isUnique = (selector) => {
      const found = dom.all(root, selector);
      return found.length === 1 && found[0] === element;
    };
    const tag = CSS.escape(dom.tag(element));
    for (const name of ["id", "data-testid", "data-test", "name", "aria-label"]) {
      const value = dom.attribute(element, name);
      if (value === null || value === "" || value.length > 120) continue;
      const selector = name === "id" ? `#${CSS.escape(value)}` : `${tag}[${name}="${CSS.escape(value)}"]`;
      if (isUnique(selector)) return selector;
    }
    const path = [];
    let at = element;
    for (let depth = 0; at !== null && depth < 300; depth++) {
      const parent = dom.parent(at);
      let step = CSS.escape(dom.tag(at));
      const id = dom.attribute(at, "id");
      if (at !== element && id !== null && id !== "" && id.length <= 120 && dom.byId(root, id) === at) {
        const anchored = [`#${CSS.escape(id)}`, ...path].join(" > ");
        if (isUnique(anchored)) return anchored;
      }
      if (parent === null || (dom.type(parent) !== 1 && dom.type(parent) !== 11)) {
        path.unshift(step);
        break;
      }
      let place = 0;
      let alike = 0;
      for (let child = dom.first(parent), steps = 0; child !== null && steps < 20000; child = dom.next(child), steps++) {
        if (dom.type(child) !== 1 || dom.tag(child) !== dom.tag(at)) continue;
        alike++;
        if (child === at) place = alike;
      }
      if (alike > 1) step += `:nth-of-type(${place})`;
      path.unshift(step);
      const short = path.join(" > ");
      if (depth > 0 && isUnique(short)) return short;
      at = dom.type(parent) === 1 ? parent : null;
    }
    return path.join(" > ");
  };

  // Rows of a scan for these keys. With `full`, each has `selector` and `attributes`.
  lemmascope.describe = (keys, { full = false } = {}) => {
    const wanted = new Map();
    for (const key of keys) {
      const element = lemmascope.element(key);
      if (element !== null) wanted.set(key, element);
    }
    const scanned = lemmascope.scanFor(new Set(wanted.values()));
    for (const raw of scanned.elements) {
      if (!full) continue;
      const element = lemmascope.element(raw.k);
      if (element === null) continue;
      raw.selector = lemmascope.selectorOf(element);
      raw.attributes = {};
      const all = dom.attributes(element);
      const secret = lemmascope.isSecret(element);
      for (let at = 0; at < all.length && at < 100; at++) {
        const { name, value } = all[at];
        if (secret && name === "value") continue;
        raw.attributes[name.slice(0, 100)] = value.slice(0, LENGTH);
      }
    }
    return JSON.stringify(scanned);
  };
})(lemmascope);
