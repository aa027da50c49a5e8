// Shadow roots, also closed ones, which only the driver can get hold of and hands over.
((lemmascope) => {
  const { dom } = lemmascope;
  const adopted = new WeakMap();
  const adoptedRoots = new Set();
  const asked = new WeakSet();

  // How many elements the driver is asked to look into at a time; each costs it a round trip.
  const MOST = 200;
  const HOSTS = new Set(
    "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
  );

  lemmascope.shadowOf = (element) => dom.openRoot(element) ?? adopted.get(element) ?? null;

  lemmascope.adopt = (root) => {
    if (!(root instanceof ShadowRoot)) return false;
    if (adopted.get(root.host) === root) return false;
    adopted.set(root.host, root);
    adoptedRoots.add(new WeakRef(root));
    return true;
  };

  // Whether an element may host a closed root that nobody has asked about yet: a custom element, or one that takes up
  // room although nothing in it does.
  lemmascope.isSuspect = (element, tag, isBare) => {
    if (asked.has(element) || lemmascope.shadowOf(element) !== null) return false;
    if (tag.includes("-")) return dom.matches(element, ":defined");
    if (!isBare || !HOSTS.has(tag)) return false;
    const box = dom.box(element);
    return box.width > 8 && box.height > 8;
  };

  lemmascope.suspects = () => {
    const found = lemmascope.walk({ hidden: false }).suspects().slice(0, MOST);
    for (const element of found) asked.add(element);
    return found;
  };

  // The parent in the tree as it is drawn: out of a shadow root to its host, out of slotted content to the slot.
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

  // Every root that can be searched: the document and all shadow roots that are known, in the order of the page.
  lemmascope.roots = () => lemmascope.walk({ hidden: true }).roots;
})(lemmascope);
