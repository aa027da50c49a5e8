// What is left of a number of mutations once they are over: what came and is there, what was there and is gone, what is other
// than it was.
((lemmascope) => {
  const { dom } = lemmascope;
  const { kindOf } = lemmascope.habits;

  // What came and went again, or is as it was, is no effect; nor is a drop of ink that spreads in the pressed button.
  const isDecoration = (node, target) =>
    node instanceof Element &&
    target !== null &&
    lemmascope.holds(target, node) &&
    node.textContent.trim() === "" &&
    node.querySelector("a, button, input, select, textarea, img, iframe") === null;

  // Attributes that say nothing when they are empty.
  const LISTS = new Set(["class", "style"]);

  const MOMENT = 30;
  const SOON = 150;

  const elementBefore = (sibling) => {
    let at = sibling;
    while (at !== null && dom.type(at) !== 1) at = at.previousSibling;
    return at;
  };

  // Whether something that was taken out is back where it was. What stood before it may be gone by now.
  const isInOrder = (node, parent, before) =>
    dom.parent(node) === parent && (elementBefore(node.previousSibling) === before || (before !== null && !dom.isConnected(before)));

  // On a page that has not been watched for long, what changes again and again after the action is taken for the page's own.
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
      // What began right after the action and changed once or twice more was drawn in steps, as messages are.
      const isDrawn = known.first - watch.since < SOON && known.moments < 4;
      // A list that grows by itself will also lose its oldest by itself, sooner or later.
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
    // Whether an element came right after the action.
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
      // What has only just come counts as that.
      if (!dom.isConnected(target) || moved.get(target)?.[0] === false) continue;
      for (const [name, before] of names) {
        const now = dom.attribute(target, name);
        // A class that was put on and taken off leaves an empty attribute behind. Others mean something by being there,
        // as `hidden` does.
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
