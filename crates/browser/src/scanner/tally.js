// The net effect of a series of mutations: nodes added and still present, nodes removed and still absent,
// values that differ.
((lemmascope) => {
  const { dom } = lemmascope;
  const { kindOf } = lemmascope.habits;

  // Whether a node is only a visual effect of the press, such as a ripple in the pressed button. Nodes that
  // were added and removed again are no effect either.
  const isDecoration = (node, target) =>
    node instanceof Element &&
    target !== null &&
    lemmascope.holds(target, node) &&
    node.textContent.trim() === "" &&
    node.querySelector("a, button, input, select, textarea, img, iframe") === null;

  // Attributes for which empty and absent are equivalent.
  const LISTS = new Set(["class", "style"]);

  const MOMENT = 30;
  const SOON = 150;

  const elementBefore = (sibling) => {
    let at = sibling;
    while (at !== null && dom.type(at) !== 1) at = at.previousSibling;
    return at;
  };

  // Whether a removed node is back in its place. Its former previous sibling may be gone.
  const isInOrder = (node, parent, before) =>
    dom.parent(node) === parent && (elementBefore(node.previousSibling) === before || (before !== null && !dom.isConnected(before)));

  // On a page under observation for a short time only, repeated changes after the action are attributed to
  // the page itself.
  const repeated = (watch) => {
    const seen = new Map();
    const ticking = new Set();
    for (const [record, at] of watch.records) {
      let kinds = seen.get(record.target);
      if (kinds === undefined) seen.set(record.target, (kinds = new Map()));
      const kind = kindOf(record);
      const known = kinds.get(kind);
      if (known === undefined) {
        kinds.set(kind, { first: at, last: at, moments: 1 });
        continue;
      }
      if (at - known.last > MOMENT) known.moments++;
      known.last = at;
      // Nodes that change right after the action and then once or twice more are rendered in steps, as
      // messages are.
      const isDrawn = known.first - watch.since < SOON && known.moments < 4;
      if (at - known.first > 100 && !watch.prompt && !isDrawn) ticking.add(record.target);
    }
    return ticking;
  };

  const tally = (watch) => {
    const counts = { added: 0, removed: 0, attributes: 0, text: 0 };
    const attributes = new Map();
    const texts = new Map();
    const moved = new Map();
    const touched = new Set();
    const ticking = watch.young ? repeated(watch) : null;
    // Whether an element was added right after the action.
    let isPrompt = false;
    for (const [record, at] of watch.records) {
      const { target } = record;
      if (ticking?.has(target)) continue;
      if (record.type === "attributes") {
        let names = attributes.get(target);
        if (names === undefined) attributes.set(target, (names = new Map()));
        if (!names.has(record.attributeName)) names.set(record.attributeName, record.oldValue);
      } else if (record.type === "characterData") {
        if (!texts.has(target)) texts.set(target, record.oldValue);
      } else {
        const before = elementBefore(record.previousSibling);
        for (const node of record.removedNodes) if (!moved.has(node)) moved.set(node, [true, target, at, before]);
        for (const node of record.addedNodes) if (!moved.has(node)) moved.set(node, [false, target, at]);
      }
    }
    for (const [target, names] of attributes) {
      // Attribute changes of a node that was just added are part of its insertion.
      if (!dom.isConnected(target) || moved.get(target)?.[0] === false) continue;
      for (const [name, before] of names) {
        const now = dom.attribute(target, name);
        // Adding and removing a class leaves an empty attribute behind. For other attributes, such as
        // `hidden`, presence alone has a meaning.
        const isSame = LISTS.has(name) ? (now ?? "") === (before ?? "") : now === before;
        if (isSame) continue;
        counts.attributes++;
        touched.add(target);
      }
    }
    for (const [target, before] of texts) {
      if (!dom.isConnected(target) || target.data === before) continue;
      counts.text++;
      touched.add(dom.parent(target));
    }
    for (const [node, [wasThere, parent, at, before]] of moved) {
      const isThere = dom.isConnected(node);
      if (dom.type(node) === 8) continue;
      if (wasThere && isThere && node instanceof Element && isInOrder(node, parent, before)) continue;
      if (wasThere === isThere && !(wasThere && node instanceof Element)) continue;
      if (dom.type(node) === 3 && node.data.trim() === "") continue;
      if (isThere && isDecoration(node, watch.target)) continue;
      if (isThere) counts.added++;
      else counts.removed++;
      if (isThere && node instanceof Element && at - watch.since < SOON) isPrompt = true;
      touched.add(isThere && node instanceof Element ? node : parent);
    }
    return { counts, touched, isPrompt };
  };

  lemmascope.tally = tally;
})(lemmascope);
