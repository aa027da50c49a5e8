// Shadow roots, including closed ones, which only the driver can access and passes to the scanner.
((lemmascope) => {
  const { dom } = lemmascope;
  const adopted = new WeakMap();
  const adoptedRoots = new Set();
  const asked = new WeakSet();

  // The number of elements that the driver inspects at a time; fewer on a large page, to limit the time.
  const MOST = 300;
  const MOST_OF_LARGE = 100;
  const LARGE = 6000;
  // Below this number of nodes, the driver inspects the whole page at once.
  const SMALL = 500;
  const ENOUGH = 300;
  // An element with a closed root has little light DOM content.
  const LITTLE = 12;
  const HOSTS = new Set(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
  );

  lemmascope.shadowOf = (element) => dom.openRoot(element) ?? adopted.get(element) ?? null;

  lemmascope.adopt = (root) => {
    if (!(root instanceof ShadowRoot)) return false;
    if (adopted.get(root.host) === root) return false;
    adopted.set(root.host, root);
    lemmascope.changes.forget();
    adoptedRoots.add(new WeakRef(root));
    return true;
  };

  // Whether an element may host a closed root that was not inspected yet: a custom element, or one that takes
  // up space although it has no visible content.
  lemmascope.isSuspect = (element, tag, isBare) => {
    if (asked.has(element) || lemmascope.shadowOf(element) !== null) return false;
    // An undefined custom element may have a root as well if it has no other content.
    if (tag.includes("-")) return isBare || dom.matches(element, ":defined");
    if (!isBare || !HOSTS.has(tag)) return false;
    const box = dom.box(element);
    return box.width > 8 && box.height > 8;
  };

  // Elements with visible content may also host a closed root with a slot. Nothing distinguishes them from
  // others, so each such element in view is inspected once; those out of view are inspected after a scroll.
  const unasked = (pass) => {
    const { nodes, tags, end, count } = pass;
    const most = count > LARGE ? MOST_OF_LARGE : MOST;
    const found = [];
    let missed = 0;
    // Most pages are in top-to-bottom order: after this many consecutive elements out of view, the rest is
    // out of view too.
    for (let row = 0; row < count && found.length < most && missed < ENOUGH; row++) {
      const tag = tags[row];
      if (tag === "") continue;
      const node = nodes[row];
      const { left, top, right, bottom } = dom.box(node);
      const hasRoom = right - left > 8 && bottom - top > 8;
      if (count > SMALL && hasRoom && (bottom < 0 || top > innerHeight || right < 0 || left > innerWidth)) {
        row = end[row] - 1;
        if (top > innerHeight) missed++;
        continue;
      }
      missed = 0;
      const below = end[row] - row - 1;
      if (!hasRoom || below === 0 || below > LITTLE || !HOSTS.has(tag)) continue;
      if (!asked.has(node) && lemmascope.shadowOf(node) === null) found.push(node);
    }
    return found;
  };

  // The candidates of the last scan that were not inspected yet.
  let pending = [];
  lemmascope.suspectIn = (pass) => {
    // An unchanged page has been inspected already.
    if (pass.isSame && pass.changes.isUnwritten) return pending.length;
    pending = [...pass.suspects(), ...unasked(pass)].slice(0, MOST);
    return pending.length;
  };
  lemmascope.suspects = () => {
    const found = pending;
    pending = [];
    for (const element of found) asked.add(element);
    return found;
  };

  // Returns the parent in the flat tree: from a shadow root to its host, from slotted content to its slot.
  lemmascope.flatParent = (node) => {
    if (dom.type(node) === 1 || dom.type(node) === 3) {
      const slot = node.assignedSlot instanceof HTMLSlotElement ? node.assignedSlot : null;
      if (slot !== null) return slot;
    }
    const parent = dom.parent(node);
    if (parent === null) return null;
    if (dom.type(parent) === 11) return parent instanceof ShadowRoot ? parent.host : null;
    return dom.type(parent) === 1 ? parent : null;
  };

  // Returns every searchable root: the document and all known shadow roots, in document order.
  lemmascope.roots = () => lemmascope.walk({ hidden: true }).roots;
})(lemmascope);
