// Shadow roots, also closed ones, which only the driver can get hold of and hands over.
((lemmascope) => {
  const { dom } = lemmascope;
  const adopted = new WeakMap();
  const adoptedRoots = new Set();
  const asked = new WeakSet();

  // How many elements the driver is asked to look into at a time; on a large page fewer, so that it is looked at in no time.
  const MOST = 300;
  const MOST_OF_LARGE = 100;
  const LARGE = 6000;
  // A page of so few nodes is asked about as a whole.
  const SMALL = 500;
  const ENOUGH = 300;
  // Whoever hides what is inside of an element leaves little in it for all to see.
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

  // Whether an element may host a closed root that nobody has asked about yet: a custom element, or one that takes up
  // room although nothing in it does.
  lemmascope.isSuspect = (element, tag, isBare) => {
    if (asked.has(element) || lemmascope.shadowOf(element) !== null) return false;
    // One that nobody has defined may have a root all the same, if there is nothing else in it.
    if (tag.includes("-")) return isBare || dom.matches(element, ":defined");
    if (!isBare || !HOSTS.has(tag)) return false;
    const box = dom.box(element);
    return box.width > 8 && box.height > 8;
  };

  // Elements that show their own content may host a closed root too, with a slot for it. No sign tells them from the others,
  // so those in view are asked about, each once: what is out of view is asked about when it has been scrolled to.
  const unasked = (pass) => {
    const { nodes, tags, end, count } = pass;
    const most = count > LARGE ? MOST_OF_LARGE : MOST;
    const found = [];
    let missed = 0;
    // Pages are written from top to bottom: after so many in a row that are out of view, the rest is too.
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

  // Those that a scan has come across, until they are asked about.
  let pending = [];
  lemmascope.suspectIn = (pass) => {
    // Where the same elements are, in the same places, they have been asked about.
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
